/* matrix.h - device matrices between red zones. */
#ifndef MATRIX_H
#define MATRIX_H

#include "bench/bench.h"

#include <stddef.h>

enum { MATRIX_ALIGNMENT = 32 }; /* bytes; the start of each is a multiple */

/* `count` elements of device memory with a red zone on either side, of
 * backend.red_zone floats or as many more as the alignment wants. A zone is
 * marked with NaN, whatever type it is read as: a stray read poisons the
 * product, a stray write is seen. */
struct matrix {
    void *base;    /* what was allocated */
    float *data;   /* the matrix */
    size_t count;
    unsigned type; /* of the elements: element.h */
};

/* From now on matrices have no red zones: for a tool that sees stray accesses
 * itself, and would take a zone for part of the matrix. */
void matrix_tighten(void);

/* Allocates and marks; matrix_new() one of floats. Return 0, or -1 with a
 * complaint. */
int matrix_of(struct matrix *x, unsigned type, size_t count);
int matrix_new(struct matrix *x, size_t count);

/* Copies count floats from the host, rounded to the type, or to it. Return 0,
 * or -1 with a complaint. */
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
