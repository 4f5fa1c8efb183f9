//> omit
/* coarsening-1d.cu - several results a thread, one below the other. */
#include "bench/bench.h"
#include "bench/words.h"
//< omit

//> TM results for each word of B
static __device__ __forceinline__ void column(
    const unsigned BN, const unsigned BK, const unsigned TM, float *acc,
    const float *As, const float *Bs, unsigned x, unsigned y)
{
#pragma unroll
    for (unsigned k = 0; k < BK; ++k) {
        const float b_k = Bs[k * BN + x];

#pragma unroll
        for (unsigned i = 0; i < TM; ++i)
            acc[i] += As[(y + i) * BK + k] * b_k;
    }
}
//< TM results for each word of B

//> results side by side
static __device__ __forceinline__ void side_by_side(
    const unsigned BN, const unsigned BK, const unsigned TN, float *acc,
    const float *As, const float *Bs, unsigned x, unsigned y)
{
#pragma unroll
    for (unsigned k = 0; k < BK; ++k) {
        const float a_k = As[y * BK + k];

#pragma unroll
        for (unsigned j = 0; j < TN; ++j)
            acc[j] += a_k * Bs[k * BN + x + j * (BN / TN)];
    }
}
//< results side by side

//> several results a thread
static __device__ __forceinline__ void coarse(
    const int sideways, const unsigned BM, const unsigned BN,
    const unsigned BK, const unsigned T, float *acc, float *next_a,
    float *next_b, float *As, float *Bs, int M, int N, int K,
    float alpha, const float *A, const float *B, float beta, float *C)
{
    const unsigned threads = BM * BN / T;
    const unsigned across = sideways ? BN / T : BN;
    const unsigned x = threadIdx.x % across;
    const unsigned y = threadIdx.x / across * (sideways ? 1 : T);
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
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
        if (sideways)
            side_by_side(BN, BK, T, acc, As, Bs, x, y);
        else
            column(BN, BK, T, acc, As, Bs, x, y);
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < T; ++i) {
        const unsigned row = sideways ? y : y + i;
        const unsigned col = sideways ? x + i * across : x;

        if (row < rows && col < cols)
            put(&C[(size_t)(row0 + row) * N + col0 + col], alpha,
                acc[i], beta);
    }
}
//< several results a thread

//> a kernel for each shape
#define COARSE(name, sideways, BM, BN, BK, T)                          \
    __global__ void __launch_bounds__(BM * BN / T)                     \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        __shared__ __align__(16) float As[BM * BK], Bs[BK * BN];       \
        float acc[T] = {0}, a[BK * T / BN], b[BK * T / BM];            \
        coarse(sideways, BM, BN, BK, T, acc, a, b, As, Bs, M, N, K,    \
               alpha, A, B, beta, C);                                  \
    }                                                                  \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        name<<<grid(blocks(N, BN), blocks(M, BM)), BM * BN / T>>>(     \
            M, N, K, alpha, A, B, beta, C);                            \
    }

COARSE(tm_1, 0, 32, 32, 32, 1)
COARSE(tm_2, 0, 32, 32, 32, 2)
COARSE(tm_4, 0, 32, 32, 32, 4)
COARSE(tm_8, 0, 32, 32, 32, 8)
COARSE(tm_16, 0, 32, 32, 32, 16)
COARSE(tm_32, 0, 32, 32, 32, 32)
COARSE(tile_64, 0, 64, 64, 16, 8)
COARSE(across, 1, 64, 64, 16, 8)
//< a kernel for each shape

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
