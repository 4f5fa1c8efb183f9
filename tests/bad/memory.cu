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

DEFINE(local_async)
{
    float mine[4];
    __pipeline_memcpy_async(mine, &A[4 * threadIdx.x], 16); // into local
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = mine[threadIdx.x % 4];
}
LAUNCH(local_async, 1, 32)

DEFINE(async_backwards)
{
    __shared__ __align__(16) float s[128];
    __shared__ __align__(16) float t[128];
    for (int i = 0; i < 4; ++i)
        s[4 * threadIdx.x + i] = A[4 * threadIdx.x + i];
    __pipeline_memcpy_async(&t[4 * threadIdx.x], &s[4 * threadIdx.x], 16); // from shared
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = t[4 * threadIdx.x];
}
LAUNCH(async_backwards, 1, 32)

/* A copy is under way, and its target is stored to. */
DEFINE(target_stored)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4); // copies
    __pipeline_commit();
    s[threadIdx.x] = 0.0f; // before it lands
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(target_stored, 1, 32)

DEFINE(target_stored_by_other)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    s[31 - threadIdx.x] = 0.0f; // another's target
    __syncthreads();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(target_stored_by_other, 1, 32)

DEFINE(target_of_byte)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    ((unsigned char *)s)[4 * threadIdx.x] = 0; // a byte of it
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(target_of_byte, 1, 32)

DEFINE(target_added)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    atomicExch(&s[threadIdx.x], 1); // exchanged
    __pipeline_wait_prior(0);
    C[threadIdx.x] = (float)s[threadIdx.x];
}
LAUNCH(target_added, 1, 32)

DEFINE(target_twice)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_memcpy_async(&s[threadIdx.x], &B[threadIdx.x], 4); // the second
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(target_twice, 1, 32)

DEFINE(source_stored)
{
    __shared__ float s[32];
    C[threadIdx.x] = A[threadIdx.x];
    __pipeline_memcpy_async(&s[threadIdx.x], &C[threadIdx.x], 4); // out of C
    __pipeline_commit();
    C[threadIdx.x] = 0.0f; // its source
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(source_stored, 1, 32)

DEFINE(source_stored_by_other)
{
    __shared__ float s[64];
    C[threadIdx.x] = A[threadIdx.x];
    __pipeline_memcpy_async(&s[threadIdx.x], &C[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    C[63 - threadIdx.x] = 0.0f; // another's source
    __syncthreads();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(source_stored_by_other, 1, 64)

/* The copy may still be reading where its thread has only just begun to wait. */
DEFINE(source_at_wait)
{
    __shared__ float s[64];
    C[threadIdx.x] = A[threadIdx.x];
    __pipeline_memcpy_async(&s[threadIdx.x], &C[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0); // lets go
    C[63 - threadIdx.x] = 0.0f; // while another waits
}
LAUNCH(source_at_wait, 1, 64)

DEFINE(source_added)
{
    __shared__ float s[32];
    C[threadIdx.x] = A[threadIdx.x];
    __pipeline_memcpy_async(&s[threadIdx.x], &C[threadIdx.x], 4);
    __pipeline_commit();
    atomicAdd(&C[threadIdx.x], 1.0f); // adds to its source
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(source_added, 1, 32)

DEFINE(source_after_wait)
{
    __shared__ float s[64];
    C[threadIdx.x] = A[threadIdx.x];
    __pipeline_memcpy_async(&s[threadIdx.x], &C[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    if (threadIdx.x >= 32)
        C[63 - threadIdx.x] = 0.0f; // after its own wait
}
LAUNCH(source_after_wait, 1, 64)

DEFINE(source_misaligned)
{
    __shared__ __align__(16) float s[128];
    float *const from = &C[4 * threadIdx.x + 1];
    for (int i = 0; i < 3; ++i)
        from[i] = 1.0f;
    __pipeline_memcpy_async(&s[4 * threadIdx.x], from, 16, 4); // 12 of 16 bytes
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[4 * threadIdx.x] = s[4 * threadIdx.x];
}
LAUNCH(source_misaligned, 1, 32)

DEFINE(target_loaded)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    C[threadIdx.x] = s[threadIdx.x]; // early
    __pipeline_wait_prior(0);
}
LAUNCH(target_loaded, 1, 32)

#define ENTRY(name) {#name, name, 16, 16, 16, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(local_tile) ENTRY(local_filled) ENTRY(local_by_shuffle)
    ENTRY(local_copied) ENTRY(local_sum)
    ENTRY(local_left)
    ENTRY(local_fragment) ENTRY(local_walked)
    ENTRY(misaligned_in_shared) ENTRY(misaligned_store)
    ENTRY(misaligned_member) ENTRY(misaligned_local) ENTRY(misaligned_memcpy)
    ENTRY(misaligned_pair)
    ENTRY(local_async) ENTRY(async_backwards)
    ENTRY(target_stored) ENTRY(target_stored_by_other) ENTRY(target_loaded)
    ENTRY(target_of_byte) ENTRY(target_added) ENTRY(target_twice)
    ENTRY(source_stored) ENTRY(source_stored_by_other) ENTRY(source_at_wait)
    ENTRY(source_after_wait) ENTRY(source_added) ENTRY(source_misaligned)
    {},
};
