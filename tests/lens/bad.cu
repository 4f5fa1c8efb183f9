/* bad.cu - programs with one mistake each, and some that only look wrong.
 * tests/lens-mistakes.t says what each is to be caught for. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_pipeline.h>

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define DEFINE(name) __global__ void name##_kernel(PARAMETERS)
#define LAUNCH(name, grid, block)                                              \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        name##_kernel<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);         \
    }

enum { TILE = 16 };

/* A tiled product without one of its two barriers. */
#define TILED(name, first, second)                                             \
    DEFINE(name)                                                               \
    {                                                                          \
        __shared__ float As[TILE][TILE], Bs[TILE][TILE];                       \
        const int row = blockIdx.y * TILE + threadIdx.y;                       \
        const int col = blockIdx.x * TILE + threadIdx.x;                       \
        float acc = 0.0f;                                                      \
        for (int k0 = 0; k0 < K; k0 += TILE) {                                 \
            As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];      \
            Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];    \
            first;                                                             \
            for (int k = 0; k < TILE; ++k)                                     \
                acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];                \
            second;                                                            \
        }                                                                      \
        put(&C[row * N + col], alpha, acc, beta);                              \
    }                                                                          \
    LAUNCH(name, dim3(N / TILE, M / TILE), dim3(TILE, TILE))

TILED(good_tiled, __syncthreads(), __syncthreads())
TILED(no_first_barrier, , __syncthreads())
TILED(no_second_barrier, __syncthreads(), )

DEFINE(store_store_race) { C[0] = threadIdx.x; }
LAUNCH(store_store_race, 1, 32)

DEFINE(block_race)
{
    C[blockIdx.x * 32 + threadIdx.x] =
        blockIdx.x ? C[threadIdx.x] : 1.0f;
}
LAUNCH(block_race, 2, 32)

DEFINE(warp_race)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    C[threadIdx.x] = s[31 - threadIdx.x];
}
LAUNCH(warp_race, 1, 32)

DEFINE(good_syncwarp)
{
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    C[threadIdx.x] = s[31 - threadIdx.x];
}
LAUNCH(good_syncwarp, 1, 32)

/* A __syncwarp orders one warp only. */
DEFINE(syncwarp_race)
{
    __shared__ float s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    C[threadIdx.x] = s[63 - threadIdx.x];
}
LAUNCH(syncwarp_race, 1, 64)

DEFINE(good_atomics)
{
    atomicAdd(&C[threadIdx.x % 4], 1.0f);
}
LAUNCH(good_atomics, 4, 64)

DEFINE(atomic_race)
{
    if (threadIdx.x == 40)
        C[0] = 1.0f;
    else
        atomicAdd(&C[0], 1.0f);
}
LAUNCH(atomic_race, 1, 64)

/* Two threads write the halves of a word. */
DEFINE(good_halves)
{
    ((short *)C)[63 - threadIdx.x] = threadIdx.x;
    ((short *)C)[63 - threadIdx.x] = threadIdx.x;
}
LAUNCH(good_halves, 1, 64)

#define TOUCH(name, statement)                                                 \
    DEFINE(name)                                                               \
    {                                                                          \
        const size_t mk = (size_t)M * K, kn = (size_t)K * N,                   \
                     mn = (size_t)M * N;                                       \
        (void)mk, (void)kn, (void)mn;                                          \
        statement;                                                             \
    }                                                                          \
    LAUNCH(name, 1, 1)

TOUCH(before_a, C[0] = A[-1])
TOUCH(after_a, C[0] = A[mk])
TOUCH(before_b, C[0] = B[-1])
TOUCH(after_b, C[0] = B[kn])
TOUCH(before_c, C[-1] = 0.0f)
TOUCH(after_c, C[mn] = 0.0f)
TOUCH(null_pointer, *(M > 0 ? (volatile float *)16 : C) = 0.0f)
TOUCH(const_stored, ((float *)A)[0] = 0.0f)
TOUCH(misaligned_float4, *(float4 *)&C[4] = *(const float4 *)&A[1])

DEFINE(past_shared_index)
{
    __shared__ float s[8];
    s[threadIdx.x] = 0.0f;
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(past_shared_index, 1, 9)

DEFINE(past_shared_pointer)
{
    __shared__ float s[8];
    float *p = K > 0 ? s : C;
    p[threadIdx.x] = 0.0f;
    C[threadIdx.x] = p[threadIdx.x];
}
LAUNCH(past_shared_pointer, 1, 9)

DEFINE(past_dynamic)
{
    extern __shared__ float s[];
    s[threadIdx.x] = 0.0f;
    C[threadIdx.x] = s[threadIdx.x];
}
static void past_dynamic(PARAMETERS)
{
    past_dynamic_kernel<<<1, 9, 8 * sizeof(float)>>>(M, N, K, alpha, A, B, beta,
                                                     C);
}

DEFINE(past_local)
{
    float x[4] = {};
    for (int i = 0; i < K && i < 5; ++i)
        x[i] = A[i];
    C[0] = x[0] + x[1] + x[2] + x[3];
}
LAUNCH(past_local, 1, 1)

DEFINE(unwritten_shared)
{
    __shared__ float s[64];
    if (threadIdx.x < 63)
        s[threadIdx.x] = 0.0f;
    __syncthreads();
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(unwritten_shared, 1, 64)

/* Written by the block before, but that memory is gone. */
DEFINE(stale_shared)
{
    __shared__ float s[32];
    if (blockIdx.x == 0)
        s[threadIdx.x] = 0.0f;
    C[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
LAUNCH(stale_shared, 2, 32)

DEFINE(unwritten_global) { C[threadIdx.x] = alpha * A[threadIdx.x]; }
static void unwritten_global(PARAMETERS)
{
    float *work;

    cudaMalloc(&work, 128);
    unwritten_global_kernel<<<1, 32>>>(1, 32, 32, alpha, work, B, beta, C);
    cudaFree(work);
}

DEFINE(no_pipeline_wait)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    C[threadIdx.x] = s[threadIdx.x];
}
LAUNCH(no_pipeline_wait, 1, 32)

DEFINE(no_last_wait)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    s[31 - threadIdx.x] = 1.0f;
    C[threadIdx.x] = s[31 - threadIdx.x];
}
LAUNCH(no_last_wait, 1, 32)

DEFINE(good_last_copies)
{
    __shared__ float s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    s[32 + threadIdx.x] = 1.0f;
    C[threadIdx.x] = s[32 + threadIdx.x];
}
LAUNCH(good_last_copies, 1, 32)

DEFINE(barrier_after_return)
{
    if (threadIdx.x >= 48)
        return;
    __syncthreads();
    C[threadIdx.x] = 1.0f;
}
LAUNCH(barrier_after_return, 1, 64)

DEFINE(two_barriers)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        C[threadIdx.x] = 1.0f;
    __syncthreads();
}
LAUNCH(two_barriers, 1, 64)

DEFINE(shuffle_without_lane)
{
    float x = threadIdx.x;
    if (threadIdx.x < 31)
        x = __shfl_down_sync(0xffffffffu, x, 1);
    C[threadIdx.x] = x;
}
LAUNCH(shuffle_without_lane, 1, 32)

DEFINE(good_partial_warp)
{
    float x = threadIdx.x;
    if (threadIdx.x < 16)
        x += __shfl_xor_sync(0x0000ffffu, x, 8);
    else
        x -= 1.0f;
    C[threadIdx.x] = x;
}
LAUNCH(good_partial_warp, 1, 32)

DEFINE(leak) { C[0] = 0.0f; }
static void leak(PARAMETERS)
{
    void *lost;

    cudaMalloc(&lost, 100);
    leak_kernel<<<1, 1>>>(M, N, K, alpha, A, B, beta, C);
}

static void host_access(PARAMETERS)
{
    C[0] = (float)M;
    leak_kernel<<<1, 1>>>(M, N, K, alpha, A, B, beta, C);
}

#define ENTRY(name) {#name, name, TILE, TILE, TILE, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(good_tiled) ENTRY(no_first_barrier) ENTRY(no_second_barrier)
    ENTRY(store_store_race) ENTRY(block_race) ENTRY(warp_race)
    ENTRY(good_syncwarp) ENTRY(syncwarp_race) ENTRY(good_atomics)
    ENTRY(atomic_race) ENTRY(good_halves) ENTRY(before_a) ENTRY(after_a)
    ENTRY(before_b) ENTRY(after_b) ENTRY(before_c) ENTRY(after_c)
    ENTRY(null_pointer) ENTRY(const_stored) ENTRY(misaligned_float4)
    ENTRY(past_shared_index) ENTRY(past_shared_pointer) ENTRY(past_dynamic)
    ENTRY(past_local) ENTRY(unwritten_shared) ENTRY(stale_shared)
    ENTRY(unwritten_global) ENTRY(no_pipeline_wait)
    ENTRY(no_last_wait) ENTRY(good_last_copies)
    ENTRY(barrier_after_return) ENTRY(two_barriers)
    ENTRY(shuffle_without_lane) ENTRY(good_partial_warp) ENTRY(leak)
    ENTRY(host_access)
    {},
};
