/* nearest.h - which of several tuned kernels takes a shape that none was
 * tuned for. */
#ifndef NEAREST_H
#define NEAREST_H

#include <math.h>

//> the nearest shape wins
struct shape {
    int m, n, k;
};

/* How many doublings lie between two lengths, or two areas. */
static inline double doublings(double a, double b)
{
    return fabs(log2(a / b));
}

/* The index of the one of `count` shapes that is nearest to M x N x K:
 * first by the size of C, which says how many tiles there are to deal
 * out, and among equals by M, N and K. */
static inline unsigned nearest(const struct shape *of, unsigned count,
                               int M, int N, int K)
{
    unsigned best = 0;
    double least = INFINITY;

    for (unsigned i = 0; i < count; ++i) {
        const double away =
            100 * doublings((double)M * N, (double)of[i].m * of[i].n)
            + doublings(M, of[i].m) + doublings(N, of[i].n)
            + doublings(K, of[i].k);

        if (away < least) {
            least = away;
            best = i;
        }
    }
    return best;
}
//< the nearest shape wins

#endif
