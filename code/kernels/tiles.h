/* tiles.h - tiles on their way from global to shared memory, one float at a
 * time: what the two chapters on coarsening share. Matrices are row-major; a
 * tile has ROWS x COLS floats, a multiple of THREADS; all threads of a
 * one-dimensional block carry it together, and each keeps its share in
 * `mine`. From `vectorized` on, it is wide_tiles.h that does this. */
#ifndef TILES_H
#define TILES_H

#include "kernels/gemm.h"

//> fetch a tile into registers
/* Loads this thread's floats of a tile into its registers, `mine`. The
 * tile begins at `from`, in a matrix whose rows are `stride` floats
 * long. The last row and column are indices in the tile: beyond them
 * the last row or column is read again. */
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void fetch(
    float *mine, const float *from, size_t stride, unsigned last_row,
    unsigned last_col)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / THREADS; ++i) {
        const unsigned e = threadIdx.x + i * THREADS;

        mine[i] = from[min(e / COLS, last_row) * stride
                       + min(e % COLS, last_col)];
    }
}
//< fetch a tile into registers

//> fetch a ragged tile
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void fetch_ragged(
    float *mine, const float *from, size_t stride, unsigned rows_here,
    unsigned cols_here)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / THREADS; ++i) {
        const unsigned e = threadIdx.x + i * THREADS;
        const unsigned row = e / COLS, col = e % COLS;

        mine[i] = 0;
        if (row < rows_here && col < cols_here)
            mine[i] = from[row * stride + col];
    }
}
//< fetch a ragged tile

//> place a tile in shared memory
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void place(const float *mine,
                                             float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < ROWS * COLS / THREADS; ++i)
        tile[threadIdx.x + i * THREADS] = mine[i];
}
//< place a tile in shared memory

#endif
