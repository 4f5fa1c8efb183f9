//> omit
/* coarsening-2d.cu - a rectangle of results for each thread. */
#include "bench/bench.h"
#include "kernels/tiles.h"
//< omit

//> a rectangle of results
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
rectangle(int M, int N, int K, float alpha, const float *A,
          const float *B, float beta, float *C)
{
    constexpr int threads_n = BN / TN, threads = BM / TM * threads_n;
    __shared__ __align__(16) float As[BM][BK], Bs[BK][BN];
    float next_a[BM * BK / threads], next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    const unsigned col1 = threadIdx.x % threads_n * TN;
    const unsigned row1 = threadIdx.x / threads_n * TM;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    fetch_ragged<BM, BK, threads>(next_a, a, K, rows_left, first_steps);
    fetch_ragged<BK, BN, threads>(next_b, b, N, first_steps, cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        place<BM, BK, threads>(next_a, As[0]);
        place<BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) {
            fetch<BM, BK, threads>(next_a, a + k0, K, rows_left - 1,
                                   BK - 1);
            fetch<BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                   BK - 1, cols_left - 1);
        }
//> an outer product
#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a_k[i] = As[row1 + i][k];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b_k[j] = Bs[k][col1 + j];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_k[i] * b_k[j];
        }
//< an outer product
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
            if (row1 + i < rows_left && col1 + j < cols_left)
                put(&C[(size_t)(row0 + row1 + i) * N + col0 + col1 + j],
                    alpha, acc[i][j], beta);
}
//< a rectangle of results

//> launch it
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS>
static void run_rectangle(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    const int threads = (BM / TM) * (BN / TN);
    rectangle<BM, BN, BK, TM, TN, BLOCKS><<<all, threads>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> the table
const struct kernel kernels[] = {
    KERNEL("1x1", SWEEP, rectangle, 16, 16, 16, 1, 1, 2),
    KERNEL("1x2", SWEEP, rectangle, 16, 32, 16, 1, 2, 2),
    KERNEL("1x4", SWEEP, rectangle, 16, 64, 16, 1, 4, 2),
    KERNEL("1x8", SWEEP, rectangle, 16, 128, 16, 1, 8, 2),
    KERNEL("1x16", SWEEP, rectangle, 16, 256, 16, 1, 16, 2),
    KERNEL("2x1", SWEEP, rectangle, 32, 16, 16, 2, 1, 2),
    KERNEL("2x2", SWEEP, rectangle, 32, 32, 16, 2, 2, 2),
    KERNEL("2x4", SWEEP, rectangle, 32, 64, 16, 2, 4, 2),
    KERNEL("2x8", SWEEP, rectangle, 32, 128, 16, 2, 8, 2),
    KERNEL("2x16", SWEEP, rectangle, 32, 256, 16, 2, 16, 2),
    KERNEL("4x1", SWEEP, rectangle, 64, 16, 16, 4, 1, 2),
    KERNEL("4x2", SWEEP, rectangle, 64, 32, 16, 4, 2, 2),
    KERNEL("4x4", SWEEP, rectangle, 64, 64, 16, 4, 4, 2),
    KERNEL("4x8", SWEEP, rectangle, 64, 128, 16, 4, 8, 2),
    KERNEL("4x16", SWEEP, rectangle, 64, 256, 16, 4, 16, 2),
    KERNEL("8x1", SWEEP, rectangle, 128, 16, 16, 8, 1, 2),
    KERNEL("8x2", SWEEP, rectangle, 128, 32, 16, 8, 2, 2),
    KERNEL("8x4", SWEEP, rectangle, 128, 64, 16, 8, 4, 2),
    KERNEL("8x8", 0, rectangle, 128, 128, 16, 8, 8, 2),
    KERNEL("8x16", SWEEP, rectangle, 128, 256, 16, 8, 16, 1),
    KERNEL("16x1", SWEEP, rectangle, 256, 16, 16, 16, 1, 2),
    KERNEL("16x2", SWEEP, rectangle, 256, 32, 16, 16, 2, 2),
    KERNEL("16x4", SWEEP, rectangle, 256, 64, 16, 16, 4, 2),
    KERNEL("16x8", SWEEP, rectangle, 256, 128, 16, 16, 8, 1),
    KERNEL("16x16", SWEEP, rectangle, 256, 256, 16, 16, 16, 1),
    KERNEL("8x8-alone", 0, rectangle, 128, 128, 16, 8, 8, 1),
    {},
};
//< the table
