/* launchers.cu - kernels that are wrong in how they are launched, or in what of
 * A, B and C they touch. tests/bad/table says what each is to be told. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define ARGUMENTS M, N, K, alpha, A, B, beta, C
#define DEFINE(name) static __global__ void name##_kernel(PARAMETERS)
#define LAUNCH(name, ...)                                                      \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        name##_kernel<<<__VA_ARGS__>>>(ARGUMENTS);                             \
    }

DEFINE(deep_block) { C[threadIdx.z] = A[threadIdx.z]; }
LAUNCH(deep_block, 1, dim3(1, 1, 128))

DEFINE(more_than_there_is)
{
    extern __shared__ float s[];
    s[threadIdx.x] = A[threadIdx.x];
    C[threadIdx.x] = s[threadIdx.x];
}
static void more_than_there_is(PARAMETERS)
{
    cudaFuncSetAttribute(more_than_there_is_kernel,
                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                         300 * 1024);
    more_than_there_is_kernel<<<1, 32, 300 * 1024>>>(ARGUMENTS);
}

/* Each element of A and B is read, and counts for nothing where alpha is 0. */
DEFINE(alpha_reads)
{
    const int row = block_y() * 16 + threadIdx.y;
    const int col = blockIdx.x * 16 + threadIdx.x;
    float acc = 0.0f;

    if (row >= M || col >= N)
        return;
    for (int k = 0; k < K; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col]; // reads A
    put(&C[(size_t)row * N + col], alpha, alpha == 0.0f ? 0.0f : acc, beta);
}
#define SIXTEEN grid(blocks(N, 16), blocks(M, 16)), dim3(16, 16)
static void alpha_reads(PARAMETERS)
{
    if (M > 0 && N > 0)
        alpha_reads_kernel<<<SIXTEEN>>>(ARGUMENTS);
}
static void input_cleared(PARAMETERS)
{
    cudaMemset((float *)B, 0, (size_t)K * N * sizeof *B);
}
static void result_saved(PARAMETERS)
{
    static float old[16];

    cudaMemcpy(old, C, sizeof *C, cudaMemcpyDeviceToHost);
}

DEFINE(ldg_of_stored)
{
    C[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    C[64 + threadIdx.x] = __ldg(&C[63 - threadIdx.x]); // by the cache
}
LAUNCH(ldg_of_stored, 1, 64)
DEFINE(stores_ldg)
{
    const float first = __ldg(&C[0]);

    __syncthreads();
    if (threadIdx.x == 33)
        C[0] = first + 1.0f; // for the cache
}
static void stores_ldg(PARAMETERS)
{
    cudaMemset(C, 0, (size_t)M * N * sizeof *C);
    stores_ldg_kernel<<<1, 64>>>(ARGUMENTS);
}

static __global__ void turns(const float *__restrict__ from, float *to)
{
    const float x = from[63 - threadIdx.x];

    __syncthreads();
    to[threadIdx.x] = x; // turns
}
static void restricted(PARAMETERS)
{
    cudaMemset(C, 0, (size_t)M * N * sizeof *C);
    turns<<<1, 64>>>(C, C);
}

/* One kernel fills a workspace, another reads it, in streams of their own. */
static __global__ void fills(const float *A, float *work)
{
    work[threadIdx.x] = A[threadIdx.x]; // fills
}
static __global__ void reads(const float *work, float *C)
{
    C[threadIdx.x] = work[63 - threadIdx.x]; // reads work
}
#define STREAMS(name, ...)                                                     \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        cudaStream_t first, second;                                            \
        cudaEvent_t filled;                                                    \
        float *work;                                                           \
                                                                               \
        cudaMalloc(&work, 64 * sizeof *work);                                  \
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);              \
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);             \
        cudaEventCreate(&filled);                                              \
        __VA_ARGS__;                                                           \
        cudaFree(work);                                                        \
        cudaEventDestroy(filled);                                              \
        cudaStreamDestroy(first);                                              \
        cudaStreamDestroy(second);                                             \
    }
#define FILLS(stream) fills<<<1, 64, 0, stream>>>(A, work)
#define READS(stream) reads<<<1, 64, 0, stream>>>(work, C)
STREAMS(two_streams, FILLS(first); READS(second))
STREAMS(default_stream, FILLS(first); READS(nullptr))
STREAMS(event_too_early, cudaEventRecord(filled, first); FILLS(first);
        cudaStreamWaitEvent(second, filled); READS(second))
STREAMS(filled_again, FILLS(first); READS(first); FILLS(second))
STREAMS(copied_meanwhile, FILLS(first);
        cudaMemcpy(C, work, 64 * sizeof *C, cudaMemcpyDeviceToDevice))

/* Products that are right where they are small. */
#define PRODUCT(name, inside, depth, a, b, c)                                  \
    DEFINE(name)                                                               \
    {                                                                          \
        const int row = block_y() * 16 + threadIdx.y;                          \
        const int col = blockIdx.x * 16 + threadIdx.x;                         \
        float acc = 0.0f;                                                      \
                                                                               \
        if (!(inside))                                                         \
            return;                                                            \
        for (int k = 0; alpha != 0.0f && k < (depth); ++k)                     \
            acc += A[a] * B[b];                                                \
        put(&C[c], alpha, acc, beta);                                          \
    }                                                                          \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        if (M > 0 && N > 0)                                                    \
            name##_kernel<<<SIXTEEN>>>(ARGUMENTS);                             \
    }
#define A_AT (size_t)row * K + k
#define B_AT (size_t)k * N + col
#define C_AT (size_t)row * N + col
PRODUCT(cut_sum, row < M && col < N, min(K, 4096), A_AT, B_AT, C_AT)
PRODUCT(short_depth, row < M && col < N, min(K, 65535), A_AT, B_AT, C_AT)
PRODUCT(int_offset, row < M && col < N, K, A_AT, B_AT, row * N + col) // int
PRODUCT(int_offset_in_b, row < M && col < N, K, A_AT, k * N + col, C_AT)
PRODUCT(unsigned_offset, row < M && col < N, K, (unsigned)row * K + k, B_AT,
        C_AT)
PRODUCT(block_to_spare, (row < M || block_y() > 65536) && col < N, K,
        (size_t)min(row, M - 1) * K + k, B_AT, C_AT) // spare

PRODUCT(right, row < M && col < N, K, A_AT, B_AT, C_AT)

/* Takes 96 KiB where a block may have 64. */
static void for_larger_cards(PARAMETERS)
{
    int most = 0;

    if (M == 0 || N == 0)
        return;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    const int bytes = (most >= 64 * 1024 ? 96 : 16) * 1024;
    cudaFuncSetAttribute(right_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    right_kernel<<<SIXTEEN, bytes>>>(ARGUMENTS);
}

/* Unsigned, and below zero where C has less than 17 rows. */
static void grid_below_zero(PARAMETERS)
{
    if (M > 0 && N > 0)
        right_kernel<<<grid(blocks(N, 16), ((unsigned)M - 17) / 16), dim3(16, 16)>>>(
            ARGUMENTS);
}

#define ENTRY(name) {#name, name, 16, 16, 16, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(deep_block) ENTRY(more_than_there_is) ENTRY(alpha_reads)
    ENTRY(input_cleared) ENTRY(result_saved) ENTRY(cut_sum) ENTRY(short_depth)
    ENTRY(int_offset) ENTRY(int_offset_in_b)
    ENTRY(unsigned_offset) ENTRY(block_to_spare)
    ENTRY(ldg_of_stored) ENTRY(stores_ldg) ENTRY(restricted)
    ENTRY(two_streams) ENTRY(default_stream) ENTRY(event_too_early)
    ENTRY(filled_again) ENTRY(copied_meanwhile) ENTRY(for_larger_cards)
    ENTRY(grid_below_zero)
    {},
};
