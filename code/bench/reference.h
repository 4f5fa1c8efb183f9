/* reference.h - the product in float64, with the magnitudes its bound needs. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "bench/size.h"

/* For each of the s.m * s.n elements, row-major: want = alpha*A*B + beta*C0 and
 * mag = |alpha| |A||B| + |beta| |C0|, all in float64 from float32 operands in
 * host memory. beta == 0 does not read c0 (it may be null), alpha == 0 reads
 * neither a nor b. The caller owns every array. */
void reference(struct size s, float alpha, const float *a, const float *b,
               float beta, const float *c0, double *want, double *mag);

/* The largest error of got[m * n] over its bound, for a kernel with these flags
 * (bound.h); its element goes to *worst when that is not null. */
double largest_error(unsigned flags, struct size s, const float *got,
                     const double *want, const double *mag, size_t *worst);

#endif
