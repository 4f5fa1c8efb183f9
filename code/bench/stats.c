#include "bench/stats.h"

#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double quantile(const double *sorted, int n, double q)
{
    const double at = q * (n - 1);
    const int below = (int)at;

    if (below + 1 >= n)
        return sorted[n - 1];
    return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

double sort_to_median(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, ascending);
    return n > 0 ? quantile(value, n, 0.5) : 0.0;
}

struct summary summarize(const double *value, int n)
{
    double sorted[MAX_ROUNDS];

    if (n > MAX_ROUNDS)
        n = MAX_ROUNDS;
    memcpy(sorted, value, (size_t)n * sizeof *sorted);
    const double median = sort_to_median(sorted, n);

    return (struct summary){median, quantile(sorted, n, 0.25),
                            quantile(sorted, n, 0.75), n};
}

void add_sample(struct samples *s, double value)
{
    if (s->n < MAX_ROUNDS)
        s->value[s->n++] = value;
}
