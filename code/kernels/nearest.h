/* nearest.h - which of several tuned kernels takes a shape that none was
 * tuned for. */
#ifndef NEAREST_H
#define NEAREST_H

#include "bench/bench.h"

#include <math.h>

//> the nearest shape wins
/* A kernel and the shape for which the kernel was tuned. */
struct won {
    struct {
        int m, n, k;
    } at;
    gemm_fn *launch;
};

/* The number of doublings from the smaller of a and b to the larger. */
static inline double doublings(double a, double b)
{
    return fabs(log2(a / b));
}

/* Finds the kernel, of `count` kernels, whose shape is nearest to
 * M x N x K. The area of C counts 100 times as much as M, N or K, for
 * the area decides how many tiles there are. */
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
