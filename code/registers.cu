//> omit
/* registers.cu - the banks of the register file, and kernels that
 * differ in what they read of each. */
#include "bench/bench.h"
#include "kernels/outer_product.h"
#include "kernels/placement.h"
#include "kernels/wide_tiles.h"

#include <cuda_pipeline.h>

#ifndef CONSTANTS
#include "kernels/packing.h"
#include "probes/banks.h"
#include "probes/exchange.h"
#endif
//< omit

//> how it is stored
/* Stores four elements at a time; one by one; or four by way of shared
 * memory, with adjacent elements swapped or in order. */
enum { FOUR, ONE, SWAPPED, STRAIGHT };
//< how it is stored

//> start a tile
/* Starts to copy a whole tile. The float4s that a thread copies are
 * `turn` rows apart. */
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void copy_tile_async(
    float *tile, const float *from, size_t stride)
{
    constexpr unsigned turn = 4 * THREADS / COLS;

#pragma unroll
    for (unsigned i = 0; i < ROWS / turn; ++i)
        __pipeline_memcpy_async(tile + i * turn * COLS,
                                from + i * turn * stride, 16);
}
//< start a tile

//> start a ragged tile
/* Only `here` rows exist; zeros are stored for all other rows. */
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void copy_ragged_async(
    float *tile, const float *from, size_t stride, unsigned here)
{
    constexpr unsigned turn = 4 * THREADS / COLS;
    const unsigned row = 4 * threadIdx.x / COLS;

#pragma unroll
    for (unsigned i = 0; i < ROWS / turn; ++i) {
        const int valid = row + i * turn < here;

        __pipeline_memcpy_async(tile + i * turn * COLS,
                                valid ? from + i * turn * stride : from,
                                16, valid ? 0 : 16);
    }
}
//< start a ragged tile

//> store a tile
template <int BM, int BN, int WM, int WN, int TM, int TN, int STORE>
static __device__ __forceinline__ void store_tile(
    float (*acc)[TN], float *room, int M, int N, unsigned row0,
    unsigned col0, float alpha, float beta, float *C)
{
    constexpr int down = WM / TM, across = WN / TN;
    constexpr int far_m = 4 * down, far_n = 4 * across;
    const unsigned warp = threadIdx.x / 32;
    unsigned lane_row, lane_col;
    place_lane<WN, TN>(&lane_row, &lane_col);
    row0 += warp / (BN / WN) * WM;
    col0 += warp % (BN / WN) * WN;
//> through shared memory
    if (STORE == SWAPPED || STORE == STRAIGHT) {
        constexpr unsigned part = far_m * WN, x = STORE == SWAPPED;
        float *mine = room + warp * part;

#pragma unroll
        for (int i = 0; i < TM; i += 4) {
#pragma unroll
            for (int q = 0; q < 4; ++q)
#pragma unroll
                for (int j = 0; j < TN; j += 4)
                    *(float4 *)&mine[(lane_row + q) * WN + lane_col +
                                     j / 4 * far_n] =
                        make_float4(acc[i + q][j ^ x],
                                    acc[i + q][(j + 1) ^ x],
                                    acc[i + q][(j + 2) ^ x],
                                    acc[i + q][(j + 3) ^ x]);
            __syncwarp();
#pragma unroll 4
            for (unsigned e = threadIdx.x % 32; e < part; e += 32) {
                const unsigned row = row0 + i / 4 * far_m + e / WN;
                const unsigned col = col0 + e % WN;

                if (row < M && col < N)
                    put(&C[(size_t)row * N + col], alpha, mine[e ^ x],
                        beta);
            }
            __syncwarp();
        }
        return;
    }
//< through shared memory
    const int wide_c = STORE == FOUR && rows_aligned(C, N);

    row0 += lane_row;
    col0 += lane_col;
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row0 + i / 4 * far_m + i % 4;
        float *c = C + (size_t)row * N + col0;

        if (row >= M)
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const unsigned far = j / 4 * far_n;
            const unsigned here = N - min(N, col0 + far);

            if (STORE == FOUR)
                put4(c + far, here, wide_c, alpha, &acc[i][j], beta);
            else
#pragma unroll
                for (unsigned q = 0; q < 4; ++q)
                    if (q < here)
                        put(c + far + q, alpha, acc[i][j + q], beta);
        }
    }
}
//< store a tile

//> a product that looks at its registers
/* A is transposed and padded; rows of B begin at multiples of 16 bytes
 * (pack()). With fewer blocks than tiles, a block takes several. */
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int ORDER, int STORE>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
banked(int M, int N, int K, float alpha, const float *A, const float *B,
       float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    constexpr int size_a = BK * BM, slot_size = BK * (BM + BN);
    constexpr int far_m = 4 * WM / TM, far_n = 4 * WN / TN;
    extern __shared__ __align__(1024) float tiles[];
    __align__(16) float a_k[TM], b_k[TN];
    const unsigned warp = threadIdx.x / 32;
    unsigned lane_row, lane_col;
    place_lane<WN, TN>(&lane_row, &lane_col);
    const unsigned row1 = warp / (BN / WN) * WM + lane_row;
    const unsigned col1 = warp % (BN / WN) * WN + lane_col;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = depth > BK ? (depth + BK - 1) / BK : 1;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const size_t pitch_a = ((size_t)M + BM - 1) / BM * BM;
    const size_t pitch_b = ((size_t)N + 3) / 4 * 4;
    const unsigned row_a = 4 * threadIdx.x / BM;
    const unsigned col_a = 4 * threadIdx.x % BM;
    const unsigned row_b = 4 * threadIdx.x / BN;
    const unsigned col_b = 4 * threadIdx.x % BN;
    float *to_a = tiles + row_a * BM + col_a;
    float *to_b = tiles + size_a + row_b * BN + col_b;
    const unsigned all = ((unsigned)M + BM - 1) / BM *
                         (((unsigned)N + BN - 1) / BN);

    for (unsigned n = blockIdx.x; n < all; n += gridDim.x) {
        unsigned row0, col0, t = 0;
        float acc[TM][TN] = {};
        place_tile<BM, BN>(M, N, n, &row0, &col0);
        const float *a = A + row_a * pitch_a + row0 + col_a;
        const float *b = B + row_b * pitch_b +
                         min((size_t)col0 + col_b, pitch_b - 4);

#pragma unroll
        for (int s = 0; s < STAGES - 1; ++s, ++t) {
            if (t == 0) {
                copy_ragged_async<BK, BM, threads>(to_a, a, pitch_a,
                                                   first);
                copy_ragged_async<BK, BN, threads>(to_b, b, pitch_b,
                                                   first);
                a += first * pitch_a;
                b += first * pitch_b;
            } else if (t < count) {
                copy_tile_async<BK, BM, threads>(to_a + s * slot_size,
                                                 a, pitch_a);
                copy_tile_async<BK, BN, threads>(to_b + s * slot_size,
                                                 b, pitch_b);
                a += BK * pitch_a;
                b += BK * pitch_b;
            }
            __pipeline_commit();
        }
        unsigned now = 0, next = STAGES - 1;

        for (; t < count + STAGES - 1; ++t) {
            __pipeline_wait_prior(STAGES - 2);
            __syncthreads();
            if (t < count) {
                copy_tile_async<BK, BM, threads>(
                    to_a + next * slot_size, a, pitch_a);
                copy_tile_async<BK, BN, threads>(
                    to_b + next * slot_size, b, pitch_b);
                a += BK * pitch_a;
                b += BK * pitch_b;
            }
            __pipeline_commit();
            next = next + 1 == STAGES ? 0 : next + 1;
            const float *As = tiles + now * slot_size + row1;
            const float *Bs = tiles + now * slot_size + size_a + col1;

            now = now + 1 == STAGES ? 0 : now + 1;
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                load_step<TM, TN, far_m, far_n>(a_k, b_k, As + k * BM,
                                                Bs + k * BN);
                multiply<TM, TN, ORDER>(acc, a_k, b_k);
            }
        }
        __pipeline_wait_prior(0);
        __syncthreads();
        store_tile<BM, BN, WM, WN, TM, TN, STORE>(
            acc, tiles, M, N, row0, col0, alpha, beta, C);
        __syncthreads();
    }
}
//< a product that looks at its registers

//> one kernel, or a table of them
#ifdef CONSTANTS /* 128,256,16,64,64,16,8,3,1,1,1, says the tuner */
template __global__ void banked<CONSTANTS>(int, int, int, float,
                                           const float *, const float *,
                                           float, float *);
#else
//< one kernel, or a table of them

//> pack, and multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int ORDER, int STORE>
static void run_banked(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int bytes = STAGES * BK * (BM + BN) * (int)sizeof(float);
    const auto kernel =
        banked<BM, BN, BK, WM, WN, TM, TN, STAGES, BLOCKS, ORDER,
               STORE>;
    float *rest;

    if (M == 0 || N == 0 ||
        (alpha != 0.0f && K > 0 &&
         pack<BM>(M, N, K, PACKED, &A, &B, 0, &rest)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), BM / TM * (BN / TN),
             bytes>>>(M, N, K, alpha, A, B, beta, C);
}
//< pack, and multiply

//> the table
/* Tiles of 128 x 256 x 16 for a block, 64 x 64 for a warp and 16 x 8
 * for a thread; three slots; one block on an SM. */
#define BANKED(name, flags, order, store)                              \
    KERNEL(name, (flags) | NEEDS_80, banked, 128, 256, 16, 64, 64, 16, \
           8, 3, 1, order, store)

const struct kernel kernels[] = {
//> order and stores
    BANKED("by-rows-float4", SWEEP, ROWS, FOUR),
    BANKED("by-rows", SWEEP, ROWS, ONE),
    BANKED("zigzag-float4", 0, ZIGZAG, FOUR),
    BANKED("zigzag", SWEEP, ZIGZAG, ONE),
    BANKED("other-bank", SWEEP, ZIGZAG, SWAPPED),
    BANKED("same-bank", SWEEP, ZIGZAG, STRAIGHT),
//< order and stores
    {},
};
//< the table

//> what is asked of the banks
/* Three letters for each FFMA: the operands a, b and c. */
static const char *const patterns[] = {
    "eoe",                                 /*  0 */
    "eoo",                                 /*  1 */
    "eee",                                 /*  2 */
    "eee ooo",                             /*  3 */
    "eeo ooe",                             /*  4 */
    "o==",                                 /*  5 */
    "o=o",                                 /*  6 */
    "o=e",                                 /*  7 */
    "eoe -oe",                             /*  8 */
    "eoe -oe -oe -oe",                     /*  9 */
    "eoe -oe -oe -oe -oe -oe -oe -oe",     /* 10 */
    "eoe _oe _oe _oe _oe _oe _oe _oe",     /* 11 */
    "eee -ee -ee -ee -ee -ee -ee -ee",     /* 12 */
    "eoo -oo -oo -oo -oo -oo -oo -oo",     /* 13 */
    "eoe --e --e --e --e --e --e --e",     /* 14 */
    "eee o== o==",                         /* 15 */
    "eee eee o== o== o== o==",             /* 16 */
    "eee eee eee o== o== o== o== o== o==", /* 17 */
    "eoe -eo -oe -eo -oe -eo -oe -eo",     /* 18 */
};

template <int P>
static int cycles_of(long long warps, struct samples *out)
{
    return bank_cycles(patterns[P], (int)warps, out);
}
//< what is asked of the banks

//> each loop as it is, and exchanged
template <int K, int EXCHANGED>
static int exchange_of(long long n, struct samples *out)
{
    return exchange_cycles(K, EXCHANGED, n, out);
}
//< each loop as it is, and exchanged

//> omit
#define BANK(p, name)                                                  \
    {"banks", name, "cycles", {1, 2}, cycles_of<p>, NULL, 0, NEEDS_80}

/* The k-th kernel of the table. */
#define EXCHANGE(k, name)                                              \
    {"exchange", name, "cycles", {4096}, exchange_of<k, 0>, NULL, 0,   \
     NEEDS_80},                                                        \
    {"exchange", name "-exchanged", "cycles", {4096},                  \
     exchange_of<k, 1>, NULL, 0, NEEDS_80}

const struct probe probes[] = {
    BANK(0, "eoe"), BANK(1, "eoo"), BANK(2, "eee"), BANK(3, "eee-ooo"),
    BANK(4, "eeo-ooe"), BANK(5, "one"), BANK(6, "same-o"),
    BANK(7, "same-e"), BANK(8, "kept-2"), BANK(9, "kept-4"),
    BANK(10, "kept-8"), BANK(11, "held-8"), BANK(12, "kept-8-eee"),
    BANK(13, "kept-8-eoo"), BANK(14, "both-kept"), BANK(15, "burst-1"),
    BANK(16, "burst-2"), BANK(17, "burst-3"), BANK(18, "kept-swap"),
    EXCHANGE(0, "by-rows-float4"), EXCHANGE(1, "by-rows"),
    EXCHANGE(2, "zigzag-float4"), EXCHANGE(3, "zigzag"),
    EXCHANGE(4, "other-bank"), EXCHANGE(5, "same-bank"),
    {},
};
#endif
//< omit
