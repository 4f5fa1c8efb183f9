//> omit
/* summit.cu - the end of the ladder in FP32: equal work shares, and
 * more results for each load. */
#include "bench/bench.h"
#include "kernels/outer_product.h"
#include "kernels/packing.h"
#include "kernels/placement.h"
#include "kernels/swizzled.h"
#include "kernels/tma.h"
//< omit

//> the ways to deal
/* WHOLE: a block for each tile. EVEN: equal work shares. Each tile is
 * `count` iterations; all tiles are one line of iterations. Each block
 * gets an equal piece of this line, which may begin inside a tile.
 * BEHIND: EVEN, but blocks start before A is packed and wait for it.
 * STRAIGHT: EVEN, but elements of partial sums keep their places. */
enum { WHOLE, EVEN, BEHIND, STRAIGHT };
//< the ways to deal

//> where a work share begins
/* First iteration of work share n; `total` counts all iterations. */
static __device__ __forceinline__ size_t first_iteration(size_t total,
                                                         unsigned n)
{
    return total * n / gridDim.x;
}
//< where a work share begins

//> store a partial sum
/* Set to 1 when the partial sum with this number is stored. Two
 * products must not run at the same time. */
enum { MOST_SHARES = 2048 };
static __device__ unsigned stored[MOST_SHARES];

/* Stores acc as partial sum n: float4s of adjacent threads are
 * adjacent. Then sets the flag. */
template <int TM, int TN, int THREADS>
static __device__ __forceinline__ void store_partial(
    const float (*acc)[TN], float *partials, unsigned n)
{
    float4 *mine = (float4 *)partials +
                   (size_t)n * TM * TN / 4 * THREADS + threadIdx.x;

#pragma unroll
    for (int e = 0; e < TM * TN; e += 4) {
        const float *four = &acc[e / TN][e % TN];

        /* Stores a float4 in L2; adjacent floats change places. */
        __stcg(&mine[e / 4 * THREADS],
               make_float4(four[1], four[0], four[3], four[2]));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&stored[n], 1u);
    }
}
//< store a partial sum

//> add a partial sum
/* Waits until the block with work share n has stored its partial sum
 * of the tile, clears the flag, and adds the partial sum to acc. */
template <int TM, int TN, int THREADS>
static __device__ __forceinline__ void add_partial(
    float (*acc)[TN], const float *partials, unsigned n)
{
    const float4 *its = (const float4 *)partials +
                        (size_t)n * TM * TN / 4 * THREADS + threadIdx.x;

    if (threadIdx.x == 0) {
        while (atomicAdd(&stored[n], 0u) == 0)
            ;
        __threadfence();
        atomicExch(&stored[n], 0u);
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < TM * TN; e += 4) {
        const float4 v = __ldcg(&its[e / 4 * THREADS]);

        acc[e / TN][e % TN + 1] += v.x;
        acc[e / TN][e % TN] += v.y;
        acc[e / TN][e % TN + 3] += v.z;
        acc[e / TN][e % TN + 2] += v.w;
    }
}
//< add a partial sum

//> adjacent results change places
/* For STRAIGHT: store_partial() and add_partial() swap adjacent
 * elements. This swaps them once more, so that elements of partial sums
 * keep their places. */
template <int TM, int TN>
static __device__ __forceinline__ void exchange(float (*acc)[TN])
{
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; j += 2) {
            const float first = acc[i][j];

            acc[i][j] = acc[i][j + 1];
            acc[i][j + 1] = first;
        }
}
//< adjacent results change places

//> rows of results
/* A load cannot move before an earlier store, so a thread loads the old
 * values of AT_ONCE rows before it stores the first of them. */
enum { AT_ONCE = 2 };

/* Loads a thread's old values of a row of C: TN floats, in groups of
 * four that lie FAR floats apart. Only `cols` columns are left. */
template <int TN, int FAR>
static __device__ __forceinline__ void load_row(float4 *old,
                                                const float *c,
                                                int cols)
{
#pragma unroll
    for (int j = 0; j < TN / 4; ++j)
        if (j * FAR < cols)
            old[j] = __ldcg((const float4 *)&c[j * FAR]);
}

/* Stores a thread's results of a row. If `fours`, groups of four are
 * float4s, and `old` holds the old C; otherwise put() loads C. */
template <int TN, int FAR>
static __device__ __forceinline__ void put_row(
    float *c, int cols, bool fours, const float4 *old, float alpha,
    const float *acc, float beta)
{
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
        const int far = j / 4 * FAR;
        const float4 was = old[j / 4];

        if (fours && far < cols)
            *(float4 *)&c[far] =
                make_float4(alpha * acc[j] + beta * was.x,
                            alpha * acc[j + 1] + beta * was.y,
                            alpha * acc[j + 2] + beta * was.z,
                            alpha * acc[j + 3] + beta * was.w);
#pragma unroll
        for (int q = 0; q < 4; ++q)
            if (!fours && far + q < cols)
                put(&c[far + q], alpha, acc[j + q], beta);
    }
}
//< rows of results

//> boxes
/* The engine brings at most 256 columns at once. */

__host__ __device__ constexpr int box_of(int BM)
{
    return BM < 256 ? BM : 256;
}
//< boxes

//> a product that shares its tiles
/* One thread starts the copies of tiles. The compiled loop has UNROLL
 * of a tile's BK steps. The block with the beginning of a tile adds the
 * tile's partial sums. Blocks take work shares backwards, so that a
 * block waits only for blocks with smaller numbers. */
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT, int UNROLL, int DEAL>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
dealt(int M, int N, int K, float alpha,
      const __grid_constant__ struct tile_map map_a,
      const __grid_constant__ struct tile_map map_b, float beta,
      float *C, float *partials)
{
    constexpr int threads = (BM / TM) * (BN / TN), box = box_of(BM);
    constexpr int size_a = BK * BM, slot_size = BK * (BM + BN);
    constexpr int far_m = A_LAYOUT == PACKED ? 4 * WM / TM : WM / TM;
    constexpr int far_n = 4 * WN / TN,
                  near = A_LAYOUT == PACKED ? 4 : 1;
    const bool fours = ((size_t)C / 4 | N) % 4 == 0;
    extern __shared__ __align__(1024) float tiles[];
    __shared__ uint64_t full[STAGES];
    const unsigned warp = threadIdx.x / 32;
    unsigned row1, col1;
    place_lane<WN, TN>(&row1, &col1);
    row1 =
        (A_LAYOUT == PACKED ? row1 : row1 / 4) + warp / (BN / WN) * WM;
    col1 += warp % (BN / WN) * WN;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = depth > BK ? (depth + BK - 1) / BK : 1;
    const size_t total = (size_t)(((unsigned)M + BM - 1) / BM) *
                         (((unsigned)N + BN - 1) / BN) * count;
    const unsigned mine = gridDim.x - 1 - blockIdx.x;
    const size_t last = first_iteration(total, mine + 1);
    unsigned read_slot = 0, phase = 0;

    if (threadIdx.x == 0)
        for (unsigned s = 0; s < STAGES; ++s)
            init_barrier(&full[s]);
    __syncthreads();
    wait_for_kernel();
    for (size_t u = first_iteration(total, mine); u < last;) {
        const unsigned t0 = u % count;
        const unsigned t1 = min((size_t)count, t0 + (last - u));
        float acc[TM][TN] = {};
        unsigned row0, col0;
        place_tile<BM, BN>(M, N, u / count, &row0, &col0);
        const auto start_boxes = [&](unsigned s, unsigned t) {
            float *to = tiles + s * slot_size;

            expect(&full[s], slot_size * sizeof(float));
            for (unsigned h = 0; A_LAYOUT == PACKED && h < BM; h += box)
                start_box(to + h * BK, &map_a, t * BK, row0 + h,
                          &full[s]);
            for (unsigned h = 0; A_LAYOUT != PACKED && h < BK; h += 16)
                start_box(to + h * BM, &map_a, row0, t * BK + h,
                          &full[s]);
            start_box(to + size_a, &map_b, t * BK, col0, &full[s]);
        };

        if (threadIdx.x == 0 && depth > 0)
            for (unsigned s = 0; s < STAGES - 1 && t0 + s < t1; ++s)
                start_boxes((read_slot + s) % STAGES, t0 + s);
        for (unsigned t = t0; t < t1 && depth > 0; ++t) {
            wait_for(&full[read_slot], phase);
            __syncthreads();
            if (threadIdx.x == 0 && t + STAGES - 1 < t1)
                start_boxes(read_slot == 0 ? STAGES - 1 : read_slot - 1,
                            t + STAGES - 1);
            const float *As = tiles + read_slot * slot_size;
            const float *Bs = As + size_a + col1;

            read_slot = read_slot + 1 == STAGES ? 0 : read_slot + 1;
            phase ^= read_slot == 0;
            if (A_LAYOUT == PACKED) {
                As += row1 / box * box * BK + row1 % box;
#pragma unroll UNROLL
                for (int k = 0; k < BK; ++k) {
                    __align__(16) float a_k[TM], b_k[TN];

                    load_step<TM, TN, far_m, far_n>(
                        a_k, b_k, As + k * box, Bs + k * BN);
                    multiply<TM, TN, ZIGZAG>(acc, a_k, b_k);
                }
            } else
#pragma unroll 1
                for (int k = 0; k < BK; k += 16)
                    multiply_swizzled<TM, TN, BN, far_n>(
                        acc, As + k * BM, row1, Bs + k * BN);
        }
        if (DEAL == STRAIGHT)
            exchange<TM>(acc);
        if (t0 == 0) {
            for (unsigned n = mine + 1;
                 n < gridDim.x && first_iteration(total, n) < u + count;
                 ++n)
                add_partial<TM, TN, threads>(acc, partials, n);
            if (DEAL == STRAIGHT)
                exchange<TM>(acc);
            row0 += row1;
            col0 += col1;
//> the tile leaves
#pragma unroll
            for (int i = 0; i < TM; i += AT_ONCE) {
                float4 old[AT_ONCE][TN / 4] = {};
                unsigned row[AT_ONCE];

#pragma unroll
                for (int r = 0; r < AT_ONCE; ++r) {
                    row[r] = row0 + (i + r) / near * far_m +
                             (i + r) % near;
                    if (fours && beta != 0.0f && row[r] < M)
                        load_row<TN, far_n>(
                            old[r], &C[(size_t)row[r] * N + col0],
                            (int)(N - col0));
                }
#pragma unroll
                for (int r = 0; r < AT_ONCE; ++r)
                    if (row[r] < M)
                        put_row<TN, far_n>(
                            &C[(size_t)row[r] * N + col0],
                            (int)(N - col0), fours, old[r], alpha,
                            acc[i + r], beta);
            }
//< the tile leaves
        } else {
            store_partial<TM, TN, threads>(acc, partials, mine);
        }
        __syncthreads();
        u += t1 - t0;
    }
}
//< a product that shares its tiles

//> map, deal, multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT, int UNROLL, int DEAL>
static void run_dealt(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    const int bytes = STAGES * BK * (BM + BN) * (int)sizeof(float);
    const auto kernel = dealt<BM, BN, BK, WM, WN, TM, TN, STAGES,
                              BLOCKS, A_LAYOUT, UNROLL, DEAL>;
    const size_t whole = (size_t)blocks(M, BM) * blocks(N, BN);
    const size_t turns = alpha != 0.0f && K > 0 ? blocks(K, BK) : 1;
    struct tile_map a = {}, b = {};
    float *partials = NULL;
    int processors = 1;

    if (M == 0 || N == 0)
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    const size_t room = min((size_t)BLOCKS * processors,
                            (size_t)MOST_SHARES);
    const int cut = DEAL != WHOLE && whole % room != 0;
    const size_t num_blocks = cut ? min(room, whole * turns) : whole;

    if (alpha != 0.0f && K > 0 &&
        (pack<BM>(M, N, K, A_LAYOUT, &A, &B,
                  cut ? num_blocks * BM * BN : 0, &partials) ||
         map_packed<BM, box_of(BM), BK>(&a, A, M, K, A_LAYOUT) ||
         map_tiles(&b, B, K, N, blocks(N, 4) * 4, BK, BN, 0)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (DEAL == BEHIND)
        launch_behind(kernel, num_blocks, threads, bytes, M, N, K,
                      alpha, a, b, beta, C, partials);
    else
        kernel<<<num_blocks, threads, bytes>>>(M, N, K, alpha, a, b,
                                               beta, C, partials);
}
//< map, deal, multiply

//> a tile for the size
/* The elements of all tiles that cover M x N. */
static size_t covered(int M, int N, int bm, int bn)
{
    return (size_t)blocks(M, bm) * bm * blocks(N, bn) * bn;
}

/* What it costs to pack A, beside the product, falls as 1 / N. There
 * must be a large tile for every second SM, of which an H200 has 132:
 * then a work share is half a tile or more. */
static void run_summit(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t square = covered(M, N, 256, 192);
    const size_t tall = covered(M, N, 512, 96);
    auto run =
        run_dealt<512, 96, 32, 64, 96, 16, 12, 2, 1, PACKED, 8, BEHIND>;

    if (square < tall)
        run = run_dealt<256, 192, 32, 64, 96, 16, 12, 2, 1, PACKED, 8,
                        BEHIND>;
    if (N < 1024 || min(square, tall) < (size_t)132 / 2 * 512 * 96)
        run = run_dealt<128, 128, 32, 64, 64, 16, 8, 2, 2, RAW, 16,
                        EVEN>;
    if (M <= 64 || N <= 128 || (size_t)M * N <= (size_t)1024 * 1024)
        run = run_dealt<64, 128, 32, 32, 64, 8, 8, 2, 3, RAW, 16,
                        EVEN>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< a tile for the size

//> the table
/* Tiles of block, warp and thread, slots, blocks on an SM; behind them
 * the form of A, steps in the loop, the deal. */
#define LARGE 128, 256, 16, 64, 64, 16, 8, 3, 1
#define MORE 512, 96, 16, 64, 96, 16, 12, 3, 1
#define DEEP 512, 96, 32, 64, 96, 16, 12, 2, 1
#define DEALT(name, flags, ...)                                        \
    KERNEL(name, (flags) | NEEDS_90, dealt, __VA_ARGS__)

const struct kernel kernels[] = {
//> by the copy engine, and with more results
    DEALT("whole-tiles", SWEEP, LARGE, PACKED, 16, WHOLE),
    DEALT("stream-k", SWEEP, LARGE, PACKED, 16, EVEN),
    DEALT("stream-k-loop-8", SWEEP, LARGE, PACKED, 8, EVEN),
    DEALT("16x12", SWEEP, MORE, PACKED, 16, EVEN),
    DEALT("16x12-loop-8", SWEEP, MORE, PACKED, 8, EVEN),
    DEALT("16x12-k32", 0, DEEP, PACKED, 8, EVEN),
    DEALT("16x12-same-bank", SWEEP, DEEP, PACKED, 8, STRAIGHT),
    DEALT("early-start", 0, DEEP, PACKED, 8, BEHIND),
    DEALT("tile-256x192", 0, 256, 192, 32, 64, 96, 16, 12, 2, 1, PACKED,
          8, BEHIND),
    DEALT("tile-512x48", 0, 512, 48, 16, 128, 48, 16, 12, 2, 2, PACKED,
          8, BEHIND),
    DEALT("unpacked-128x256", SWEEP, LARGE, RAW, 16, EVEN),
    DEALT("unpacked-128x128", 0, 128, 128, 32, 64, 64, 16, 8, 2, 2, RAW,
          16, EVEN),
    DEALT("unpacked-64x128", 0, 64, 128, 32, 32, 64, 8, 8, 2, 3, RAW,
          16, EVEN),
//< by the copy engine, and with more results
    {"summit", run_summit, 512, 96, 32, 16384, NEEDS_90, "dealt",
     {DEEP, PACKED, 8, BEHIND, NO_MORE}},
    {},
};
//< the table
