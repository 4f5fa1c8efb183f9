//> omit
/* shapes.cu - products out of the square: one row, few rows, small squares,
 * many small ones in one launch, and which kernel takes which. */
#include "bench/bench.h"
#include "bench/bound.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/gemm.h"
#include "kernels/half_tiles.h"
#include "kernels/mma.h"
#include "kernels/parts.h"
#include "kernels/peers.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/warpgroup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
//< omit

//> how many parts
/* The multiprocessors of the card. */
static unsigned processors_here(void)
{
    int count = 1;

    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    return count;
}

/* Into how many parts K goes, so that all blocks run at the same time:
 * `at_once` of them on a multiprocessor. Every part has a step. */
static unsigned parts_for(size_t tiles, unsigned steps,
                          unsigned at_once)
{
    const size_t room = (size_t)at_once * processors_here() / tiles;

    return max(min(room, (size_t)steps), (size_t)1);
}

/* The same, where the sums of so many tiles can be parted. */
static unsigned parts_that_fit(size_t tiles, unsigned steps,
                               unsigned parts)
{
    return tiles > MOST_PARTED ? 1 : min(parts, max(steps, 1u));
}
//< how many parts

//> sixteen bytes of a row
/* The elements at `from`, of which so many are there, and zeros beyond.
 * WHOLE: they begin at a multiple of 16 bytes, and are there all or
 * none. */
template <typename T>
static __device__ __forceinline__ uint4 load_piece(const T *from,
                                                   int left, int whole)
{
    enum { COUNT = 16 / sizeof(T) };
    __align__(16) T each[COUNT];

    if (left <= 0)
        return make_uint4(0, 0, 0, 0);
    if (whole)
        return *(const uint4 *)from;
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        each[i] = i < left ? from[i] : T(0.0f);
    return *(const uint4 *)each;
}
//< sixteen bytes of a row

//> a block's part of K
/* Eight lanes load 128 bytes of a row of B, and each thread pieces of
 * eight rows at once. What all threads of a block load so is a step. */
enum { LANES = 8, ROWS_AT_ONCE = 8, VECTOR_THREADS = 128 };
enum { VECTOR_STEP = VECTOR_THREADS / LANES * ROWS_AT_ONCE };
enum { MOST_ROWS = 16 };
//< a block's part of K

//> a thread's sums
/* Adds the products of eight rows of B, from row k on, with those
 * columns of ROWS rows of A. */
template <typename T, int ROWS>
static __device__ __forceinline__ void add_rows(
    float (*acc)[16 / sizeof(T)], const T *A, const T *B, int M, int N,
    int K, int depth, int k, int col, int whole_a, int whole_b)
{
    enum { COUNT = 16 / sizeof(T), EACH = ROWS_AT_ONCE / COUNT };
    __align__(16) T a[ROWS][ROWS_AT_ONCE], b[ROWS_AT_ONCE][COUNT];

#pragma unroll
    for (int u = 0; u < ROWS_AT_ONCE; ++u)
        *(uint4 *)b[u] = load_piece(B + (size_t)(k + u) * N + col,
                                    k + u < depth ? N - col : 0,
                                    whole_b);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int i = 0; i < EACH; ++i)
            *(uint4 *)&a[r][i * COUNT] =
                load_piece(A + (size_t)r * K + k + i * COUNT,
                           r < M ? depth - k - i * COUNT : 0, whole_a);
#pragma unroll
    for (int u = 0; u < ROWS_AT_ONCE; ++u)
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
#pragma unroll
            for (int c = 0; c < COUNT; ++c)
                acc[r][c] += (float)a[r][u] * (float)b[u][c];
}
//< a thread's sums

//> a few rows
/* ROWS rows of C, and as many columns as eight lanes load at once. The
 * blocks of a column divide K among them, and the last adds up. */
template <typename T, int ROWS>
__global__ void __launch_bounds__(VECTOR_THREADS)
vector(int M, int N, int K, float alpha, const T *A, const T *B,
       float beta, float *C, float *parts)
{
    enum {
        COUNT = 16 / sizeof(T), COLS = LANES * COUNT,
        WARPS = VECTOR_THREADS / 32, SUMS = ROWS * COLS
    };
    __shared__ float sums[WARPS][SUMS];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned across = ((unsigned)N + COLS - 1) / COLS;
    const unsigned row0 = blockIdx.x / across * ROWS;
    const unsigned col0 = blockIdx.x % across * COLS;
    const unsigned count = gridDim.y;
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned steps =
        ((unsigned)depth + VECTOR_STEP - 1) / VECTOR_STEP;
    const unsigned end = steps * (blockIdx.y + 1) / count;
    float acc[ROWS][COUNT] = {};

    for (unsigned t = steps * blockIdx.y / count; t < end; ++t)
        add_rows<T, ROWS>(
            acc, A + (size_t)row0 * K, B, M - (int)row0, N, K, depth,
            t * VECTOR_STEP + threadIdx.x / LANES * ROWS_AT_ONCE,
            col0 + lane % LANES * COUNT, K % COUNT == 0,
            N % COUNT == 0);
//> the sums of a block
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int c = 0; c < COUNT; ++c) {
            float x = acc[r][c];

            x += __shfl_xor_sync(0xffffffff, x, LANES);
            x += __shfl_xor_sync(0xffffffff, x, 2 * LANES);
            if (lane < LANES)
                sums[warp][r * COLS + lane * COUNT + c] = x;
        }
    __syncthreads();
//< the sums of a block
//> the sums of all blocks
    float *first = parts + (size_t)blockIdx.x * count * SUMS;
    float mine[(SUMS + VECTOR_THREADS - 1) / VECTOR_THREADS];

#pragma unroll
    for (int i = 0; i * VECTOR_THREADS < SUMS; ++i) {
        const unsigned e = threadIdx.x + i * VECTOR_THREADS;

        mine[i] = 0.0f;
        if (e < SUMS)
            for (int w = 0; w < WARPS; ++w)
                mine[i] += sums[w][e];
        if (count > 1 && e < SUMS)
            __stcg(&first[blockIdx.y * SUMS + e], mine[i]);
    }
    if (count > 1 && !is_last(blockIdx.x, count))
        return;
#pragma unroll
    for (int i = 0; i * VECTOR_THREADS < SUMS; ++i) {
        const unsigned e = threadIdx.x + i * VECTOR_THREADS;
        const unsigned row = row0 + e / COLS, col = col0 + e % COLS;

        if (e >= SUMS || row >= M || col >= N)
            continue;
        if (count > 1)
            mine[i] = 0.0f;
        for (unsigned p = 0; p < count && count > 1; ++p)
            mine[i] += __ldcg(&first[p * SUMS + e]);
        put(&C[(size_t)row * N + col], alpha, mine[i], beta);
    }
//< the sums of all blocks
}
//< a few rows

//> launch a few rows
template <typename T, int ROWS>
static void launch_vector(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C, unsigned parts)
{
    enum { COLS = LANES * 16 / sizeof(T) };
    const size_t tiles = (size_t)blocks(M, ROWS) * blocks(N, COLS);
    float *room = NULL;

    parts = parts_that_fit(tiles, blocks(K, VECTOR_STEP), parts);
    if (parts > 1 && !(room = room_of_parts(tiles * parts * ROWS
                                            * COLS)))
        return;
    vector<T, ROWS><<<dim3(tiles, parts), VECTOR_THREADS>>>(
        M, N, K, alpha, (const T *)A, (const T *)B, beta, C, room);
}

/* As many rows at once as there are, up to 16. */
template <typename T>
static void vector_in(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C,
                      unsigned parts)
{
    auto launch = launch_vector<T, MOST_ROWS>;

    if (M == 0 || N == 0)
        return;
    if (M == 1)
        launch = launch_vector<T, 1>;
    else if (M == 2)
        launch = launch_vector<T, 2>;
    else if (M <= 4)
        launch = launch_vector<T, 4>;
    else if (M <= 8)
        launch = launch_vector<T, 8>;
    launch(M, N, K, alpha, A, B, beta, C, parts);
}

/* Four blocks on a multiprocessor have 64 KiB in flight. */
template <typename T>
static void run_vector(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, MOST_ROWS)
                         * blocks(N, LANES * 16 / sizeof(T));

    if (tiles > 0)
        vector_in<T>(M, N, K, alpha, A, B, beta, C,
                     parts_for(tiles, blocks(K, VECTOR_STEP), 4));
}
//< launch a few rows

//> tiles of floats
/* A slot has rows of A's tile, padded so that eight of them lie in
 * different banks, and behind them rows of B's. */
enum { FLOAT_STEP = 32, PITCH = FLOAT_STEP + 4 };

template <int BM, int BN> struct floats_of {
    enum { B = BM * PITCH, SIZE = B + FLOAT_STEP * BN };
};

/* Two operands from a tile on, as those of halves. */
struct float_operands {
    const float *a, *b;
    size_t pitch_a, pitch_b;
    int high, wide, deep;
};

template <int BM, int BN, int THREADS>
static __device__ __forceinline__ void start_floats(
    float *slot, const struct float_operands *x, unsigned t)
{
    enum { QUADS = FLOAT_STEP / 4, ACROSS = BN / 4 };
    const int deep = x->deep - (int)(t * FLOAT_STEP);
    const float *a = x->a + t * (size_t)FLOAT_STEP;
    const float *b = x->b + t * (size_t)FLOAT_STEP * x->pitch_b;
    float *to = slot + floats_of<BM, BN>::B;

#pragma unroll
    for (unsigned e = threadIdx.x; e < BM * QUADS; e += THREADS) {
        const unsigned row = e / QUADS, k = e % QUADS * 4;

        start_copy(slot + row * PITCH + k, a + row * x->pitch_a + k,
                   (int)row < x->high && (int)k < deep);
    }
#pragma unroll
    for (unsigned e = threadIdx.x; e < FLOAT_STEP * ACROSS;
         e += THREADS) {
        const unsigned k = e / ACROSS, col = e % ACROSS * 4;

        start_copy(to + k * BN + col, b + k * x->pitch_b + col,
                   (int)k < deep && (int)col < x->wide);
    }
}
//< tiles of floats

//> where a thread's sums stand
/* A warp has 8 x 4 lanes; a lane's rows are 8 apart, and its columns
 * lie in fours, 16 apart. */
template <int BN, int TM, int TN>
static __device__ __forceinline__ void place_sums(unsigned *row,
                                                  unsigned *col)
{
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    *row = warp / (BN / (4 * TN)) * 8 * TM + lane % 2 + lane / 8 * 2;
    *col = warp % (BN / (4 * TN)) * 4 * TN + lane / 2 % 4 * 4;
}
//< where a thread's sums stand

//> multiply a step of floats
/* Four of K at a time: a float4 of each row of A, four rows of B. */
template <int BM, int BN, int TM, int TN>
static __device__ __forceinline__ void multiply_floats(
    float (*acc)[TN], const float *slot, unsigned row, unsigned col)
{
    const float *Bs = slot + floats_of<BM, BN>::B + col;

#pragma unroll 2
    for (int k = 0; k < FLOAT_STEP; k += 4) {
        __align__(16) float a[TM][4], b[TN];

#pragma unroll
        for (int i = 0; i < TM; ++i)
            *(float4 *)a[i] =
                *(const float4 *)&slot[(row + 8 * i) * PITCH + k];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
#pragma unroll
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&b[j] =
                    *(const float4 *)&Bs[(k + q) * BN + j * 4];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a[i][q] * b[j];
        }
    }
}
//< multiply a step of floats

//> four floats of C
static __device__ __forceinline__ void put_four(float *c, int fours,
                                                int left, float alpha,
                                                const float *acc,
                                                float beta)
{
    if (fours && left > 0) {
        float4 old = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

        if (beta != 0.0f)
            old = *(const float4 *)c;
        *(float4 *)c = make_float4(alpha * acc[0] + beta * old.x,
                                   alpha * acc[1] + beta * old.y,
                                   alpha * acc[2] + beta * old.z,
                                   alpha * acc[3] + beta * old.w);
        return;
    }
#pragma unroll
    for (int q = 0; q < 4; ++q)
        if (q < left)
            put(&c[q], alpha, acc[q], beta);
}
//< four floats of C

//> add up in a cluster
/* Each block leaves its sums in its own shared memory, and adds its
 * share of the rows, from the first block's to the last's. */
template <int BM, int BN, int TM, int TN>
static __device__ __forceinline__ void add_in_cluster(
    const float (*acc)[TN], float *mine, unsigned row, unsigned col,
    float *C, int high, int wide, int N, float alpha, float beta)
{
    enum { WIDE = BN + 16, THREADS = BM / TM * (BN / TN) };
    const unsigned rank = rank_in_cluster();
    const unsigned count = blocks_of_cluster();
    const int fours = ((size_t)C / 4 | N) % 4 == 0;

    __syncthreads();
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            *(float4 *)&mine[(row + 8 * i) * WIDE + col + j * 4] =
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2],
                            acc[i][j + 3]);
    meet_cluster();
    for (unsigned e = threadIdx.x; e < BM / count * (BN / 4);
         e += THREADS) {
        const unsigned r = e / (BN / 4) + rank * (BM / count);
        const unsigned c = e % (BN / 4) * 4;
        float sum[4] = {};

        if ((int)r >= high || (int)c >= wide)
            continue;
        for (unsigned p = 0; p < count; ++p) {
            const float4 v = load_of_peer(&mine[r * WIDE + c], p);

            sum[0] += v.x;
            sum[1] += v.y;
            sum[2] += v.z;
            sum[3] += v.w;
        }
        put_four(&C[(size_t)r * N + c], fours, wide - (int)c, alpha,
                 sum, beta);
    }
    meet_cluster();
}
//< add up in a cluster

//> how parts are added
/* By a second launch; by the last block of a tile; in a cluster. */
enum { TWICE, LAST, CLUSTER };
//< how parts are added

//> a tile by several blocks
template <int BM, int BN, int TM, int TN, int STAGES, int LEAST, int HOW>
__global__ void __launch_bounds__(BM / TM * (BN / TN), LEAST)
split(int M, int N, int K, float alpha, const float *A, size_t pitch_a,
      const float *B, size_t pitch_b, float beta, float *C,
      float *parts)
{
    enum {
        THREADS = BM / TM * (BN / TN), SIZE = floats_of<BM, BN>::SIZE
    };
    extern __shared__ __align__(128) char slots[];
    float *const room = (float *)slots;
    const unsigned count =
        HOW == CLUSTER ? blocks_of_cluster() : gridDim.y;
    const unsigned part =
        HOW == CLUSTER ? rank_in_cluster() : blockIdx.y;
    const unsigned tile =
        HOW == CLUSTER ? blockIdx.x / count : blockIdx.x;
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned steps =
        ((unsigned)depth + FLOAT_STEP - 1) / FLOAT_STEP;
    const unsigned end = steps * (part + 1) / count;
    unsigned t = steps * part / count, row0, col0, row, col, now = 0;
    float acc[TM][TN] = {};

    place_tile<BM, BN>(M, N, tile, &row0, &col0);
    place_sums<BN, TM, TN>(&row, &col);
    const struct float_operands x = {
        A + row0 * pitch_a, B + col0, pitch_a, pitch_b, M - (int)row0,
        N - (int)col0, depth
    };

    if (HOW == CLUSTER)
        wait_for_kernel();
    for (unsigned s = 0; s < STAGES - 1; ++s) {
        if (t + s < end)
            start_floats<BM, BN, THREADS>(room + s * SIZE, &x, t + s);
        close_group();
    }
    for (; t < end; ++t) {
        const unsigned last = now == 0 ? STAGES - 1 : now - 1;

        wait_for_groups<STAGES - 2>();
        __syncthreads();
        if (t + STAGES - 1 < end)
            start_floats<BM, BN, THREADS>(room + last * SIZE, &x,
                                          t + STAGES - 1);
        close_group();
        multiply_floats<BM, BN, TM, TN>(acc, room + now * SIZE, row,
                                        col);
        now = now + 1 == STAGES ? 0 : now + 1;
    }
    if (HOW == CLUSTER) {
        add_in_cluster<BM, BN, TM, TN>(
            acc, room, row, col, C + (size_t)row0 * N + col0, x.high,
            x.wide, N, alpha, beta);
        return;
    }
    if (HOW == LAST && count > 1
        && !add_all<TM * TN, THREADS>(&acc[0][0], parts, tile, part,
                                      count))
        return;
//> a tile or a part of it leaves
    if (HOW == TWICE && count > 1) {
        C = parts + (size_t)part * M * N;
        alpha = 1.0f;
        beta = 0.0f;
    }
    const int fours = ((size_t)C / 4 | N) % 4 == 0;

#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            if ((int)(row + 8 * i) < x.high)
                put_four(&C[(size_t)(row0 + row + 8 * i) * N + col0
                            + col + j * 4],
                         fours, x.wide - (int)(col + j * 4), alpha,
                         acc[i] + j, beta);
//< a tile or a part of it leaves
}
//< a tile by several blocks

//> add up in a second launch
static __global__ void __launch_bounds__(256)
add_up(size_t count, unsigned splits, float alpha, const float *parts,
       float beta, float *C)
{
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step) {
        float sum = 0.0f;

        for (unsigned p = 0; p < splits; ++p)
            sum += __ldcg(&parts[p * count + i]);
        put(&C[i], alpha, sum, beta);
    }
}
//< add up in a second launch

//> launch a split product
template <int BM, int BN, int TM, int TN, int STAGES, int LEAST, int HOW>
static void split_in(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C,
                     unsigned parts)
{
    enum { THREADS = BM / TM * (BN / TN) };
    const int bytes =
        STAGES * floats_of<BM, BN>::SIZE * (int)sizeof(float);
    const auto kernel = split<BM, BN, TM, TN, STAGES, LEAST, HOW>;
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    size_t pitch_a = 0, pitch_b = 0, floats = 0;
    float *room = NULL;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0
        && widen_rows(4, M, N, K, &A, &B, &pitch_a, &pitch_b))
        return;
    pitch_a /= sizeof(float);
    pitch_b /= sizeof(float);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (HOW == CLUSTER) {
        launch_clusters(kernel, parts, tiles * parts, THREADS, bytes, M,
                        N, K, alpha, A, pitch_a, B, pitch_b, beta, C,
                        room);
        return;
    }
    parts = parts_that_fit(tiles, blocks(K, FLOAT_STEP), parts);
    if (parts > 1) {
        floats = HOW == TWICE ? (size_t)M * N : tiles * BM * BN;
        if (!(room = room_of_parts(floats * parts)))
            return;
    }
    kernel<<<dim3(tiles, parts), THREADS, bytes>>>(
        M, N, K, alpha, A, pitch_a, B, pitch_b, beta, C, room);
    if (HOW == TWICE && parts > 1)
        add_up<<<min(blocks(M, 1) * (unsigned)blocks(N, 256), 1024u),
                 256>>>((size_t)M * N, parts, alpha, room, beta, C);
}

/* Two blocks on a multiprocessor; a cluster has 1, 2, 4 or 8. */
template <int BM, int BN, int TM, int TN, int STAGES, int LEAST, int HOW>
static void run_split(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    unsigned parts = 1;

    if (tiles > 0)
        parts = parts_for(tiles, blocks(K, FLOAT_STEP), LEAST);
    if (HOW == CLUSTER)
        parts = parts >= 8 ? 8 : parts >= 4 ? 4 : parts >= 2 ? 2 : 1;
    split_in<BM, BN, TM, TN, STAGES, LEAST, HOW>(M, N, K, alpha, A, B,
                                                 beta, C, parts);
}
//< launch a split product

//> tiles of halves, with K in parts
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
parted(int M, int N, int K, float alpha, const half *A, size_t pitch_a,
       const half *B, size_t pitch_b, float beta, float *C,
       float *parts)
{
    enum {
        SUMS = WM * WN / 32, THREADS = BM / WM * (BN / WN) * 32
    };
    extern __shared__ __align__(128) char slots[];
    const unsigned part = blockIdx.y, count = gridDim.y;
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned steps = ((unsigned)depth + STEP - 1) / STEP;
    unsigned row0, col0;
    float acc[WM / 16][WN / 8][4] = {};

    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    const struct operands x = {
        A + row0 * pitch_a, B + (TURNED ? col0 * pitch_b : col0),
        pitch_a, pitch_b, M - (int)row0, N - (int)col0, depth
    };

    add_steps<BM, BN, WM, WN, STAGES, TURNED>(
        acc, slots, &x, steps * part / count,
        steps * (part + 1) / count);
    if (count > 1
        && !add_all<SUMS, THREADS>(&acc[0][0][0], parts, blockIdx.x,
                                   part, count))
        return;
    store_tile<BN, WM, WN>(acc, C, M, N, row0, col0, alpha, beta);
}
//< tiles of halves, with K in parts

//> rows at multiples of 16 bytes, of both
/* Sets the distances of rows, in halves; what needs it is copied into
 * the workspace. Returns 0, or -1 when that has not the room. */
template <int TURNED>
static int widen_halves(int M, int N, int K, const float **A,
                        const float **B, size_t *pitch_a,
                        size_t *pitch_b)
{
    if (!TURNED) {
        if (widen_rows(2, M, N, K, A, B, pitch_a, pitch_b))
            return -1;
        *pitch_a /= sizeof(half);
        *pitch_b /= sizeof(half);
        return 0;
    }
    const unsigned wide = blocks(K, HALVES) * HALVES;
    const size_t of_a = (size_t)M * wide, of_b = (size_t)N * wide;

    *pitch_a = *pitch_b = wide;
    if (wide == (unsigned)K)
        return 0;
    half *room = (half *)workspace((of_a + of_b + 1) / 2);

    if (!room)
        return -1;
    spread_rows(2, M, K, *A, room, wide);
    spread_rows(2, N, K, *B, room + of_a, wide);
    *A = (const float *)room;
    *B = (const float *)(room + of_a);
    return 0;
}
//< rows at multiples of 16 bytes, of both

//> launch tiles of halves
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED>
static void parted_in(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C,
                      unsigned parts)
{
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;
    const auto kernel = parted<BM, BN, WM, WN, STAGES, LEAST, TURNED>;
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    size_t pitch_a = 0, pitch_b = 0;
    float *room = NULL;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0
        && widen_halves<TURNED>(M, N, K, &A, &B, &pitch_a, &pitch_b))
        return;
    parts = parts_that_fit(tiles, blocks(K, STEP), parts);
    if (parts > 1 && !(room = room_of_parts(tiles * parts * BM * BN)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<dim3(tiles, parts), BM / WM * (BN / WN) * 32, bytes>>>(
        M, N, K, alpha, (const half *)A, pitch_a, (const half *)B,
        pitch_b, beta, C, room);
}

template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED>
static void run_parted(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);

    if (tiles > 0)
        parted_in<BM, BN, WM, WN, STAGES, LEAST, TURNED>(
            M, N, K, alpha, A, B, beta, C,
            parts_for(tiles, blocks(K, STEP), LEAST));
}
//< launch tiles of halves

//> the table
#define VECTOR(name, flags, T, type, COLS)                             \
    {name, run_vector<T>, MOST_ROWS, COLS, VECTOR_STEP, 16384,         \
     (flags) | NEEDS_80, "vector<" type ",16>", {0}}
#define SPLIT(name, flags, BM, BN, ...)                                \
    KERNEL_AT(name, (flags) | ONLY_90, split, BM, BN, FLOAT_STEP, BM,  \
              BN, __VA_ARGS__)
#define PARTED(name, flags, ...)                                       \
    KERNEL_AT(name, HALF | (flags) | NEEDS_80, parted, __VA_ARGS__)

const struct kernel kernels[] = {
    VECTOR("vector", HALF, half, "__half", 64),
    VECTOR("vector-fp32", 0, float, "float", 32),
    SPLIT("split-two-launches", 0, 64, 64, 4, 8, 3, 3, TWICE),
    SPLIT("split-last-block", 0, 64, 64, 4, 8, 3, 3, LAST),
    SPLIT("split-cluster", 0, 64, 64, 4, 8, 3, 3, CLUSTER),
    PARTED("thin", 0, 16, 64, 64, 16, 64, 16, 16, 6, 3, 0),
    PARTED("thin-32", SWEEP, 32, 64, 64, 32, 64, 32, 16, 5, 3, 0),
    {},
};
//< the table
