#include "bench/size.h"
#include "tap.h"

#include <string.h>

struct sizes {
    struct size at[MAX_SIZES];
    int count;
};

static int prime(int n)
{
    for (int d = 2; d * d <= n; ++d)
        if (n % d == 0)
            return 0;
    return n > 1;
}

static int holds(const struct sizes *s, int m, int n)
{
    for (int i = 0; i < s->count; ++i)
        if (s->at[i].m == m && s->at[i].n == n)
            return 1;
    return 0;
}

static int holds_side(const struct sizes *s, int side, int value)
{
    for (int i = 0; i < s->count; ++i) {
        const int sides[] = {s->at[i].m, s->at[i].n, s->at[i].k};

        if (sides[side] == value)
            return 1;
    }
    return 0;
}

/* The named side alone is that value; the others are larger. */
static int holds_only(const struct sizes *s, int side, int value)
{
    for (int i = 0; i < s->count; ++i) {
        const int sides[] = {s->at[i].m, s->at[i].n, s->at[i].k};

        if (sides[side] == value && sides[(side + 1) % 3] > value &&
            sides[(side + 2) % 3] > value)
            return 1;
    }
    return 0;
}

static int primes(struct size s)
{
    return s.m > 20 && s.n > 20 && s.k > 20 && prime(s.m) &&
           prime(s.n) && prime(s.k);
}

static int tall(struct size s) { return s.m >= 50 * s.n && s.n > 1; }
static int wide(struct size s) { return s.n >= 50 * s.m && s.m > 1; }
static int deep(struct size s) { return s.k >= 100 * s.m && s.k >= 100 * s.n; }
static int one(struct size s) { return s.m == 1 && s.n == 1 && s.k == 1; }

/* More than one tile each way, and more than two of its depth. */
static int beyond(const struct sizes *s, int bm, int bn, int bk)
{
    for (int i = 0; i < s->count; ++i)
        if (s->at[i].m > bm && s->at[i].n > bn && s->at[i].k > 2 * bk)
            return 1;
    return 0;
}

static int any(const struct sizes *s, int (*kind)(struct size))
{
    for (int i = 0; i < s->count; ++i)
        if (kind(s->at[i]))
            return 1;
    return 0;
}

static void tile(int bm, int bn, int bk)
{
    static const char *const edges[] = {"-1", "+0", "+1"};
    struct sizes s;
    int good = 1;

    printf("# a tile of %d x %d x %d\n", bm, bn, bk);
    s.count = verify_sizes(bm, bn, bk, s.at, MAX_SIZES);
    for (int i = 0; i < s.count; ++i)
        good &= s.at[i].m >= 0 && s.at[i].n >= 0 && s.at[i].k >= 0;
    ok(good && s.count < MAX_SIZES, "%d sizes, none negative, none left out",
       s.count);
    for (int i = 0; i < 9; ++i)
        ok(holds(&s, bm - 1 + i / 3, bn - 1 + i % 3), "BM%s by BN%s",
           edges[i / 3], edges[i % 3]);
    for (int i = 0; i < 3; ++i)
        ok(holds_side(&s, 2, bk - 1 + i), "BK%s", edges[i]);
    for (int side = 0; side < 3; ++side)
        for (int value = 0; value < 2; ++value)
            ok(holds_only(&s, side, value), "%c = %d alone", "MNK"[side],
               value);
    ok(beyond(&s, bm, bn, bk), "tiles beside, below and behind each other");
    ok(any(&s, one), "1 x 1 x 1");
    ok(any(&s, primes), "three primes");
    ok(any(&s, tall) && any(&s, wide) && any(&s, deep), "tall, wide and deep");
}

int main(void)
{
    struct size small[3], all[MAX_SIZES];

    tile(32, 32, 1);
    tile(1, 1024, 1);
    tile(64, 64, 8);
    tile(128, 128, 16);
    verify_sizes(32, 32, 8, all, MAX_SIZES);
    ok(verify_sizes(32, 32, 8, small, 3) == 3 &&
           memcmp(small, all, sizeof small) == 0,
       "a small array gets as many as it holds");
    return tap_end();
}
