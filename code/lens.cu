//> omit
/* lens.cu - accesses whose cost can be counted by hand: one warp, one
 * request each. */
#include "bench/bench.h"
//< omit

//> a pattern
#define PATTERN_OF(name)                                               \
    __global__ void name##_kernel(int M, int N, int K, float alpha,    \
                                  const float *A, const float *B,      \
                                  float beta, float *C);               \
    static void name(int M, int N, int K, float alpha, const float *A, \
                     const float *B, float beta, float *C)             \
    {                                                                  \
        name##_kernel<<<1, 32>>>(M, N, K, alpha, A, B, beta, C);       \
    }                                                                  \
    __global__ void name##_kernel(int M, int N, int K, float alpha,    \
                                  const float *A, const float *B,      \
                                  float beta, float *C)
//< a pattern

//> loads and stores
#define LOAD(name, type, index)                                        \
    PATTERN_OF(name)                                                   \
    {                                                                  \
        const int t = threadIdx.x;                                     \
        ((type *)C)[t] = ((const type *)A)[index];                     \
    }

#define STORE(name, type, index)                                       \
    PATTERN_OF(name)                                                   \
    {                                                                  \
        const int t = threadIdx.x;                                     \
        ((type *)C)[index] = ((const type *)A)[t];                     \
    }

LOAD(load_row, float, t)
LOAD(load_backwards, float, 31 - t)
LOAD(load_misaligned, float, t + 1)
LOAD(load_every_second, float, 2 * t)
LOAD(load_column, float, 32 * t)
LOAD(load_broadcast, float, 0)
LOAD(load_two_rows, float, t / 16 * 64 + t % 16)
LOAD(load_float2, float2, t)
LOAD(load_float4, float4, t)
STORE(store_row, float, t)
STORE(store_column, float, 32 * t)
STORE(store_float4, float4, t)
//< loads and stores

//> lanes that part
PATTERN_OF(load_20_lanes)
{
    if (threadIdx.x < 20)
        C[threadIdx.x] = A[threadIdx.x];
}
//< lanes that part

//> shared memory
#define SHARED_LOAD(name, words, type, index)                          \
    PATTERN_OF(name)                                                   \
    {                                                                  \
        __shared__ __align__(16) float s[words];                       \
        const int t = threadIdx.x;                                     \
        for (int i = t; i < words; i += 32)                            \
            s[i] = A[i];                                               \
        __syncthreads();                                               \
        ((type *)C)[t] = ((const type *)s)[index];                     \
    }

#define SHARED_STORE(name, words, type, index)                         \
    PATTERN_OF(name)                                                   \
    {                                                                  \
        __shared__ __align__(16) float s[words];                       \
        const int t = threadIdx.x;                                     \
        ((type *)s)[index] = ((const type *)A)[t];                     \
        __syncthreads();                                               \
        ((type *)C)[t] = ((const type *)s)[index];                     \
    }

SHARED_LOAD(shared_row, 32, float, t)
SHARED_LOAD(shared_every_second, 64, float, 2 * t)
SHARED_LOAD(shared_every_third, 96, float, 3 * t)
SHARED_LOAD(shared_every_fourth, 128, float, 4 * t)
SHARED_LOAD(shared_column, 1024, float, 32 * t)
SHARED_LOAD(shared_column_padded, 1056, float, 33 * t)
SHARED_LOAD(shared_broadcast, 32, float, 0)
SHARED_LOAD(shared_eighths, 32, float, t / 8)
SHARED_LOAD(shared_float2, 64, float2, t)
SHARED_LOAD(shared_float4, 128, float4, t)
SHARED_LOAD(shared_float4_spread, 256, float4, 2 * t)
SHARED_LOAD(shared_float4_pairs, 64, float4, t / 2)
SHARED_LOAD(shared_float4_halves, 64, float4, t % 16)
SHARED_LOAD(shared_float4_broadcast, 32, float4, 0)
SHARED_STORE(shared_store_row, 32, float, t)
SHARED_STORE(shared_store_column, 1024, float, 32 * t)
SHARED_STORE(shared_store_float4, 128, float4, t)
//< shared memory

//> the table
#define ENTRY(name) {#name, name, 1, 1, 1, 4096, PATTERN},

const struct kernel kernels[] = {
    ENTRY(load_row) ENTRY(load_backwards) ENTRY(load_misaligned)
    ENTRY(load_every_second) ENTRY(load_column) ENTRY(load_broadcast)
    ENTRY(load_two_rows) ENTRY(load_float2) ENTRY(load_float4)
    ENTRY(store_row) ENTRY(store_column) ENTRY(store_float4)
    ENTRY(load_20_lanes)
    ENTRY(shared_row) ENTRY(shared_every_second)
    ENTRY(shared_every_third) ENTRY(shared_every_fourth)
    ENTRY(shared_column) ENTRY(shared_column_padded)
    ENTRY(shared_broadcast) ENTRY(shared_eighths)
    ENTRY(shared_float2) ENTRY(shared_float4)
    ENTRY(shared_float4_spread) ENTRY(shared_float4_pairs)
    ENTRY(shared_float4_halves) ENTRY(shared_float4_broadcast)
    ENTRY(shared_store_row) ENTRY(shared_store_column)
    ENTRY(shared_store_float4)
    {},
};
//< the table
