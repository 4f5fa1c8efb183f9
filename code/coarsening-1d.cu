//> omit
/* coarsening-1d.cu - several results a thread, one below the other. */
#include "bench/bench.h"
#include "bench/gemm.h"
//< omit

//> fetch a tile into registers
/* The words of a tile of rows x cols that this thread brings, from a
 * matrix with rows of `stride` words. Beyond the last row or column
 * that is there, it takes that one instead. */
static __device__ __forceinline__ void fetch(
    const unsigned rows, const unsigned cols, const unsigned threads,
    float *words, const float *from, size_t stride, unsigned last_row,
    unsigned last_col)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / threads; ++i) {
        const unsigned w = threadIdx.x + i * threads;

        words[i] = from[min(w / cols, last_row) * stride
                        + min(w % cols, last_col)];
    }
}
//< fetch a tile into registers

//> fetch a ragged tile
static __device__ __forceinline__ void fetch_ragged(
    const unsigned rows, const unsigned cols, const unsigned threads,
    float *words, const float *from, size_t stride, unsigned rows_here,
    unsigned cols_here)
{
#pragma unroll
    for (unsigned i = 0; i < rows * cols / threads; ++i) {
        const unsigned w = threadIdx.x + i * threads;
        const unsigned row = w / cols, col = w % cols;

        words[i] = 0;
        if (row < rows_here && col < cols_here)
            words[i] = from[row * stride + col];
    }
}
//< fetch a ragged tile

//> place the words
static __device__ __forceinline__ void place(
    const unsigned words_here, const unsigned threads,
    const float *words, float *tile)
{
#pragma unroll
    for (unsigned i = 0; i < words_here / threads; ++i)
        tile[threadIdx.x + i * threads] = words[i];
}
//< place the words

//> a column of results
static __device__ __forceinline__ void column(
    const unsigned BM, const unsigned BN, const unsigned BK,
    const unsigned TM, float *acc, float *next_a, float *next_b,
    float *As, float *Bs, int M, int N, int K, float alpha,
    const float *A, const float *B, float beta, float *C)
{
    const unsigned threads = BM / TM * BN;
    const unsigned x = threadIdx.x % BN, y = threadIdx.x / BN * TM;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    fetch_ragged(BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        place(BM * BK, threads, next_a, As);
        place(BK * BN, threads, next_b, Bs);
        __syncthreads();
        if (k0 < depth) {
            fetch(BM, BK, threads, next_a, a + k0, K, rows - 1, BK - 1);
            fetch(BK, BN, threads, next_b, b + (size_t)k0 * N, N,
                  BK - 1, cols - 1);
        }
//> TM results for each word of B
#pragma unroll
        for (unsigned k = 0; k < BK; ++k) {
            const float b_k = Bs[k * BN + x];

#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
                acc[i] += As[(y + i) * BK + k] * b_k;
        }
//< TM results for each word of B
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < TM; ++i)
        if (y + i < rows && x < cols)
            put(&C[(size_t)(row0 + y + i) * N + col0 + x], alpha,
                acc[i], beta);
}
//< a column of results

//> a kernel for each shape
#define COLUMN(name, BM, BN, BK, TM)                                   \
    __global__ void __launch_bounds__(BM / TM * BN)                    \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        __shared__ __align__(16) float As[BM * BK], Bs[BK * BN];       \
        float acc[TM] = {0}, a[BK * TM / BN], b[BK * TM / BM];         \
        column(BM, BN, BK, TM, acc, a, b, As, Bs, M, N, K, alpha, A,   \
               B, beta, C);                                            \
    }                                                                  \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        name<<<grid(blocks(N, BN), blocks(M, BM)), BM / TM * BN>>>(    \
            M, N, K, alpha, A, B, beta, C);                            \
    }

COLUMN(tm_1, 32, 32, 32, 1)
COLUMN(tm_2, 32, 32, 32, 2)
COLUMN(tm_4, 32, 32, 32, 4)
COLUMN(tm_8, 32, 32, 32, 8)
COLUMN(tm_16, 32, 32, 32, 16)
COLUMN(tm_32, 32, 32, 32, 32)
COLUMN(tile_64, 64, 64, 16, 8)
//< a kernel for each shape

//> omit
static __device__ __forceinline__ void row_of_results(
    const unsigned BM, const unsigned BN, const unsigned BK,
    const unsigned TN, float *acc, float *next_a, float *next_b,
    float *As, float *Bs, int M, int N, int K, float alpha,
    const float *A, const float *B, float beta, float *C)
{
    const unsigned threads = BN / TN * BM, step = BN / TN;
    const unsigned x = threadIdx.x % step, y = threadIdx.x / step;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    fetch_ragged(BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        place(BM * BK, threads, next_a, As);
        place(BK * BN, threads, next_b, Bs);
        __syncthreads();
        if (k0 < depth) {
            fetch(BM, BK, threads, next_a, a + k0, K, rows - 1, BK - 1);
            fetch(BK, BN, threads, next_b, b + (size_t)k0 * N, N,
                  BK - 1, cols - 1);
        }
//< omit
//> results side by side
#pragma unroll
        for (unsigned k = 0; k < BK; ++k) {
            const float a_k = As[y * BK + k];

#pragma unroll
            for (unsigned j = 0; j < TN; ++j)
                acc[j] += a_k * Bs[k * BN + x + j * step];
        }
//< results side by side
//> omit
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned j = 0; j < TN; ++j)
        if (y < rows && x + j * step < cols)
            put(&C[(size_t)(row0 + y) * N + col0 + x + j * step], alpha,
                acc[j], beta);
}

__global__ void __launch_bounds__(512)
across(int M, int N, int K, float alpha, const float *A, const float *B,
       float beta, float *C)
{
    __shared__ __align__(16) float As[64 * 16], Bs[16 * 64];
    float acc[8] = {0}, a[2], b[2];

    row_of_results(64, 64, 16, 8, acc, a, b, As, Bs, M, N, K, alpha, A,
                   B, beta, C);
}

static void run_across(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    across<<<grid(blocks(N, 64), blocks(M, 64)), 512>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< omit

//> the table
const struct kernel kernels[] = {
    {"tm-1", run_tm_1, 32, 32, 32, 8192, SWEEP},
    {"tm-2", run_tm_2, 32, 32, 32, 8192, SWEEP},
    {"tm-4", run_tm_4, 32, 32, 32, 8192, SWEEP},
    {"tm-8", run_tm_8, 32, 32, 32, 8192, SWEEP},
    {"tm-16", run_tm_16, 32, 32, 32, 8192, SWEEP},
    {"tm-32", run_tm_32, 32, 32, 32, 8192, SWEEP},
    {"tile-64", run_tile_64, 64, 64, 16, 8192, 0},
    {"across", run_across, 64, 64, 16, 8192, 0},
    {},
};
//< the table
