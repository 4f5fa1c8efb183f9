/* matrix.h - device matrices between red zones. */
#ifndef MATRIX_H
#define MATRIX_H

#include "bench.h"

#include <stddef.h>

/* `count` floats of device memory with backend.red_zone floats of a marked NaN
 * on either side: a stray read poisons the product, a stray write is seen. */
struct matrix {
    float *base;  /* what was allocated */
    float *data;  /* the matrix */
    size_t count;
};

/* From now on matrices have no red zones: for a tool that sees stray accesses
 * itself, and would take a zone for part of the matrix. */
void matrix_tighten(void);

/* Allocates and marks. Returns 0, or -1 with a complaint. */
int matrix_new(struct matrix *x, size_t count);

/* Copies count floats from or to the host. Return 0, or -1 with a complaint. */
int matrix_put(const struct matrix *x, const float *host);
int matrix_get(const struct matrix *x, float *host);

/* Fills the whole matrix with NaN (every byte 0xff). */
int matrix_poison(const struct matrix *x);

/* Returns 0 when both red zones are untouched, else -1 with a complaint that
 * says by how many elements the nearest stray write missed matrix `name`. */
int matrix_check(const struct matrix *x, const char *name);

/* Frees; safe on a zeroed struct. */
void matrix_free(struct matrix *x);

#endif
