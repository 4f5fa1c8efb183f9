/* nearest.h - which of several tuned kernels takes a shape that none was
 * tuned for. */
#ifndef NEAREST_H
#define NEAREST_H

#include "bench/bench.h"

#include <math.h>

//> the nearest shape wins
/* A kernel, and the shape that it was tuned for. */
struct won {
    struct {
        int m, n, k;
    } at;
    gemm_fn *launch;
};

/* How many doublings lie between two lengths, or two areas. */
static inline double doublings(double a, double b)
{
    return fabs(log2(a / b));
}

/* The one of `count` whose shape is nearest to M x N x K: first by the
 * size of C, which says how many tiles there are to deal out, and among
 * equals by M, N and K. */
static inline const struct won *nearest(const struct won *of, int count,
                                        int M, int N, int K)
{
    const struct won *best = of;
    double least = INFINITY;

    for (const struct won *w = of; w < of + count; ++w) {
        const double away =
            100 * doublings((double)M * N, (double)w->at.m * w->at.n)
            + doublings(M, w->at.m) + doublings(N, w->at.n)
            + doublings(K, w->at.k);

        if (away < least) {
            least = away;
            best = w;
        }
    }
    return best;
}
//< the nearest shape wins

#endif
