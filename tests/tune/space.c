#include "made-up.h"
#include "tap.h"

#include <string.h>

static const char *const stems[] = {"autotuning", "warptiling"};
static struct config list[MAX_CONFIGS];

static int valid(const struct space *s, const struct limits *l)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int count = 0;

    for (int i = 0; i < n; ++i)
        count += !rejection(s, &list[i], l);
    return count;
}

static void enough(const struct space *s)
{
    const int count = valid(s, &h200), n = space_list(s, list, MAX_CONFIGS);

    ok(count >= 300 && count <= 450, "%s: %d of %d are valid", s->stem, count,
       n);
    ok(n < MAX_CONFIGS, "%s: the whole space is listed", s->stem);
}

static void different(const struct space *s)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int twice = 0;

    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            char a[CONFIG_NAME], b[CONFIG_NAME];

            config_name(&list[i], a, sizeof a);
            config_name(&list[j], b, sizeof b);
            twice += strcmp(a, b) == 0;
        }
    ok(twice == 0, "%s: no configuration or name comes twice", s->stem);
}

/* Every element has its block, in a grid that the card takes, folded no more
 * often than it must be, and no more blocks are idle than the fold makes. */
static void folds(int M, int N)
{
    const struct config c = {.bm = 64, .bn = 32, .bk = 8, .tm = 8, .tn = 4};
    const struct blocks b = config_blocks(&c, M, N);
    const long rows = (M + 63L) / 64, cols = (N + 31L) / 32;
    const long there = (long)b.y * b.z;

    ok(b.x == cols && b.y <= 65535 && b.z == (rows + 65534) / 65535 &&
           there >= rows && there - rows < b.z,
       "%d x %d: %u x %u x %u blocks for %ld x %ld tiles", M, N, b.x, b.y, b.z,
       cols, rows);
}

int main(void)
{
    folds(1, 1);
    folds(64, 33);
    folds(65535 * 64, 32);
    folds(65535 * 64 + 1, 31);
    folds(2147483647, 1);
    folds(1, 2147483647);

    for (int i = 0; i < 2; ++i) {
        enough(space_of(stems[i]));
        different(space_of(stems[i]));
    }
    ok(!space_of("naive"), "what has no space is said to have none");
    return tap_end();
}
