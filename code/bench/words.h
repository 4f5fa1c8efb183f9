/* words.h - tiles on their way from global to shared memory, a word at a
 * time: what the two chapters on coarsening share. Matrices are row-major; a
 * tile has rows x cols words, a multiple of threads; all threads of a
 * one-dimensional block carry it together, and each keeps its share in
 * `words`. From `vectorized` on, it is tiles.h that does this. */
#ifndef WORDS_H
#define WORDS_H

#include "gemm.h"

//> fetch a tile into registers
/* The words of a tile of rows x cols that this thread brings, from a
 * matrix with rows of `stride` words. Beyond the last row or column
 * that is there, it takes that one instead. */
static __device__ __forceinline__ void fetch(
    const unsigned rows, const unsigned cols, const unsigned threads,
    float *words, const float *from, size_t stride, unsigned last_row,
    unsigned last_col)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / threads; ++i) {
        const unsigned w = threadIdx.x + i * threads;

        words[i] = from[min(w / cols, last_row) * stride
                        + min(w % cols, last_col)];
    }
}
//< fetch a tile into registers

//> fetch a ragged tile
static __device__ __forceinline__ void fetch_ragged(
    const unsigned rows, const unsigned cols, const unsigned threads,
    float *words, const float *from, size_t stride, unsigned rows_here,
    unsigned cols_here)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / threads; ++i) {
        const unsigned w = threadIdx.x + i * threads;
        const unsigned row = w / cols, col = w % cols;

        words[i] = 0;
        if (row < rows_here && col < cols_here)
            words[i] = from[row * stride + col];
    }
}
//< fetch a ragged tile

//> place the words
static __device__ __forceinline__ void place(
    const unsigned words_here, const unsigned threads,
    const float *words, float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < words_here / threads; ++i)
        tile[threadIdx.x + i * threads] = words[i];
}
//< place the words

#endif
