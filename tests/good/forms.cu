/* forms.cu - products that are right, written in ways that are less usual. Each
 * must be accepted. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <math_constants.h>
#include <string.h>

namespace cg = cooperative_groups;

enum { T = 16 };

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define ARGUMENTS M, N, K, alpha, A, B, beta, C
/* A launcher; a kernel with a thread for each element. */
#define LAUNCH(name, ...)                                                      \
    static void run_##name(PARAMETERS)                                         \
    {                                                                          \
        if (M > 0 && N > 0) {                                                  \
            __VA_ARGS__;                                                       \
        }                                                                      \
    }
#define TILES grid(blocks(N, T), blocks(M, T)), dim3(T, T)
#define PLACE                                                                  \
    const int row = block_y() * T + threadIdx.y,                               \
              col = blockIdx.x * T + threadIdx.x;                              \
    const bool inside = row < M && col < N;                                    \
    float acc = 0.0f;
#define STORE                                                                  \
    if (inside)                                                                \
        put(&C[(size_t)row * N + col], alpha, acc, beta);

static __noinline__ __device__ float product_of(float a, float b)
{
    return __fmul_rn(a, b);
}
__global__ void calls(PARAMETERS)
{
    PLACE
    for (int k = 0; inside && alpha != 0.0f && k < K; ++k)
        acc += product_of(A[(size_t)row * K + k], B[(size_t)k * N + col]);
    STORE
}
LAUNCH(calls, calls<<<TILES>>>(ARGUMENTS))

/* Two floats want no more alignment than one; local memory is handed down. */
struct pair { float x, y; };
static __noinline__ __device__ void load_pair(pair *to, const float *from)
{
    memcpy(&to[0], from, sizeof *to);
    to[1] = *(const pair *)from;
}
__global__ void locals(PARAMETERS)
{
    PLACE
    pair a[2];
    float sums[2] = {}, *sum = sums;
    for (int k = 0; inside && alpha != 0.0f && k < K; ++k) {
        if (k + 1 < K && k % 2 == 0)
            load_pair(a, &A[(size_t)row * K + k]);
        const float x = k % 2 ? a[1].y : k + 1 < K ? a[0].x
                                               : A[(size_t)row * K + k];
        *sum += x * B[(size_t)k * N + col];
        sum = sum == sums ? sums + 1 : sums;
    }
    acc = sums[0] + sums[1];
    STORE
}
LAUNCH(locals, locals<<<TILES>>>(ARGUMENTS))

namespace inner {
template <int UNROLL> __global__ void named(PARAMETERS)
{
    PLACE
#pragma unroll UNROLL
    for (int k = 0; inside && alpha != 0.0f && k < K; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    STORE
}
}
LAUNCH(named, inner::named<4><<<TILES>>>(ARGUMENTS))
LAUNCH(broken, inner::named<2>
               <<<
                   grid(blocks(N, T), blocks(M, T)),
                   dim3(T, T)
               >>>
               (ARGUMENTS))

/* Tiles in shared memory, declared in several ways. */
#define TILED(name, A_AT, B_AT, ...)                                           \
    __global__ void name(PARAMETERS)                                           \
    {                                                                          \
        __VA_ARGS__ PLACE                                                      \
        const int x = threadIdx.x, y = threadIdx.y;                            \
        for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += T) {                   \
            A_AT(y, x) = row < M && k0 + x < K                                 \
                             ? A[(size_t)row * K + k0 + x] : 0.0f;             \
            B_AT(y, x) = k0 + y < K && col < N                                 \
                             ? B[(size_t)(k0 + y) * N + col] : 0.0f;           \
            __syncthreads();                                                   \
            for (int k = 0; k < T; ++k)                                        \
                acc += (float)A_AT(y, k) * (float)B_AT(k, x);                  \
            __syncthreads();                                                   \
        }                                                                      \
        STORE                                                                  \
    }
#define AS(y, x) As[y][x]
#define BS(y, x) Bs[y][x]
#define FLAT_A(y, x) flat[(y) * T + (x)]
#define FLAT_B(y, x) flat[T * T + (y) * T + (x)]
TILED(type_first, AS, BS, float __shared__ As[T][T];
      float __shared__ Bs[T][T];)
LAUNCH(type_first, type_first<<<TILES>>>(ARGUMENTS))
TILED(both_at_once, AS, BS, static __shared__ float As[T][T], Bs[T][T];)
LAUNCH(both_at_once, both_at_once<<<TILES>>>(ARGUMENTS))
TILED(aligned, AS, BS, __shared__ alignas(16) float As[T][T];
      alignas(32) __shared__ float Bs[T][T];)
LAUNCH(aligned, aligned<<<TILES>>>(ARGUMENTS))
TILED(raw, FLAT_A, FLAT_B, extern __shared__ __align__(16) unsigned char bytes[];
      float *flat = (float *)bytes;)
LAUNCH(raw, raw<<<TILES, 2 * T * T * sizeof(float)>>>(ARGUMENTS))

extern __shared__ float of_all[];
#define OF_ALL_A(y, x) of_all[(y) * T + (x)]
#define OF_ALL_B(y, x) of_all[T * T + (y) * T + (x)]
TILED(at_file_scope, OF_ALL_A, OF_ALL_B, )
LAUNCH(at_file_scope,
       at_file_scope<<<TILES, 2 * T * T * sizeof(float)>>>(ARGUMENTS))

/* The same in other orders of the words, and over several lines. */
#define DYNAMIC(name) name<<<TILES, 2 * T * T * sizeof(float)>>>(ARGUMENTS)
TILED(aligned_to_type, FLAT_A, FLAT_B,
      extern __shared__ __align__(sizeof(float4)) unsigned char bytes[];
      float *flat = (float *)bytes;)
LAUNCH(aligned_to_type, DYNAMIC(aligned_to_type))
TILED(aligned_last, FLAT_A, FLAT_B, __shared__	extern float flat [ ] __align__(16) ;)
LAUNCH(aligned_last, DYNAMIC(aligned_last))
TILED(aligned_first, FLAT_A, FLAT_B, alignas(sizeof(double)) extern __shared__
      float flat
      [];)
LAUNCH(aligned_first, DYNAMIC(aligned_first))
#define ROW_A(y, x) rows[y][x]
#define ROW_B(y, x) rows[T + (y)][x]
TILED(in_rows, ROW_A, ROW_B, extern float __shared__ rows[][T];)
LAUNCH(in_rows, DYNAMIC(in_rows))
namespace inner {
extern __shared__ __align__(16) unsigned char bytes_of_all[];
}
TILED(cast, FLAT_A, FLAT_B,
      float *flat = reinterpret_cast<float *>(inner::bytes_of_all);)
LAUNCH(cast, DYNAMIC(cast))

/* A tile of A that the threads of a block copy together. */
__global__ void copied_together(PARAMETERS)
{
    __shared__ float As[T][T];
    const cg::thread_block block = cg::this_thread_block();
    PLACE
    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += T) {
        const int depth = min(T, K - k0);

        for (int y = 0; y < T && block_y() * T + y < M; ++y)
            cg::memcpy_async(block, As[y],
                             &A[(size_t)(block_y() * T + y) * K + k0],
                             sizeof(float) * depth);
        cg::wait(block);
        for (int k = 0; inside && k < depth; ++k)
            acc += As[threadIdx.y][k] * B[(size_t)(k0 + k) * N + col];
        block.sync();
    }
    STORE
}
LAUNCH(copied_together, copied_together<<<TILES>>>(ARGUMENTS))

/* Variables of the device, and constants that the host writes. */
__device__ float of_device[2];
__constant__ float factors[2];
__global__ void sets(float alpha, float beta)
{
    of_device[0] = alpha;
    of_device[1] = beta;
}
__global__ void reads_variables(PARAMETERS)
{
    PLACE
    alpha = of_device[0] * factors[0];
    beta = of_device[1] * factors[1];
    for (int k = 0; inside && alpha != 0.0f && k < K; ++k)
        acc += __ldg(&A[(size_t)row * K + k]) * __ldg(&B[(size_t)k * N + col]);
    STORE
}
LAUNCH(reads_variables, {
    const float ones[2] = {1.0f, 1.0f};

    cudaMemcpyToSymbol(factors, ones, sizeof ones);
    sets<<<1, 1>>>(alpha, beta);
    reads_variables<<<TILES>>>(ARGUMENTS);
})

static void run_by_function(PARAMETERS)
{
    void *arguments[] = {&M, &N, &K, &alpha, &A, &B, &beta, &C};

    if (M > 0 && N > 0)
        cudaLaunchKernel(calls, grid(blocks(N, T), blocks(M, T)), dim3(T, T),
                         arguments, 0, nullptr);
}

/* A warp for each element; its lanes share K and add up. */
#define BY_WARPS(name, add)                                                    \
    __global__ void name(PARAMETERS)                                           \
    {                                                                          \
        const size_t at = (size_t)blockIdx.x * 4 + threadIdx.x / 32;           \
        const int lane = threadIdx.x % 32;                                     \
        const cg::thread_block_tile<32> warp =                                 \
            cg::tiled_partition<32>(cg::this_thread_block());                  \
        float acc = 0.0f;                                                      \
        (void)warp;                                                            \
        if (at >= (size_t)M * N)                                               \
            return;                                                            \
        for (int k = lane; alpha != 0.0f && k < K; k += 32)                    \
            acc += A[at / N * K + k] * B[(size_t)k * N + at % N];              \
        for (int by = 16; by > 0; by /= 2)                                     \
            acc += add;                                                        \
        if (lane == 0)                                                         \
            put(&C[at], alpha, acc, beta);                                     \
    }
#define WARPS (unsigned)(((size_t)M * N + 3) / 4), 128
BY_WARPS(shuffles, __shfl_down_sync(~0u, acc, by))
LAUNCH(shuffles, shuffles<<<WARPS>>>(ARGUMENTS))
BY_WARPS(butterflies, __shfl_xor_sync(~0u, acc, by))
LAUNCH(butterflies, butterflies<<<WARPS>>>(ARGUMENTS))
BY_WARPS(groups, warp.shfl_down(acc, by))
LAUNCH(groups, groups<<<WARPS>>>(ARGUMENTS))

/* Half of a warp works on one element, the other half on the next; each waits
 * for its own half. */
__global__ void half_warps(PARAMETERS)
{
    __shared__ float s[64];
    const size_t at = (size_t)blockIdx.x * 4 + threadIdx.x / 16;
    const int i = threadIdx.x % 16;
    const unsigned mask = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
    float acc = 0.0f;

    if (at >= (size_t)M * N)
        return;
    for (int k = i; alpha != 0.0f && k < K; k += 16)
        acc += A[at / N * K + k] * B[(size_t)k * N + at % N];
    s[threadIdx.x] = acc;
    for (int by = 8; by > 0; by /= 2) {
        __syncwarp(mask);
        if (i < by)
            s[threadIdx.x] += s[threadIdx.x + by];
    }
    if (i == 0)
        put(&C[at], alpha, s[threadIdx.x], beta);
}
LAUNCH(half_warps,
       half_warps<<<(unsigned)(((size_t)M * N + 3) / 4), 64>>>(ARGUMENTS))

/* Sixteen lanes for each element; the last warp has no others, or they have left. */
#define BY_HALVES(name, ...)                                                   \
    __global__ void name(PARAMETERS)                                           \
    {                                                                          \
        __shared__ float s[48];                                                \
        const int i = threadIdx.x % 16;                                        \
        size_t at = (size_t)blockIdx.x * 3 + threadIdx.x / 16;                 \
        float acc = 0.0f;                                                      \
        __VA_ARGS__                                                            \
        for (int k = i; at < (size_t)M * N && alpha != 0.0f && k < K; k += 16) \
            acc += A[at / N * K + k] * B[(size_t)k * N + at % N];              \
        acc += __shfl_xor_sync(~0u, acc, 8);                                   \
        s[threadIdx.x] = acc;                                                  \
        __syncwarp();                                                          \
        if (__ballot_sync(~0u, i == 0) & 1u << threadIdx.x % 32) {             \
            for (int j = 1; j < 8; ++j)                                        \
                acc += s[threadIdx.x + j];                                     \
            if (at < (size_t)M * N)                                            \
                put(&C[at], alpha, acc, beta);                                 \
        }                                                                      \
    }
BY_HALVES(odd_block)
LAUNCH(odd_block, odd_block<<<(unsigned)(((size_t)M * N + 2) / 3), 48>>>(ARGUMENTS))
BY_HALVES(some_left, at = blockIdx.x; if (threadIdx.x >= 16) return;)
LAUNCH(some_left, some_left<<<(unsigned)((size_t)M * N), 32>>>(ARGUMENTS))

/* K is split among the blocks in y, which add to C what they have. */
__global__ void scales(PARAMETERS)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;

    if (at < (size_t)M * N)
        C[at] = beta == 0.0f ? 0.0f : beta * C[at];
}
__global__ void adds(PARAMETERS)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    float acc = 0.0f;

    if (at >= (size_t)M * N)
        return;
    for (int k = blockIdx.y; k < K; k += gridDim.y)
        acc += A[at / N * K + k] * B[(size_t)k * N + at % N];
    atomicAdd(&C[at], alpha * acc);
}
LAUNCH(split_k, {
    const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);

    scales<<<n, 256>>>(ARGUMENTS);
    if (alpha != 0.0f)
        adds<<<dim3(n, 3), 256>>>(ARGUMENTS);
})

/* The parts of K go to a workspace, and are added up in order. */
__global__ void parts(int M, int N, int K, float alpha, const float *A,
                      const float *B, float *work)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    float acc = 0.0f;

    if (at >= (size_t)M * N)
        return;
    for (int k = blockIdx.y; alpha != 0.0f && k < K; k += gridDim.y)
        acc += A[at / N * K + k] * B[(size_t)k * N + at % N];
    work[blockIdx.y * (size_t)M * N + at] = acc;
}
__global__ void gathers(int M, int N, float alpha, const float *work,
                        float beta, float *C)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    float acc = 0.0f;

    if (at >= (size_t)M * N)
        return;
    for (int i = 0; i < 4; ++i)
        acc += work[i * (size_t)M * N + at];
    put(&C[at], alpha, acc, beta);
}
LAUNCH(workspace, {
    const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);
    float *work;

    cudaMallocAsync(&work, (size_t)M * N * 4 * sizeof *work, nullptr);
    parts<<<dim3(n, 4), 256>>>(M, N, K, alpha, A, B, work);
    gathers<<<n, 256>>>(M, N, alpha, work, beta, C);
    cudaFreeAsync(work, nullptr);
})

/* Each product goes through a place in memory, by copies of which one is under
 * way at a time. */
__global__ void copied(PARAMETERS, float *work)
{
    PLACE
    __shared__ float s[T * T];
    const int thread = threadIdx.y * T + threadIdx.x;
    float *const mine =
        work + ((size_t)block_y() * gridDim.x + blockIdx.x) * T * T + thread;

    for (int k = 0; inside && alpha != 0.0f && k < K; ++k) {
        *mine = A[(size_t)row * K + k] * B[(size_t)k * N + col];
        s[thread] = 0.0f;
        __pipeline_memcpy_async(&s[thread], mine, sizeof *mine);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        acc += s[thread];
    }
    STORE
}
LAUNCH(copied, {
    const dim3 g = grid(blocks(N, T), blocks(M, T));
    float *work;

    cudaMalloc(&work, (size_t)g.x * g.y * g.z * T * T * sizeof *work);
    copied<<<g, dim3(T, T)>>>(ARGUMENTS, work);
    cudaFree(work);
})

/* Both halves of a warp copy the same elements, and each waits for itself alone. */
__global__ void copied_twice(PARAMETERS, float *work)
{
    __shared__ float s[32];
    const int row = blockIdx.x / N, col = blockIdx.x % N, i = threadIdx.x % 16;
    const unsigned mask = threadIdx.x < 16 ? 0xffffu : 0xffff0000u;
    float acc = 0.0f;

    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += 16) {
        __pipeline_memcpy_async(&s[threadIdx.x],
                                &work[(size_t)row * K + min(k0 + i, K - 1)], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp(mask);
        for (int k = 0; k < 16 && k0 + k < K; ++k)
            acc += s[threadIdx.x - i + k] * B[(size_t)(k0 + k) * N + col];
        __syncwarp(mask);
    }
    if (threadIdx.x == 0)
        put(&C[blockIdx.x], alpha, acc, beta);
}
LAUNCH(copied_twice, {
    const size_t bytes = (size_t)M * K * sizeof *A;
    float *work;

    cudaMalloc(&work, bytes + 1);
    if (alpha != 0.0f)
        cudaMemcpyAsync(work, A, bytes, cudaMemcpyDeviceToDevice, nullptr);
    copied_twice<<<(unsigned)((size_t)M * N), 32>>>(ARGUMENTS, work);
    cudaFree(work);
})

/* The same from parameters that promise that nobody stores there; the sums are made in
 * the second half of the workspace. */
__global__ void sums(size_t n, const float *__restrict__ work,
                     float *__restrict__ sum)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;

    if (at >= n)
        return;
    sum[at] = 0.0f;
    for (int i = 0; i < 4; ++i)
        sum[at] += work[i * n + at];
}
__global__ void finishes(size_t n, float alpha, const float *__restrict__ sum,
                         float beta, float *__restrict__ C)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;

    if (at < n)
        put(&C[at], alpha, sum[at], beta);
}
LAUNCH(restricted, {
    const size_t elements = (size_t)M * N;
    const unsigned n = (unsigned)((elements + 255) / 256);
    float *work;

    cudaMalloc(&work, elements * 5 * sizeof *work);
    parts<<<dim3(n, 4), 256>>>(M, N, K, alpha, A, B, work);
    sums<<<n, 256>>>(elements, work, work + 4 * elements);
    finishes<<<n, 256>>>(elements, alpha, work + 4 * elements, beta, C);
    cudaFree(work);
})

/* The same in two streams, ordered by events, and by the host. */
#define IN_STREAMS(order)                                                      \
    {                                                                          \
        const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);            \
        cudaStream_t first, second;                                            \
        cudaEvent_t made;                                                      \
        float *work;                                                           \
                                                                               \
        cudaMalloc(&work, (size_t)M * N * 4 * sizeof *work);                   \
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);              \
        cudaStreamCreate(&second);                                             \
        cudaEventCreate(&made, cudaEventDisableTiming);                        \
        parts<<<dim3(n, 4), 256, 0, first>>>(M, N, K, alpha, A, B, work);      \
        order;                                                                 \
        gathers<<<n, 256, 0, second>>>(M, N, alpha, work, beta, C);            \
        cudaEventRecord(made, second);                                         \
        cudaStreamWaitEvent(nullptr, made);                                    \
        cudaFree(work);                                                        \
        cudaEventDestroy(made);                                                \
        cudaStreamDestroy(first);                                              \
        cudaStreamDestroy(second);                                             \
    }
LAUNCH(by_event, IN_STREAMS(cudaEventRecord(made, first);
                            cudaStreamWaitEvent(second, made)))
LAUNCH(by_host, IN_STREAMS(cudaStreamSynchronize(first)))

/* Blocks hand to one another, by a fence and an atomic, what they have summed up:
 * the first of two to the second; each to all by its ticket, which the last one to
 * draw adds up; and each C itself to the next, in turn. */
template <typename T> static T *room(size_t n)
{
    T *p;

    cudaMalloc(&p, n * sizeof *p);
    cudaMemsetAsync(p, 0, n * sizeof *p);
    return p;
}

static __device__ __forceinline__ float part_of(int M, int N, int K,
                                                const float *A, const float *B,
                                                size_t at, int part, int of)
{
    float acc = 0.0f;

    for (int k = part; at < (size_t)M * N && k < K; k += of)
        acc += A[at / N * K + k] * B[(size_t)k * N + at % N];
    return acc;
}

__global__ void fixes_up(PARAMETERS, float *work, unsigned *flag)
{
    const unsigned pair = blockIdx.x / 2, second = blockIdx.x % 2;
    const size_t at = (size_t)pair * 256 + threadIdx.x;
    const float acc = alpha == 0.0f ? 0.0f
                                    : part_of(M, N, K, A, B, at, second, 2);

    if (!second) {
        work[at] = acc;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&flag[pair], 1u);
        }
        return;
    }
    if (threadIdx.x == 0) {
        while (atomicAdd(&flag[pair], 0u) == 0)
            ;
        __threadfence();
    }
    __syncthreads();
    if (at < (size_t)M * N)
        put(&C[at], alpha, acc + work[at], beta);
    if (threadIdx.x == 0)
        atomicExch(&flag[pair], 0u);
}
LAUNCH(fixes_up, {
    const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);
    float *work = room<float>((size_t)n * 256);
    unsigned *flag = room<unsigned>(n);

    fixes_up<<<2 * n, 256>>>(ARGUMENTS, work, flag);
    cudaFree(work);
    cudaFree(flag);
})

/* FENCES of all threads: each makes known what it stored, and sees what is there.
 * The only warp of a block of 32 waits by halves first, then as a whole. */
template <bool FENCES, int THREADS>
__global__ void last_adds(PARAMETERS, float *work, unsigned *tickets)
{
    __shared__ bool is_last;
    const size_t at = (size_t)blockIdx.x * THREADS + threadIdx.x;
    const size_t plane = (size_t)gridDim.x * THREADS;
    float acc = 0.0f;

    if (THREADS == 32)
        __syncwarp(threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
    work[blockIdx.y * plane + at] =
        alpha == 0.0f ? 0.0f
                      : part_of(M, N, K, A, B, at, blockIdx.y, gridDim.y);
    if (FENCES)
        __threadfence();
    if (THREADS == 32)
        __syncwarp();
    else
        __syncthreads();
    if (threadIdx.x == 0) {
        if (!FENCES)
            __threadfence();
        is_last = atomicAdd(&tickets[blockIdx.x], 1u) == gridDim.y - 1;
        if (!FENCES)
            __threadfence();
    }
    __syncthreads();
    if (FENCES)
        __threadfence();
    if (!is_last || at >= (size_t)M * N)
        return;
    for (unsigned i = 0; i < gridDim.y; ++i)
        acc += work[i * plane + at];
    put(&C[at], alpha, acc, beta);
}
template <bool FENCES, int THREADS> static void share_and_add(PARAMETERS)
{
    const unsigned n = (unsigned)(((size_t)M * N + THREADS - 1) / THREADS);
    float *work = room<float>((size_t)n * THREADS * 3);
    unsigned *tickets = room<unsigned>(n);

    last_adds<FENCES, THREADS><<<dim3(n, 3), THREADS>>>(ARGUMENTS, work, tickets);
    cudaFree(work);
    cudaFree(tickets);
}
LAUNCH(one_fences, share_and_add<false, 256>(ARGUMENTS))
LAUNCH(all_fence, share_and_add<true, 256>(ARGUMENTS))
LAUNCH(one_of_warp_fences, share_and_add<false, 32>(ARGUMENTS))
LAUNCH(all_of_warp_fence, share_and_add<true, 32>(ARGUMENTS))

__global__ void last_scales(PARAMETERS, float *work, unsigned *tickets)
{
    __shared__ bool is_last;
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;

    if (alpha != 0.0f)
        atomicAdd(&work[at],
                  part_of(M, N, K, A, B, at, blockIdx.y, gridDim.y));
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicAdd(&tickets[blockIdx.x], 1u) == gridDim.y - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last && at < (size_t)M * N)
        put(&C[at], alpha, work[at], beta);
}
LAUNCH(last_scales, {
    const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);
    float *work = room<float>((size_t)n * 256);
    unsigned *tickets = room<unsigned>(n);

    last_scales<<<dim3(n, 3), 256>>>(ARGUMENTS, work, tickets);
    cudaFree(work);
    cudaFree(tickets);
})

__global__ void in_turn(PARAMETERS, unsigned *turn)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float acc =
        alpha == 0.0f ? 0.0f
                      : part_of(M, N, K, A, B, at, blockIdx.y, gridDim.y);

    if (threadIdx.x == 0) {
        while (atomicAdd(&turn[blockIdx.x], 0u) != blockIdx.y)
            ;
        __threadfence();
    }
    __syncthreads();
    if (at < (size_t)M * N)
        put(&C[at], alpha, acc, blockIdx.y == 0 ? beta : 1.0f);
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&turn[blockIdx.x], blockIdx.y + 1);
    }
}
LAUNCH(in_turn, {
    const unsigned n = (unsigned)(((size_t)M * N + 255) / 256);
    unsigned *turn = room<unsigned>(n);

    in_turn<<<dim3(n, 3), 256>>>(ARGUMENTS, turn);
    cudaFree(turn);
})

/* One dimension, columns first, float4 where rows allow it. */
__global__ void __launch_bounds__(256, (1 + 1) / 2)
wide(PARAMETERS)
{
    const int quads = (N + 3) / 4;
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int row = (int)(i / quads), col = (int)(i % quads) * 4;
    float acc[4] = {};

    if (row >= M)
        return;
    for (int k = 0; alpha != 0.0f && k < K; ++k) {
        const float a = A[(size_t)row * K + k];
        const float *b = &B[(size_t)k * N + col];
        float4 four = {};

        if (N % 4 == 0) {
            four = *(const float4 *)b;
        } else {
            four.x = b[0];
            four.y = col + 1 < N ? b[1] : 0.0f;
            four.z = col + 2 < N ? b[2] : 0.0f;
            four.w = col + 3 < N ? b[3] : 0.0f;
        }
        acc[0] += a * four.x;
        acc[1] += a * four.y;
        acc[2] += a * four.z;
        acc[3] += a * four.w;
    }
    for (int j = 0; j < 4 && col + j < N; ++j)
        put(&C[(size_t)row * N + col + j], alpha, acc[j], beta);
}
LAUNCH(wide, wide<<<(unsigned)(((size_t)M * ((N + 3) / 4) + 255) / 256), 256>>>(
                 ARGUMENTS))

/* More blocks in y than a grid has are walked in a loop. */
__global__ void strides(PARAMETERS)
{
    const int col = blockIdx.x * T + threadIdx.x;

    for (int row = blockIdx.y * T + threadIdx.y; row < M;
         row += gridDim.y * T) {
        float acc = 0.0f;

        for (int k = 0; col < N && alpha != 0.0f && k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
        if (col < N)
            put(&C[(size_t)row * N + col], alpha, acc, beta);
    }
}
LAUNCH(strides, strides<<<dim3(blocks(N, T), min(blocks(M, T), 65535)),
                          dim3(T, T)>>>(ARGUMENTS))

/* Few blocks walk all tiles, one after another. */
__global__ void persists(PARAMETERS)
{
    const unsigned across = (N + T - 1) / T, tiles = across * ((M + T - 1) / T);

    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
        const int row = t / across * T + threadIdx.y;
        const int col = t % across * T + threadIdx.x;
        float acc = 0.0f;

        for (int k = 0; row < M && col < N && alpha != 0.0f && k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, acc, beta);
    }
}
LAUNCH(persists, persists<<<5, dim3(T, T)>>>(ARGUMENTS))

/* Two tiles of a row are a block's. */
__global__ void two_tiles(PARAMETERS)
{
    const int row = block_y() * T + threadIdx.y;

    for (int i = 0; i < 2; ++i) {
        const int half = (N + 1) / 2, at = blockIdx.x * T + threadIdx.x;
        const int col = i * half + at;
        float acc = 0.0f;

        if (row >= M || at >= half || col >= N)
            return;
        for (int k = 0; alpha != 0.0f && k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
        put(&C[(size_t)row * N + col], alpha, acc, beta);
    }
}
LAUNCH(two_tiles, two_tiles<<<grid(blocks((N + 1) / 2, T), blocks(M, T)),
                              dim3(T, T)>>>(ARGUMENTS))

/* A launcher that picks the tile: small products get small ones. */
template <int ROWS> __global__ void picked(PARAMETERS)
{
    const int row = block_y() * ROWS + threadIdx.y;
    const int col = blockIdx.x * ROWS + threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; row < M && col < N && alpha != 0.0f && k < K; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}
LAUNCH(picks, {
    if ((size_t)M * N < 1 << 20)
        picked<T><<<TILES>>>(ARGUMENTS);
    else
        picked<2 * T>
            <<<grid(blocks(N, 2 * T), blocks(M, 2 * T)), dim3(2 * T, 2 * T)>>>(
                ARGUMENTS);
})

#define ENTRY(name) {#name, run_##name, T, T, T, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(calls) ENTRY(locals) ENTRY(named) ENTRY(broken) ENTRY(type_first)
    ENTRY(both_at_once) ENTRY(aligned) ENTRY(raw) ENTRY(at_file_scope)
    ENTRY(aligned_to_type) ENTRY(aligned_last) ENTRY(aligned_first)
    ENTRY(in_rows) ENTRY(cast) ENTRY(copied_together)
    ENTRY(reads_variables) ENTRY(by_function) ENTRY(shuffles)
    ENTRY(butterflies) ENTRY(groups) ENTRY(half_warps) ENTRY(odd_block)
    ENTRY(some_left) ENTRY(split_k) ENTRY(workspace) ENTRY(copied) ENTRY(copied_twice)
    ENTRY(by_event) ENTRY(by_host) ENTRY(restricted) ENTRY(fixes_up)
    ENTRY(one_fences) ENTRY(all_fence) ENTRY(one_of_warp_fences)
    ENTRY(all_of_warp_fence) ENTRY(last_scales)
    ENTRY(in_turn) ENTRY(wide) ENTRY(strides)
    ENTRY(persists) ENTRY(two_tiles) ENTRY(picks)
    {},
};
