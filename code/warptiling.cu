//> omit
/* warptiling.cu - a tile for each warp. */
#include "bench/bench.h"
#include "bench/tiles.h"

#ifndef CONSTANTS
#include "bench/nearest.h"
#endif
//< omit

//> a tile for each warp
static __device__ __forceinline__ void warp_tile(
    const unsigned stages, const unsigned BM, const unsigned BN,
    const unsigned BK, const unsigned WM, const unsigned WN,
    const unsigned TM, const unsigned TN, float *acc, float *a_k,
    float *b_k, float *next_a, float *next_b, float *tiles_a,
    float *tiles_b, int M, int N, int K, float alpha, const float *A,
    const float *B, float beta, float *C)
{
    const unsigned threads = (BM / TM) * (BN / TN), pitch = BM + 4;
//> where a thread stands
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned across = WN / TN;
    const unsigned row1 = warp / (BN / WN) * WM + lane / across * 4;
    const unsigned col1 = warp % (BN / WN) * WN + lane % across * 4;
#define ROW(i) ((i) / 4 * (WM / TM * 4) + (i) % 4)
#define COL(j) ((j) / 4 * (WN / TN * 4) + (j) % 4)
//< where a thread stands
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int wide_a = rows_aligned(A, K), wide_b = rows_aligned(B, N);
    const int wide_c = rows_aligned(C, N);

    fetch_ragged(4, BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(4, BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;;) {
#pragma unroll
        for (unsigned s = 0; s < stages; ++s) {
            float *As = tiles_a + s * BK * pitch;
            float *Bs = tiles_b + s * BK * BN;
            const float *my_a = As + row1, *my_b = Bs + col1;

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
                goto done;
            k0 += BK;
            if (stages == 1)
                __syncthreads();
        }
    }
done:
#pragma unroll
    for (unsigned i = 0; i < TM && row1 + ROW(i) < rows; ++i) {
        float *c = &C[(size_t)(row0 + row1 + ROW(i)) * N + col0 + col1];

#pragma unroll
        for (unsigned j = 0; j < TN; j += 4)
            put4(c + COL(j), cols - min(cols, col1 + COL(j)), wide_c,
                 alpha, &acc[i * TN + j], beta);
    }
}
//< a tile for each warp

//> what the constants imply
#define THREADS(BM, BN, WM, WN) ((BM / WM) * (BN / WN) * 32)
#define REGISTERS(BM, BN, BK, WM, WN, TM, TN)                          \
    (TM * TN + TM + TN + 32                                            \
     + (BM + BN) * BK / THREADS(BM, BN, WM, WN))
#define AT_LEAST(BM, BN, BK, WM, WN, TM, TN)                           \
    (65536 / (THREADS(BM, BN, WM, WN)                                  \
              * REGISTERS(BM, BN, BK, WM, WN, TM, TN)))
//< what the constants imply

//> a kernel for given constants
#define WARP_TILE(name, stages, BM, BN, BK, WM, WN, TM, TN)            \
    __global__ void __launch_bounds__(                                 \
        THREADS(BM, BN, WM, WN),                                       \
        AT_LEAST(BM, BN, BK, WM, WN, TM, TN)                           \
            ? AT_LEAST(BM, BN, BK, WM, WN, TM, TN) : 1)                \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        enum { threads = THREADS(BM, BN, WM, WN) };                    \
        __shared__ __align__(16) float As[stages * BK * (BM + 4)];     \
        __shared__ __align__(16) float Bs[stages * BK * BN];           \
        float acc[TM * TN] = {0}, a_k[TM], b_k[TN];                    \
        __align__(16) float a[BM * BK / threads], b[BK * BN / threads];\
        warp_tile(stages, BM, BN, BK, WM, WN, TM, TN, acc, a_k, b_k,   \
                  a, b, As, Bs, M, N, K, alpha, A, B, beta, C);        \
    }
//< a kernel for given constants

//> omit
#ifdef CONSTANTS /* -DCONSTANTS=128,256,16,64,64,16,8 */
#define GIVEN(kernel, ...) kernel(__VA_ARGS__)
extern "C" {
GIVEN(WARP_TILE, tuned, 1, CONSTANTS)
}
#else
#ifndef WINNERS /* no search on this card yet: one guess for all */
#define WINNERS(USE) \
    USE(0, 4096, 4096, 4096, 128, 256, 16, 64, 64, 16, 8)
#endif

#define LAUNCHED(name, stages, BM, BN, BK, WM, WN, TM, TN)             \
    WARP_TILE(name, stages, BM, BN, BK, WM, WN, TM, TN)                \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        const dim3 all = grid(blocks(N, BN), blocks(M, BM));           \
        name<<<all, THREADS(BM, BN, WM, WN)>>>(M, N, K, alpha, A, B,   \
                                               beta, C);               \
    }
#define WINNER(i, m, n, k, BM, BN, BK, WM, WN, TM, TN)                 \
    LAUNCHED(winner_##i, 1, BM, BN, BK, WM, WN, TM, TN)

WINNERS(WINNER)
//< omit

//> the warp's shape
LAUNCHED(t8_2x16, 1, 128, 128, 16, 16, 128, 8, 8)
LAUNCHED(t8_4x8, 1, 128, 128, 16, 32, 64, 8, 8)
LAUNCHED(t8_8x4, 1, 128, 128, 16, 64, 32, 8, 8)
LAUNCHED(t8_16x2, 1, 128, 128, 16, 128, 16, 8, 8)
LAUNCHED(t16_1x32, 1, 128, 256, 16, 16, 256, 16, 8)
LAUNCHED(t16_2x16, 1, 128, 256, 16, 32, 128, 16, 8)
LAUNCHED(t16_4x8, 1, 128, 256, 16, 64, 64, 16, 8)
LAUNCHED(t16_8x4, 1, 128, 256, 16, 128, 32, 16, 8)
LAUNCHED(t4_2x16, 1, 64, 128, 16, 8, 128, 4, 8)
LAUNCHED(t4_4x8, 1, 64, 128, 16, 16, 64, 4, 8)
LAUNCHED(t4_8x4, 1, 64, 128, 16, 32, 32, 4, 8)
LAUNCHED(t4_16x2, 1, 64, 128, 16, 64, 16, 4, 8)
//< the warp's shape

//> two tiles in turn
LAUNCHED(t8_two, 2, 128, 128, 16, 32, 64, 8, 8)
LAUNCHED(t8_k8, 1, 128, 128, 8, 32, 64, 8, 8)
LAUNCHED(t8_k8_two, 2, 128, 128, 8, 32, 64, 8, 8)
LAUNCHED(t16_k8, 1, 128, 256, 8, 64, 64, 16, 8)
LAUNCHED(t16_k8_two, 2, 128, 256, 8, 64, 64, 16, 8)
//< two tiles in turn

//> omit
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
//< omit

//> the table
#define NAMED(i, m, n, k, BM, BN, BK, WM, WN, TM, TN)                  \
    {"for-" #m "x" #n "x" #k, run_winner_##i, BM, BN, BK, 8192, SWEEP},

const struct kernel kernels[] = {
    {"t8-2x16", run_t8_2x16, 128, 128, 16, 8192, SWEEP},
    {"t8-4x8", run_t8_4x8, 128, 128, 16, 8192, SWEEP},
    {"t8-8x4", run_t8_8x4, 128, 128, 16, 8192, SWEEP},
    {"t8-16x2", run_t8_16x2, 128, 128, 16, 8192, SWEEP},
    {"t16-1x32", run_t16_1x32, 128, 256, 16, 8192, SWEEP},
    {"t16-2x16", run_t16_2x16, 128, 256, 16, 8192, SWEEP},
    {"t16-4x8", run_t16_4x8, 128, 256, 16, 8192, 0},
    {"t16-8x4", run_t16_8x4, 128, 256, 16, 8192, SWEEP},
    {"t4-2x16", run_t4_2x16, 64, 128, 16, 8192, SWEEP},
    {"t4-4x8", run_t4_4x8, 64, 128, 16, 8192, SWEEP},
    {"t4-8x4", run_t4_8x4, 64, 128, 16, 8192, SWEEP},
    {"t4-16x2", run_t4_16x2, 64, 128, 16, 8192, SWEEP},
    {"t8-two", run_t8_two, 128, 128, 16, 8192, SWEEP},
    {"t8-k8", run_t8_k8, 128, 128, 8, 8192, SWEEP},
    {"t8-k8-two", run_t8_k8_two, 128, 128, 8, 8192, SWEEP},
    {"t16-k8", run_t16_k8, 128, 256, 8, 8192, SWEEP},
    {"t16-k8-two", run_t16_k8_two, 128, 256, 8, 8192, SWEEP},
    {"warptiling", run_tuned, 128, 256, 16, 8192, 0},
    WINNERS(NAMED)
    {},
};
#endif
//< the table
