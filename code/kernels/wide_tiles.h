/* wide_tiles.h - tiles on their way from global to shared memory, one float
 * or a float4 at a time: what the kernels from `vectorized` on share.
 * Matrices are row-major; a tile has ROWS x COLS floats, a multiple of
 * WIDTH * THREADS; all threads of a one-dimensional block carry it together,
 * and each keeps its share in `mine`, aligned to 16 bytes. WIDTH is 1 or 4. */
#ifndef WIDE_TILES_H
#define WIDE_TILES_H

#include "kernels/gemm.h"

//> where a float4 may start
/* True if every row of a matrix starts at a multiple of 16 bytes. The
 * matrix starts at x, and its rows are n floats long. */
static __device__ __forceinline__ int rows_aligned(const float *x,
                                                   int n)
{
    return ((size_t)x / sizeof *x | (unsigned)n) % 4 == 0;
}
//< where a float4 may start

//> fetch four floats at a time
template <int WIDTH, int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void fetch(
    float *mine, const float *from, size_t stride, unsigned last_row,
    unsigned last_col, int aligned)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / WIDTH / THREADS; ++i) {
        const unsigned e = WIDTH * (threadIdx.x + i * THREADS);
        const unsigned col = e % COLS;
        const float *row = from + min(e / COLS, last_row) * stride;

        if (WIDTH == 4 && aligned)
            *(float4 *)&mine[4 * i] =
                *(const float4 *)(row + min(col, last_col - 3));
        else
#pragma unroll
            for (unsigned q = 0; q < WIDTH; ++q)
                mine[WIDTH * i + q] = row[min(col + q, last_col)];
    }
}
//< fetch four floats at a time

//> fetch a ragged tile
template <int WIDTH, int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void fetch_ragged(
    float *mine, const float *from, size_t stride, unsigned rows_here,
    unsigned cols_here)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / WIDTH / THREADS; ++i) {
        const unsigned e = WIDTH * (threadIdx.x + i * THREADS);
        const unsigned row = e / COLS, col = e % COLS;

#pragma unroll
        for (unsigned q = 0; q < WIDTH; ++q) {
            mine[WIDTH * i + q] = 0;
            if (row < rows_here && col + q < cols_here)
                mine[WIDTH * i + q] = from[row * stride + col + q];
        }
    }
}
//< fetch a ragged tile

//> place four floats at a time
template <int WIDTH, int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void place(const float *mine,
                                             float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / WIDTH / THREADS; ++i) {
        const unsigned e = WIDTH * (threadIdx.x + i * THREADS);

        if (WIDTH == 4)
            *(float4 *)&tile[e] = *(const float4 *)&mine[4 * i];
        else
            tile[e] = mine[i];
    }
}
//< place four floats at a time

//> place a tile transposed
/* The tile in shared memory has COLS rows of PITCH floats. */
template <int WIDTH, int ROWS, int COLS, int THREADS, int PITCH>
static __device__ __forceinline__ void place_transposed(
    const float *mine, float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / WIDTH / THREADS; ++i) {
        const unsigned e = WIDTH * (threadIdx.x + i * THREADS);

#pragma unroll
        for (unsigned q = 0; q < WIDTH; ++q)
            tile[(e % COLS + q) * PITCH + e / COLS] =
                mine[WIDTH * i + q];
    }
}
//< place a tile transposed

//> which row is a thread's i-th
/* The distance from a thread's first row (or column) to row i: GROUP
 * rows are adjacent, and groups of rows start STRIDE rows apart. */
template <int GROUP, int STRIDE>
static __device__ __forceinline__ unsigned spread(unsigned i)
{
    return i / GROUP * STRIDE + i % GROUP;
}
//< which row is a thread's i-th

//> store a float4
/* Stores four elements of a row of C, or `here` of them if here < 4. */
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
//< store a float4

#endif
