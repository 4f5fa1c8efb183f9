/* large.h - inputs, the float64 reference and the verdict on the GPU, for
 * sizes that would keep a CPU busy for minutes. All pointers are device
 * memory; each call waits and returns 0, or -1 with a complaint. */
#ifndef LARGE_H
#define LARGE_H

#include "bench/inputs.h"
#include "bench/size.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills x with rows * cols elements of inputs.h, rounded to a type (element.h).
 * `transposed` stores the element of (row, col) at [col][row]. */
int large_fill(unsigned type, void *x, size_t rows, size_t cols,
               enum inputs kind, int left, uint64_t seed, int transposed);

/* As reference.h, with alpha = 1 and beta = 0, of a and b in this type; mag may
 * be null. */
int large_reference(unsigned type, struct size s, const void *a, const void *b,
                    double *want, double *mag);

/* As largest_error() of reference.h. Where mag is null, what is not equal is
 * infinitely wrong. */
int large_error(unsigned flags, struct size s, const float *got,
                const double *want, const double *mag, double *error,
                size_t *worst);

#ifdef __cplusplus
}
#endif
#endif
