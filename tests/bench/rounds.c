#include "bench/gpu/rounds.h"
#include "tap.h"

#include <string.h>

enum { MOST = 70 };
static int follows[MOST][MOST], stands[MOST][MOST];

static void count_pairs(int n, int rounds)
{
    memset(follows, 0, sizeof follows);
    memset(stands, 0, sizeof stands);
    for (int r = 0; r < rounds; ++r)
        for (int p = 0; p < n; ++p) {
            ++stands[turn(n, r, p)][p];
            if (p > 0)
                ++follows[turn(n, r, p)][turn(n, r, p - 1)];
        }
}

/* Whether each has followed each between lo and hi times, and itself never. */
static int followed(int n, int lo, int hi)
{
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
            if (a == b ? follows[a][b] != 0
                       : follows[a][b] < lo || follows[a][b] > hi)
                return 0;
    return 1;
}

int main(void)
{
    int balanced = 1, fair = 1, few = 1;

    for (int n = 1; n < MOST; ++n) {
        const int each = 1 + n % 2, rounds = n * each;

        count_pairs(n, rounds);
        balanced &= followed(n, each, each);
        for (int a = 0; a < n; ++a)
            for (int p = 0; p < n; ++p)
                fair &= stands[a][p] == each;
        count_pairs(n, rounds < 15 ? rounds : 15);
        few &= followed(n, 0, each);
    }
    ok(balanced, "each follows each of the others equally often");
    ok(fair, "each has each place equally often");
    ok(few, "in few rounds nobody follows the same one again and again");
    return tap_end();
}
