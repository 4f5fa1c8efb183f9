/* fragments.h - products by WMMA fragments, and the copies that feed them:
 * what the chapters on tensor cores share. Matrices are row-major. T is the
 * type of an element of A and B, Acc that of an accumulator; C is float. What
 * a fragment is in is called by all lanes of its warp with the same arguments,
 * what copies a tile by all threads of a block. */
#ifndef FRAGMENTS_H
#define FRAGMENTS_H

#include "kernels/gemm.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

//> what a warp holds together
template <typename T, int K = 16>
using fragment_a = wmma::fragment<wmma::matrix_a, 16, 16, K, T,
                                  wmma::row_major>;
template <typename T, int K = 16>
using fragment_b = wmma::fragment<wmma::matrix_b, 16, 16, K, T,
                                  wmma::row_major>;
template <typename Acc, int K = 16>
using accumulator = wmma::fragment<wmma::accumulator, 16, 16, K, Acc>;
//< what a warp holds together

//> store a full fragment
/* Stores an accumulator that lies inside C. Returns 1: it is stored. */
template <int K>
static __device__ __forceinline__ int store_full_fragment(
    accumulator<float, K> *acc, float *c, int N, float alpha,
    float beta)
{
    accumulator<float, K> old;

    wmma::fill_fragment(old, 0.0f);
    if (beta != 0.0f)
        wmma::load_matrix_sync(old, c, N, wmma::mem_row_major);
    for (int i = 0; i < acc->num_elements; ++i)
        acc->x[i] = alpha * acc->x[i] + beta * old.x[i];
    wmma::store_matrix_sync(c, *acc, N, wmma::mem_row_major);
    return 1;
}
//< store a full fragment

//> half accumulators
/* C is float, so this cannot store the fragment: it returns 0. */
static __device__ __forceinline__ int store_full_fragment(
    accumulator<half> *acc, float *c, int N, float alpha, float beta)
{
    return 0;
}
//< half accumulators

//> load and multiply
/* Loads FM fragments of A, in a column, and FN of B, in a row. */
template <int FM, int FN, typename T, typename FA, typename FB>
static __device__ __forceinline__ void load(
    FA *a, FB *b, const T *A, size_t pitch_a, const T *B,
    size_t pitch_b)
{
#pragma unroll
    for (unsigned i = 0; i < FM; ++i)
        wmma::load_matrix_sync(a[i], A + 16 * i * pitch_a, pitch_a);
#pragma unroll
    for (unsigned j = 0; j < FN; ++j)
        wmma::load_matrix_sync(b[j], B + 16 * j, pitch_b);
}

template <int FM, int FN, typename FA, typename FB, typename FC>
static __device__ __forceinline__ void multiply(FC *acc, const FA *a,
                                                const FB *b)
{
#pragma unroll
    for (unsigned i = 0; i < FM; ++i)
#pragma unroll
        for (unsigned j = 0; j < FN; ++j)
            wmma::mma_sync(acc[i * FN + j], a[i], b[j],
                           acc[i * FN + j]);
}
//< load and multiply

//> how wide a copy may be
/* Returns the widest copy in bytes, at most 16, such that each row of A
 * (K elements) and of B (N elements) begins at a multiple of it. */
static __host__ __device__ __forceinline__ unsigned widest(
    const void *A, const void *B, size_t size, int N, int K)
{
    const size_t all = (size_t)A | (size_t)B | size * K | size * N | 16;

    return (unsigned)(all & (~all + 1));
}
//< how wide a copy may be

//> copy so many bytes
/* Copies a V; stores zeros if `valid` is 0. ASYNC: it does not wait. */
template <int ASYNC, typename V>
static __device__ __forceinline__ void copy(char *to, const char *from,
                                            int valid)
{
    if (ASYNC && sizeof(V) >= 4) {
        __pipeline_memcpy_async(to, from, sizeof(V),
                                valid ? 0 : sizeof(V));
    } else {
        V v = V();

        if (valid)
            v = *(const V *)from;
        *(V *)to = v;
    }
}

template <int ASYNC>
static __device__ __forceinline__ void copy_bytes(
    const unsigned bytes, char *to, const char *from, int valid)
{
    if (bytes == 16)
        copy<ASYNC, uint4>(to, from, valid);
    else if (bytes == 8)
        copy<ASYNC, uint2>(to, from, valid);
    else if (bytes == 4)
        copy<ASYNC, unsigned>(to, from, valid);
    else
        copy<ASYNC, unsigned short>(to, from, valid);
}
//< copy so many bytes

//> start the copies of a tile
/* Starts to copy a tile of ROWS x WIDTH bytes, `bytes` bytes a copy.
 * The matrix ends after rows_here and width_here; zeros fill the rest.
 * All copies of a thread lie in one column, row_step rows apart, so
 * their addresses are one address plus multiples of a constant. */
template <int ROWS, int WIDTH, int PITCH, int THREADS>
static __device__ __forceinline__ void copy_tile_async(
    const unsigned bytes, char *to, const void *from, size_t stride,
    unsigned rows_here, unsigned width_here)
{
    const unsigned row_step = bytes * THREADS / WIDTH;
    const unsigned row = bytes * threadIdx.x / WIDTH;
    const unsigned byte = bytes * threadIdx.x % WIDTH;
    const char *source = (const char *)from + row * stride + byte;

#pragma unroll
    for (unsigned i = 0; i < ROWS / row_step; ++i)
        copy_bytes<1>(bytes, to + (row + i * row_step) * PITCH + byte,
                      source + i * (row_step * stride),
                      row + i * row_step < rows_here &&
                          byte < width_here);
}
//< start the copies of a tile

//> store a fragment with edges
/* Stores the part of a fragment that lies inside C: rows x cols. */
template <typename Acc, int K>
static __device__ __forceinline__ void store_edge(
    accumulator<Acc, K> *acc, Acc *scratch, unsigned rows,
    unsigned cols, int aligned, float *c, int N, float alpha,
    float beta)
{
    if (aligned && rows >= 16 && cols >= 16 &&
        store_full_fragment(acc, c, N, alpha, beta))
        return;
    __syncwarp();
    wmma::store_matrix_sync(scratch, *acc, 16, wmma::mem_row_major);
    __syncwarp();
#pragma unroll 4
    for (unsigned i = threadIdx.x % 32; i < 256; i += 32)
        if (i / 16 < rows && i % 16 < cols)
            put(&c[i / 16 * (size_t)N + i % 16], alpha,
                (float)scratch[i], beta);
}

/* Stores a warp's FM x FN accumulators, the first at (row, col) of C.
 * `scratch` has 256 elements, which only this warp uses. */
template <int FM, int FN, typename Acc, int K>
static __device__ __forceinline__ void store(
    accumulator<Acc, K> *acc, Acc *scratch, int M, int N, unsigned row,
    unsigned col, float alpha, float beta, float *C)
{
    const unsigned rows = max(M - (int)row, 0);
    const unsigned cols = max(N - (int)col, 0);
    const int aligned = ((size_t)C % 32 | (unsigned)N % 4) == 0;

#pragma unroll
    for (unsigned i = 0; i < FM; ++i)
#pragma unroll
        for (unsigned j = 0; j < FN; ++j)
            store_edge(&acc[i * FN + j], scratch,
                       rows - min(rows, 16 * i),
                       cols - min(cols, 16 * j), aligned,
                       C + (size_t)(row + 16 * i) * N + col + 16 * j, N,
                       alpha, beta);
}
//< store a fragment with edges

//> start a tile, load a slice
/* Starts to copy tile t of A and, after it in the slot, tile t of B.
 * At the end of the depth a tile may have less than BK, or nothing. */
template <int BM, int BN, int BK, int PITCH_A, int PITCH_B, int THREADS,
          typename T>
static __device__ __forceinline__ void copy_tiles_async(
    const unsigned bytes, char *slot, unsigned t, const T *A,
    const T *B, int N, int K, unsigned rows, unsigned cols,
    unsigned depth)
{
    const unsigned size = sizeof(T);
    const unsigned left =
        t * BK < depth ? min(depth - t * BK, (unsigned)BK) : 0;

    copy_tile_async<BM, BK * sizeof(T), PITCH_A * sizeof(T), THREADS>(
        bytes, slot, A + t * (size_t)BK, (size_t)K * size, rows,
        left * size);
    copy_tile_async<BK, BN * sizeof(T), PITCH_B * sizeof(T), THREADS>(
        bytes, slot + BM * PITCH_A * size, B + t * (size_t)BK * N,
        (size_t)N * size, left, cols * size);
}

/* Loads a warp's fragments from a slot: columns k to k + 15 of the tile
 * of A, and rows k to k + 15 of the tile of B. */
template <typename T, int BM, int FM, int FN, int PITCH_A, int PITCH_B,
          typename FA, typename FB>
static __device__ __forceinline__ void load_step(
    FA *a, FB *b, const char *slot, unsigned wy, unsigned wx,
    unsigned k)
{
    const T *As = (const T *)slot, *Bs = As + BM * PITCH_A;

    load<FM, FN>(a, b, As + wy * PITCH_A + k, PITCH_A,
                 Bs + k * PITCH_B + wx, PITCH_B);
}
//< start a tile, load a slice

//> what a tile takes
/* Returns the bytes of shared memory of `stages` pairs of tiles. */
static inline int tile_bytes(int stages, int BM, int BN, int BK,
                             int PAD_A, int PAD_B, int size)
{
    return stages * (BM * (BK + PAD_A) + BK * (BN + PAD_B)) * size;
}
//< what a tile takes

#endif
