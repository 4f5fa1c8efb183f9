//> omit
/* coarsening-1d.cu - several results a thread, one below the other. */
#include "bench/bench.h"
#include "kernels/tiles.h"
//< omit

//> several results a thread
template <int BM, int BN, int BK, int TM>
__global__ void __launch_bounds__(BM * BN / TM)
coarse(int M, int N, int K, float alpha, const float *A, const float *B,
       float beta, float *C)
{
    constexpr int threads = BM * BN / TM;
    __shared__ __align__(16) float As[BM][BK], Bs[BK][BN];
    float next_a[BM * BK / threads], next_b[BK * BN / threads];
    float acc[TM] = {}; /* this thread's column of results */
    const unsigned col1 = threadIdx.x % BN,
                   row1 = threadIdx.x / BN * TM;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    /* Only the first tile can be ragged along K. */
    fetch_ragged<BM, BK, threads>(next_a, a, K, rows_left, first_steps);
    fetch_ragged<BK, BN, threads>(next_b, b, N, first_steps, cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        place<BM, BK, threads>(next_a, As[0]);
        place<BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) { /* there is a next tile */
            fetch<BM, BK, threads>(next_a, a + k0, K, rows_left - 1,
                                   BK - 1);
            fetch<BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                   BK - 1, cols_left - 1);
        }
//> TM results for each element of B
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            const float b_k = Bs[k][col1];

#pragma unroll
            for (int i = 0; i < TM; ++i)
                acc[i] += As[row1 + i][k] * b_k;
        }
//< TM results for each element of B
        if (k0 >= depth)
            break;
        __syncthreads();
    }
//> store the results
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + i;

        if (row < rows_left && col1 < cols_left)
            put(&C[(size_t)(row0 + row) * N + col0 + col1], alpha,
                acc[i], beta);
    }
//< store the results
}
//< several results a thread

//> launch it
template <int BM, int BN, int BK, int TM>
static void run_coarse(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    coarse<BM, BN, BK, TM><<<all, BM * BN / TM>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> a row of results
template <int BM, int BN, int BK, int TN>
__global__ void __launch_bounds__(BM * BN / TN)
sideways(int M, int N, int K, float alpha, const float *A,
         const float *B, float beta, float *C)
{
    constexpr int threads_n = BN / TN, threads = BM * threads_n;
    __shared__ __align__(16) float As[BM][BK], Bs[BK][BN];
    float next_a[BM * BK / threads], next_b[BK * BN / threads];
    float acc[TN] = {}; /* this thread's row of results */
    const unsigned col1 = threadIdx.x % threads_n,
                   row1 = threadIdx.x / threads_n;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    /* Only the first tile can be ragged along K. */
    fetch_ragged<BM, BK, threads>(next_a, a, K, rows_left, first_steps);
    fetch_ragged<BK, BN, threads>(next_b, b, N, first_steps, cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        place<BM, BK, threads>(next_a, As[0]);
        place<BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) { /* there is a next tile */
            fetch<BM, BK, threads>(next_a, a + k0, K, rows_left - 1,
                                   BK - 1);
            fetch<BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                   BK - 1, cols_left - 1);
        }
//> results side by side
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            const float a_k = As[row1][k];

#pragma unroll
            for (int j = 0; j < TN; ++j)
                acc[j] += a_k * Bs[k][col1 + j * threads_n];
        }
//< results side by side
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < TN; ++j) {
        const unsigned col = col1 + j * threads_n;

        if (row1 < rows_left && col < cols_left)
            put(&C[(size_t)(row0 + row1) * N + col0 + col], alpha,
                acc[j], beta);
    }
}

template <int BM, int BN, int BK, int TN>
static void run_sideways(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    sideways<BM, BN, BK, TN><<<all, BM * BN / TN>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< a row of results

//> the table
const struct kernel kernels[] = {
    KERNEL("tm-1", SWEEP, coarse, 32, 32, 32, 1),
    KERNEL("tm-2", SWEEP, coarse, 32, 32, 32, 2),
    KERNEL("tm-4", SWEEP, coarse, 32, 32, 32, 4),
    KERNEL("tm-8", SWEEP, coarse, 32, 32, 32, 8),
    KERNEL("tm-16", SWEEP, coarse, 32, 32, 32, 16),
    KERNEL("tm-32", SWEEP, coarse, 32, 32, 32, 32),
    KERNEL("tile-64", 0, coarse, 64, 64, 16, 8),
    KERNEL("across", 0, sideways, 64, 64, 16, 8),
    {},
};
//< the table
