//> omit
/* autotuning.cu - the rectangle with its constants left open. */
#include "bench/bench.h"
#include "kernels/wide_tiles.h"

#ifndef CONSTANTS
#include "kernels/nearest.h"
#endif
//< omit

//> what the constants imply
/* The number of blocks that must fit on an SM: the SM has 65,536
 * registers, and a thread needs `guessed_registers` of these. */
constexpr int min_blocks(int threads, int guessed_registers)
{
    return threads * guessed_registers <= 65536
               ? 65536 / (threads * guessed_registers)
               : 1;
}

/* Estimates the registers of a thread: TM * TN for results, TM for
 * elements of A, TN for elements of B, one for each float that the
 * thread loads for the next tiles, and 32 for all other values. */
constexpr int guessed_registers(int BM, int BN, int BK, int TM, int TN)
{
    return TM * TN + TM + TN + 32 + (BM + BN) * BK * TM * TN / BM / BN;
}
//< what the constants imply

//> the kernel, its constants open
//> five constants
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(
    (BM / TM) * (BN / TN),
    min_blocks((BM / TM) * (BN / TN),
               guessed_registers(BM, BN, BK, TM, TN)))
rectangle(int M, int N, int K, float alpha, const float *A,
          const float *B, float beta, float *C)
{
    constexpr int threads_n = BN / TN, threads = BM / TM * threads_n;
    constexpr int stride_m = BM / TM * 4, stride_n = BN / TN * 4;
    __shared__ __align__(16) float As[BK][BM + 4], Bs[BK][BN];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
//< five constants
    const unsigned row1 = threadIdx.x / threads_n * 4;
    const unsigned col1 = threadIdx.x % threads_n * 4;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int aligned_a = rows_aligned(A, K),
              aligned_b = rows_aligned(B, N);
    const int wide_c = rows_aligned(C, N);

    fetch_ragged<4, BM, BK, threads>(next_a, a, K, rows_left,
                                     first_steps);
    fetch_ragged<4, BK, BN, threads>(next_b, b, N, first_steps,
                                     cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        place_transposed<4, BM, BK, threads, BM + 4>(next_a, As[0]);
        place<4, BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) {
            fetch<4, BM, BK, threads>(next_a, a + k0, K, rows_left - 1,
                                      BK - 1, aligned_a);
            fetch<4, BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                      BK - 1, cols_left - 1, aligned_b);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a_k[i] = As[k][row1 + spread<4, stride_m>(i)];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b_k[j] = Bs[k][col1 + spread<4, stride_n>(j)];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_k[i] * b_k[j];
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<4, stride_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows_left)
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const unsigned offset = spread<4, stride_n>(j);

            put4(c + offset, cols_left - min(cols_left, col1 + offset),
                 wide_c, alpha, &acc[i][j], beta);
        }
    }
}
//< the kernel, its constants open

//> one kernel, or all winners
#ifdef CONSTANTS /* the tuner passes -DCONSTANTS=128,128,16,8,8 */
template __global__ void rectangle<CONSTANTS>(int, int, int, float,
                                              const float *,
                                              const float *, float,
                                              float *);
#else
#ifndef WINNERS /* If no kernel was tuned on this card, we guess one. */
#define WINNERS(USE) USE(0, 4096, 4096, 4096, 128, 128, 16, 8, 8)
#endif
//< one kernel, or all winners

//> launch it
template <int BM, int BN, int BK, int TM, int TN>
static void run_rectangle(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    const int threads = (BM / TM) * (BN / TN);
    rectangle<BM, BN, BK, TM, TN><<<all, threads>>>(M, N, K, alpha, A,
                                                    B, beta, C);
}
//< launch it

//> the nearest shape wins
#define WON(i, m, n, k, ...) {{m, n, k}, run_rectangle<__VA_ARGS__>},
static const struct won winners[] = {WINNERS(WON)};

static void run_tuned(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    nearest(winners, sizeof winners / sizeof *winners, M, N, K)
        ->launch(M, N, K, alpha, A, B, beta, C);
}
//< the nearest shape wins

//> the table
#define NAMED(i, m, n, k, ...) \
    KERNEL("for-" #m "x" #n "x" #k, SWEEP, rectangle, __VA_ARGS__),

const struct kernel kernels[] = {
    KERNEL("by-hand", 0, rectangle, 128, 128, 16, 8, 8),
    {"tuned", run_tuned, 128, 128, 16, 8192, 0},
    WINNERS(NAMED)
    {},
};
#endif
//< the table
