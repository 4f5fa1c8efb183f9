#include "bench/bench.h"
#include "bench/stats.h"
#include "tap.h"

#include <string.h>

static void comes(const char *name, const double *value, int n, double lo,
                  double median, double hi)
{
    double before[MAX_ROUNDS];

    memcpy(before, value, (size_t)n * sizeof *value);
    const struct summary s = summarize(value, n);

    ok(s.lo == lo && s.median == median && s.hi == hi && s.runs == n,
       "%s: %g, %g, %g of %d", name, s.lo, s.median, s.hi, s.runs);
    ok(memcmp(before, value, (size_t)n * sizeof *value) == 0,
       "%s: the values are left alone", name);
}

int main(void)
{
    struct samples s = {0};

    comes("one", (double[]){7}, 1, 7, 7, 7);
    comes("two", (double[]){10, 20}, 2, 12.5, 15, 17.5);
    comes("odd", (double[]){1, 2, 3, 4, 5}, 5, 2, 3, 4);
    comes("even", (double[]){1, 2, 3, 4}, 4, 1.75, 2.5, 3.25);
    comes("six", (double[]){1, 2, 4, 8, 16, 32}, 6, 2.5, 6, 14);
    comes("unsorted", (double[]){5, 1, 4, 2, 3}, 5, 2, 3, 4);
    comes("ties", (double[]){3, 1, 3, 3, 9, 3}, 6, 3, 3, 3);
    comes("negative", (double[]){-1, -4, -2, -3}, 4, -3.25, -2.5, -1.75);
    for (int i = 0; i < MAX_ROUNDS + 3; ++i)
        add_sample(&s, i);
    ok(s.n == MAX_ROUNDS && s.value[MAX_ROUNDS - 1] == MAX_ROUNDS - 1,
       "samples beyond the last are dropped");
    return tap_end();
}
