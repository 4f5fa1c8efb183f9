/* tiles.h - tiles on their way from global to shared memory, `width` words
 * at a time: what the kernels from `vectorized` on share. Matrices are
 * row-major; a tile has rows x cols words, a multiple of width * threads;
 * all threads of a one-dimensional block carry it together, and each keeps
 * its share in `words`, aligned to 16 bytes. Width is 1 or 4. */
#ifndef TILES_H
#define TILES_H

#include "gemm.h"

//> where a float4 may start
/* True when every row of a matrix with rows of n words, the first at x,
 * starts at a multiple of 16 bytes. */
static __device__ __forceinline__ int rows_aligned(const float *x,
                                                   int n)
{
    return ((size_t)x / sizeof *x | (unsigned)n) % 4 == 0;
}
//< where a float4 may start

//> fetch so many words at a time
static __device__ __forceinline__ void fetch(
    const unsigned width, const unsigned rows, const unsigned cols,
    const unsigned threads, float *words, const float *from,
    size_t stride, unsigned last_row, unsigned last_col, int aligned)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / width / threads; ++i) {
        const unsigned w = width * (threadIdx.x + i * threads);
        const unsigned col = w % cols;
        const float *row = from + min(w / cols, last_row) * stride;

        if (width == 4 && aligned)
            *(float4 *)&words[4 * i] =
                *(const float4 *)(row + min(col, last_col - 3));
        else
#pragma unroll
            for (unsigned q = 0; q < width; ++q)
                words[width * i + q] = row[min(col + q, last_col)];
    }
}
//< fetch so many words at a time

//> fetch a ragged tile
static __device__ __forceinline__ void fetch_ragged(
    const unsigned width, const unsigned rows, const unsigned cols,
    const unsigned threads, float *words, const float *from,
    size_t stride, unsigned rows_here, unsigned cols_here)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / width / threads; ++i) {
        const unsigned w = width * (threadIdx.x + i * threads);
        const unsigned row = w / cols, col = w % cols;

#pragma unroll
        for (unsigned q = 0; q < width; ++q) {
            words[width * i + q] = 0;
            if (row < rows_here && col + q < cols_here)
                words[width * i + q] = from[row * stride + col + q];
        }
    }
}
//< fetch a ragged tile

//> place so many words at a time
static __device__ __forceinline__ void place(
    const unsigned width, const unsigned rows, const unsigned cols,
    const unsigned threads, const float *words, float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / width / threads; ++i) {
        const unsigned w = width * (threadIdx.x + i * threads);

        if (width == 4)
            *(float4 *)&tile[w] = *(const float4 *)&words[4 * i];
        else
            tile[w] = words[i];
    }
}
//< place so many words at a time

//> place them transposed
static __device__ __forceinline__ void place_transposed(
    const unsigned width, const unsigned rows, const unsigned cols,
    const unsigned threads, const unsigned pitch, const float *words,
    float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / width / threads; ++i) {
        const unsigned w = width * (threadIdx.x + i * threads);

#pragma unroll
        for (unsigned q = 0; q < width; ++q)
            tile[(w % cols + q) * pitch + w / cols] =
                words[width * i + q];
    }
}
//< place them transposed

//> store four words
/* Stores four elements of a row of C; only `here` of them are there. */
static __device__ __forceinline__ void put4(
    float *c, unsigned here, int wide, float alpha, const float *acc,
    float beta)
{
    if (wide && here > 0) {
        float4 v = make_float4(0, 0, 0, 0);

        if (beta != 0.0f)
            v = *(const float4 *)c;
        *(float4 *)c = make_float4(
            alpha * acc[0] + beta * v.x, alpha * acc[1] + beta * v.y,
            alpha * acc[2] + beta * v.z, alpha * acc[3] + beta * v.w);
    } else {
#pragma unroll
        for (unsigned q = 0; q < 4; ++q)
            if (q < here)
                put(c + q, alpha, acc[q], beta);
    }
}
//< store four words

#endif
