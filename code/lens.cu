//> omit
/* lens.cu - accesses whose cost can be counted by hand: one warp, one
 * request each. */
#include "bench/bench.h"
//< omit

//> where lane t reads or writes
static __device__ int row(int t) { return t; }
static __device__ int backwards(int t) { return 31 - t; }
static __device__ int misaligned(int t) { return t + 1; }
static __device__ int every_second(int t) { return 2 * t; }
static __device__ int every_third(int t) { return 3 * t; }
static __device__ int every_fourth(int t) { return 4 * t; }
static __device__ int column(int t) { return 32 * t; }
static __device__ int column_padded(int t) { return 33 * t; }
static __device__ int broadcast(int) { return 0; }
static __device__ int two_rows(int t) { return t / 16 * 64 + t % 16; }
static __device__ int pairs(int t) { return t / 2; } /* 2 lanes each */
static __device__ int eighths(int t) { return t / 8; } /* 8 each */
static __device__ int halves(int t) { return t % 16; } /* 2 times */
//< where lane t reads or writes

//> a pattern
template <typename T, int at(int)>
__global__ void load(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    const int t = threadIdx.x;

    ((T *)C)[t] = ((const T *)A)[at(t)];
}

template <typename T, int at(int)>
static void run_load(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    load<T, at><<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}
//< a pattern

//> stores
template <typename T, int at(int)>
__global__ void store(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const int t = threadIdx.x;

    ((T *)C)[at(t)] = ((const T *)A)[t];
}
//< stores

//> lanes that part
__global__ void load_20_lanes(int M, int N, int K, float alpha,
                              const float *A, const float *B,
                              float beta, float *C)
{
    if (threadIdx.x < 20)
        C[threadIdx.x] = A[threadIdx.x];
}
//< lanes that part

//> shared memory
template <int SIZE, typename T, int at(int)>
__global__ void load_shared(int M, int N, int K, float alpha,
                            const float *A, const float *B, float beta,
                            float *C)
{
    __shared__ __align__(16) float s[SIZE];
    const int t = threadIdx.x;

    for (int i = t; i < SIZE; i += 32)
        s[i] = A[i];
    __syncthreads();
    ((T *)C)[t] = ((const T *)s)[at(t)];
}

template <int SIZE, typename T, int at(int)>
__global__ void store_shared(int M, int N, int K, float alpha,
                             const float *A, const float *B, float beta,
                             float *C)
{
    __shared__ __align__(16) float s[SIZE];
    const int t = threadIdx.x;

    ((T *)s)[at(t)] = ((const T *)A)[t];
    __syncthreads();
    ((T *)C)[t] = ((const T *)s)[at(t)];
}
//< shared memory

//> omit
template <typename T, int at(int)>
static void run_store(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    store<T, at><<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}

static void run_20_lanes(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C)
{
    load_20_lanes<<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}

template <int SIZE, typename T, int at(int)>
static void run_load_shared(int M, int N, int K, float alpha,
                            const float *A, const float *B, float beta,
                            float *C)
{
    load_shared<SIZE, T, at><<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}

template <int SIZE, typename T, int at(int)>
static void run_store_shared(int M, int N, int K, float alpha,
                             const float *A, const float *B, float beta,
                             float *C)
{
    store_shared<SIZE, T, at><<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}
//< omit

//> the table
#define ENTRY(name, ...) {name, __VA_ARGS__, 1, 1, 1, 4096, PATTERN}

const struct kernel kernels[] = {
    ENTRY("load_row", run_load<float, row>),
    ENTRY("load_backwards", run_load<float, backwards>),
    ENTRY("load_misaligned", run_load<float, misaligned>),
    ENTRY("load_every_second", run_load<float, every_second>),
    ENTRY("load_column", run_load<float, column>),
    ENTRY("load_broadcast", run_load<float, broadcast>),
    ENTRY("load_two_rows", run_load<float, two_rows>),
    ENTRY("load_float2", run_load<float2, row>),
    ENTRY("load_float4", run_load<float4, row>),
    ENTRY("store_row", run_store<float, row>),
    ENTRY("store_column", run_store<float, column>),
    ENTRY("store_float4", run_store<float4, row>),
    ENTRY("load_20_lanes", run_20_lanes),
    ENTRY("shared_row", run_load_shared<32, float, row>),
    ENTRY("shared_every_second",
          run_load_shared<64, float, every_second>),
    ENTRY("shared_every_third",
          run_load_shared<96, float, every_third>),
    ENTRY("shared_every_fourth",
          run_load_shared<128, float, every_fourth>),
    ENTRY("shared_column", run_load_shared<1024, float, column>),
    ENTRY("shared_column_padded",
          run_load_shared<1056, float, column_padded>),
    ENTRY("shared_broadcast", run_load_shared<32, float, broadcast>),
    ENTRY("shared_eighths", run_load_shared<32, float, eighths>),
    ENTRY("shared_float2", run_load_shared<64, float2, row>),
    ENTRY("shared_float4", run_load_shared<128, float4, row>),
    ENTRY("shared_float4_spread",
          run_load_shared<256, float4, every_second>),
    ENTRY("shared_float4_pairs", run_load_shared<64, float4, pairs>),
    ENTRY("shared_float4_halves", run_load_shared<64, float4, halves>),
    ENTRY("shared_float4_broadcast",
          run_load_shared<32, float4, broadcast>),
    ENTRY("shared_store_row", run_store_shared<32, float, row>),
    ENTRY("shared_store_column", run_store_shared<1024, float, column>),
    ENTRY("shared_store_float4", run_store_shared<128, float4, row>),
    {},
};
//< the table
