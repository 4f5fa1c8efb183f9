//> omit
/* shapes.cu - products out of the square: one row, few rows, small
 * squares, many small ones in one launch, and which kernel takes
 * which. */
#include "bench/bench.h"
#include "bench/bound.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/columns.h"
#include "kernels/gemm.h"
#include "kernels/half_tiles.h"
#include "kernels/mma.h"
#include "kernels/parts.h"
#include "kernels/peers.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/roles.h"
#include "kernels/warpgroup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
//< omit

//> how many parts
/* The multiprocessors of the card. */
static unsigned processors_here(void)
{
    int count = 1;

    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    return count;
}

/* The number of parts of K for which all blocks run at the same time,
 * `at_once` blocks on an SM. Every part has at least one step. */
static unsigned parts_for(size_t tiles, unsigned steps,
                          unsigned at_once)
{
    const size_t room = (size_t)at_once * processors_here() / tiles;

    return max(min(room, (size_t)steps), (size_t)1);
}

/* At most `parts` and `steps`; 1 if there are too many tiles. */
static unsigned parts_that_fit(size_t tiles, unsigned steps,
                               unsigned parts)
{
    return tiles > MAX_SPLIT_TILES ? 1 : min(parts, max(steps, 1u));
}

/* How many clusters of `peers` blocks run at the same time, if each
 * block has its own SM. Clusters of more than two blocks do not fill
 * all the parts of which a card is made. */
static unsigned clusters_of(unsigned processors, unsigned peers)
{
    const unsigned all = processors / peers;

    return max(peers > 2 ? all - all / 11 : all, 1u);
}

/* The largest possible cluster of at most `parts`: 1, 2, 4 or 8. */
static unsigned cluster_for(unsigned parts)
{
    return parts >= 8 ? 8 : parts >= 4 ? 4 : parts >= 2 ? 2 : 1;
}
//< how many parts

//> when to start early
/* Blocks that start before the last kernel has ended are placed where
 * there is room, and not evenly. So blocks start early only if they
 * fill the card: a round is `at_once` blocks on each SM, and the last
 * round must be nine tenths full or more. */
static bool fills(size_t count, unsigned processors, unsigned at_once)
{
    const size_t round = (size_t)processors * at_once;

    return 10 * ((count - 1) % round + 1) >= 9 * round;
}

static bool fills_here(size_t count, unsigned at_once)
{
    return fills(count, processors_here(), at_once);
}
//< when to start early

//> sixteen bytes of a row
/* Loads the elements at `from`; `left` of them exist, and zeros follow.
 * If `whole`, they begin at a multiple of 16 bytes, and either all or
 * none exist. */
template <typename T>
static __device__ __forceinline__ uint4 load_piece(const T *from,
                                                   int left, int whole)
{
    enum { COUNT = 16 / sizeof(T) };
    __align__(16) T each[COUNT];

    if (whole && left > 0)
        return *(const uint4 *)from;
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        each[i] = i < left ? from[i] : T(0.0f);
    return *(const uint4 *)each;
}
//< sixteen bytes of a row

//> a block's part of K
/* Eight lanes load 128 bytes of a row of B, and each thread loads
 * pieces of eight rows at once. A step is what all threads load so. */
enum { LANES = 8, ROWS_AT_ONCE = 8, VECTOR_THREADS = 128 };
enum { VECTOR_STEP = VECTOR_THREADS / LANES * ROWS_AT_ONCE };
enum { MOST_ROWS = 16 };
//< a block's part of K

//> what a thread loads at once
/* Loads eight rows of B, from row k on, in a piece of the columns from
 * `col` on, and columns k to k + 7 of ROWS rows of A. ALL: all these
 * exist, and pieces begin at multiples of 16 bytes; no load then waits
 * for a decision about another one. */
template <typename T, int ROWS, int ALL>
static __device__ __forceinline__ void load_rows_at(
    T (*a)[ROWS_AT_ONCE], T (*b)[16 / sizeof(T)], const T *A,
    const T *B, int M, int N, int K, int depth, int k, int col)
{
    enum { COUNT = 16 / sizeof(T) };

#pragma unroll
    for (int u = 0; u < ROWS_AT_ONCE; ++u)
        *(uint4 *)b[u] =
            load_piece(B + (size_t)(k + u) * N + col,
                       ALL                ? (int)COUNT
                       : k + u < depth ? N - col
                                       : 0,
                       ALL || N % COUNT == 0);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int i = 0; i < ROWS_AT_ONCE; i += COUNT)
            *(uint4 *)&a[r][i] =
                load_piece(A + (size_t)r * K + k + i,
                           ALL     ? (int)COUNT
                           : r < M ? depth - k - i
                                   : 0,
                           ALL || K % COUNT == 0);
}
//< what a thread loads at once

//> a thread's sums
template <typename T, int ROWS>
static __device__ __forceinline__ void add_rows(
    float (*acc)[16 / sizeof(T)], const T *A, const T *B, int M, int N,
    int K, int depth, int k, int col)
{
    enum { COUNT = 16 / sizeof(T) };
    __align__(16) T a[ROWS][ROWS_AT_ONCE], b[ROWS_AT_ONCE][COUNT];

    if (M >= ROWS && k + ROWS_AT_ONCE <= depth && col < N
        && N % COUNT == 0 && K % COUNT == 0)
        load_rows_at<T, ROWS, 1>(a, b, A, B, M, N, K, depth, k, col);
    else
        load_rows_at<T, ROWS, 0>(a, b, A, B, M, N, K, depth, k, col);
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
/* A block has ROWS rows of C and the columns that eight lanes load at
 * once. The blocks of a column divide K; the last one adds up. */
template <typename T, int ROWS>
__global__ void __launch_bounds__(VECTOR_THREADS)
vector(int M, int N, int K, float alpha, const T *A, const T *B,
       float beta, float *C, float *partials)
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

    wait_for_kernel();
    let_next_start();
    for (unsigned t = steps * blockIdx.y / count; t < end; ++t)
        add_rows<T, ROWS>(
            acc, A + (size_t)row0 * K, B, M - (int)row0, N, K, depth,
            t * VECTOR_STEP + threadIdx.x / LANES * ROWS_AT_ONCE,
            col0 + lane % LANES * COUNT);
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
    float *first = partials + (size_t)blockIdx.x * count * SUMS;
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

//> omit
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
    launch_grid(vector<T, ROWS>, 1, fills_here(tiles * parts, 1),
                dim3(tiles, parts), VECTOR_THREADS, 0, M, N, K, alpha,
                (const T *)A, (const T *)B, beta, C, room);
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
//< omit

//> tiles of floats
/* A slot has rows of A's tile, then rows of B's. Rows of A's tile are
 * padded so that eight of them lie in different banks. */
enum { FLOAT_STEP = 32, PITCH = FLOAT_STEP + 4 };

template <int BM, int BN> struct floats_of {
    enum { B = BM * PITCH, SIZE = B + FLOAT_STEP * BN };
};

template <int BM, int BN, int THREADS>
static __device__ __forceinline__ void start_floats(
    float *slot, const operands<float> *x, unsigned t)
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
/* Takes four of K at once: a float4 of each row of A, 4 rows of B. */
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
/* Each block has stored its sums in its own shared memory, at `mine`,
 * in rows of BN + 16 floats. This block adds its share of the rows, in
 * the order of the blocks. */
enum { MOST_IN_CLUSTER = 8 };

template <int BM, int BN, int THREADS>
static __device__ __forceinline__ void add_in_cluster(
    const float *mine, float *C, int high, int wide, int N, float alpha,
    float beta)
{
    const unsigned count = blocks_of_cluster();
    const unsigned first = rank_in_cluster() * (BM / count);
    const int fours = ((size_t)C / 4 | N) % 4 == 0;

    meet_cluster();
    for (unsigned e = threadIdx.x; e < BM / count * (BN / 4);
         e += THREADS) {
        const unsigned row = first + e / (BN / 4);
        const unsigned col = e % (BN / 4) * 4;
        float4 v[MOST_IN_CLUSTER];
        float sum[4] = {};

        if ((int)row >= high || (int)col >= wide)
            continue;
#pragma unroll
        for (unsigned p = 0; p < MOST_IN_CLUSTER; ++p)
            if (p < count)
                v[p] = load_of_peer(&mine[row * (BN + 16) + col], p);
#pragma unroll
        for (unsigned p = 0; p < MOST_IN_CLUSTER; ++p)
            if (p < count) {
                sum[0] += v[p].x;
                sum[1] += v[p].y;
                sum[2] += v[p].z;
                sum[3] += v[p].w;
            }
        put_four(&C[(size_t)row * N + col], fours, wide - (int)col,
                 alpha, sum, beta);
    }
    meet_cluster();
}
//< add up in a cluster

//> how parts are added
/* A second launch adds parts; or a tile's last block; or a cluster. */
enum { TWICE, LAST, CLUSTER };

/* Which tile this block is for, and which of `count` parts of K. */
template <int HOW>
static __device__ __forceinline__ void
find_part(unsigned *tile, unsigned *part, unsigned *count)
{
    *count = HOW == CLUSTER ? blocks_of_cluster() : gridDim.y;
    *part = HOW == CLUSTER ? rank_in_cluster() : blockIdx.y;
    *tile = HOW == CLUSTER ? blockIdx.x / *count : blockIdx.x;
}
//< how parts are added

//> a tile by several blocks
template <int BM, int BN, int TM, int TN, int STAGES, int LEAST,
          int HOW>
__global__ void __launch_bounds__(BM / TM * (BN / TN), LEAST)
split(int M, int N, int K, float alpha, const float *A, size_t pitch_a,
      const float *B, size_t pitch_b, float beta, float *C,
      float *partials)
{
    enum {
        THREADS = BM / TM * (BN / TN), SIZE = floats_of<BM, BN>::SIZE
    };
    extern __shared__ __align__(1024) char slots[];
    float *const room = (float *)slots;
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned steps =
        ((unsigned)depth + FLOAT_STEP - 1) / FLOAT_STEP;
    unsigned tile, part, count, row0, col0, row, col, now = 0;
    float acc[TM][TN] = {};

    find_part<HOW>(&tile, &part, &count);
    const unsigned end = steps * (part + 1) / count;
    unsigned t = steps * part / count;
    place_tile<BM, BN>(M, N, tile, &row0, &col0);
    place_sums<BN, TM, TN>(&row, &col);
    const operands<float> x = {
        A + row0 * pitch_a, B + col0, pitch_a, pitch_b, M - (int)row0,
        N - (int)col0, depth
    };

    wait_for_kernel();
    let_next_start();
    for (unsigned s = 0; s < STAGES - 1; ++s) {
        if (t + s < end)
            start_floats<BM, BN, THREADS>(room + s * SIZE, &x, t + s);
        close_batch();
    }
    for (; t < end; ++t) {
        const unsigned last = now == 0 ? STAGES - 1 : now - 1;

        wait_for_batches<STAGES - 2>();
        __syncthreads();
        if (t + STAGES - 1 < end)
            start_floats<BM, BN, THREADS>(room + last * SIZE, &x,
                                          t + STAGES - 1);
        close_batch();
        multiply_floats<BM, BN, TM, TN>(acc, room + now * SIZE, row,
                                        col);
        now = now + 1 == STAGES ? 0 : now + 1;
    }
    if (HOW == CLUSTER) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&room[(row + 8 * i) * (BN + 16) + col
                                 + j * 4] =
                    make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2],
                                acc[i][j + 3]);
        add_in_cluster<BM, BN, THREADS>(
            room, C + (size_t)row0 * N + col0, x.high, x.wide, N, alpha,
            beta);
        return;
    }
    if (HOW == LAST && count > 1
        && !add_all<TM * TN, THREADS>(&acc[0][0], partials, tile, part,
                                      count))
        return;
//> a tile or a part of it leaves
    if (HOW == TWICE && count > 1) {
        C = partials + (size_t)part * M * N;
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
add_up(size_t count, unsigned splits, float alpha,
       const float *partials, float beta, float *C)
{
    const size_t step = (size_t)gridDim.x * 256;

    wait_for_kernel();
    let_next_start();
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step) {
        float sum = 0.0f;

        for (unsigned p = 0; p < splits; ++p)
            sum += __ldcg(&partials[p * count + i]);
        put(&C[i], alpha, sum, beta);
    }
}
//< add up in a second launch

//> launch a split product
template <int BM, int BN, int TM, int TN, int STAGES, int LEAST,
          int HOW>
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
        parts = cluster_for(parts);
        launch_grid(kernel, parts, false, dim3(tiles * parts), THREADS,
                    bytes, M, N, K, alpha, A, pitch_a, B, pitch_b, beta,
                    C, room);
        return;
    }
    parts = parts_that_fit(tiles, blocks(K, FLOAT_STEP), parts);
    const unsigned at_once = HOW == TWICE && parts > 1 ? LEAST : 1;

    if (parts > 1) {
        floats = HOW == TWICE ? (size_t)M * N : tiles * BM * BN;
        if (!(room = room_of_parts(floats * parts)))
            return;
    }
    launch_grid(kernel, 1, fills_here(tiles * parts, at_once),
                dim3(tiles, parts), THREADS, bytes, M, N, K, alpha, A,
                pitch_a, B, pitch_b, beta, C, room);
    if (HOW == TWICE && parts > 1)
        launch_grid(add_up, 1, true,
                    dim3(min(blocks(M, 1) * blocks(N, 256), 1024u)),
                    256, 0, (size_t)M * N, parts, alpha,
                    (const float *)room, beta, C);
}

template <int BM, int BN, int TM, int TN, int STAGES, int LEAST,
          int HOW>
static void run_split(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    unsigned parts = 1;

    if (tiles > 0)
        parts = parts_for(tiles, blocks(K, FLOAT_STEP), LEAST);
    split_in<BM, BN, TM, TN, STAGES, LEAST, HOW>(M, N, K, alpha, A, B,
                                                 beta, C, parts);
}
//< launch a split product

//> tiles of halves, with K in parts
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED, int HOW>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
parted(int M, int N, int K, float alpha, const half *A, size_t pitch_a,
       const half *B, size_t pitch_b, float beta, float *C,
       float *partials)
{
    enum {
        SUMS = WM * WN / 32, THREADS = BM / WM * (BN / WN) * 32
    };
    extern __shared__ __align__(1024) char slots[];
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned steps = ((unsigned)depth + STEP - 1) / STEP;
    unsigned tile, part, count, row0, col0;
    float acc[WM / 16][WN / 8][4] = {};

    find_part<HOW>(&tile, &part, &count);
    place_tile<BM, BN>(M, N, tile, &row0, &col0);
    const operands<half> x = {
        A + row0 * pitch_a, B + (TURNED ? col0 * pitch_b : col0),
        pitch_a, pitch_b, M - (int)row0, N - (int)col0, depth
    };

    wait_for_kernel();
    let_next_start();
    add_steps<BM, BN, WM, WN, STAGES, TURNED>(
        acc, slots, &x, steps * part / count,
        steps * (part + 1) / count);
    if constexpr (HOW == CLUSTER) {
        float *const room = (float *)slots;

        __syncthreads();
        store_tile<BN, WM, WN>(acc, room, BM, BN + 16, 0, 0, 1.0f,
                               0.0f);
        add_in_cluster<BM, BN, THREADS>(
            room, C + (size_t)row0 * N + col0, x.high, x.wide, N, alpha,
            beta);
        return;
    }
    if (count > 1
        && !add_all<SUMS, THREADS>(&acc[0][0][0], partials, tile, part,
                                   count))
        return;
    store_tile<BN, WM, WN>(acc, C, M, N, row0, col0, alpha, beta);
}
//< tiles of halves, with K in parts

//> rows at multiples of 16 bytes, of both
/* Sets the distances of rows, in halves. Copies matrices that need it
 * into the workspace. Returns 0, or -1 if the workspace has no room. */
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

//> omit
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED, int HOW>
static void parted_in(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C,
                      unsigned parts)
{
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;
    const auto kernel = parted<BM, BN, WM, WN, STAGES, LEAST, TURNED,
                               HOW>;
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    size_t pitch_a = 0, pitch_b = 0;
    float *room = NULL;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0
        && widen_halves<TURNED>(M, N, K, &A, &B, &pitch_a, &pitch_b))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (HOW == CLUSTER) {
        parts = cluster_for(parts);
        launch_grid(kernel, parts, false, dim3(tiles * parts),
                    BM / WM * (BN / WN) * 32, bytes, M, N, K, alpha,
                    (const half *)A, pitch_a, (const half *)B, pitch_b,
                    beta, C, room);
        return;
    }
    parts = parts_that_fit(tiles, blocks(K, STEP), parts);
    if (parts > 1 && !(room = room_of_parts(tiles * parts * BM * BN)))
        return;
    launch_grid(kernel, 1, fills_here(tiles * parts, 1),
                dim3(tiles, parts), BM / WM * (BN / WN) * 32, bytes, M,
                N, K, alpha, (const half *)A, pitch_a, (const half *)B,
                pitch_b, beta, C, room);
}

template <int BM, int BN, int WM, int WN, int STAGES, int LEAST,
          int TURNED, int HOW>
static void run_parted(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);

    if (tiles > 0)
        parted_in<BM, BN, WM, WN, STAGES, LEAST, TURNED, HOW>(
            M, N, K, alpha, A, B, beta, C,
            parts_for(tiles, blocks(K, STEP), LEAST));
}
//< omit

//> tiles by groups of four warps, with K in parts
/* One thread starts copies SLOTS - 1 steps ahead. Each group of the
 * block multiplies 64 rows. */
template <int BM, int BN, int SLOTS>
__global__ void __launch_bounds__(BM / 64 * GROUP_THREADS)
by_groups(int M, int N, int K, float alpha,
          const __grid_constant__ struct tile_map map_a,
          const __grid_constant__ struct tile_map map_b, float beta,
          float *C, float *partials)
{
    enum { SIZE = slot_of<half, BM, BN>::SIZE };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned part = blockIdx.y, count = gridDim.y;
    const unsigned steps = ((unsigned)K + STEP - 1) / STEP;
    const unsigned begin = steps * part / count;
    const unsigned many = steps * (part + 1) / count - begin;
    unsigned row0, col0;
    float sums[1][BN / 2];

    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    wait_for_kernel();
    let_next_start();
    if (threadIdx.x == 0)
        for (unsigned i = 0; i < SLOTS; ++i) {
            init_arrivals(&full[i], 1);
            if (i < many)
                bring_tiles<half, BM, BN, 1>(
                    slots + i * SIZE, &map_a, &map_b, row0, col0,
                    begin + i, &full[i]);
        }
    __syncthreads();
    for (unsigned i = 0; i < many; ++i) {
        const unsigned now = i % SLOTS;

        wait_for(&full[now], i / SLOTS % 2);
        multiply_slot<half, BM, BN, 64>(sums, slots + now * SIZE,
                                        group * 64, i > 0);
        wait_for_products<1>();
        __syncthreads();
        if (threadIdx.x == 0 && i > 0 && i - 1 + SLOTS < many)
            bring_tiles<half, BM, BN, 1>(
                slots + (i - 1) % SLOTS * SIZE, &map_a, &map_b, row0,
                col0, begin + i - 1 + SLOTS, &full[(i - 1) % SLOTS]);
    }
    wait_for_products<0>();
    hold_sums(sums[0]);
    if (count > 1) {
        C = partials + (size_t)part * M * N;
        alpha = 1.0f;
        beta = 0.0f;
    }
    store<BN>(sums[0], C, M, N, row0 + group * 64, col0, alpha, beta);
}
//< tiles by groups of four warps, with K in parts

//> omit
/* Kernels with tiles of BM x BN; a second launch adds parts. */
template <int BM, int BN, int SLOTS, typename F>
static void launch_tiles(F kernel, unsigned threads, int M, int N,
                         int K, float alpha, const float *A,
                         const float *B, float beta, float *C,
                         unsigned parts)
{
    const int bytes = SLOTS * slot_of<half, BM, BN>::SIZE;
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    struct tile_map a = {}, b = {};
    float *room = NULL;

    if (no_product(M, N, K, alpha, beta, C)
        || map_halves<half, BM, BN, 1>(&a, &b, M, N, K, A, B))
        return;
    parts = parts_that_fit(tiles, blocks(K, STEP), parts);
    if (parts > 1 && !(room = room_of_parts((size_t)M * N * parts)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_grid(kernel, 1, fills_here(tiles * parts, 1),
                dim3(tiles, parts), threads, bytes, M, N, K, alpha, a,
                b, beta, C, room);
    if (parts > 1)
        launch_grid(add_up, 1, true,
                    dim3(min(blocks(M, 1) * blocks(N, 256), 1024u)),
                    256, 0, (size_t)M * N, parts, alpha,
                    (const float *)room, beta, C);
}

/* So many that each multiprocessor has a block. */
template <int BM, int BN> static unsigned parts_to_fill(int M, int N,
                                                        int K)
{
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);

    return tiles > 0 ? parts_for(tiles, blocks(K, STEP), 1) : 1;
}

template <int BM, int BN, int SLOTS>
static void groups_in(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C,
                      unsigned parts)
{
    launch_tiles<BM, BN, SLOTS>(by_groups<BM, BN, SLOTS>,
                                BM / 64 * GROUP_THREADS, M, N, K, alpha,
                                A, B, beta, C, parts);
}

template <int BM, int BN, int SLOTS>
static void run_by_groups(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    groups_in<BM, BN, SLOTS>(M, N, K, alpha, A, B, beta, C,
                             parts_to_fill<BM, BN>(M, N, K));
}
//< omit

//> which steps are whose
/* All tiles form one line of steps. The line is cut into equal shares.
 * A block's share has steps u to last - 1. */
struct line {
    unsigned steps, shares, mine; /* steps: of a tile */
    size_t total, u, last;
};

/* Steps t to end - 1 of a tile. */
struct stretch {
    unsigned tile, t, end;
};

static __device__ __forceinline__ struct line
line_of(unsigned tiles, unsigned steps, unsigned shares, unsigned mine)
{
    const size_t total = (size_t)tiles * steps;
    const struct line l = {
        steps, shares, mine, total, total * mine / shares,
        total * (mine + 1) / shares
    };

    return l;
}

static __device__ __forceinline__ unsigned share_with(
    const struct line *l, size_t u)
{
    return ((u + 1) * l->shares - 1) / l->total;
}

/* Finds the share's steps in the next tile; false if none are left. */
static __device__ __forceinline__ bool next_stretch(struct line *l,
                                                    struct stretch *s)
{
    if (l->u >= l->last)
        return false;
    s->tile = l->u / l->steps;
    s->t = l->u % l->steps;
    s->end = min((size_t)l->steps, s->t + (l->last - l->u));
    l->u += s->end - s->t;
    return true;
}
//< which steps are whose

//> add the shares of a tile
/* A block has two places for parts: the first for a part that begins
 * inside a tile, the second for the part with a tile's first step. No
 * block waits: the last block that arrives adds all parts in order.
 * Returns true if the sums are complete. */
template <int COUNT, int THREADS, int BARRIER_THREADS>
static __device__ __forceinline__ bool add_shares(
    float *sums, float *partials, const struct line *l,
    const struct stretch *s)
{
    const size_t size = (size_t)COUNT * THREADS;
    const size_t begin = (size_t)s->tile * l->steps;

    if (s->end - s->t == l->steps)
        return true;
    const unsigned first = share_with(l, begin);
    const unsigned last = share_with(l, begin + l->steps - 1);

    leave_part<COUNT, THREADS>(
        sums, partials + (2 * (size_t)l->mine + (s->t == 0)) * size);
    if (!is_last<BARRIER_THREADS>(first, last - first + 1))
        return false;
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        sums[i] = 0.0f;
    for (unsigned b = first; b <= last; ++b)
        add_part<COUNT, THREADS>(
            sums, partials + (2 * (size_t)b + (b == first)) * size);
    return true;
}
//< add the shares of a tile

//> equal shares of all steps
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
shared_out(int M, int N, int K, float alpha, const half *A,
           size_t pitch_a, const half *B, size_t pitch_b, float beta,
           float *C, float *partials)
{
    enum {
        SUMS = WM * WN / 32, THREADS = BM / WM * (BN / WN) * 32
    };
    extern __shared__ __align__(1024) char slots[];
    const int depth = alpha != 0.0f ? K : 0;
    struct line line = line_of(
        ((unsigned)M + BM - 1) / BM * (((unsigned)N + BN - 1) / BN),
        depth > STEP ? ((unsigned)depth + STEP - 1) / STEP : 1,
        gridDim.x, blockIdx.x);
    struct stretch s;

    wait_for_kernel();
    let_next_start();
    while (next_stretch(&line, &s)) {
        unsigned row0, col0;
        float acc[WM / 16][WN / 8][4] = {};

        place_tile<BM, BN>(M, N, s.tile, &row0, &col0);
        const operands<half> x = {
            A + row0 * pitch_a, B + col0, pitch_a, pitch_b,
            M - (int)row0, N - (int)col0, depth
        };

        add_steps<BM, BN, WM, WN, STAGES, 0>(acc, slots, &x, s.t,
                                             s.end);
        __syncthreads();
        if (add_shares<SUMS, THREADS, 0>(&acc[0][0][0], partials, &line,
                                         &s))
            store_tile<BN, WM, WN>(acc, C, M, N, row0, col0, alpha,
                                   beta);
    }
}
//< equal shares of all steps

//> omit
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST>
static void run_shared_out(int M, int N, int K, float alpha,
                           const float *A, const float *B, float beta,
                           float *C)
{
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;
    const auto kernel = shared_out<BM, BN, WM, WN, STAGES, LEAST>;
    const size_t tiles = (size_t)blocks(M, BM) * blocks(N, BN);
    const size_t steps = alpha != 0.0f && K > 0 ? blocks(K, STEP) : 1;
    size_t pitch_a = 0, pitch_b = 0;

    if (M == 0 || N == 0)
        return;
    const unsigned count =
        min(tiles * steps, (size_t)LEAST * processors_here());
    float *room = room_of_parts((size_t)2 * count * BM * BN);

    if (!room
        || (alpha != 0.0f && K > 0
            && widen_halves<0>(M, N, K, &A, &B, &pitch_a, &pitch_b)))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_grid(kernel, 1, fills_here(count, 1), dim3(count),
                BM / WM * (BN / WN) * 32, bytes, M, N, K, alpha,
                (const half *)A, pitch_a, (const half *)B, pitch_b,
                beta, C, room);
}
//< omit

//> sums whose rows are columns of C
/* Stores a group's 64 columns, from col0 on. Eight lanes store 32 bytes
 * of a row. */
template <int BM>
static __device__ __forceinline__ void store_columns(
    const float (&sums)[BM / 2], float *C, int M, int N, unsigned row0,
    unsigned col0, float alpha, float beta)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;

    row0 += lane % 4 * 2;
    col0 += 16 * warp + lane / 4;
#pragma unroll
    for (unsigned i = 0; i < BM / 2; ++i) {
        const unsigned row = row0 + i / 4 * 8 + i % 2;
        const unsigned col = col0 + i % 4 / 2 * 8;

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}
//< sums whose rows are columns of C

//> groups multiply columns of B by rows of A
/* A group has 64 columns of B, and BM rows of A, a multiple of 8, so
 * few rows waste nothing. One extra warp fills the slots. */
template <int BM, int BN, int SLOTS>
__global__ void __launch_bounds__(BN / 64 * GROUP_THREADS + 32)
by_columns(int M, int N, int K, float alpha,
           const __grid_constant__ struct tile_map map_a,
           const __grid_constant__ struct tile_map map_b, float beta,
           float *C, float *partials)
{
    typedef slot_of<half, BM, BN> tiles;
    enum { WORKERS = BN / 64 * GROUP_THREADS };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned part = blockIdx.y, count = gridDim.y;
    const unsigned steps = ((unsigned)K + STEP - 1) / STEP;
    const unsigned begin = steps * part / count;
    const unsigned end = steps * (part + 1) / count;
    struct ring ring = {0, 0};
    unsigned row0, col0;

    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    if (threadIdx.x == 0)
        for (unsigned i = 0; i < SLOTS; ++i) {
            init_arrivals(&full[i], 1);
            init_arrivals(&empty[i], WORKERS / 32);
        }
    __syncthreads();
    wait_for_kernel();
    let_next_start();
//> the warp that brings
    if (threadIdx.x >= WORKERS) {
        for (unsigned t = begin; threadIdx.x == WORKERS && t < end;
             ++t) {
            wait_for(&empty[ring.slot], ring.parity ^ 1);
            bring_tiles<half, BM, BN, 1>(
                slots + ring.slot * tiles::SIZE, &map_a, &map_b, row0,
                col0, t, &full[ring.slot]);
            advance<SLOTS>(&ring);
        }
        return;
    }
//< the warp that brings
//> the groups that multiply
    float sums[BM / 2];
    uint64_t *previous_empty = NULL;

    for (unsigned t = begin; t < end; ++t) {
        const char *now = slots + ring.slot * tiles::SIZE;
        const uint64_t a = describe(now, 0);
        const uint64_t b = describe(now + tiles::B + group * BOX_BYTES,
                                    BOX_BYTES);

        wait_for(&full[ring.slot], ring.parity);
        begin_products();
#pragma unroll
        for (int k = 0; k < STEP / 16; ++k)
            multiply_columns(sums, b + k * 16 * LINE / 16,
                             a + k * 32 / 16, (t > begin) | k);
        close_products();
        wait_for_products<1>();
        if (t > begin)
            give_back<1, 0>(previous_empty);
        previous_empty = &empty[ring.slot];
        advance<SLOTS>(&ring);
    }
    wait_for_products<0>();
    hold_sums(sums);
    if (count > 1) {
        C = partials + (size_t)part * M * N;
        alpha = 1.0f;
        beta = 0.0f;
    }
    store_columns<BM>(sums, C, M, N, row0, col0 + group * 64, alpha,
                      beta);
//< the groups that multiply
}
//< groups multiply columns of B by rows of A

//> omit
template <int BM, int BN, int SLOTS>
static void columns_in(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C,
                       unsigned parts)
{
    launch_tiles<BM, BN, SLOTS>(by_columns<BM, BN, SLOTS>,
                                BN / 64 * GROUP_THREADS + 32, M, N, K,
                                alpha, A, B, beta, C, parts);
}

template <int BM, int BN, int SLOTS>
static void run_by_columns(int M, int N, int K, float alpha,
                           const float *A, const float *B, float beta,
                           float *C)
{
    columns_in<BM, BN, SLOTS>(M, N, K, alpha, A, B, beta, C,
                              parts_to_fill<BM, BN>(M, N, K));
}
//< omit

//> tiles that stay whole
/* The kernel of chapter hopper: a block goes from tile to tile. */
template <int BM, int BN, int GROUPS, int SLOTS, int CLUSTER>
static void run_whole(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    run_roles<half, BM, BN, GROUPS, SLOTS, CLUSTER,
              SENT | GROUPED | LASTING>(M, N, K, alpha, A, B, beta, C);
}

template <gemm_fn RUN>
static void whole(int M, int N, int K, float alpha, const float *A,
                  const float *B, float beta, float *C, unsigned parts)
{
    (void)parts;
    RUN(M, N, K, alpha, A, B, beta, C);
}
//< tiles that stay whole

//> a shape
struct shape {
    int m, n, k;
};
//< a shape

//> ways to a product
/* A kernel and its constants. Known: the tile, the step, the blocks
 * that an SM holds at once, the most parts of K, and how parts are
 * added. Fitted: an SM's multiply-adds in a nanosecond, the nanoseconds
 * that a step waits, and the nanoseconds that adding takes besides
 * loads. FEW: like LAST, but rows of a tile beyond M are no work.
 * WHOLE: no parts; blocks compute one tile after another, and the last
 * number is the time between two tiles. PAIRS: like WHOLE, by clusters
 * of two blocks. */
enum { FEW = 3, WHOLE = 4, PAIRS = 5 };

struct way {
    const char *name;
    unsigned type; /* HALF, or 0 for float */
    int bm, bn, step, at_once, most, how;
    double rate, least, join;
    void (*run)(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C, unsigned parts);
};

#define IN_GROUPS(name, BM, BN, SLOTS, AT_ONCE, ...)                   \
    {name, HALF, BM, BN, STEP, AT_ONCE, 16, TWICE, __VA_ARGS__,        \
     groups_in<BM, BN, SLOTS>}
#define IN_COLUMNS(BM, BN, SLOTS, ...)                                 \
    {"columns-" #BM "x" #BN, HALF, BM, BN, STEP, 1, 16, TWICE,         \
     __VA_ARGS__, columns_in<BM, BN, SLOTS>}
#define ENTIRE(name, BM, BN, how, rate, least, join, RUN)              \
    {name, HALF, BM, BN, STEP, 1, 1, how, rate, least, join, whole<RUN>}

static const struct way ways[] = {
    {"vector", HALF, 4, 64, VECTOR_STEP, 4, 32, FEW,
     88, 1270, 2820, vector_in<half>},
    {"thin", HALF, 16, 64, STEP, 3, 32, LAST,
     220, 205, 2500, parted_in<16, 64, 16, 16, 6, 3, 0, LAST>},
    {"thin-cluster", HALF, 16, 64, STEP, 3, 8, CLUSTER,
     275, 310, 2650, parted_in<16, 64, 16, 16, 6, 3, 0, CLUSTER>},
    {"thin-32", HALF, 32, 64, STEP, 3, 32, LAST,
     670, 420, 2010, parted_in<32, 64, 32, 16, 5, 3, 0, LAST>},
    IN_GROUPS("groups-64x64", 64, 64, 6, 2, 1730, 180, 5920),
    IN_GROUPS("groups-64x128", 64, 128, 4, 2, 2790, 450, 4760),
    IN_GROUPS("split-groups", 128, 128, 6, 1, 2430, 340, 3450),
    IN_GROUPS("groups-128x256", 128, 256, 4, 1, 2420, 200, 6360),
    ENTIRE("lasting-64x128", 64, 128, WHOLE, 2040, 155, 300,
           (run_whole<64, 128, 1, 8, 1>)),
    ENTIRE("lasting-128x128", 128, 128, WHOLE, 2900, 315, 395,
           (run_whole<128, 128, 2, 6, 1>)),
    ENTIRE("lasting-128x192", 128, 192, WHOLE, 2780, 445, 2530,
           (run_whole<128, 192, 2, 4, 1>)),
    ENTIRE("pairs-128x256", 256, 256, PAIRS, 3050, 215, 7340,
           (run_whole<128, 256, 2, 4, 2>)),
    IN_COLUMNS(40, 64, 14, 1060, 145, 6380),
    IN_COLUMNS(72, 64, 13, 1590, 245, 1970),
    IN_COLUMNS(88, 64, 11, 1700, 63, 6910),
    IN_COLUMNS(72, 128, 8, 1900, 300, 5950),
    IN_COLUMNS(88, 128, 8, 3120, 335, 8360),
    IN_COLUMNS(104, 128, 7, 2420, 69, 7800),
    IN_COLUMNS(168, 128, 6, 2920, 525, 8990),
    IN_COLUMNS(192, 192, 4, 2650, 66, 9660),
    {"vector-fp32", 0, MOST_ROWS, 32, VECTOR_STEP, 4, 32, FEW,
     50, 1410, 2720, vector_in<float>},
    {"split-two-launches", 0, 64, 64, FLOAT_STEP, 4, 16, TWICE,
     190, 575, 1450, split_in<64, 64, 4, 8, 3, 4, TWICE>},
    {"split-last-block", 0, 64, 64, FLOAT_STEP, 4, 16, LAST,
     150, 375, 2300, split_in<64, 64, 4, 8, 3, 4, LAST>},
    {"split-cluster", 0, 64, 64, FLOAT_STEP, 4, 8, CLUSTER,
     145, 430, 450, split_in<64, 64, 4, 8, 3, 4, CLUSTER>},
    {"split-128x128", 0, 128, 128, FLOAT_STEP, 2, 8, LAST,
     160, 65, 2210, split_in<128, 128, 8, 8, 3, 2, LAST>},
    {"split-32x128", 0, 32, 128, FLOAT_STEP, 3, 16, TWICE,
     190, 570, 2360, split_in<32, 128, 4, 8, 3, 3, TWICE>},
};
//< ways to a product

//> what a way takes
/* The constants of the card: nanoseconds for a launch, and how many
 * fewer an early start needs; bytes in a nanosecond from memory, from
 * L2 to all SMs, and from L2 to one SM. Like the constants of ways[]
 * they were fitted on an H200, to times of products drawn at random and
 * of squares. */
struct card {
    unsigned processors;
    double launch, early, memory, l2, one;
};

static struct card card_of(unsigned processors)
{
    const struct card c = {processors, 1500, 900, 4400, 11500, 54};

    return c;
}

/* The extra time for `count` parts of each of `tiles` tiles. One block
 * adds the parts of a tile one by one, but all blocks of a cluster or
 * of a second launch share this work. Parts of a cluster stay in the
 * cluster; all other parts go to L2 and come back. */
static double adding(const struct way *w, double tiles, double count,
                     double high, const struct card *c)
{
    const double bytes = 4.0 * high * w->bn;
    double time = w->join;

    if (w->how != CLUSTER)
        time += 2 * count * tiles * bytes / c->l2;
    if (w->how != TWICE)
        time += (w->how == CLUSTER ? 1 : count) * bytes / c->one;
    return time;
}

//> the time of a way
/* The nanoseconds of a way with `parts` parts: the launch; the longest
 * of the busiest SM's work, all bytes of memory and all loads from L2;
 * and the extra time for parts. Waiting and computing overlap, except
 * where threads multiply tiles of floats. Steps of halves wait up to
 * twice as long where a tile has few rows. `here`: blocks that have
 * their own SM at the same time. */
static double time_of(const struct way *w, const struct shape *s,
                      unsigned parts, const struct card *c)
{
    const double size = w->type & HALF ? 2 : 4;
    const unsigned peers = w->how == PAIRS     ? 2
                           : w->how == CLUSTER ? parts
                                               : 1;
    const double here = clusters_of(c->processors, peers) * peers;
    const double tiles =
        (double)blocks(s->m, w->bm) * blocks(s->n, w->bn);
    const double all = tiles * (w->how == PAIRS ? 2 : parts);
    const double deep = blocks(s->k, w->step);
    const double steps = ceil(deep / parts);
    const double high =
        w->how == FEW && s->m < w->bm ? s->m : w->bm;
    const double tile = high * w->bn * w->step
                        / (w->how == PAIRS ? 2 : 1);
    const bool split = w->how == TWICE && parts > 1;
    const bool early =
        w->how != CLUSTER
        && fills((size_t)all, c->processors,
                 split && !(w->type & HALF) ? w->at_once : 1);
    const double computing = ceil(all / here) * steps * tile / w->rate;
    double waiting = ceil(all / (here * w->at_once)) * steps * w->least;
    double working;

    if (w->how != FEW && w->type & HALF)
        waiting *= 2 - fmin(s->m, w->bm) / w->bm;
    working = fmax(computing, waiting);
    if (w->how != FEW && !(w->type & HALF))
        working = computing + waiting;
    if (w->how == WHOLE || w->how == PAIRS)
        working += ceil(all / here) * w->join;
    const double from_memory =
        (size * s->k * ((double)s->m + s->n) + 4.0 * s->m * s->n)
        / c->memory;
    const double from_l2 = size * tiles * deep * w->step
                           * (high + w->bn) / c->l2;

    return c->launch - (early ? c->early : 0)
           + fmax(working, fmax(from_memory, from_l2))
           + (parts == 1 ? 0 : adding(w, tiles, parts, high, c));
}
//< the time of a way
//< what a way takes

//> choose
struct choice {
    const struct way *way;
    unsigned parts;
    double time;
};

/* Can the way have `parts` parts? At least half of a tile's rows exist,
 * unless a tile has 16 or fewer. At most four tiles of 16 or 32 rows
 * stand above each other. Tiles whose height is no multiple of 16 have
 * few rows beyond M. Each of several parts has at least two steps, and
 * the blocks of all parts make at most two rounds. */
static int goes(const struct way *w, const struct shape *s,
                unsigned parts, const struct card *c)
{
    const size_t tiles = (size_t)blocks(s->m, w->bm)
                         * blocks(s->n, w->bn);
    const size_t round = (size_t)c->processors * w->at_once;

    if (w->bm > MOST_ROWS && 2 * s->m < w->bm)
        return 0;
    if (w->how == FEW ? s->m > MOST_ROWS
                      : w->bm <= 32 && s->m > 4 * w->bm)
        return 0;
    if (w->bm % 16 == 8 && blocks(s->m, w->bm) * w->bm > 1.3 * s->m)
        return 0;
    if (parts == 1)
        return 1;
    return (int)parts <= w->most && tiles * parts <= 2 * round
           && 2 * parts <= blocks(s->k, w->step)
           && (w->how != CLUSTER || cluster_for(parts) == parts);
}

//> the shortest time
/* The way, and the number of parts, that takes the shortest time. */
static struct choice choose(const struct shape *s, unsigned type,
                            const struct card *c)
{
    struct choice best = {NULL, 1, INFINITY};

    for (const struct way &w : ways)
        for (unsigned parts : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
            if (w.type != type || !goes(&w, s, parts, c))
                continue;
            const double time = time_of(&w, s, parts, c);

            if (time < best.time)
                best = {&w, parts, time};
        }
    return best;
}
//< the shortest time

template <unsigned TYPE>
static void run_chosen(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const struct shape s = {M, N, K};
    const struct card here = card_of(processors_here());
    const struct choice best = choose(&s, TYPE, &here);

    best.way->run(M, N, K, alpha, A, B, beta, C, best.parts);
}
//< choose

//> the table
#define VECTOR(name, flags, T, type, COLS)                             \
    {name, run_vector<T>, MOST_ROWS, COLS, VECTOR_STEP, 16384,         \
     (flags) | FEW_ROWS | NEEDS_80, "vector<" type ",16>", {0}}
#define SPLIT(name, flags, BM, BN, ...)                                \
    KERNEL_AT(name, (flags) | ONLY_90, split, BM, BN, FLOAT_STEP, BM,  \
              BN, __VA_ARGS__)
#define PARTED(name, flags, BM, BN, ...)                               \
    KERNEL_AT(name, HALF | (flags) | ONLY_90, parted, BM, BN, STEP,    \
              BM, BN, __VA_ARGS__)
#define BY_GROUPS(name, flags, BM, BN, SLOTS)                          \
    KERNEL_AT(name, HALF | (flags) | ONLY_90, by_groups, BM, BN, STEP, \
              BM, BN, SLOTS)
#define BY_COLUMNS(name, flags, BM, BN, SLOTS)                         \
    KERNEL_AT(name, HALF | (flags) | ONLY_90, by_columns, BM, BN,      \
              STEP, BM, BN, SLOTS)
#define LASTING(BM, BN, GROUPS, SLOTS)                                 \
    {"lasting-" #BM "x" #BN, run_whole<BM, BN, GROUPS, SLOTS, 1>, BM,  \
     BN, STEP, 16384, HALF | SWEEP | ONLY_90,                          \
     "roles<__half," #BM "," #BN "," #GROUPS "," #SLOTS ",1,7>", {0}}
#define SHARED_OUT(name, flags, BM, BN, ...)                           \
    KERNEL_AT(name, HALF | (flags) | NEEDS_80, shared_out, BM, BN,     \
              STEP, BM, BN, __VA_ARGS__)

/* Behind the tile: of a thread or of a warp, slots, blocks on a
 * multiprocessor; B by its columns; how parts are added. */
const struct kernel kernels[] = {
    VECTOR("vector", HALF, half, "__half", 64),
    VECTOR("vector-fp32", 0, float, "float", 32),
    SPLIT("split-two-launches", 0, 64, 64, 4, 8, 3, 4, TWICE),
    SPLIT("split-last-block", 0, 64, 64, 4, 8, 3, 4, LAST),
    SPLIT("split-cluster", 0, 64, 64, 4, 8, 3, 4, CLUSTER),
    SPLIT("split-128x128", 0, 128, 128, 8, 8, 3, 2, LAST),
    SPLIT("split-32x128", FEW_ROWS | SWEEP, 32, 128, 4, 8, 3, 3, TWICE),
    PARTED("thin", FEW_ROWS, 16, 64, 16, 16, 6, 3, 0, LAST),
    PARTED("thin-32", FEW_ROWS | SWEEP, 32, 64, 32, 16, 5, 3, 0, LAST),
    PARTED("thin-cluster", FEW_ROWS, 16, 64, 16, 16, 6, 3, 0, CLUSTER),
    PARTED("split-half", 0, 128, 128, 64, 64, 3, 2, 0, LAST),
    BY_GROUPS("split-groups", 0, 128, 128, 6),
    BY_GROUPS("groups-128x256", SWEEP, 128, 256, 4),
    BY_GROUPS("groups-64x128", SWEEP, 64, 128, 4),
    BY_GROUPS("groups-64x64", SWEEP, 64, 64, 6),
    BY_COLUMNS("columns-40x64", SWEEP | FEW_ROWS, 40, 64, 14),
    BY_COLUMNS("columns-72x64", SWEEP, 72, 64, 13),
    BY_COLUMNS("columns-88x64", SWEEP, 88, 64, 11),
    BY_COLUMNS("columns-72x128", SWEEP, 72, 128, 8),
    BY_COLUMNS("columns-88x128", SWEEP, 88, 128, 8),
    BY_COLUMNS("columns-104x128", SWEEP, 104, 128, 7),
    BY_COLUMNS("columns-168x128", SWEEP, 168, 128, 6),
    BY_COLUMNS("columns-192x192", SWEEP, 192, 192, 4),
    SHARED_OUT("equal-shares", 0, 128, 128, 64, 64, 3, 2),
    PARTED("weights-by-rows", B_TRANSPOSED, 128, 128, 64, 64, 3, 2, 1,
           LAST),
    PARTED("thin-weights", B_TRANSPOSED | FEW_ROWS, 16, 64, 16, 16, 6,
           3, 1, LAST),
    LASTING(64, 128, 1, 8),
    LASTING(128, 128, 2, 6),
    LASTING(128, 192, 2, 4),
    {"pairs-128x256", run_whole<128, 256, 2, 4, 2>, 128, 256, STEP,
     16384, HALF | SWEEP | ONLY_90, "roles<__half,128,256,2,4,2,7>",
     {0}},
    {"chosen", run_chosen<HALF>, 16, 64, STEP, 16384, HALF | ONLY_90,
     "parted<16,64,16,16,6,3,0,1>", {0}},
    {"chosen-fp32", run_chosen<0>, 64, 64, FLOAT_STEP, 16384, ONLY_90,
     "split<64,64,4,8,3,4,1>", {0}},
    {},
};
//< the table

//> a layer
/* y = gelu(x * w + bias) + residual: x is m x k, w is k x n, bias has n
 * elements, and residual and y are m x n, all row-major. Distances of
 * rows of x and w are multiples of 8 halves. */
struct layer {
    int m, n, k;
    const half *x, *w;
    size_t pitch_x, pitch_w;
    const float *bias, *residual;
    float *y;
};

/* By tanh: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016,
 * section 2. */
static __host__ __device__ inline float gelu(float x)
{
    const float inner = 0.797884561f * (x + 0.044715f * x * x * x);

    return 0.5f * x * (1.0f + tanhf(inner));
}
//< a layer

//> a layer in one kernel
/* The block does the rest of the layer before the results leave the
 * registers. */
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
finished(const struct layer l)
{
    extern __shared__ __align__(1024) char slots[];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned row0, col0;
    float acc[WM / 16][WN / 8][4] = {};

    place_tile<BM, BN>(l.m, l.n, blockIdx.x, &row0, &col0);
    const operands<half> x = {
        l.x + row0 * l.pitch_x, l.w + col0, l.pitch_x, l.pitch_w,
        l.m - (int)row0, l.n - (int)col0, l.k
    };

    add_steps<BM, BN, WM, WN, STAGES, 0>(
        acc, slots, &x, 0, ((unsigned)l.k + STEP - 1) / STEP);
    row0 += warp / (BN / WN) * WM + lane / 4;
    col0 += warp % (BN / WN) * WN + lane % 4 * 2;
#pragma unroll
    for (unsigned i = 0; i < WM / 8; ++i)
#pragma unroll
        for (unsigned j = 0; j < WN / 4; ++j) {
            const unsigned row = row0 + 8 * i;
            const unsigned col = col0 + j / 2 * 8 + j % 2;
            const size_t at = (size_t)row * l.n + col;
            const float sum = acc[i / 2][j / 2][i % 2 * 2 + j % 2];

            if (row < l.m && col < l.n)
                l.y[at] = gelu(sum + l.bias[col]) + l.residual[at];
        }
}
//< a layer in one kernel

//> a layer in passes
enum pass { BIAS, GELU, RESIDUAL };

template <int PASS>
__global__ void __launch_bounds__(256) pass(const struct layer l)
{
    const size_t count = (size_t)l.m * l.n;
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        l.y[i] = PASS == BIAS   ? l.y[i] + l.bias[i % l.n]
                 : PASS == GELU ? gelu(l.y[i])
                                : l.y[i] + l.residual[i];
}
//< a layer in passes

//> omit
static void launch_in_one(void *ctx)
{
    enum { BM = 128, BN = 128, STAGES = 3 };
    const struct layer *l = (const struct layer *)ctx;
    const auto kernel = finished<BM, BN, 64, 64, STAGES, 2>;
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(l->m, BM) * blocks(l->n, BN), 128, bytes>>>(*l);
}

/* The same tile without parts, and three kernels behind it. */
static void launch_in_passes(void *ctx)
{
    enum { BM = 128, BN = 128, STAGES = 3 };
    const struct layer *l = (const struct layer *)ctx;
    const auto kernel = parted<BM, BN, 64, 64, STAGES, 2, 0, LAST>;
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;
    const unsigned count = min(blocks(l->m, 1) * (size_t)l->n / 256 + 1,
                               (size_t)8 * processors_here());

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(l->m, BM) * blocks(l->n, BN), 128, bytes>>>(
        l->m, l->n, l->k, 1.0f, l->x, l->pitch_x, l->w, l->pitch_w,
        0.0f, l->y, (float *)NULL);
    pass<BIAS><<<count, 256>>>(*l);
    pass<GELU><<<count, 256>>>(*l);
    pass<RESIDUAL><<<count, 256>>>(*l);
}
//< omit

//> many products in one launch
/* c = a * b, of any sizes; distances of rows of a and b are multiples
 * of 8 halves. */
struct problem {
    int m, n, k;
    const half *a, *b;
    size_t pitch_a, pitch_b;
    float *c;
};

/* Each block computes every gridDim.x-th tile of the whole list, and
 * the list lies in device memory. */
template <int BM, int BN, int WM, int WN, int STAGES, int LEAST>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
listed(const struct problem *list, unsigned count)
{
    extern __shared__ __align__(1024) char slots[];
    unsigned before = 0, i = 0;

    for (unsigned n = blockIdx.x;; n += gridDim.x) {
        unsigned row0, col0, tiles = 0;

        for (; i < count; ++i, before += tiles) {
            tiles = ((unsigned)list[i].m + BM - 1) / BM
                    * (((unsigned)list[i].n + BN - 1) / BN);
            if (n - before < tiles)
                break;
        }
        if (i == count)
            return;
        const struct problem p = list[i];
        float acc[WM / 16][WN / 8][4] = {};

        place_tile<BM, BN>(p.m, p.n, n - before, &row0, &col0);
        const operands<half> x = {
            p.a + row0 * p.pitch_a, p.b + col0, p.pitch_a, p.pitch_b,
            p.m - (int)row0, p.n - (int)col0, p.k
        };

        add_steps<BM, BN, WM, WN, STAGES, 0>(
            acc, slots, &x, 0, ((unsigned)p.k + STEP - 1) / STEP);
        store_tile<BN, WM, WN>(acc, p.c, p.m, p.n, row0, col0, 1.0f,
                               0.0f);
        __syncthreads();
    }
}
//< many products in one launch

//> omit
struct listing {
    const struct problem *host, *list; /* the second in device memory */
    unsigned count;
};

static void launch_list(void *ctx)
{
    enum { BM = 64, BN = 64, STAGES = 4, LEAST = 3 };
    const struct listing *l = (const struct listing *)ctx;
    const auto kernel = listed<BM, BN, 32, 32, STAGES, LEAST>;
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<LEAST * processors_here(), 128, bytes>>>(l->list,
                                                      l->count);
}

/* The same tiles, each product by a launch of its own. */
static void launch_each(void *ctx)
{
    enum { BM = 64, BN = 64, STAGES = 4, LEAST = 3 };
    const struct listing *l = (const struct listing *)ctx;
    const auto kernel = parted<BM, BN, 32, 32, STAGES, LEAST, 0, LAST>;
    const int bytes = STAGES * halves_of<BM, BN>::SIZE;

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    for (unsigned i = 0; i < l->count; ++i) {
        const struct problem *p = &l->host[i];
        const unsigned tiles = blocks(p->m, BM) * blocks(p->n, BN);

        if (tiles > 0)
            kernel<<<tiles, 128, bytes>>>(
                p->m, p->n, p->k, 1.0f, p->a, p->pitch_a, p->b,
                p->pitch_b, 0.0f, p->c, (float *)NULL);
    }
}
//< omit

//> omit
/* Uniform values, rounded to half; rows at multiples of 16 bytes, the
 * rest of them zeros. */
static float value_at(uint64_t seed, int cols, int row, int col)
{
    return rounded_to(HALF,
                      uniform(seed, (size_t)row * (size_t)cols + col));
}

static int put_halves(half **to, size_t *pitch, int rows, int cols,
                      uint64_t seed)
{
    const size_t wide = blocks(cols, HALVES) * (size_t)HALVES;
    const size_t count = (size_t)rows * wide;
    uint16_t *host = (uint16_t *)malloc(count * 2 + 1);
    int status = host ? 0 : complain("out of memory on the host");

    *pitch = wide;
    for (size_t i = 0; host && i < count; ++i)
        host[i] = i % wide < (size_t)cols
                      ? half_from(value_at(seed, cols, (int)(i / wide),
                                           (int)(i % wide)))
                      : 0;
    if (status == 0)
        status = cuda_check(cudaMalloc((void **)to, count * 2 + 16),
                            "memory");
    if (status == 0)
        status = cuda_check(cudaMemcpy(*to, host, count * 2,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    return status;
}

static int put_floats(const float **to, size_t count, uint64_t seed)
{
    float *host = (float *)malloc(count * sizeof *host + 1), *x = NULL;
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        host[i] = uniform(seed, i);
    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&x,
                                       count * sizeof *x + 16),
                            "memory");
    if (status == 0)
        status = cuda_check(cudaMemcpy(x, host, count * sizeof *x,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    *to = x;
    return status;
}

enum { OF_X = 1, OF_W, OF_BIAS, OF_RESIDUAL };

static void free_layer(struct layer *l)
{
    cudaFree((void *)l->x);
    cudaFree((void *)l->w);
    cudaFree((void *)l->bias);
    cudaFree((void *)l->residual);
    cudaFree(l->y);
}

static int new_layer(struct layer *l, int m, int n, int k)
{
    const size_t count = (size_t)m * n;
    half *x = NULL, *w = NULL;
    struct layer made = {m, n, k};

    if (put_halves(&x, &made.pitch_x, m, k, OF_X) == 0 &&
        put_halves(&w, &made.pitch_w, k, n, OF_W) == 0 &&
        put_floats(&made.bias, n, OF_BIAS) == 0 &&
        put_floats(&made.residual, count, OF_RESIDUAL) == 0)
        cudaMalloc((void **)&made.y, count * sizeof(float) + 16);
    made.x = x;
    made.w = w;
    *l = made;
    if (!made.y)
        return complain("no memory for a layer");
    return cuda_check(cudaMemset(made.y, 0xff, count * sizeof(float)),
                      "memory");
}

/* The product of a row and a column in float64, and of what is there
 * without signs. */
static double exact(uint64_t of_a, uint64_t of_b, int n, int k, int row,
                    int col, double *size)
{
    double sum = 0.0;

    *size = 0.0;
    for (int i = 0; i < k; ++i) {
        const double x = (double)value_at(of_a, k, row, i)
                         * value_at(of_b, n, i, col);

        sum += x;
        *size += fabs(x);
    }
    return sum;
}

/* gelu() is nowhere steeper than 1.13, and rounds a few times. */
static int check_layer(const struct layer *l, const float *got)
{
    for (int row = 0; row < l->m; ++row)
        for (int col = 0; col < l->n; ++col) {
            const size_t at = (size_t)row * l->n + col;
            double size;
            const double x = exact(OF_X, OF_W, l->n, l->k, row, col,
                                   &size) + uniform(OF_BIAS, col);
            const double inner =
                sqrt(2.0 / 3.14159265358979323846)
                * (x + 0.044715 * x * x * x);
            const double rest = uniform(OF_RESIDUAL, at);
            const double want = 0.5 * x * (1.0 + tanh(inner)) + rest;
            const double bound = 1.13 * bound_of(HALF, size + 1, l->k)
                                 + gamma_n(12, UNIT_ROUNDOFF_FP32)
                                       * (fabs(x) + fabs(rest));

            if (!(error_over(got[at], want, bound) <= 1.0))
                return complain("%dx%dx%d: y[%d][%d] is %.9g, should "
                                "be %.9g", l->m, l->n, l->k, row, col,
                                (double)got[at], want);
        }
    return 0;
}

static int verify_layer_of(work_fn *launch, int m, int n, int k)
{
    const size_t bytes = (size_t)m * n * sizeof(float);
    float *got = (float *)malloc(bytes);
    struct layer l;
    int status = new_layer(&l, m, n, k);

    if (status == 0) {
        launch(&l);
        status = cuda_check(cudaGetLastError(), "launch");
    }
    if (status == 0)
        status = cuda_check(cudaMemcpy(got, l.y, bytes,
                                       cudaMemcpyDeviceToHost), "copy");
    if (status == 0)
        status = check_layer(&l, got);
    free_layer(&l);
    free(got);
    return status;
}

template <int IN_PASSES> static int verify_layer(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {5, 7, 3}, {129, 131, 65}, {33, 258, 200}
    };

    for (int i = 0; i < 4; ++i)
        if (verify_layer_of(IN_PASSES ? launch_in_passes
                                      : launch_in_one,
                            sizes[i][0], sizes[i][1], sizes[i][2]) != 0)
            return -1;
    return 0;
}

/* Microseconds of a launch, round by round. */
static int sample_us(work_fn *launch, void *ctx, struct samples *out)
{
    enum { ROUNDS = 15 };
    int times;

    if (sample_instead)
        return sample_instead(launch, ctx);
    times = batch_size(launch, ctx, 10.0);
    for (int i = 0; i < ROUNDS && times > 0; ++i) {
        const double ms = batch_ms(launch, ctx, times);

        if (ms < 0.0)
            return -1;
        add_sample(out, 1e3 * ms);
    }
    return times > 0 ? 0 : -1;
}

/* A layer of Llama 3 8B: 4096 times 14336, of so many tokens. */
template <int IN_PASSES>
static int measure_layer(long long tokens, struct samples *out)
{
    struct layer l;
    int status = new_layer(&l, (int)tokens, 14336, 4096);

    if (status == 0)
        status = sample_us(IN_PASSES ? launch_in_passes : launch_in_one,
                           &l, out);
    free_layer(&l);
    return status;
}

enum { MOST_PROBLEMS = 64 };

static void free_list(struct listing *l)
{
    for (unsigned i = 0; i < l->count; ++i) {
        cudaFree((void *)l->host[i].a);
        cudaFree((void *)l->host[i].b);
        cudaFree(l->host[i].c);
    }
    cudaFree((void *)l->list);
}

/* Problem i of seeds 2 * i + 1 and 2 * i + 2. */
static int new_list(struct listing *l, struct problem *host,
                    const int (*sizes)[3], unsigned count)
{
    struct problem *list = NULL;
    int status = 0;

    *l = {host, NULL, count};
    for (unsigned i = 0; i < count; ++i) {
        const int *s = sizes[i];
        half *a = NULL, *b = NULL;
        struct problem p = {s[0], s[1], s[2]};
        const size_t bytes = (size_t)p.m * p.n * sizeof(float);

        if (status == 0)
            status = put_halves(&a, &p.pitch_a, p.m, p.k, 2 * i + 1);
        if (status == 0)
            status = put_halves(&b, &p.pitch_b, p.k, p.n, 2 * i + 2);
        if (status == 0)
            status = cuda_check(cudaMalloc((void **)&p.c, bytes + 16),
                                "memory");
        if (status == 0)
            cudaMemset(p.c, 0xff, bytes);
        p.a = a;
        p.b = b;
        host[i] = p;
    }
    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&list,
                                       count * sizeof *list), "memory");
    if (status == 0)
        status = cuda_check(cudaMemcpy(list, host, count * sizeof *list,
                                       cudaMemcpyHostToDevice), "copy");
    l->list = list;
    return status;
}

static int check_problem(const struct problem *p, unsigned i)
{
    const size_t count = (size_t)p->m * p->n;
    float *got = (float *)malloc(count * sizeof *got + 1);
    int status = cuda_check(cudaMemcpy(got, p->c, count * sizeof *got,
                                       cudaMemcpyDeviceToHost), "copy");

    for (size_t at = 0; at < count && status == 0; ++at) {
        double size;
        const double want = exact(2 * i + 1, 2 * i + 2, p->n, p->k,
                                  (int)(at / p->n), (int)(at % p->n),
                                  &size);

        if (!(error_over(got[at], want, bound_of(HALF, size, p->k))
              <= 1.0))
            status = complain("problem %u, %dx%dx%d: element %zu is "
                              "%.9g, should be %.9g", i, p->m, p->n,
                              p->k, at, (double)got[at], want);
    }
    free(got);
    return status;
}

template <int EACH> static int verify_list(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {0, 5, 7}, {65, 129, 63}, {64, 64, 64}, {7, 3, 0},
        {200, 70, 130}, {3, 0, 9}, {16, 257, 65}, {64, 64, 64}
    };
    enum { COUNT = sizeof sizes / sizeof *sizes };
    struct problem host[COUNT] = {};
    struct listing l;
    int status = new_list(&l, host, sizes, COUNT);

    if (status == 0) {
        (EACH ? launch_each : launch_list)(&l);
        status = cuda_check(cudaGetLastError(), "launch");
    }
    for (unsigned i = 0; i < COUNT && status == 0; ++i)
        status = check_problem(&host[i], i);
    free_list(&l);
    return status;
}

/* So many heads' scores: 512 tokens by 512 tokens, of 128. */
template <int EACH>
static int measure_list(long long count, struct samples *out)
{
    int sizes[MOST_PROBLEMS][3];
    struct problem host[MOST_PROBLEMS] = {};
    struct listing l;

    for (int i = 0; i < count; ++i) {
        sizes[i][0] = sizes[i][1] = 512;
        sizes[i][2] = 128;
    }
    int status = new_list(&l, host, sizes, (unsigned)count);

    if (status == 0)
        status = sample_us(EACH ? launch_each : launch_list, &l, out);
    free_list(&l);
    return status;
}

//< omit

//> products that have names
/* Of Llama 3 8B and 70B and of Qwen2.5 7B, as their public files
 * config.json say: hidden size, MLP, heads and heads of keys, each 128
 * wide, vocabulary. M is tokens: 1 decodes, 16 and 64 are a batch of
 * that many, 512 and 2048 are a prompt. */
struct named {
    const char *name;
    struct shape shape;
};

static const struct named named[] = {
    {"llama-3-8b-q-or-o-1", {1, 4096, 4096}},
    {"llama-3-8b-k-or-v-1", {1, 1024, 4096}},
    {"llama-3-8b-up-1", {1, 14336, 4096}},
    {"llama-3-8b-down-1", {1, 4096, 14336}},
    {"llama-3-8b-logits-1", {1, 128256, 4096}},
    {"llama-3-8b-up-16", {16, 14336, 4096}},
    {"llama-3-8b-down-16", {16, 4096, 14336}},
    {"llama-3-8b-k-or-v-64", {64, 1024, 4096}},
    {"llama-3-8b-up-64", {64, 14336, 4096}},
    {"llama-3-8b-up-512", {512, 14336, 4096}},
    {"llama-3-8b-scores-2048", {2048, 2048, 128}},
    {"llama-3-8b-k-or-v-2048", {2048, 1024, 4096}},
    {"llama-3-8b-down-2048", {2048, 4096, 14336}},
    {"llama-3-70b-k-or-v-1", {1, 1024, 8192}},
    {"llama-3-70b-up-1", {1, 28672, 8192}},
    {"llama-3-70b-down-16", {16, 8192, 28672}},
    {"llama-3-70b-q-or-o-64", {64, 8192, 8192}},
    {"llama-3-70b-up-512", {512, 28672, 8192}},
    {"qwen2.5-7b-q-or-o-1", {1, 3584, 3584}},
    {"qwen2.5-7b-k-or-v-16", {16, 512, 3584}},
    {"qwen2.5-7b-down-16", {16, 3584, 18944}},
    {"qwen2.5-7b-up-64", {64, 18944, 3584}},
    {"qwen2.5-7b-k-or-v-512", {512, 512, 3584}},
    {"others-1", {1, 2560, 4096}},
    {"others-64", {64, 2560, 2560}},
    {"others-64x2560", {1, 2560, 64}},
    {"others-2560x64", {1, 64, 2560}},
};
//< products that have names

//> products drawn at random
/* One of `count` numbers for a seed. */
static unsigned drawn(uint64_t seed, unsigned count)
{
    return (unsigned)(hash64(seed) >> 16) % count;
}

/* Product i of a seed, in the range of public decoders: hidden sizes
 * from 2048 (as Qwen1.5 1.8B) to 8192 (as Llama 3 70B), MLPs from 5504
 * to 28672 (of these two), both multiples of 128, and keys of 2 to 16
 * heads. M is a power of two from 1 to 8192 or, every second time, any
 * number from its half to it. */
static struct shape draw(unsigned seed, unsigned i)
{
    const uint64_t from = ((uint64_t)seed << 32 | i) * 8;
    const int hidden = 2048 + 128 * (int)drawn(from, 49);
    const int mlp = 5504 + 128 * (int)drawn(from + 1, 182);
    const int keys = 128 * (2 + (int)drawn(from + 2, 15));
    const int most = 1 << drawn(from + 3, 14);
    const int m = drawn(from + 4, 2)
                      ? most
                      : most - (int)drawn(from + 5,
                                          (unsigned)most / 2 + 1);
    const struct shape sizes[] = {
        {m, hidden, hidden}, {m, keys, hidden}, {m, mlp, hidden},
        {m, hidden, mlp}
    };

    return sizes[drawn(from + 6, 4)];
}
//< products drawn at random

//> omit
/* A way to a product with so many parts, on one of several copies of B,
 * which together are twice what L2 holds. */
struct parts_work {
    const struct way *way;
    struct shape shape;
    unsigned parts, copies, next;
    float *a, *b, *c;
};

static void launch_parts(void *ctx)
{
    struct parts_work *w = (struct parts_work *)ctx;
    const size_t bytes =
        element_size(w->way->type) * w->shape.k * w->shape.n;

    w->way->run(w->shape.m, w->shape.n, w->shape.k, 1.0f, w->a,
                (float *)((char *)w->b + w->next * bytes), 0.0f, w->c,
                w->parts);
    w->next = (w->next + 1) % w->copies;
}

static int fill_uniform(float **to, unsigned type, size_t count,
                        unsigned copies)
{
    const size_t bytes = element_size(type) * count;
    char *host = (char *)malloc(bytes), *x = NULL;
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        element_put(type, host, i, uniform(1, i));
    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&x, bytes * copies),
                            "memory");
    for (unsigned i = 0; i < copies && status == 0; ++i)
        status = cuda_check(cudaMemcpy(x + i * bytes, host, bytes,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    *to = (float *)x;
    return status;
}

/* Numbers in ways[]. */
enum { BY_VECTOR = 0, BY_THIN = 1, BY_CLUSTER = 2, BY_GROUP = 5,
       BY_TWICE = 21, BY_LAST = 22, BY_FLOATS = 23 };

template <int WAY, int M, int N, int K>
static int measure_parts(long long parts, struct samples *out)
{
    struct parts_work w = {&ways[WAY], {M, N, K}, (unsigned)parts, 1};
    const double b =
        (double)element_size(w.way->type) * K * N, l2 = 60e6;

    w.copies = (unsigned)(2 * l2 / b) + 1;
    int status = fill_uniform(&w.a, w.way->type, (size_t)M * K, 1);

    if (status == 0)
        status = fill_uniform(&w.b, w.way->type, (size_t)K * N,
                              w.copies);
    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&w.c,
                                       (size_t)M * N * sizeof *w.c),
                            "memory");
    if (status == 0)
        status = sample_us(launch_parts, &w, out);
    cudaFree(w.a);
    cudaFree(w.b);
    cudaFree(w.c);
    return status;
}

#define PARTS(name, WAY, M, N, K)                                      \
    {"parts", name, "us", {1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32},  \
     measure_parts<WAY, M, N, K>, NULL, 0, ONLY_90}

const struct probe probes[] = {
    {"layers", "in-one", "us", {16, 256, 2048}, measure_layer<0>,
     verify_layer<0>, 0, NEEDS_80},
    {"layers", "in-passes", "us", {16, 256, 2048}, measure_layer<1>,
     verify_layer<1>, 0, NEEDS_80},
    {"lists", "one-launch", "us", {8, 32, 64}, measure_list<0>,
     verify_list<0>, 0, NEEDS_80},
    {"lists", "launch-each", "us", {8, 32, 64}, measure_list<1>,
     verify_list<1>, 0, NEEDS_80},
    PARTS("vector-1x2560x4096", BY_VECTOR, 1, 2560, 4096),
    PARTS("vector-1x14336x4096", BY_VECTOR, 1, 14336, 4096),
    PARTS("thin-16x4096x4096", BY_THIN, 16, 4096, 4096),
    PARTS("thin-cluster-16x4096x4096", BY_CLUSTER, 16, 4096, 4096),
    PARTS("groups-64x128-64x2560x2560", BY_GROUP, 64, 2560, 2560),
    PARTS("split-last-block-256", BY_LAST, 256, 256, 256),
    PARTS("split-last-block-512", BY_LAST, 512, 512, 512),
    PARTS("split-two-launches-512", BY_TWICE, 512, 512, 512),
    PARTS("split-cluster-512", BY_FLOATS, 512, 512, 512),
    {},
};
//< omit

//> omit
static void print_choice(const char *name, const struct shape *s)
{
    const struct card h200 = card_of(132);

    printf("%s %dx%dx%d", name, s->m, s->n, s->k);
    for (unsigned type = HALF;; type = 0) {
        const struct choice best = choose(s, type, &h200);

        printf(" %s %u %.2f us", best.way->name, best.parts,
               best.time / 1e3);
        if (type == 0)
            break;
    }
    puts("");
}

static int print_named(int seed, int count)
{
    (void)seed, (void)count;
    for (const struct named &n : named)
        print_choice(n.name, &n.shape);
    return 0;
}

/* Every second product is held back from fitting. */
static int print_drawn(int seed, int count)
{
    for (int i = 0; i < (count < 0 ? 200 : count); ++i) {
        const struct shape s =
            draw(seed < 0 ? 1 : (unsigned)seed, (unsigned)i);

        print_choice(i % 2 ? "held" : "fit", &s);
    }
    return 0;
}

const struct program_word program_words[] = {
    {"named", "products of public decoders, and what is "
              "chosen on an H200",
     print_named},
    {"draw", "[--seed N] [--count N]   products drawn at random, "
             "one to fit, one held back", print_drawn},
    {},
};
//< omit
