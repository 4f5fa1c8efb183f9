//> omit
/* async.cu - tiles that come by themselves. */
#include "bench/bench.h"
#include "kernels/outer_product.h"
#include "kernels/packing.h"
#include "kernels/placement.h"
#include "kernels/swizzled.h"
#include "kernels/tma.h"

#include <cuda_pipeline.h>
//< omit

//> floats of a tile of A
/* The size of As. PACKED: rows of A's transpose. ON_THE_WAY: the same,
 * padded; the copies transpose A. RAW: rows of A, padded. */
__host__ __device__ constexpr int size_of_a(int BM, int BK,
                                            int A_LAYOUT)
{
    return A_LAYOUT == PACKED       ? BK * BM
           : A_LAYOUT == ON_THE_WAY ? BK * (BM + 4)
                                    : BM * (BK + 4);
}
//< floats of a tile of A

//> start a tile
/* Starts to copy ROWS x COLS floats, four floats a copy. Floats beyond
 * the edges become zeros. All copies of a thread lie in one column,
 * row_step rows apart. */
template <int ROWS, int COLS, int TILE_PITCH, int THREADS>
static __device__ __forceinline__ void copy_tile_async(
    float *tile, const float *tile_src, size_t pitch,
    unsigned rows_here, unsigned cols_here)
{
    constexpr unsigned row_step = 4 * THREADS / COLS;
    const unsigned row = 4 * threadIdx.x / COLS;
    const unsigned col = 4 * threadIdx.x % COLS;
    const unsigned valid_rows = col < cols_here ? rows_here : 0;
    const float *src =
        valid_rows ? tile_src + row * pitch + col : tile_src;

//> the copies of a thread
#pragma unroll
    for (unsigned i = 0; i < ROWS / row_step; ++i) {
        const int valid = row + i * row_step < valid_rows;

        __pipeline_memcpy_async(
            tile + (row + i * row_step) * TILE_PITCH + col,
            valid ? src + i * row_step * pitch : tile_src, 16,
            valid ? 0 : 16);
    }
//< the copies of a thread
}
//< start a tile

//> start a tile, transposed
/* Copies one float at a time, because adjacent floats of a row are not
 * adjacent in the tile. */
template <int ROWS, int COLS, int TILE_PITCH, int THREADS>
static __device__ __forceinline__ void copy_transposed_async(
    float *tile, const float *tile_src, size_t pitch,
    unsigned rows_here, unsigned cols_here)
{
    constexpr unsigned row_step = THREADS / COLS;
    const unsigned row = threadIdx.x / COLS, col = threadIdx.x % COLS;
    const unsigned valid_rows = col < cols_here ? rows_here : 0;
    const float *src =
        valid_rows ? tile_src + row * pitch + col : tile_src;

#pragma unroll
    for (unsigned i = 0; i < ROWS / row_step; ++i) {
        const int valid = row + i * row_step < valid_rows;

        __pipeline_memcpy_async(
            tile + col * TILE_PITCH + row + i * row_step,
            valid ? src + i * row_step * pitch : tile_src, 4,
            valid ? 0 : 4);
    }
}
//< start a tile, transposed

//> start both tiles
/* In `to`: the tile of A and, behind it, that of B, from k0 on. */
template <int BM, int BN, int BK, int A_LAYOUT, int THREADS>
static __device__ __forceinline__ void copy_tiles_async(
    float *to, unsigned k0, const float *a, const float *b,
    size_t pitch_a, size_t pitch_b, unsigned rows, unsigned cols,
    unsigned depth)
{
    const unsigned left = depth - k0;

    if (A_LAYOUT == PACKED)
        copy_tile_async<BK, BM, BM, THREADS>(to, a + k0 * pitch_a,
                                             pitch_a, left, BM);
    else if (A_LAYOUT == RAW)
        copy_tile_async<BM, BK, BK + 4, THREADS>(to, a + k0, pitch_a,
                                                 rows, left);
    else
        copy_transposed_async<BM, BK, BM + 4, THREADS>(
            to, a + k0, pitch_a, rows, left);
    copy_tile_async<BK, BN, BN, THREADS>(
        to + size_of_a(BM, BK, A_LAYOUT), b + k0 * pitch_b, pitch_b,
        left, cols);
}
//< start both tiles

//> a column of A, four steps at a time
/* As holds rows of A. A float4 of a row is four steps: the compiler
 * loads it when k is a multiple of four, and keeps it. */
template <int TM, int TILE_PITCH, int FAR_M>
static __device__ __forceinline__ void load_column(float *a_k,
                                                   const float *As,
                                                   int k)
{
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const float *row = As + (i / 4 * FAR_M + i % 4) * TILE_PITCH;
        const float4 four = *(const float4 *)(row + k / 4 * 4);

        a_k[i] = k % 4 == 0   ? four.x
                 : k % 4 == 1 ? four.y
                 : k % 4 == 2 ? four.z
                              : four.w;
    }
}
//< a column of A, four steps at a time

//> tiles that come by themselves
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
async_copies(int M, int N, int K, float alpha, const float *A,
             const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    constexpr int size_a = size_of_a(BM, BK, A_LAYOUT);
    constexpr int slot_size = size_a + BK * BN;
    constexpr int far_m = 4 * WM / TM, far_n = 4 * WN / TN;
    extern __shared__ __align__(1024) float tiles[];
    float acc[TM][TN] = {};
    __align__(16) float a_k[TM], b_k[TN];
    const unsigned warp = threadIdx.x / 32;
    unsigned row0, col0, row1, col1;
    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    place_lane<WN, TN>(&row1, &col1);
    row1 += warp / (BN / WN) * WM;
    col1 += warp % (BN / WN) * WN;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = (depth + BK - 1) / BK;
    const size_t high = ((size_t)M + BM - 1) / BM * BM;
    const size_t pitch_a =
        A_LAYOUT == PACKED ? high
        : A_LAYOUT == RAW  ? ((size_t)K + 3) / 4 * 4
                           : K;
    const size_t pitch_b = ((size_t)N + 3) / 4 * 4;
    const float *a = A + (A_LAYOUT == PACKED ? row0 : row0 * pitch_a);
    const float *b = B + col0;

//> the first tiles leave
#pragma unroll
    for (int t = 0; t < STAGES - 1; ++t) {
        if ((unsigned)t < count)
            copy_tiles_async<BM, BN, BK, A_LAYOUT, threads>(
                tiles + t * slot_size, t * BK, a, b, pitch_a, pitch_b,
                rows, cols, depth);
        __pipeline_commit();
    }
//< the first tiles leave
    unsigned read_slot = 0, fill_slot = STAGES - 1;

    for (unsigned t = 0; t < count; ++t) {
//> the next tile leaves
        __pipeline_wait_prior(STAGES > 1 ? STAGES - 2 : 0);
        __syncthreads();
        if (t + STAGES - 1 < count)
            copy_tiles_async<BM, BN, BK, A_LAYOUT, threads>(
                tiles + fill_slot * slot_size, (t + STAGES - 1) * BK, a,
                b, pitch_a, pitch_b, rows, cols, depth);
        __pipeline_commit();
//< the next tile leaves
//> one tile alone must be waited for
        if (STAGES == 1) {
            __pipeline_wait_prior(0);
            __syncthreads();
        }
//< one tile alone must be waited for
        const float *As = tiles + read_slot * slot_size,
                    *Bs = As + size_a + col1;

        read_slot = read_slot + 1 == STAGES ? 0 : read_slot + 1;
        fill_slot = fill_slot + 1 == STAGES ? 0 : fill_slot + 1;
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            load_step<A_LAYOUT == RAW ? 0 : TM, TN, far_m, far_n>(
                a_k, b_k,
                As + row1 + k * (A_LAYOUT == PACKED ? BM : BM + 4),
                Bs + k * BN);
            if (A_LAYOUT == RAW)
                load_column<TM, BK + 4, far_m>(
                    a_k, As + row1 * (BK + 4), k);
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_k[i] * b_k[j];
        }
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + i / 4 * far_m + i % 4;

#pragma unroll
        for (int j = 0; j < TN; ++j) {
            const unsigned col = col1 + j / 4 * far_n + j % 4;

            if (row < rows && col < cols)
                put(&C[(size_t)(row0 + row) * N + col0 + col], alpha,
                    acc[i][j], beta);
        }
    }
}
//< tiles that come by themselves

//> pack, and multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT>
static void run_async_copies(int M, int N, int K, float alpha,
                             const float *A, const float *B, float beta,
                             float *C)
{
    const int bytes = STAGES * (size_of_a(BM, BK, A_LAYOUT) + BK * BN) *
                      (int)sizeof(float);
    const auto kernel = async_copies<BM, BN, BK, WM, WN, TM, TN, STAGES,
                                     BLOCKS, A_LAYOUT>;
    float *rest;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0 &&
        pack<BM>(M, N, K, A_LAYOUT, &A, &B, 0, &rest))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), BM / TM * (BN / TN),
             bytes>>>(M, N, K, alpha, A, B, beta, C);
}
//< pack, and multiply

//> a tile by one instruction
/* Like async_copies, but one thread makes the copy engine copy both
 * tiles. If A_LAYOUT is RAW, As holds 16 floats of each row of A. A
 * lane's rows then lie WM / TM apart, and adjacent lanes have adjacent
 * rows. */
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
engine(int M, int N, int K, float alpha,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b, float beta,
       float *C)
{
    constexpr int size_a = BK * BM, slot_size = BK * (BM + BN);
    constexpr int far_m = A_LAYOUT == PACKED ? 4 * WM / TM : WM / TM;
    constexpr int far_n = 4 * WN / TN,
                  near = A_LAYOUT == PACKED ? 4 : 1;
    extern __shared__ __align__(1024) float tiles[];
    __shared__ uint64_t full[STAGES];
    float acc[TM][TN] = {};
    __align__(16) float a_k[TM], b_k[TN];
    const unsigned warp = threadIdx.x / 32;
    unsigned row0, col0, row1, col1;
    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    place_lane<WN, TN>(&row1, &col1);
    row1 =
        (A_LAYOUT == PACKED ? row1 : row1 / 4) + warp / (BN / WN) * WM;
    col1 += warp % (BN / WN) * WN;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = (depth + BK - 1) / BK;
//> both boxes, and their bytes
    const auto start_boxes = [&](unsigned s, unsigned k0) {
        float *to = tiles + s * slot_size;

        expect(&full[s], slot_size * sizeof(float));
        start_box(to, &map_a, A_LAYOUT == PACKED ? k0 : row0,
                  A_LAYOUT == PACKED ? row0 : k0, &full[s]);
        start_box(to + size_a, &map_b, k0, col0, &full[s]);
    };
//< both boxes, and their bytes

    if (threadIdx.x == 0)
        for (unsigned s = 0; s < STAGES; ++s) {
            init_barrier(&full[s]);
            if (s < STAGES - 1 && s < count)
                start_boxes(s, s * BK);
        }
    __syncthreads();
    unsigned read_slot = 0, parity = 0;

    for (unsigned t = 0; t < count; ++t) {
//> one thread starts, all wait
        wait_for(&full[read_slot], parity);
        __syncthreads();
        if (threadIdx.x == 0 && t + STAGES - 1 < count)
            start_boxes(read_slot == 0 ? STAGES - 1 : read_slot - 1,
                        (t + STAGES - 1) * BK);
//< one thread starts, all wait
        const float *As = tiles + read_slot * slot_size;
        const float *Bs = As + size_a + col1;

        read_slot = read_slot + 1 == STAGES ? 0 : read_slot + 1;
        parity ^= read_slot == 0;
        if (A_LAYOUT == RAW)
            multiply_swizzled<TM, TN, BN, far_n>(acc, As, row1, Bs);
        else
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                load_step<TM, TN, far_m, far_n>(
                    a_k, b_k, As + row1 + k * BM, Bs + k * BN);
#pragma unroll
                for (int i = 0; i < TM; ++i)
#pragma unroll
                    for (int j = 0; j < TN; ++j)
                        acc[i][j] += a_k[i] * b_k[j];
            }
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row0 + row1 + i / near * far_m + i % near;

#pragma unroll
        for (int j = 0; j < TN; ++j) {
            const unsigned col = col0 + col1 + j / 4 * far_n + j % 4;

            if (row < M && col < N)
                put(&C[(size_t)row * N + col], alpha, acc[i][j], beta);
        }
    }
}
//< a tile by one instruction

//> map, and multiply
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int STAGES, int BLOCKS, int A_LAYOUT>
static void run_engine(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int bytes = STAGES * BK * (BM + BN) * (int)sizeof(float);
    const auto kernel =
        engine<BM, BN, BK, WM, WN, TM, TN, STAGES, BLOCKS, A_LAYOUT>;
    struct tile_map a = {}, b = {};
    float *rest;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0 &&
        (pack<BM>(M, N, K, A_LAYOUT, &A, &B, 0, &rest) ||
         map_packed<BM, BM, BK>(&a, A, M, K, A_LAYOUT) ||
         map_tiles(&b, B, K, N, blocks(N, 4) * 4, BK, BN, 0)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), BM / TM * (BN / TN),
             bytes>>>(M, N, K, alpha, a, b, beta, C);
}
//< map, and multiply

//> the table
/* A block that is alone on an SM has a tile of 128 x 256; if two blocks
 * share an SM, each has 128 x 128. A warp has 64 x 64 of a tile, and a
 * thread of the warp has 16 x 8 or 8 x 16. */
#define LONE(name, flags, of, bk, stages, a_layout)                    \
    KERNEL(name, flags, of, 128, 256, bk, 64, 64, 16, 8, stages, 1,    \
           a_layout)
#define PAIR(name, flags, of, tm, tn, stages, a_layout)                \
    KERNEL(name, SWEEP | (flags), of, 128, 128, 16, 64, 64, tm, tn,    \
           stages, 2, a_layout)

const struct kernel kernels[] = {
//> one block on an SM
    LONE("lone-1", SWEEP | NEEDS_80, async_copies, 16, 1, PACKED),
    LONE("lone-2", SWEEP | NEEDS_80, async_copies, 16, 2, PACKED),
    LONE("lone-3", NEEDS_80, async_copies, 16, 3, PACKED),
    LONE("lone-4", SWEEP | NEEDS_80, async_copies, 16, 4, PACKED),
    LONE("k8-3", SWEEP | NEEDS_80, async_copies, 8, 3, PACKED),
    LONE("k8-6", SWEEP | NEEDS_80, async_copies, 8, 6, PACKED),
//< one block on an SM
//> two blocks on an SM
    PAIR("pair-1", NEEDS_80, async_copies, 16, 8, 1, PACKED),
    PAIR("pair-2", NEEDS_80, async_copies, 16, 8, 2, PACKED),
    PAIR("pair-3", NEEDS_80, async_copies, 16, 8, 3, PACKED),
    PAIR("pair-4", NEEDS_80, async_copies, 16, 8, 4, PACKED),
    PAIR("on-the-way", NEEDS_80, async_copies, 16, 8, 3, ON_THE_WAY),
    PAIR("unpacked", NEEDS_80, async_copies, 8, 16, 3, RAW),
//< two blocks on an SM
//> by the copy engine
    LONE("tma-lone", SWEEP | NEEDS_90, engine, 16, 3, PACKED),
    PAIR("tma-pair", NEEDS_90, engine, 16, 8, 3, PACKED),
    PAIR("tma-unpacked", NEEDS_90, engine, 16, 8, 3, RAW),
//< by the copy engine
    {},
};
//< the table
