/* packing.h - A and B packed for copies of 16 bytes, by a kernel of their own
 * before the product. Matrices are row-major. */
#ifndef PACKING_H
#define PACKING_H

#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/tma.h"
#include "kernels/wide_tiles.h"

//> what becomes of A
/* A before the product. ON_THE_WAY: unchanged; the copies transpose it.
 * RAW: rows begin at float4s. PACKED: A is transposed. */
enum { ON_THE_WAY, RAW, PACKED };
//< what becomes of A

//> A, transposed and padded
/* Stores the K x M transpose of A. Zeros pad its rows to multiples of
 * BM, itself a multiple of 64. A block transposes 64 x 64 floats. A
 * thread loads and stores four float4s. */
template <int BM>
static __global__ void __launch_bounds__(256)
transpose(int M, int K, const float *A, float *to)
{
    __shared__ float tile[64][65];
    __align__(16) float mine[4][4];
    const unsigned x = threadIdx.x % 16 * 4, y = threadIdx.x / 16;
    const unsigned wide = ((unsigned)K + 63) / 64;
    const unsigned row0 = blockIdx.x / wide * 64;
    const unsigned col0 = blockIdx.x % wide * 64;
    const size_t pitch = ((size_t)M + BM - 1) / BM * BM;
    const unsigned left = K - min((unsigned)K, col0 + x);
    const int aligned = rows_aligned(A, K);

    let_next_start();
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned row = row0 + y + 16 * i;
        const unsigned here = row < M ? left : 0;
        const float *a = A + (size_t)row * K + col0 + x;

        if (aligned && here > 0)
            *(float4 *)mine[i] = *(const float4 *)a;
        else
            for (unsigned q = 0; q < 4; ++q)
                mine[i][q] = q < here ? a[q] : 0.0f;
    }
#pragma unroll
    for (unsigned e = 0; e < 16; ++e)
        tile[y + e / 4 * 16][x + e % 4] = mine[e / 4][e % 4];
    __syncthreads();
#pragma unroll
    for (unsigned i = y; i < 64; i += 16)
        if (col0 + i < K)
            __stcg((float4 *)&to[(col0 + i) * pitch + row0 + x],
                   make_float4(tile[x][i], tile[x + 1][i],
                               tile[x + 2][i], tile[x + 3][i]));
}
//< A, transposed and padded

//> a matrix whose rows begin at float4s
/* Copies a matrix so that rows have a multiple of four floats. */
static __global__ void __launch_bounds__(256)
widen(int rows, int cols, const float *from, float *to)
{
    const size_t pitch = ((size_t)cols + 3) / 4 * 4;
    const size_t all = pitch * rows, step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all;
         i += step)
        to[i] = i % pitch < cols ? from[i / pitch * cols + i % pitch]
                                 : 0.0f;
}
//< a matrix whose rows begin at float4s

//> a place for packed matrices
/* Returns device memory for `floats` floats, for one call at a time. It
 * is owned here and kept for the next call. Returns null, with a
 * complaint, if there is not enough memory. */
static float *workspace(size_t floats)
{
    static float *kept;
    static size_t size;

    if (floats > size) {
        cudaFree(kept);
        kept = NULL;
        size = 0;
        if (cudaMalloc((void **)&kept, floats * sizeof *kept) != 0) {
            complain_later("no memory for %zu packed floats", floats);
            return NULL;
        }
        size = floats;
    }
    return kept;
}
//< a place for packed matrices

//> pack what needs it
/* Packs A by `form`, and B if its rows do not begin at multiples of 16
 * bytes; keeps room for `more` floats. A matrix that is packed is then
 * in the workspace. Returns 0, or -1 if the workspace has no room. */
template <int BM>
static int pack(int M, int N, int K, int form, const float **A,
                const float **B, size_t more, float **rest)
{
    const size_t high = (size_t)blocks(M, BM) * BM;
    const int wide_a = ((size_t)*A / sizeof **A | (unsigned)K) % 4 == 0;
    const int wide_b = ((size_t)*B / sizeof **B | (unsigned)N) % 4 == 0;
    const size_t of_b = wide_b ? 0 : (size_t)K * blocks(N, 4) * 4;
    size_t of_a = 0;

    if (form == PACKED)
        of_a = high * K;
    else if (form == RAW && !wide_a)
        of_a = (size_t)M * blocks(K, 4) * 4;
    if (of_a + of_b + more == 0)
        return 0;
    float *room = workspace(of_a + of_b + more);

    if (!room)
        return -1;
    if (form == PACKED)
        transpose<BM><<<high / 64 * blocks(K, 64), 256>>>(M, K, *A,
                                                          room);
    else if (of_a)
        widen<<<1024, 256>>>(M, K, *A, room);
    if (of_b)
        widen<<<1024, 256>>>(K, N, *B, room + of_a);
    *A = of_a ? room : *A;
    *B = of_b ? room + of_a : *B;
    *rest = room + of_a + of_b;
    return 0;
}
//< pack what needs it

//> a map of packed A
/* Makes the map of A's tiles after pack(): boxes of BOX columns and BK
 * rows of the transpose, or of 16 floats and BM rows, swizzled. */
template <int BM, int BOX, int BK>
static int map_packed(struct tile_map *map, const float *A, int M,
                      int K, int form)
{
    const size_t high = (size_t)blocks(M, BM) * BM;

    if (form == PACKED)
        return map_tiles(map, A, K, high, high, BK, BOX, 0);
    return map_tiles(map, A, M, K, blocks(K, 4) * 4, BM, 16, 1);
}
//< a map of packed A

#endif
