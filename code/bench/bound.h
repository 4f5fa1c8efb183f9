/* bound.h - when is a computed product right?
 *
 * Summing K products in precision u, in any order and with or without fused
 * multiply-adds, then scaling by alpha and adding beta*C0, leaves an error of
 * at most gamma(K+2) * (|alpha| |A||B| + |beta| |C0|), element by element,
 * with gamma(n) = n*u / (1 - n*u). Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed., sections 3.1 and 3.5. There is no absolute tolerance:
 * where the bound is zero the result must be exact. */
#ifndef BOUND_H
#define BOUND_H

#include <math.h>

#ifdef __CUDACC__
#define BOUND_FN static __host__ __device__ inline
#else
#define BOUND_FN static inline
#endif

#define UNIT_ROUNDOFF_FP32 5.9604644775390625e-08 /* 2^-24 */

//> how wrong is it
/* gamma(n) for unit roundoff u; n*u must stay below 1. */
BOUND_FN double gamma_n(double n, double u)
{
    return n * u / (1.0 - n * u);
}

/* The error of `got` against the float64 value `want`, in units of the
 * bound: at most 1 is right. `mag` is |alpha| |A||B| + |beta| |C0| of
 * this element, in float64. NaN, infinity and any error over a bound of
 * zero come back as infinity. */
BOUND_FN double error_over_bound(float got, double want, double mag,
                                 int K)
{
    const double err = fabs((double)got - want);
    const double bound = gamma_n(K + 2.0, UNIT_ROUNDOFF_FP32) * mag;

    if (err == 0.0)
        return 0.0;
    return err < (double)INFINITY && bound > 0.0 ? err / bound
                                                 : (double)INFINITY;
}
//< how wrong is it

#endif
