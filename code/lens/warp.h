/* warp.h - what lanes do together, and accesses that are no single load or
 * store: shuffles, votes, WMMA fragments, asynchronous copies. The headers in
 * cuda/ call these; kernels do not. */
#ifndef WARP_H
#define WARP_H

#include "launch.h"

/* What a lane brings to a shuffle or a vote, and takes away. */
struct lens_exchange {
    uint64_t bits, result;
    int source; /* the lane to read, of a shuffle */
};
lens_act lens_shuffle, lens_ballot;

/* A lane's part of a 16 x 16 fragment. Element i of a half fragment lies at
 * (p, q), p the strided index and q the contiguous one:
 * p = lane / 4 + 8 * (i / 2 % 2), q = 2 * (lane % 4) + i % 2 + 8 * (i / 4),
 * i < 8; elements 8 to 15 repeat them. An accumulator's element i has that
 * place with p its row and q its column. (NVIDIA leaves the layout open; this
 * is that of mma.m16n8k16 in the PTX ISA.)
 *
 * Accesses are those of the hardware: from shared memory a half fragment is
 * one ldmatrix, 16 bytes a lane; from global memory four words a lane. Rows of
 * an accumulator go as four 8-byte accesses a lane, columns as eight words. */
void lens_load_half(uint16_t x[16], const uint16_t *from, unsigned stride);
void lens_load_float(float x[8], const float *from, unsigned stride,
                     int col_major);
void lens_store_float(float *to, const float x[8], unsigned stride,
                      int col_major);

struct lens_product {
    const uint16_t *a, *b; /* the halves' bits */
    const float *c;
    float *d;
    int a_col_major, b_col_major;
};
lens_act lens_multiply;

/* cuda_pipeline.h. The bytes arrive at the wait, not before; between the copy
 * and the wait their destination counts as unwritten. */
void lens_copy_async(void *to, const void *from, size_t bytes, size_t zeros);
void lens_copy_commit(void);
void lens_copy_wait(size_t batches_left);

/* hooks.c: an access as if the kernel had made it at `pc`. */
void lens_touch_from(const void *address, unsigned size, int op,
                     const void *pc);
void lens_touch(const void *address, unsigned size, int op);

#endif
