//> omit
/* autotuning.cu - the rectangle with its constants left open. */
#include "bench/bench.h"
#include "bench/tiles.h"

#ifndef CONSTANTS
#include "bench/nearest.h"
#endif
//< omit

//> the kernel, its constants open
static __device__ __forceinline__ void rectangle(
    const unsigned BM, const unsigned BN, const unsigned BK,
    const unsigned TM, const unsigned TN, float *acc, float *a_k,
    float *b_k, float *next_a, float *next_b, float *As, float *Bs,
    int M, int N, int K, float alpha, const float *A, const float *B,
    float beta, float *C)
{
    const unsigned threads = (BM / TM) * (BN / TN), pitch = BM + 4;
    const unsigned across = BN / TN;
    const unsigned x = threadIdx.x % across, y = threadIdx.x / across;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int wide_a = rows_aligned(A, K), wide_b = rows_aligned(B, N);
    const int wide_c = rows_aligned(C, N);
    const unsigned row1 = y * 4, col1 = x * 4;
#define ROW(i) ((i) / 4 * (BM / TM * 4) + (i) % 4)
#define COL(j) ((j) / 4 * (BN / TN * 4) + (j) % 4)
    const float *my_a = As + row1, *my_b = Bs + col1;

    fetch_ragged(4, BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(4, BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        place_transposed(4, BM, BK, threads, pitch, next_a, As);
        place(4, BK, BN, threads, next_b, Bs);
        __syncthreads();
        if (k0 < depth) {
            fetch(4, BM, BK, threads, next_a, a + k0, K, rows - 1,
                  BK - 1, wide_a);
            fetch(4, BK, BN, threads, next_b, b + (size_t)k0 * N,
                  N, BK - 1, cols - 1, wide_b);
        }
#pragma unroll
        for (unsigned k = 0; k < BK; ++k) {
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
                a_k[i] = my_a[k * pitch + ROW(i)];
#pragma unroll
            for (unsigned j = 0; j < TN; ++j)
                b_k[j] = my_b[k * BN + COL(j)];
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
#pragma unroll
                for (unsigned j = 0; j < TN; ++j)
                    acc[i * TN + j] += a_k[i] * b_k[j];
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < TM && row1 + ROW(i) < rows; ++i) {
        float *c = &C[(size_t)(row0 + row1 + ROW(i)) * N + col0 + col1];

#pragma unroll
        for (unsigned j = 0; j < TN; j += 4)
            put4(c + COL(j), cols - min(cols, col1 + COL(j)), wide_c,
                 alpha, &acc[i * TN + j], beta);
    }
}
//< the kernel, its constants open

//> what the constants imply
#define THREADS(BM, BN, TM, TN) ((BM / TM) * (BN / TN))

/* Registers that a thread should need, and so how many blocks an SM
 * with 65,536 registers should hold. */
#define REGISTERS(BM, BN, BK, TM, TN)                                  \
    (TM * TN + TM + TN + 32                                            \
     + (BM + BN) * BK / THREADS(BM, BN, TM, TN))
#define AT_LEAST(BM, BN, BK, TM, TN)                                   \
    (65536 / (THREADS(BM, BN, TM, TN)                                  \
              * REGISTERS(BM, BN, BK, TM, TN)))
//< what the constants imply

//> a kernel for given constants
#define RECTANGLE(name, BM, BN, BK, TM, TN)                            \
    __global__ void __launch_bounds__(                                 \
        THREADS(BM, BN, TM, TN),                                       \
        AT_LEAST(BM, BN, BK, TM, TN) ? AT_LEAST(BM, BN, BK, TM, TN)    \
                                     : 1)                              \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        enum { threads = THREADS(BM, BN, TM, TN) };                    \
        __shared__ __align__(16) float As[BK * (BM + 4)];              \
        __shared__ __align__(16) float Bs[BK * BN];                    \
        float acc[TM * TN] = {0}, a_k[TM], b_k[TN];                    \
        __align__(16) float a[BM * BK / threads], b[BK * BN / threads];\
        rectangle(BM, BN, BK, TM, TN, acc, a_k, b_k, a, b, As, Bs, M,  \
                  N, K, alpha, A, B, beta, C);                         \
    }
//< a kernel for given constants

//> one kernel, or all winners
#ifdef CONSTANTS /* -DCONSTANTS=128,128,16,8,8, says the tuner */
#define GIVEN(kernel, ...) kernel(__VA_ARGS__)
extern "C" {
GIVEN(RECTANGLE, tuned, CONSTANTS)
}
#else
#ifndef WINNERS /* no search on this card yet: one guess for all */
#define WINNERS(USE) USE(0, 4096, 4096, 4096, 128, 128, 16, 8, 8)
#endif
//< one kernel, or all winners

//> the winners of this card
#define WINNER(i, m, n, k, BM, BN, BK, TM, TN)                         \
    RECTANGLE(winner_##i, BM, BN, BK, TM, TN)                          \
    static void run_winner_##i(int M, int N, int K, float alpha,       \
                               const float *A, const float *B,         \
                               float beta, float *C)                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        const dim3 all = grid(blocks(N, BN), blocks(M, BM));           \
        winner_##i<<<all, THREADS(BM, BN, TM, TN)>>>(                  \
            M, N, K, alpha, A, B, beta, C);                            \
    }

WINNERS(WINNER)
RECTANGLE(by_hand, 128, 128, 16, 8, 8)
//< the winners of this card

//> the nearest shape wins
#define SHAPE(i, m, n, k, ...) {m, n, k},
#define RUN(i, ...) run_winner_##i,
static const struct shape won[] = {WINNERS(SHAPE)};
static gemm_fn *const winners[] = {WINNERS(RUN)};

static void run_tuned(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const unsigned i = nearest(won, sizeof won / sizeof *won, M, N, K);

    winners[i](M, N, K, alpha, A, B, beta, C);
}
//< the nearest shape wins

//> omit
static void run_by_hand(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    if (M == 0 || N == 0)
        return;
    by_hand<<<grid(blocks(N, 128), blocks(M, 128)), 256>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< omit

//> the table
#define NAMED(i, m, n, k, BM, BN, BK, TM, TN)                          \
    {"for-" #m "x" #n "x" #k, run_winner_##i, BM, BN, BK, 8192, SWEEP},

const struct kernel kernels[] = {
    {"by-hand", run_by_hand, 128, 128, 16, 8192, 0},
    {"tuned", run_tuned, 128, 128, 16, 8192, 0},
    WINNERS(NAMED)
    {},
};
#endif
//< the table
