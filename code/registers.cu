//> omit
/* registers.cu - the doors of the register file, and the kernel that
 * goes through them one at a time. */
#include "bench/bench.h"
#include "bench/copies.h"
#include "bench/doors.h"
#include "bench/wide_tiles.h"
//< omit

//> in which order, and how it is stored
/* ORDER of the outer product: row after row, or every other row back.
 * STORE: four elements at a time; one by one; or through shared memory,
 * where the elements of each float4 have changed places in pairs. */
enum { ROWS, ZIGZAG };
enum { FOUR, ONE, SWAPPED };
//< in which order, and how it is stored

//> start a tile
/* Starts a whole tile on its way: a thread's float4s are `turn` rows
 * apart. */
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void start(float *tile,
                                             const float *from,
                                             size_t stride)
{
    constexpr unsigned turn = 4 * THREADS / COLS;

#pragma unroll
    for (unsigned i = 0; i < ROWS / turn; ++i)
        __pipeline_memcpy_async(tile + i * turn * COLS,
                                from + i * turn * stride, 16);
}
//< start a tile

//> start a ragged tile
/* Only `here` rows of it are there; the others arrive as zeros. */
template <int ROWS, int COLS, int THREADS>
static __device__ __forceinline__ void start_ragged(float *tile,
                                                    const float *from,
                                                    size_t stride,
                                                    unsigned here)
{
    constexpr unsigned turn = 4 * THREADS / COLS;
    const unsigned row = 4 * threadIdx.x / COLS;

#pragma unroll
    for (unsigned i = 0; i < ROWS / turn; ++i) {
        const int there = row + i * turn < here;

        __pipeline_memcpy_async(tile + i * turn * COLS,
                                there ? from + i * turn * stride : from,
                                16, there ? 0 : 16);
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
//> through shared memory, swapped
    if (STORE == SWAPPED) {
        constexpr unsigned part = far_m * WN;
        float *mine = room + warp * part;

#pragma unroll
        for (int i = 0; i < TM; i += 4) {
#pragma unroll
            for (int q = 0; q < 4; ++q)
#pragma unroll
                for (int j = 0; j < TN; j += 4)
                    *(float4 *)&mine[(lane_row + q) * WN + lane_col +
                                     j / 4 * far_n] =
                        make_float4(acc[i + q][j + 1], acc[i + q][j],
                                    acc[i + q][j + 3],
                                    acc[i + q][j + 2]);
            __syncwarp();
#pragma unroll 4
            for (unsigned e = threadIdx.x % 32; e < part; e += 32) {
                const unsigned row = row0 + i / 4 * far_m + e / WN;
                const unsigned col = col0 + e % WN;

                if (row < M && col < N)
                    put(&C[(size_t)row * N + col], alpha, mine[e ^ 1],
                        beta);
            }
            __syncwarp();
        }
        return;
    }
//< through shared memory, swapped
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

//> there and back
template <int TM, int TN, int ORDER>
static __device__ __forceinline__ void multiply(float (*acc)[TN],
                                                const float *a_k,
                                                const float *b_k)
{
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            const int j = ORDER == ZIGZAG && i % 2 ? TN - 1 - n : n;

            acc[i][j] += a_k[i] * b_k[j];
        }
}
//< there and back

//> whose share begins where
/* The tiles of C, `count` steps of BK each, are dealt to the blocks in
 * equal shares; a share may begin within a tile. */
static __device__ __forceinline__ size_t share(size_t total, unsigned n)
{
    return total * n / gridDim.x;
}
//< whose share begins where

//> a product that looks at its registers
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int ORDER, int STORE>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
ported(int M, int N, int K, float alpha, const float *A, const float *B,
       float beta, float *C, float *parts)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    constexpr int size_a = BK * BM, slot = BK * (BM + BN);
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
    const size_t total = (size_t)(pitch_a / BM) * ((N + BN - 1) / BN) *
                         count;
    const size_t last = share(total, blockIdx.x + 1);

    for (size_t u = share(total, blockIdx.x); u < last;) {
        const unsigned t0 = u % count;
        const unsigned t1 = min((size_t)count, t0 + (last - u));
        unsigned row0, col0;
        float acc[TM][TN] = {};
        place_tile<BM, BN>(M, N, u / count, &row0, &col0);
        const unsigned k0 = t0 == 0 ? 0 : first + (t0 - 1) * BK;
        const float *a = A + (k0 + row_a) * pitch_a + row0 + col_a;
        const float *b = B + (k0 + row_b) * pitch_b +
                         min((size_t)col0 + col_b, pitch_b - 4);
        unsigned t = t0;

#pragma unroll
        for (int s = 0; s < STAGES - 1; ++s, ++t) {
            if (t == 0) {
                start_ragged<BK, BM, threads>(to_a, a, pitch_a, first);
                start_ragged<BK, BN, threads>(to_b, b, pitch_b, first);
                a += first * pitch_a;
                b += first * pitch_b;
            } else if (t < t1) {
                start<BK, BM, threads>(to_a + s * slot, a, pitch_a);
                start<BK, BN, threads>(to_b + s * slot, b, pitch_b);
                a += BK * pitch_a;
                b += BK * pitch_b;
            }
            __pipeline_commit();
        }
        unsigned now = 0, next = STAGES - 1;

        for (; t < t1 + STAGES - 1; ++t) {
            __pipeline_wait_prior(STAGES - 2);
            __syncthreads();
            if (t < t1) {
                start<BK, BM, threads>(to_a + next * slot, a, pitch_a);
                start<BK, BN, threads>(to_b + next * slot, b, pitch_b);
                a += BK * pitch_a;
                b += BK * pitch_b;
            }
            __pipeline_commit();
            next = next + 1 == STAGES ? 0 : next + 1;
            const float *As = tiles + now * slot + row1;
            const float *Bs = tiles + now * slot + size_a + col1;

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
        if (t0 == 0)
            store_tile<BM, BN, WM, WN, TM, TN, STORE>(
                acc, tiles, M, N, row0, col0, alpha, beta, C);
        else
            store_tile<BM, BN, WM, WN, TM, TN, STORE>(
                acc, tiles, BM, BN, 0, 0, 1.0f, 0.0f,
                parts + (size_t)blockIdx.x * BM * BN);
        __syncthreads();
        u += t1 - t0;
    }
}
//< a product that looks at its registers

//> add the parts up
/* Adds the parts of the tile in which the x-th share begins to C, if no
 * share before it begins in that tile. */
template <int BM, int BN, int BK>
__global__ void __launch_bounds__(256)
add_parts(int M, int N, int K, float alpha, const float *parts,
          float *C)
{
    const size_t count = ((unsigned)K + BK - 1) / BK;
    const size_t total = (size_t)((M + BM - 1) / BM) *
                         ((N + BN - 1) / BN) * count;
    const size_t begin = share(total, blockIdx.x), tile = begin / count;
    unsigned end = blockIdx.x + 1, row0, col0;

    if (begin % count == 0 ||
        share(total, blockIdx.x - 1) > tile * count)
        return;
    while (end < gridDim.x && share(total, end) / count == tile)
        ++end;
    place_tile<BM, BN>(M, N, tile, &row0, &col0);
#pragma unroll 4
    for (unsigned e = blockIdx.y * 256 + threadIdx.x; e < BM * BN;
         e += gridDim.y * 256) {
        const unsigned row = row0 + e / BN, col = col0 + e % BN;
        float sum = 0.0f;

        for (unsigned n = blockIdx.x; n < end; ++n)
            sum += parts[(size_t)n * BM * BN + e];
        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, sum, 1.0f);
    }
}
//< add the parts up

//> pack, deal, multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int ORDER, int STORE, int EVEN>
static void run_ported(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    const int bytes = STAGES * BK * (BM + BN) * (int)sizeof(float);
    const auto kernel =
        ported<BM, BN, BK, WM, WN, TM, TN, STAGES, BLOCKS, ORDER,
               STORE>;
    const size_t whole = (size_t)blocks(M, BM) * blocks(N, BN);
    size_t shares = whole;
    float *parts = NULL;
    int processors = 1;

    if (M == 0 || N == 0)
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    if (EVEN && alpha != 0.0f && K > 0 &&
        whole % (BLOCKS * processors) != 0)
        shares = min((size_t)BLOCKS * processors,
                     whole * blocks(K, BK));
    if (alpha != 0.0f && K > 0 &&
        pack<BM>(M, N, K, TURNED, &A, &B,
                 shares == whole ? 0 : shares * BM * BN, &parts))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<shares, threads, bytes>>>(M, N, K, alpha, A, B, beta, C,
                                       parts);
    if (shares != whole)
        add_parts<BM, BN, BK><<<dim3(shares, 16), 256>>>(M, N, K, alpha,
                                                         parts, C);
}
//< pack, deal, multiply

//> hand a part on
/* Whose part of a tile is kept, by the number of its share. Only one
 * product can run at a time. */
enum { MOST_SHARES = 2048 };
static __device__ unsigned handed[MOST_SHARES];

/* Keeps acc, in the order of threads, the elements of each float4 in
 * pairs exchanged, and says so. */
template <int TM, int TN, int THREADS>
static __device__ __forceinline__ void hand_on(const float (*acc)[TN],
                                               float *parts, unsigned n)
{
    float4 *mine = (float4 *)parts + (size_t)n * TM * TN / 4 * THREADS +
                   threadIdx.x;

#pragma unroll
    for (int e = 0; e < TM * TN; e += 4) {
        const float *four = &acc[e / TN][e % TN];

        __stcg(&mine[e / 4 * THREADS],
               make_float4(four[1], four[0], four[3], four[2]));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&handed[n], 1u);
    }
}
//< hand a part on

//> take a part over
/* Waits until the block with share n has kept its part of the tile, and
 * adds that to acc, so that it need not be kept any more. */
template <int TM, int TN, int THREADS>
static __device__ __forceinline__ void take_over(float (*acc)[TN],
                                                 const float *parts,
                                                 unsigned n)
{
    const float4 *its = (const float4 *)parts +
                        (size_t)n * TM * TN / 4 * THREADS + threadIdx.x;

    if (threadIdx.x == 0) {
        while (atomicAdd(&handed[n], 0u) == 0)
            ;
        __threadfence();
        atomicExch(&handed[n], 0u);
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
//< take a part over

//> boxes
/* The engine brings at most 256 columns at once. */
__host__ __device__ constexpr int box_of(int BM)
{
    return BM < 256 ? BM : 256;
}
//< boxes

//> a product that hands its parts on
/* As `ported`, but one thread has the copy engine bring the tiles, the
 * loop has UNROLL of BK steps, and parts are added where a tile began.
 * The blocks go through the shares backwards: so who waits for a part
 * waits for a block that began before it. */
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int FORM, int UNROLL>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
dealt(int M, int N, int K, float alpha,
      const __grid_constant__ struct tile_map map_a,
      const __grid_constant__ struct tile_map map_b, float beta,
      float *C, float *parts)
{
    constexpr int threads = (BM / TM) * (BN / TN), box = box_of(BM);
    constexpr int size_a = BK * BM, slot = BK * (BM + BN);
    constexpr int far_m = FORM == TURNED ? 4 * WM / TM : WM / TM;
    constexpr int far_n = 4 * WN / TN, near = FORM == TURNED ? 4 : 1;
    extern __shared__ __align__(1024) float tiles[];
    __shared__ uint64_t full[STAGES];
    const unsigned warp = threadIdx.x / 32;
    unsigned row1, col1;
    place_lane<WN, TN>(&row1, &col1);
    row1 = (FORM == TURNED ? row1 : row1 / 4) + warp / (BN / WN) * WM;
    col1 += warp % (BN / WN) * WN;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = depth > BK ? (depth + BK - 1) / BK : 1;
    const size_t total = (size_t)(((unsigned)M + BM - 1) / BM) *
                         (((unsigned)N + BN - 1) / BN) * count;
    const unsigned mine = gridDim.x - 1 - blockIdx.x;
    const size_t last = share(total, mine + 1);
    unsigned now = 0, phase = 0;

    if (threadIdx.x == 0)
        for (unsigned s = 0; s < STAGES; ++s)
            init_barrier(&full[s]);
    __syncthreads();
    for (size_t u = share(total, mine); u < last;) {
        const unsigned t0 = u % count;
        const unsigned t1 = min((size_t)count, t0 + (last - u));
        float acc[TM][TN] = {};
        unsigned row0, col0;
        place_tile<BM, BN>(M, N, u / count, &row0, &col0);
        const auto start = [&](unsigned s, unsigned t) {
            float *to = tiles + s * slot;

            expect(&full[s], slot * sizeof(float));
            for (unsigned h = 0; FORM == TURNED && h < BM; h += box)
                start_box(to + h * BK, &map_a, t * BK, row0 + h,
                          &full[s]);
            for (unsigned h = 0; FORM != TURNED && h < BK; h += 16)
                start_box(to + h * BM, &map_a, row0, t * BK + h,
                          &full[s]);
            start_box(to + size_a, &map_b, t * BK, col0, &full[s]);
        };

        if (threadIdx.x == 0 && depth > 0)
            for (unsigned s = 0; s < STAGES - 1 && t0 + s < t1; ++s)
                start((now + s) % STAGES, t0 + s);
        for (unsigned t = t0; t < t1 && depth > 0; ++t) {
            wait_for(&full[now], phase);
            __syncthreads();
            if (threadIdx.x == 0 && t + STAGES - 1 < t1)
                start(now == 0 ? STAGES - 1 : now - 1, t + STAGES - 1);
            const float *As = tiles + now * slot;
            const float *Bs = As + size_a + col1;

            now = now + 1 == STAGES ? 0 : now + 1;
            phase ^= now == 0;
            if (FORM == TURNED) {
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
        if (t0 == 0) {
            for (unsigned n = mine + 1;
                 n < gridDim.x && share(total, n) < u + count; ++n)
                take_over<TM, TN, threads>(acc, parts, n);
            row0 += row1;
            col0 += col1;
#pragma unroll
            for (int i = 0; i < TM; ++i) {
                const unsigned row = row0 + i / near * far_m + i % near;
                float *c = C + (size_t)row * N + col0;

                if (row >= M)
                    break;
#pragma unroll
                for (int j = 0; j < TN; ++j) {
                    const unsigned far = j / 4 * far_n + j % 4;

                    if (col0 + far < N)
                        put(c + far, alpha, acc[i][j], beta);
                }
            }
        } else {
            hand_on<TM, TN, threads>(acc, parts, mine);
        }
        __syncthreads();
        u += t1 - t0;
    }
}
//< a product that hands its parts on

//> map, deal, multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int FORM, int UNROLL>
static void run_dealt(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const int bytes = STAGES * BK * (BM + BN) * (int)sizeof(float);
    const auto kernel = dealt<BM, BN, BK, WM, WN, TM, TN, STAGES,
                              BLOCKS, FORM, UNROLL>;
    const size_t whole = (size_t)blocks(M, BM) * blocks(N, BN);
    const size_t steps = alpha != 0.0f && K > 0 ? blocks(K, BK) : 1;
    struct tile_map a = {}, b = {};
    float *parts = NULL;
    int processors = 1;

    if (M == 0 || N == 0)
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    const size_t room = min((size_t)BLOCKS * processors,
                            (size_t)MOST_SHARES);
    const int even = whole % room == 0;
    const size_t shares = min(room, even ? whole : whole * steps);

    if (alpha != 0.0f && K > 0 &&
        (pack<BM>(M, N, K, FORM, &A, &B, even ? 0 : shares * BM * BN,
                  &parts) ||
         map_packed<BM, box_of(BM), BK>(&a, A, M, K, FORM) ||
         map_tiles(&b, B, K, N, blocks(N, 4) * 4, BK, BN, 0)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<shares, BM / TM * (BN / TN), bytes>>>(M, N, K, alpha, a, b,
                                                   beta, C, parts);
}
//< map, deal, multiply

//> a tile for the size
/* Whole tiles in which there is room for M x N, in elements. */
static size_t covered(int M, int N, int bm, int bn)
{
    return (size_t)blocks(M, bm) * bm * blocks(N, bn) * bn;
}

/* What it costs to pack A, beside the product, falls as 1 / N. */
static void run_summit(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    auto run = run_dealt<512, 96, 32, 64, 96, 16, 12, 2, 1, TURNED, 8>;
    int major = 9;

    if (covered(M, N, 256, 192) < covered(M, N, 512, 96))
        run = run_dealt<256, 192, 32, 64, 96, 16, 12, 2, 1, TURNED, 8>;
    if (N <= 2048)
        run = run_dealt<128, 128, 16, 64, 64, 16, 8, 3, 2, ALIGNED, 16>;
    if (M <= 64 || N <= 128 || (size_t)M * N <= (size_t)1024 * 1024)
        run = run_dealt<64, 128, 32, 32, 64, 8, 8, 2, 3, ALIGNED, 16>;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor,
                           0);
    if (major < 9)
        run = run_ported<128, 256, 16, 64, 64, 16, 8, 3, 1, ZIGZAG, ONE,
                         1>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< a tile for the size

//> the table
/* As KERNEL, but `even` is the launcher's alone. */
#define PORTED(name, flags, even, bm, bn, bk, ...)                     \
    {name, run_ported<bm, bn, bk, __VA_ARGS__, even>, bm, bn, bk,      \
     8192, flags | NEEDS_80,                                           \
     "ported<" #bm "," #bn "," #bk "," #__VA_ARGS__ ">"}

/* The form of A: 1 ALIGNED, 2 TURNED. */
#define DEALT(name, flags, bm, bn, bk, ...)                            \
    KERNEL(name, (flags) | NEEDS_90, dealt, bm, bn, bk, __VA_ARGS__)

const struct kernel kernels[] = {
//> order and stores
    PORTED("rows-four", SWEEP, 0, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 0, 0),
    PORTED("rows", SWEEP, 0, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 0, 1),
    PORTED("zigzag-four", SWEEP, 0, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 1, 0),
    PORTED("zigzag", SWEEP, 0, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 1, 1),
    PORTED("swapped", SWEEP, 0, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 1, 2),
//< order and stores
//> even shares
    PORTED("even", 0, 1, 128, 256, 16, 64, 64, 16, 8,
           3, 1, 1, 1),
//< even shares
//> by the copy engine, and with more results
    DEALT("handed", SWEEP, 128, 256, 16, 64, 64, 16, 8,
          3, 1, 2, 16),
    DEALT("handed-8", SWEEP, 128, 256, 16, 64, 64, 16, 8,
          3, 1, 2, 8),
    DEALT("more", SWEEP, 512, 96, 16, 64, 96, 16, 12,
          3, 1, 2, 16),
    DEALT("more-8", SWEEP, 512, 96, 16, 64, 96, 16, 12,
          3, 1, 2, 8),
    DEALT("more-8-deep", 0, 512, 96, 32, 64, 96, 16, 12,
          2, 1, 2, 8),
    DEALT("square", 0, 256, 192, 32, 64, 96, 16, 12,
          2, 1, 2, 8),
    DEALT("rows-large", SWEEP, 128, 256, 16, 64, 64, 16, 8,
          3, 1, 1, 16),
    DEALT("rows-128", 0, 128, 128, 16, 64, 64, 16, 8,
          3, 2, 1, 16),
    DEALT("rows-64", 0, 64, 128, 32, 32, 64, 8, 8,
          2, 3, 1, 16),
//< by the copy engine, and with more results
    {"summit", run_summit, 512, 96, 32, 16384, NEEDS_80,
     "dealt<512,96,32,64,96,16,12,2,1,2,8>"},
    {},
};
//< the table

//> what is asked of the doors
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
    return door_cycles(patterns[P], (int)warps, out);
}
//< what is asked of the doors

//> omit
#define DOOR(p, name)                                                  \
    {"doors", name, "cycles", {1, 2}, cycles_of<p>, NULL, 0, NEEDS_80}

const struct probe probes[] = {
    DOOR(0, "eoe"), DOOR(1, "eoo"), DOOR(2, "eee"), DOOR(3, "eee-ooo"),
    DOOR(4, "eeo-ooe"), DOOR(5, "one"), DOOR(6, "same-o"),
    DOOR(7, "same-e"), DOOR(8, "kept-2"), DOOR(9, "kept-4"),
    DOOR(10, "kept-8"), DOOR(11, "held-8"), DOOR(12, "kept-8-eee"),
    DOOR(13, "kept-8-eoo"), DOOR(14, "both-kept"), DOOR(15, "burst-1"),
    DOOR(16, "burst-2"), DOOR(17, "burst-3"), DOOR(18, "kept-swap"),
    {},
};
//< omit
