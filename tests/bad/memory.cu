/* memory.cu - small kernels that are wrong in which memory they access: another
 * thread's local memory, what is not aligned, what a copy under way still needs;
 * tests/bad/table says what each is to be told. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <string.h>

using namespace nvcuda;

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define DEFINE(name) static __global__ void name##_kernel(PARAMETERS)
#define LAUNCH(name, ...)                                                      \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        name##_kernel<<<__VA_ARGS__>>>(M, N, K, alpha, A, B, beta, C);         \
    }

/* Thread 0 keeps the tile in its local memory and lets all read it. */
DEFINE(local_tile)
{
    __shared__ const float *tile;
    float mine[32];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 32; ++i)
            mine[i] = A[i];
        tile = mine;
    }
    __syncthreads();
    C[threadIdx.x] = tile[31 - threadIdx.x]; // another's
    __syncthreads();
}
LAUNCH(local_tile, 1, 32)

/* The same, filled by the others. */
DEFINE(local_filled)
{
    __shared__ float *tile;
    float mine[64];
    if (threadIdx.x == 0)
        tile = mine;
    __syncthreads();
    tile[threadIdx.x] = A[threadIdx.x]; // into another's
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < 64; ++i)
            C[i] = mine[i];
}
LAUNCH(local_filled, 1, 64)

DEFINE(local_by_shuffle)
{
    float mine[4];
    for (int i = 0; i < 4; ++i)
        mine[i] = A[4 * threadIdx.x + i];
    const unsigned long long at =
        __shfl_xor_sync(~0u, (unsigned long long)mine, 1);
    const float4 other = *(const float4 *)at; // a neighbour's
    C[threadIdx.x] = other.x;
    __syncwarp();
}
LAUNCH(local_by_shuffle, 1, 32)

DEFINE(local_copied)
{
    __shared__ const float *tile;
    float mine[8], other[8];
    for (int i = 0; i < 8; ++i)
        mine[i] = A[i];
    if (threadIdx.x == 0)
        tile = mine;
    __syncthreads();
    memcpy(other, tile, sizeof other); // by memcpy
    C[threadIdx.x] = other[threadIdx.x % 8];
    __syncthreads();
}
LAUNCH(local_copied, 1, 32)

DEFINE(local_sum)
{
    __shared__ float *sum;
    float mine = 0.0f;
    if (threadIdx.x == 0)
        sum = &mine;
    __syncthreads();
    atomicAdd(sum, A[threadIdx.x]); // in local memory
    __syncthreads();
    if (threadIdx.x == 0)
        C[0] = mine;
}
LAUNCH(local_sum, 1, 32)

/* A variable that is no more. */
static __device__ __noinline__ float *passing(float x)
{
    float mine[4] = {x, x, x, x};
    float *volatile p = mine;
    return p;
}
DEFINE(local_left)
{
    C[threadIdx.x] = *passing(A[threadIdx.x]); // left behind
}
LAUNCH(local_left, 1, 32)

DEFINE(local_fragment)
{
    __align__(32) half tile[256];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    for (int i = 0; i < 256; ++i)
        tile[i] = __float2half(A[i]);
    wmma::load_matrix_sync(a, tile, 16); // from local
    C[threadIdx.x] = __half2float(a.x[0]);
}
LAUNCH(local_fragment, 1, 32)

DEFINE(local_walked)
{
    float mine[8];
    float *p = mine;
    for (int i = 0; i < K * 1024; ++i)
        *p++ = A[i % 8]; // far past
    C[threadIdx.x] = mine[threadIdx.x % 8];
}
LAUNCH(local_walked, 1, 32)

/* The compiler knows that this is misaligned. */
DEFINE(misaligned_in_shared)
{
    __shared__ __align__(16) float s[64];
    s[threadIdx.x] = A[threadIdx.x];
    s[threadIdx.x + 32] = 0.0f;
    __syncthreads();
    const float4 v = *(const float4 *)(s + 1); // float4 at 1
    C[threadIdx.x] = v.x;
}
LAUNCH(misaligned_in_shared, 1, 32)

DEFINE(misaligned_store)
{
    __shared__ __align__(16) float s[64];
    *reinterpret_cast<float2 *>(&s[2 * (threadIdx.x / 2) + 1]) = // float2 at 1
        make_float2(A[threadIdx.x], 0.0f);
    C[threadIdx.x] = 0.0f;
}
LAUNCH(misaligned_store, 1, 1)

DEFINE(misaligned_member)
{
    C[threadIdx.x] = ((const float4 *)&A[1])[threadIdx.x].y; // of a float4
}
LAUNCH(misaligned_member, 1, 8)

DEFINE(misaligned_local)
{
    float mine[16];
    for (int i = 0; i < 16; ++i)
        mine[i] = A[i];
    const float4 v = *(const float4 *)&mine[1 + K / 64]; // local float4
    C[threadIdx.x] = v.w;
}
LAUNCH(misaligned_local, 1, 1)

DEFINE(misaligned_memcpy)
{
    float4 v;
    memcpy(&v, (const float4 *)&A[2], sizeof v); // memcpy of one
    C[threadIdx.x] = v.w;
}
LAUNCH(misaligned_memcpy, 1, 1)

struct __align__(16) two { float4 first, second; };
DEFINE(misaligned_pair)
{
    __shared__ __align__(16) float s[64];
    const two *const from = (const two *)&A[8 * threadIdx.x + 2];
    two *const to = (two *)&s[8 * threadIdx.x];
    *to = *from; // two float4
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(misaligned_pair, 1, 1)

#define ENTRY(name) {#name, name, 16, 16, 16, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(local_tile) ENTRY(local_filled) ENTRY(local_by_shuffle)
    ENTRY(local_copied) ENTRY(local_sum)
    ENTRY(local_left)
    ENTRY(local_fragment) ENTRY(local_walked)
    ENTRY(misaligned_in_shared) ENTRY(misaligned_store)
    ENTRY(misaligned_member) ENTRY(misaligned_local) ENTRY(misaligned_memcpy)
    ENTRY(misaligned_pair)
    {},
};
