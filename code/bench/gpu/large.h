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

/* The same, enqueued: it does not wait, nor say what fails. */
void large_fill_later(unsigned type, void *x, size_t rows, size_t cols,
                      enum inputs kind, int left, uint64_t seed, int transposed);

/* As reference.h, with alpha = 1 and beta = 0, of a and b in this type; mag may
 * be null. */
int large_reference(unsigned type, struct size s, const void *a, const void *b,
                    double *want, double *mag);

/* What launches make of the product AB and of a C that began with inputs of
 * large_fill(): of_product * AB + of_c * C, with an error of at most as many units
 * as product_units * |A||B| + c_units * |C|. */
struct outcome {
    double of_product, of_c, product_units, c_units;
    enum inputs kind;
    uint64_t seed;
};

/* As largest_error() of reference.h. Where mag is null, what is not equal is
 * infinitely wrong. */
int large_error(unsigned flags, struct size s, const float *got,
                const double *want, const double *mag, struct outcome o,
                double *error, size_t *worst);

#ifdef __cplusplus
}
#endif
#endif
