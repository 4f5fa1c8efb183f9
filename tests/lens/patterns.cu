/* patterns.cu - accesses whose cost can be counted by hand: one warp, one
 * request each. tests/lens-counts.t has the answers. */
#include "bench/bench.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define KERNEL(name)                                                           \
    __global__ void name##_kernel(int M, int N, int K, float alpha,            \
                                  const float *A, const float *B, float beta,  \
                                  float *C)
#define LAUNCHER(name)                                                         \
    static void name(int M, int N, int K, float alpha, const float *A,         \
                     const float *B, float beta, float *C)                     \
    {                                                                          \
        name##_kernel<<<1, 32>>>(M, N, K, alpha, A, B, beta, C);               \
    }

#define LOAD(name, type, index)                                                \
    KERNEL(name)                                                               \
    {                                                                          \
        const int t = threadIdx.x;                                             \
        ((type *)C)[t] = ((const type *)A)[index];                             \
    }                                                                          \
    LAUNCHER(name)

#define STORE(name, type, index)                                               \
    KERNEL(name)                                                               \
    {                                                                          \
        const int t = threadIdx.x;                                             \
        ((type *)C)[index] = ((const type *)A)[t];                             \
    }                                                                          \
    LAUNCHER(name)

LOAD(load_stride_1, float, t)
LOAD(load_stride_2, float, 2 * t)
LOAD(load_stride_32, float, 32 * t)
LOAD(load_backwards, float, 31 - t)
LOAD(load_broadcast, float, 0)
LOAD(load_misaligned, float, t + 1)
LOAD(load_two_rows, float, t / 16 * 64 + t % 16)
LOAD(load_float2, float2, t)
LOAD(load_float4, float4, t)
LOAD(load_short, short, t)
STORE(store_stride_1, float, t)
STORE(store_stride_32, float, 32 * t)
STORE(store_float4, float4, t)

KERNEL(load_20_lanes)
{
    if (threadIdx.x < 20)
        C[threadIdx.x] = A[threadIdx.x];
}
LAUNCHER(load_20_lanes)

/* Lanes that go different ways, one after the other, ask twice. */
KERNEL(load_two_ways)
{
    float x;

    if (threadIdx.x % 2)
        x = A[threadIdx.x];
    else
        x = B[threadIdx.x];
    C[threadIdx.x] = x;
}
LAUNCHER(load_two_ways)

/* Shared memory: `words` floats, filled a lane at a time, then loaded. */
#define SHARED_LOAD(name, words, type, index)                                  \
    KERNEL(name)                                                               \
    {                                                                          \
        __shared__ __align__(16) float s[words];                               \
        const int t = threadIdx.x;                                             \
        for (int i = t; i < words; i += 32)                                    \
            s[i] = 1.0f;                                                       \
        __syncthreads();                                                       \
        ((type *)C)[t] = ((const type *)s)[index];                             \
    }                                                                          \
    LAUNCHER(name)

#define SHARED_STORE(name, words, type, index)                                 \
    KERNEL(name)                                                               \
    {                                                                          \
        __shared__ __align__(16) float s[words];                               \
        const int t = threadIdx.x;                                             \
        ((type *)s)[index] = ((const type *)A)[t];                             \
        __syncthreads();                                                       \
        ((type *)C)[t] = ((const type *)s)[index];                             \
    }                                                                          \
    LAUNCHER(name)

SHARED_LOAD(shared_stride_1, 32, float, t)
SHARED_LOAD(shared_stride_2, 64, float, 2 * t)
SHARED_LOAD(shared_stride_3, 96, float, 3 * t)
SHARED_LOAD(shared_stride_4, 128, float, 4 * t)
SHARED_LOAD(shared_stride_32, 1024, float, 32 * t)
SHARED_LOAD(shared_broadcast, 32, float, 0)
SHARED_LOAD(shared_eighths, 32, float, t / 8)
SHARED_LOAD(shared_float2, 64, float2, t)
SHARED_LOAD(shared_float4, 128, float4, t)
SHARED_LOAD(shared_float4_stride_2, 256, float4, 2 * t)
SHARED_LOAD(shared_float4_pairs, 64, float4, t / 2)
SHARED_LOAD(shared_float4_rows, 64, float4, t % 16)
SHARED_LOAD(shared_float4_broadcast, 32, float4, 0)
SHARED_LOAD(shared_short, 32, short, t)
SHARED_STORE(shared_store_stride_1, 32, float, t)
SHARED_STORE(shared_store_stride_32, 1024, float, 32 * t)
SHARED_STORE(shared_store_float4, 128, float4, t)

#define COLUMN(name, pitch)                                                    \
    KERNEL(name)                                                               \
    {                                                                          \
        __shared__ float tile[32][pitch];                                      \
        for (int i = 0; i < 32; ++i)                                           \
            tile[i][threadIdx.x] = 1.0f;                                       \
        __syncthreads();                                                       \
        C[threadIdx.x] = tile[threadIdx.x][0];                                 \
    }                                                                          \
    LAUNCHER(name)

COLUMN(column, 32)
COLUMN(column_padded, 33)

/* A fragment is four requests of a word a lane from global memory, one ldmatrix
 * from shared; an accumulator is four of two words. */
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>
    half_rows;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;

KERNEL(fragment_global)
{
    half_rows a;
    sums c;
    wmma::load_matrix_sync(a, (const half *)A, 64);
    wmma::fill_fragment(c, (float)a.x[0]);
    wmma::store_matrix_sync(C, c, 64, wmma::mem_row_major);
}
LAUNCHER(fragment_global)

#define FRAGMENT_SHARED(name, pitch)                                           \
    KERNEL(name)                                                               \
    {                                                                          \
        __shared__ __align__(32) half s[16 * pitch];                           \
        half_rows a;                                                           \
        for (int i = threadIdx.x; i < 16 * pitch; i += 32)                     \
            s[i] = __float2half(1.0f);                                         \
        __syncthreads();                                                       \
        wmma::load_matrix_sync(a, s, pitch);                                   \
        C[threadIdx.x] = __half2float(a.x[0]);                                 \
    }                                                                          \
    LAUNCHER(name)

FRAGMENT_SHARED(fragment_shared, 64)
FRAGMENT_SHARED(fragment_shared_padded, 72)

#define ENTRY(name) {#name, name, 0, 0, 0, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(load_stride_1) ENTRY(load_stride_2) ENTRY(load_stride_32)
    ENTRY(load_backwards) ENTRY(load_broadcast) ENTRY(load_misaligned)
    ENTRY(load_two_rows) ENTRY(load_float2) ENTRY(load_float4)
    ENTRY(load_short) ENTRY(store_stride_1) ENTRY(store_stride_32)
    ENTRY(store_float4) ENTRY(load_20_lanes) ENTRY(load_two_ways)
    ENTRY(shared_stride_1) ENTRY(shared_stride_2) ENTRY(shared_stride_3)
    ENTRY(shared_stride_4) ENTRY(shared_stride_32) ENTRY(shared_broadcast)
    ENTRY(shared_eighths) ENTRY(shared_float2) ENTRY(shared_float4)
    ENTRY(shared_float4_stride_2) ENTRY(shared_float4_pairs)
    ENTRY(shared_float4_rows) ENTRY(shared_float4_broadcast)
    ENTRY(shared_short) ENTRY(shared_store_stride_1)
    ENTRY(shared_store_stride_32) ENTRY(shared_store_float4)
    ENTRY(column) ENTRY(column_padded) ENTRY(fragment_global)
    ENTRY(fragment_shared) ENTRY(fragment_shared_padded)
    {},
};
