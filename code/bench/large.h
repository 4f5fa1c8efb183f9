/* large.h - inputs, the float64 reference and the verdict on the GPU, for
 * sizes that would keep a CPU busy for minutes. All pointers are device
 * memory; each call waits and returns 0, or -1 with a complaint. */
#ifndef LARGE_H
#define LARGE_H

#include "inputs.h"
#include "size.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills x with rows * cols elements of inputs.h. `transposed` stores the
 * element of (row, col) at [col][row]. */
int large_fill(float *x, size_t rows, size_t cols, enum inputs kind, int left,
               uint64_t seed, int transposed);

/* As reference.h, with alpha = 1 and beta = 0. */
int large_reference(struct size s, const float *a, const float *b,
                    double *want, double *mag);

/* As largest_error() of reference.h. */
int large_error(struct size s, const float *got, const double *want,
                const double *mag, double *error, size_t *worst);

#ifdef __cplusplus
}
#endif
#endif
