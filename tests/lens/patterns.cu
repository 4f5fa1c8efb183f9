/* patterns.cu - accesses whose cost can be counted by hand, beside those of
 * code/lens.cu: short words, lanes that go two ways, tiles, fragments.
 * tests/lens-counts.t has the answers. */
#include "bench/bench.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define DEFINE(name)                                                           \
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
    DEFINE(name)                                                               \
    {                                                                          \
        const int t = threadIdx.x;                                             \
        ((type *)C)[t] = ((const type *)A)[index];                             \
    }                                                                          \
    LAUNCHER(name)

LOAD(load_short, short, t)

/* Lanes that go different ways, one after the other, ask twice. */
DEFINE(load_two_ways)
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
    DEFINE(name)                                                               \
    {                                                                          \
        __shared__ __align__(16) float s[words];                               \
        const int t = threadIdx.x;                                             \
        for (int i = t; i < words; i += 32)                                    \
            s[i] = 1.0f;                                                       \
        __syncthreads();                                                       \
        ((type *)C)[t] = ((const type *)s)[index];                             \
    }                                                                          \
    LAUNCHER(name)

SHARED_LOAD(shared_short, 32, short, t)

#define COLUMN(name, pitch)                                                    \
    DEFINE(name)                                                               \
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

DEFINE(fragment_global)
{
    half_rows a;
    sums c;
    wmma::load_matrix_sync(a, (const half *)A, 64);
    wmma::fill_fragment(c, (float)a.x[0]);
    wmma::store_matrix_sync(C, c, 64, wmma::mem_row_major);
}
LAUNCHER(fragment_global)

#define FRAGMENT_SHARED(name, pitch)                                           \
    DEFINE(name)                                                               \
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

/* bfloat16 comes by words from shared memory too, and so does TF32. */
#define WORDS_SHARED(name, use, depth, word, type, rows, pitch)                \
    DEFINE(name)                                                               \
    {                                                                          \
        __shared__ __align__(32) word s[rows * pitch];                         \
        wmma::fragment<wmma::use, 16, 16, depth, type, wmma::row_major> a;     \
        for (int i = threadIdx.x; i < rows * pitch; i += 32)                   \
            s[i] = (word)1.0f;                                                 \
        __syncthreads();                                                       \
        wmma::load_matrix_sync(a, s, pitch);                                   \
        C[threadIdx.x] = (float)a.x[0];                                        \
    }                                                                          \
    LAUNCHER(name)

WORDS_SHARED(bf16_shared, matrix_a, 16, __nv_bfloat16, __nv_bfloat16, 16, 64)
WORDS_SHARED(bf16_shared_padded, matrix_a, 16, __nv_bfloat16, __nv_bfloat16, 16,
             72)
WORDS_SHARED(tf32_a_shared, matrix_a, 8, float, wmma::precision::tf32, 16, 32)
WORDS_SHARED(tf32_a_shared_padded, matrix_a, 8, float, wmma::precision::tf32,
             16, 36)
WORDS_SHARED(tf32_b_shared, matrix_b, 8, float, wmma::precision::tf32, 8, 64)
WORDS_SHARED(tf32_b_shared_padded, matrix_b, 8, float, wmma::precision::tf32, 8,
             72)

/* Sums in half: four words a lane. */
DEFINE(half_sums_global)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;
    wmma::fill_fragment(c, __float2half(1.0f));
    wmma::store_matrix_sync((half *)C, c, 64, wmma::mem_row_major);
}
LAUNCHER(half_sums_global)

#define ENTRY(name) {#name, name, 0, 0, 0, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(load_short) ENTRY(load_two_ways) ENTRY(shared_short)
    ENTRY(column) ENTRY(column_padded) ENTRY(fragment_global)
    ENTRY(fragment_shared) ENTRY(fragment_shared_padded)
    ENTRY(bf16_shared) ENTRY(bf16_shared_padded)
    ENTRY(tf32_a_shared) ENTRY(tf32_a_shared_padded)
    ENTRY(tf32_b_shared) ENTRY(tf32_b_shared_padded) ENTRY(half_sums_global)
    {},
};
