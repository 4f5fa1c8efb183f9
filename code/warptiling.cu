//> omit
/* warptiling.cu - a tile for each warp. */
#include "bench/bench.h"
#include "kernels/wide_tiles.h"

#ifndef CONSTANTS
#include "kernels/nearest.h"
#endif
//< omit

//> what the constants imply
constexpr int min_blocks(int threads, int guessed_registers)
{
    return threads * guessed_registers <= 65536
               ? 65536 / (threads * guessed_registers)
               : 1;
}

constexpr int guessed_registers(int BM, int BN, int BK, int TM, int TN)
{
    return TM * TN + TM + TN + 32 + (BM + BN) * BK * TM * TN / BM / BN;
}
//< what the constants imply

//> a tile for each warp
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int SLOTS>
__global__ void __launch_bounds__(
    (BM / TM) * (BN / TN),
    min_blocks((BM / TM) * (BN / TN),
               guessed_registers(BM, BN, BK, TM, TN)))
warp_tile(int M, int N, int K, float alpha, const float *A,
          const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    __shared__ __align__(16) float tiles_a[SLOTS][BK][BM + 4];
    __shared__ __align__(16) float tiles_b[SLOTS][BK][BN];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
//> where a thread stands
    constexpr int lanes_n = WN / TN;
    constexpr int stride_m = WM / TM * 4, stride_n = WN / TN * 4;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row1 = warp / (BN / WN) * WM + lane / lanes_n * 4;
    const unsigned col1 = warp % (BN / WN) * WN + lane % lanes_n * 4;
//< where a thread stands
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
//> one slot or two
    for (unsigned k0 = first_steps;;) {
#pragma unroll
        for (int s = 0; s < SLOTS; ++s) {
            float (*As)[BM + 4] = tiles_a[s], (*Bs)[BN] = tiles_b[s];

            place_transposed<4, BM, BK, threads, BM + 4>(next_a, As[0]);
            place<4, BK, BN, threads>(next_b, Bs[0]);
            __syncthreads();
//> load the next tile into registers
            if (k0 < depth) {
                fetch<4, BM, BK, threads>(next_a, a + k0, K,
                                          rows_left - 1, BK - 1,
                                          aligned_a);
                fetch<4, BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                          BK - 1, cols_left - 1,
                                          aligned_b);
            }
//< load the next tile into registers
#pragma unroll
//> compute on this tile
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
//< compute on this tile
            if (k0 >= depth)
                goto done;
            k0 += BK;
            if (SLOTS == 1)
                __syncthreads();
        }
    }
//< one slot or two
done:
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
//< a tile for each warp

//> one kernel, or all winners
#ifdef CONSTANTS /* the tuner sets -DCONSTANTS=128,256,16,64,64,16,8 */
template __global__ void warp_tile<CONSTANTS, 1>(int, int, int, float,
                                                 const float *,
                                                 const float *, float,
                                                 float *);
#else
#ifndef WINNERS /* If no kernel was tuned on this card, we guess one. */
#define WINNERS(USE) \
    USE(0, 4096, 4096, 4096, 128, 256, 16, 64, 64, 16, 8)
#endif
//< one kernel, or all winners

//> launch it
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int SLOTS>
static void run_warp_tile(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    const int threads = (BM / TM) * (BN / TN);
    warp_tile<BM, BN, BK, WM, WN, TM, TN, SLOTS><<<all, threads>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> omit
#define WON(i, m, n, k, ...) \
    {{m, n, k}, run_warp_tile<__VA_ARGS__, 1>},
static const struct won winners[] = {WINNERS(WON)};

static void run_tuned(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    nearest(winners, sizeof winners / sizeof *winners, M, N, K)
        ->launch(M, N, K, alpha, A, B, beta, C);
}
//< omit

//> the table
#define ENTRY(name, ...) KERNEL(name, SWEEP, warp_tile, __VA_ARGS__)
#define NAMED(i, m, n, k, ...) \
    ENTRY("warp-for-" #m "x" #n "x" #k, __VA_ARGS__, 1),

const struct kernel kernels[] = {
//> the shape of a warp
    ENTRY("8x8-warp-2x16", 128, 128, 16, 16, 128, 8, 8, 1),
    ENTRY("8x8-warp-4x8", 128, 128, 16, 32, 64, 8, 8, 1),
    ENTRY("8x8-warp-8x4", 128, 128, 16, 64, 32, 8, 8, 1),
    ENTRY("8x8-warp-16x2", 128, 128, 16, 128, 16, 8, 8, 1),
    ENTRY("16x8-warp-1x32", 128, 256, 16, 16, 256, 16, 8, 1),
    ENTRY("16x8-warp-2x16", 128, 256, 16, 32, 128, 16, 8, 1),
    KERNEL("16x8-warp-4x8", 0, warp_tile, 128, 256, 16, 64, 64, 16, 8,
           1),
    ENTRY("16x8-warp-8x4", 128, 256, 16, 128, 32, 16, 8, 1),
    ENTRY("4x8-warp-2x16", 64, 128, 16, 8, 128, 4, 8, 1),
    ENTRY("4x8-warp-4x8", 64, 128, 16, 16, 64, 4, 8, 1),
    ENTRY("4x8-warp-8x4", 64, 128, 16, 32, 32, 4, 8, 1),
    ENTRY("4x8-warp-16x2", 64, 128, 16, 64, 16, 4, 8, 1),
//< the shape of a warp
//> kernels with two slots
    ENTRY("8x8-two-slots", 128, 128, 16, 32, 64, 8, 8, 2),
    ENTRY("8x8-bk-8", 128, 128, 8, 32, 64, 8, 8, 1),
    ENTRY("8x8-bk-8-two-slots", 128, 128, 8, 32, 64, 8, 8, 2),
    ENTRY("16x8-bk-8", 128, 256, 8, 64, 64, 16, 8, 1),
    ENTRY("16x8-bk-8-two-slots", 128, 256, 8, 64, 64, 16, 8, 2),
//< kernels with two slots
    {"warptiling", run_tuned, 128, 256, 16, 8192, 0},
    WINNERS(NAMED)
    {},
};
#endif
//< the table
