#include "loops/exchange.h"

#include <stdlib.h>

enum { FFMA = 0x223, LDS = 0x984, FLOAT4 = 6, A = 1, B = 2 };

static int is_ffma(const struct word *w)
{
    return (w->lo & 0xfff) == FFMA;
}

/* Is it a load of a float4? */
static int as_load(const struct word *w, int *to, struct load *out)
{
    *to = w->lo >> 16 & 255;
    *out = (struct load){.base = w->lo >> 24 & 255, .offset = w->lo >> 40};
    return (w->lo & 0xfff) == LDS && (w->hi >> 9 & 7) == FLOAT4;
}

/* The factors of an FFMA that are register r. */
static int factors(const struct word *w, int r)
{
    return is_ffma(w) ? ((int)(w->lo >> 24 & 255) == r ? A : 0) |
                            ((int)(w->lo >> 32 & 255) == r ? B : 0)
                      : 0;
}

/* It reads r, and not as a factor: where numbers are no registers it may only look so. */
static int wants(const struct word *w, int r)
{
    struct ffma x;

    as_ffma(w, &x);
    return x.from[2] == r || (!is_ffma(w) && (x.from[0] == r || x.from[1] == r));
}

/* It writes r, or may: of other instructions the number before it counts, too. */
static int writes(const struct word *w, int r)
{
    struct ffma x;
    struct load load;
    int to;

    if (as_load(w, &to, &load))
        return r >= to && r < to + 4;
    as_ffma(w, &x);
    return x.to == r || (!is_ffma(w) && x.to == r - 1);
}

/* The pair r, r + 1 from behind its load: notes in `flip` which factors are to be
 * exchanged, and returns 1, or 0 where they cannot be. */
static int pair_of(const struct word *code, const struct loop *l, size_t load, int r,
                   unsigned char *flip)
{
    size_t last[2] = {0, 0}, end[2] = {l->last + 1, l->last + 1};

    for (size_t i = load + 1; i <= l->last; ++i)
        for (int x = 0; x < 2; ++x) {
            if (end[x] <= i)
                continue;
            if (wants(&code[i], r + x))
                return 0;
            if (factors(&code[i], r + x))
                last[x] = i;
            if (writes(&code[i], r + x))
                end[x] = i;
        }
    if (last[0] > end[1] || last[1] > end[0])
        return 0;
    for (int x = 0; x < 2; ++x)
        for (size_t i = load + 1; i <= last[x]; ++i)
            flip[i - l->first] |= (unsigned char)factors(&code[i], r + x);
    return 1;
}

long exchange_factors(struct word *code, const struct loop *l, struct load *loads, size_t most,
                      size_t *count)
{
    unsigned char *flip = calloc(l->last - l->first + 1, 1);
    struct load load;
    long both = 0;
    int to;

    *count = 0;
    if (!flip)
        return -1;
    for (size_t i = l->first; i <= l->last; ++i) {
        if (!as_load(&code[i], &to, &load))
            continue;
        for (int p = 0; p < 2; ++p)
            load.exchanged |= (unsigned)pair_of(code, l, i, to + 2 * p, flip) << p;
        if ((*count)++ < most)
            loads[*count - 1] = load;
    }
    for (size_t i = l->first; i <= l->last; ++i) {
        const unsigned now = flip[i - l->first];

        code[i].lo ^= (uint64_t)(now & A) << 24 | (uint64_t)(now >> 1) << 32;
        both += now == (A | B);
    }
    free(flip);
    return both;
}
