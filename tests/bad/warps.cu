/* warps.cu - small kernels that are wrong in what threads do beside each other,
 * or in how they are launched. tests/bad/table says what each is to be told. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define DEFINE(name) static __global__ void name##_kernel(PARAMETERS)
#define LAUNCH(name, ...)                                                      \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        name##_kernel<<<__VA_ARGS__>>>(M, N, K, alpha, A, B, beta, C);         \
    }

/* Warp 0 fills a tile of halves, and waits for itself alone. */
DEFINE(half_tile_by_a_warp)
{
    __shared__ half s[64];
    if (threadIdx.x < 32) {
        s[2 * threadIdx.x] = __float2half(1.0f);
        s[2 * threadIdx.x + 1] = __float2half(2.0f); // second half
    }
    __syncwarp();
    C[threadIdx.x] = __half2float(s[threadIdx.x]); // reads
}
LAUNCH(half_tile_by_a_warp, 1, 64)

/* Each byte has its owner, but two threads think that it is theirs. */
DEFINE(bytes_of_two)
{
    unsigned char *c = (unsigned char *)C;
    c[threadIdx.x] = 1;
    c[threadIdx.x + 1] = 2; // neighbour
}
LAUNCH(bytes_of_two, 1, 32)

DEFINE(no_syncwarp)
{
    __shared__ float s[32];
    s[threadIdx.x] = A[threadIdx.x]; // puts
    for (int step = 16; step > 0; step /= 2)
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step]; // reduces
    C[threadIdx.x] = threadIdx.x == 0 ? s[0] : 0.0f;
}
LAUNCH(no_syncwarp, 1, 32)

/* The lower half waits, the upper one does not. */
DEFINE(half_waits)
{
    __shared__ float s[32];
    s[threadIdx.x] = A[threadIdx.x];
    if (threadIdx.x < 16) {
        __syncwarp(0xffff);
        C[threadIdx.x] = s[31 - threadIdx.x]; // of the upper half
    }
}
LAUNCH(half_waits, 1, 32)

/* The upper lanes store, and leave before the others wait. */
DEFINE(stored_and_left)
{
    __shared__ float s[32];
    s[threadIdx.x] = A[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    __syncwarp();
    C[threadIdx.x] = s[31 - threadIdx.x]; // of those that left
}
LAUNCH(stored_and_left, 1, 32)

DEFINE(two_shuffles)
{
    float x = A[threadIdx.x];
    if (threadIdx.x % 2)
        x = __shfl_xor_sync(~0u, x, 1); // odd lanes
    else
        x = __shfl_down_sync(~0u, x, 1); // even lanes
    C[threadIdx.x] = x;
}
LAUNCH(two_shuffles, 1, 32)

DEFINE(mask_without_itself)
{
    C[threadIdx.x] = __shfl_sync(0xffffu, A[threadIdx.x], 0); // mask
}
LAUNCH(mask_without_itself, 1, 32)

DEFINE(shuffle_in_branch)
{
    float x = A[threadIdx.x];
    if (threadIdx.x < 20)
        x += __shfl_down_sync(~0u, x, 1); // branch
    C[threadIdx.x] = x;
}
LAUNCH(shuffle_in_branch, 1, 32)

DEFINE(barrier_in_loop)
{
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 100; i += 64) {
        s[threadIdx.x] = A[i];
        __syncthreads(); // some twice
        C[threadIdx.x] = s[63 - threadIdx.x];
    }
}
LAUNCH(barrier_in_loop, 1, 64)

DEFINE(no_commit)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_wait_prior(0);
    __syncthreads();
    C[threadIdx.x] = s[31 - threadIdx.x]; // not there
}
LAUNCH(no_commit, 1, 32)

/* Two copies are under way, and the older one is waited for. */
DEFINE(waits_for_one_of_two)
{
    __shared__ float s[2][32];
    for (int i = 0; i < 2; ++i) {
        __pipeline_memcpy_async(&s[i][threadIdx.x], &A[32 * i + threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    C[threadIdx.x] = s[1][31 - threadIdx.x]; // the newer
}
LAUNCH(waits_for_one_of_two, 1, 32)

/* A thread waits for its own copies, not for those of others. */
DEFINE(wait_without_barrier)
{
    __shared__ float s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[threadIdx.x] = s[63 - threadIdx.x]; // others'
}
LAUNCH(wait_without_barrier, 1, 64)

/* K is split among blocks, which add to one element. */
DEFINE(split_k_without_atomics)
{
    C[threadIdx.x] = A[blockIdx.x * 32 + threadIdx.x] +
                     (blockIdx.x > 0 ? C[threadIdx.x] : 0.0f); // adds
}
LAUNCH(split_k_without_atomics, 2, 32)

DEFINE(tiles_overlap)
{
    C[blockIdx.x * 30 + threadIdx.x] = 1.0f; // overlaps
}
LAUNCH(tiles_overlap, 2, 32)

/* B is transposed in place, in the caller's own array. */
static __global__ void turns(float *B, int N)
{
    if (threadIdx.x < threadIdx.y) {
        const float b = B[threadIdx.y * N + threadIdx.x];
        B[threadIdx.y * N + threadIdx.x] = B[threadIdx.x * N + threadIdx.y]; // in place
        B[threadIdx.x * N + threadIdx.y] = b;
    }
}
static void input_transposed(PARAMETERS)
{
    turns<<<1, dim3(16, 16)>>>((float *)B, N);
}

static __device__ float staged_once[64];
DEFINE(device_array)
{
    staged_once[threadIdx.x] = A[threadIdx.x];
    __syncwarp();
    C[threadIdx.x] = staged_once[63 - threadIdx.x]; // other warp's
}
LAUNCH(device_array, 1, 64)

static __constant__ float table[32];
DEFINE(constant_stored)
{
    *(volatile float *)&table[threadIdx.x] = 1.0f; // constant
}
LAUNCH(constant_stored, 1, 32)

DEFINE(float4_of_odd_rows)
{
    const float4 a = *(const float4 *)&A[(size_t)threadIdx.x * K + 1]; // wide
    C[threadIdx.x] = a.x;
}
LAUNCH(float4_of_odd_rows, 1, 8)

DEFINE(float4_past_the_end)
{
    const float4 a = *(const float4 *)&A[(size_t)M * K - 4 + 4 * threadIdx.x]; // wide end
    C[threadIdx.x] = a.x;
}
LAUNCH(float4_past_the_end, 1, 2)

DEFINE(sums_work) { C[threadIdx.x] = A[threadIdx.x]; }
DEFINE(fills_work) { C[(size_t)M * N - 1 - threadIdx.x] = 1.0f; } // last
static void small_workspace(PARAMETERS)
{
    float *work;

    cudaMalloc(&work, (size_t)M * N * sizeof *work / 2);
    fills_work_kernel<<<1, 32>>>(M, N, K, alpha, A, B, beta, work);
    cudaFree(work);
}
static void used_after_free(PARAMETERS)
{
    float *work;

    cudaMalloc(&work, (size_t)M * K * sizeof *work);
    cudaMemcpy(work, A, (size_t)M * K * sizeof *work, cudaMemcpyDeviceToDevice);
    cudaFree(work);
    sums_work_kernel<<<1, 32>>>(M, N, K, alpha, work, B, beta, C);
}
static void workspace_not_cleared(PARAMETERS)
{
    float *work;

    cudaMalloc(&work, (size_t)M * K * sizeof *work);
    sums_work_kernel<<<1, 32>>>(M, N, K, alpha, work, B, beta, C);
    cudaFree(work);
}

__global__ void __launch_bounds__(64 * (2 - 1), 2)
promised_kernel(PARAMETERS)
{
    C[threadIdx.x] = A[threadIdx.x];
}
LAUNCH(promised, 1, 128)

DEFINE(too_much_shared)
{
    __shared__ float s[16][1024];
    s[threadIdx.x][0] = A[threadIdx.x];
    C[threadIdx.x] = s[threadIdx.x][0];
}
LAUNCH(too_much_shared, 1, 16)

DEFINE(dynamic)
{
    extern __shared__ float s[];
    s[threadIdx.x] = A[threadIdx.x]; // dynamic
    C[threadIdx.x] = s[threadIdx.x];
}
#define unasked_dynamic_kernel dynamic_kernel
LAUNCH(unasked_dynamic, 1, 32, 64 * 1024)
static void forgotten_dynamic(PARAMETERS)
{
    dynamic_kernel<<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}

DEFINE(endless)
{
    int i = 0;
    while (i < K)
        C[threadIdx.x] = A[i & 31]; // for ever
}
LAUNCH(endless, 1, 1)

DEFINE(endless_silence)
{
    for (volatile int i = 0; i < K;)
        i = 0;
    C[threadIdx.x] = 1.0f;
}
LAUNCH(endless_silence, 1, 1)

DEFINE(divides)
{
    C[threadIdx.x] = A[K / (int)(blockIdx.x * threadIdx.x)]; // zero
}
LAUNCH(divides, 1, 32)

static __device__ __attribute__((noinline)) int deep(int n)
{
    volatile int room[1000] = {};
    room[n] = n;
    return n == 0 ? 0 : deep(n - 1) + room[n];
}
DEFINE(recursion) { C[threadIdx.x] = deep(K); }
LAUNCH(recursion, 1, 32)

static void no_kernel(PARAMETERS)
{
    float *a = (float *)malloc((size_t)M * K * sizeof *a);

    cudaMemcpy(a, A, (size_t)M * K * sizeof *a, cudaMemcpyDeviceToHost);
    cudaMemcpy(C, a, (size_t)M * N * sizeof *a, cudaMemcpyHostToDevice);
    free(a);
}

#define ENTRY(name) {#name, name, 16, 16, 16, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(half_tile_by_a_warp) ENTRY(bytes_of_two) ENTRY(no_syncwarp)
    ENTRY(half_waits) ENTRY(stored_and_left) ENTRY(two_shuffles) ENTRY(mask_without_itself)
    ENTRY(shuffle_in_branch) ENTRY(barrier_in_loop) ENTRY(no_commit)
    ENTRY(waits_for_one_of_two) ENTRY(wait_without_barrier)
    ENTRY(split_k_without_atomics) ENTRY(tiles_overlap) ENTRY(device_array)
    ENTRY(constant_stored) ENTRY(float4_of_odd_rows) ENTRY(float4_past_the_end)
    ENTRY(small_workspace) ENTRY(used_after_free) ENTRY(workspace_not_cleared)
    ENTRY(promised) ENTRY(too_much_shared) ENTRY(unasked_dynamic)
    ENTRY(forgotten_dynamic) ENTRY(endless) ENTRY(endless_silence)
    ENTRY(input_transposed) ENTRY(divides) ENTRY(no_kernel) ENTRY(recursion)
    {},
};
