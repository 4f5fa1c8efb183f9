/* bound.h - when is a computed product right?
 *
 * Summing K products in precision u, in any order and with or without fused
 * multiply-adds, then scaling by alpha and adding beta*C0, leaves an error of
 * at most gamma(K+2) * (|alpha| |A||B| + |beta| |C0|), element by element,
 * with gamma(n) = n*u / (1 - n*u). Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed., sections 3.1 and 3.5. There is no absolute tolerance:
 * where the bound is zero the result must be exact.
 *
 * Operands of less precision are rounded before they are multiplied here and
 * there, and their products are exact in a float, so what matters is the type
 * of the sums. Tensor cores cut the low bits of a float sum off where an FMA
 * rounds them, which is u = 2^-23: Fasi, Higham, Mikaitis and Pranesh,
 * "Numerical behavior of NVIDIA tensor cores", PeerJ CS 7, 2021. Sums in half
 * are rounded, u = 2^-11, and n*u passes 1 so soon that gamma is of no use:
 * K*u bounds them at every K, Jeannerod and Rump, "Improved error bounds for
 * inner products in floating-point arithmetic", SIAM J. Matrix Anal. Appl. 34,
 * 2013. A product below 2^-14 is subnormal there and loses up to 2^-25 whatever
 * its size (Higham, section 2.8): the one absolute term.
 *
 * Of floats that are multiplied by parts (SPLIT) the parts, and the products left
 * out, cost 2^-21 of the magnitudes (kernels/split.h). Then a tensor core adds 16
 * products to a sum: each loses what lies below 2^-25 of the largest, and the sum
 * what lies below 2^-23: 10.5 u at most, and three such sums for 16 of K are less
 * than 2 K u. After 128 of K the sum goes to one of floats, which is rounded: so
 * it is no more than 256 u, and one u for each 128 of K, for which 64 are taken.
 * A kernel that lets the tensor core add for longer keeps no such bound. */
#ifndef BOUND_H
#define BOUND_H

#include "bench/bench.h"

#include <math.h>

#ifdef __CUDACC__
#define BOUND_FN static __host__ __device__ inline
#else
#define BOUND_FN static inline
#endif

#define UNIT_ROUNDOFF_FP32 5.9604644775390625e-08 /* 2^-24 */
#define UNIT_ROUNDOFF_CUT 1.1920928955078125e-07  /* 2^-23 */
#define UNIT_ROUNDOFF_FP16 4.8828125e-04          /* 2^-11 */
#define UNDERFLOW_FP16 2.98023223876953125e-08    /* 2^-25 */
#define PARTS_OF_FLOATS 4.76837158203125e-07      /* 2^-21 */

//> how wrong is it
/* gamma(n) for unit roundoff u; n * u must be below 1. */
BOUND_FN double gamma_n(double n, double u)
{
    return n * u / (1.0 - n * u);
}

/* The error of `got` divided by the bound: up to 1, `got` is right.
 * Infinity if the error is not finite, or not 0 with a bound of 0. */
BOUND_FN double error_over(float got, double want, double bound)
{
    const double err = fabs((double)got - want);

    if (err == 0.0)
        return 0.0;
    return err < (double)INFINITY && bound > 0.0 ? err / bound
                                                 : (double)INFINITY;
}

/* The same for a float sum of K products. `mag` is the element of
 * |alpha| |A||B| + |beta| |C0|. */
BOUND_FN double error_over_bound(float got, double want, double mag,
                                 int K)
{
    return error_over(got, want,
                      gamma_n(K + 2.0, UNIT_ROUNDOFF_FP32) * mag);
}
//< how wrong is it

/* What a kernel with these flags (bench.h) may be off by. */
BOUND_FN double bound_of(unsigned flags, double mag, int K)
{
    if (flags & HALF_ACC)
        return mag > 0.0 ? (K * UNIT_ROUNDOFF_FP16 +
                            gamma_n(2.0, UNIT_ROUNDOFF_FP32)) * mag +
                               K * UNDERFLOW_FP16
                         : 0.0;
    if (flags & SPLIT)
        return (PARTS_OF_FLOATS +
                gamma_n(fmin(2.0 * K, 256.0) + K / 64.0 + 2.0,
                        UNIT_ROUNDOFF_FP32)) * mag;
    return gamma_n(K + 2.0, flags & (HALF | BFLOAT16 | TF32)
                                ? UNIT_ROUNDOFF_CUT
                                : UNIT_ROUNDOFF_FP32) * mag;
}

#endif
