//> omit
/* split.cu - products of floats by tensor cores, which have none. */
#include "bench/baseline.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"
#include "kernels/packing.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/split.h"
#include "kernels/warpgroup.h"

#include <math.h>
#include <stdlib.h>
//< omit

//> tiles of parts
/* A tile of A has BM rows of 128 bytes; a tile of B has 128 bytes for
 * each column. A row of B's tile is one k if elements have 16 bits, or
 * if floats are split in registers (INSIDE). If parts of floats were
 * made before, a row of B's tile is a column, as in A's tile. */
enum { ROW = 128, PIECE = 16 };
enum { BM = 128, BN = 128, WM = 64, WN = 32, SLOTS = 3, THREADS = 256 };

template <typename T, int BM, int BN> struct slot_of {
    enum {
        DEEP = ROW / sizeof(T), WIDE = BN * sizeof(T), B = BM * ROW,
        SIZE = B + BN * ROW
    };
};

/* Exchanges pieces of 16 bytes so that rows that are read together lie
 * in different banks: eight rows if elements have 16 bits, four rows if
 * they are floats. */
template <typename T>
static __device__ __forceinline__ unsigned turned(unsigned p,
                                                  unsigned k)
{
    return PIECE * (p ^ (sizeof(T) == 4 ? k % 4 * 2 : k % 8));
}
//< tiles of parts

//> start the copies of a tile
/* Where a thread's copies for the next tiles of A and of B begin. Zeros
 * follow `high` rows, `wide` bytes or `deep` elements. If a row of B's
 * tile is a column, `wide` counts rows. */
struct source {
    const char *a, *b;
    size_t pitch_a, pitch_b;
    int high, wide, deep;
};

template <typename T, int BM, int BN, int THREADS, int BY_COLUMNS>
static __device__ __forceinline__ void start_tiles(char *slot,
                                                   struct source *from)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        ROWS = THREADS / 8,
        WIDE = BY_COLUMNS ? (int)ROW : (int)tiles::WIDE,
        HIGH = BY_COLUMNS ? BN : (int)tiles::DEEP
    };
    const unsigned row = threadIdx.x / 8, p = threadIdx.x % 8;
    const int here = (int)(PIECE / sizeof(T) * p) < from->deep;
    char *to_a = slot + row * ROW + turned<half>(p, row);
    char *to_b = slot + tiles::B + row * WIDE
                 + (BY_COLUMNS ? turned<half>(p, row)
                               : turned<T>(p, row));

#pragma unroll
    for (int i = 0; i < BM; i += ROWS)
        start_copy(to_a + i * ROW, from->a + i * from->pitch_a,
                   here && i < from->high);
#pragma unroll
    for (int i = 0; i < HIGH; i += ROWS)
#pragma unroll
        for (int j = 0; j < WIDE; j += ROW)
            start_copy(to_b + i * WIDE + j,
                       from->b + i * from->pitch_b + j,
                       BY_COLUMNS
                           ? here && i < from->wide
                           : (int)row + i < from->deep
                                 && j < from->wide);
    from->deep -= tiles::DEEP;
    from->a += ROW;
    from->b += BY_COLUMNS ? (size_t)ROW : tiles::DEEP * from->pitch_b;
}
//< start the copies of a tile

//> fragments of parts
/* What an instruction takes of A and of B, for each part. */
template <typename T, int FM, int FN> struct fragments {
    uint32_t a[parts_of<T>::PARTS][FM][4];
    uint32_t b[parts_of<T>::PARTS][FN][2];
};

/* Each part that an instruction takes is one slice. For floats a row of
 * B's tile is a column and is not transposed. */
template <typename T, int FM, int FN, int WIDE>
static __device__ __forceinline__ void load_fragments(
    struct fragments<T, FM, FN> *f, const char *As, const char *Bs,
    unsigned wy, unsigned wx, unsigned step)
{
    const unsigned lane = threadIdx.x % 32, r = lane % 16;

#pragma unroll
    for (unsigned p = 0; p < parts_of<T>::PARTS; ++p) {
        const unsigned slice = p * matrix_of<T>::EACH + step;
        const unsigned k = 16 * slice + r, piece = 2 * slice;

#pragma unroll
        for (unsigned i = 0; i < FM; ++i)
            ldmatrix_x4(f->a[p][i],
                        As + (wy + 16 * i + r) * ROW
                            + turned<half>(piece + lane / 16, lane));
#pragma unroll
        for (unsigned j = 0; j < FN; j += 2)
            if (sizeof(T) == 2)
                ldmatrix_x4_trans(
                    f->b[p][j],
                    Bs + k * WIDE
                        + turned<half>((wx + 8 * j) / 8 + lane / 16,
                                       k));
            else
                ldmatrix_x4(
                    f->b[p][j],
                    Bs + (wx + 8 * j + lane / 16 * 8 + lane % 8) * ROW
                        + turned<half>(piece + lane / 8 % 2, lane));
    }
}
//< fragments of parts

//> fragments of floats, split in registers
static __device__ __forceinline__ void split_word(uint32_t *high,
                                                  uint32_t *low,
                                                  uint32_t word)
{
    float part[2];

    split_float(part, __uint_as_float(word));
    *high = __float_as_uint(part[0]);
    *low = __float_as_uint(part[1]);
}

template <int FM, int FN, int WIDE>
static __device__ __forceinline__ void load_floats(
    struct fragments<float, FM, FN> *f, const char *As, const char *Bs,
    unsigned wy, unsigned wx, unsigned step)
{
    const unsigned lane = threadIdx.x % 32, r = lane % 16;

#pragma unroll
    for (unsigned i = 0; i < FM; ++i) {
        uint32_t word[4];

        ldmatrix_x4(word,
                    As + (wy + 16 * i + r) * ROW
                        + turned<half>(2 * step + lane / 16, lane));
#pragma unroll
        for (unsigned e = 0; e < 4; ++e)
            split_word(&f->a[0][i][e], &f->a[1][i][e], word[e]);
    }
#pragma unroll
    for (unsigned j = 0; j < FN; ++j)
#pragma unroll
        for (unsigned e = 0; e < 2; ++e) {
            const unsigned k = 8 * step + lane % 4 + 4 * e;
            const unsigned n = wx + 8 * j + lane / 4;
            const char *at = Bs + k * WIDE + turned<float>(n / 4, k)
                             + n % 4 * 4;

            split_word(&f->b[0][j][e], &f->b[1][j][e],
                       *(const uint32_t *)at);
        }
}
//< fragments of floats, split in registers

//> fragments of one or the other
template <typename T, int FM, int FN, int INSIDE>
static __device__ __forceinline__ void load_parts(
    struct fragments<T, FM, FN> *f, const char *slot, unsigned wy,
    unsigned wx, unsigned step)
{
    typedef slot_of<T, BM, BN> tiles;

    if constexpr (INSIDE)
        load_floats<FM, FN, tiles::WIDE>(f, slot, slot + tiles::B, wy,
                                         wx, step);
    else
        load_fragments<T, FM, FN, tiles::WIDE>(
            f, slot, slot + tiles::B, wy, wx, step);
}
//< fragments of one or the other

//> multiply parts
/* Makes the last PRODUCTS of the six products, each for all fragments
 * before the next one: so no product waits for the one before it. */
template <typename T, int PRODUCTS, int FM, int FN>
static __device__ __forceinline__ void multiply_parts(
    float (&sums)[FM][4 * FN], const struct fragments<T, FM, FN> &f)
{
#pragma unroll
    for (int i = PRODUCTS_END - PRODUCTS; i < PRODUCTS_END; ++i)
#pragma unroll
        for (int y = 0; y < FM; ++y)
#pragma unroll
            for (int x = 0; x < FN; ++x)
                multiply_add((const T *)0, &sums[y][4 * x],
                             f.a[part_of_a(i)][y],
                             f.b[part_of_b(i)][x]);
}
//< multiply parts

//> promote
/* Adds the tensor core's sums to sums of floats, which are rounded and
 * not cut off. The tensor core's sums then start at zero again. */
template <int FM, int COUNT>
static __device__ __forceinline__ void promote(
    float (&total)[FM][COUNT], float (&sums)[FM][COUNT])
{
#pragma unroll
    for (int i = 0; i < FM; ++i)
#pragma unroll
        for (int e = 0; e < COUNT; ++e) {
            total[i][e] += sums[i][e];
            sums[i][e] = 0.0f;
        }
}
//< promote

//> a product of parts by mma
/* Eight warps of 64 x 32. After STRETCH elements of K, which divide a
 * tile's or are a multiple of them, the sums are promoted; if it is 0,
 * at the end alone. INSIDE: `at` has floats, which are split in
 * registers, and no parts. The fragments of a step are loaded before
 * those of the step before it are multiplied. A and B themselves are
 * read for what is not finite. */
template <typename T, int PRODUCTS, int STRETCH, int INSIDE>
__global__ void __launch_bounds__(THREADS, 1)
split_product(int M, int N, int K, float alpha, const float *A,
              const float *B, float beta, float *C,
              const struct parts_at at)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        FM = WM / 16, FN = WN / 8,
        BY_COLUMNS = sizeof(T) == 4 && !INSIDE,
        DEEP = INSIDE ? (int)tiles::DEEP : (int)matrix_of<T>::STEP,
        STEPS = DEEP / parts_of<T>::DEEP,
        EACH = STRETCH / parts_of<T>::DEEP
    };
    extern __shared__ __align__(1024) char slots[];
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row = threadIdx.x / 8, byte = threadIdx.x % 8 * 16;
    const unsigned count = ((unsigned)K + DEEP - 1) / DEEP;
    unsigned row0, col0, steps = 0;
    float sums[FM][4 * FN] = {}, total[FM][4 * FN] = {};
    struct fragments<T, FM, FN> f[2];

    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    struct source from = {
        (const char *)at.a + (row0 + row) * at.pitch_a + byte,
        (const char *)at.b
            + (row + (BY_COLUMNS ? col0 : 0)) * at.pitch_b
            + (BY_COLUMNS ? 0 : col0 * sizeof(T)) + byte,
        at.pitch_a, at.pitch_b, M - (int)(row0 + row),
        BY_COLUMNS
            ? N - (int)(col0 + row)
            : min(N - (int)col0, (int)BN) * (int)sizeof(T) - (int)byte,
        INSIDE ? K : (int)(count * tiles::DEEP)
    };

    for (int t = 0; t < SLOTS; ++t) {
        start_tiles<T, BM, BN, THREADS, BY_COLUMNS>(
            slots + t * tiles::SIZE, &from);
        close_batch();
    }
    wait_for_batches<SLOTS - 1>();
    __syncthreads();
    load_parts<T, FM, FN, INSIDE>(&f[0], slots, wy, wx, 0);
//> the loop
    for (unsigned t = 0; t < count; ++t) {
        char *slot = slots + t % SLOTS * tiles::SIZE;
        char *next = slots + (t + 1) % SLOTS * tiles::SIZE;

#pragma unroll 2
        for (int s = 0; s < STEPS; ++s) {
            const int last = s == STEPS - 1;

            if (last) {
                wait_for_batches<SLOTS - 2>();
                __syncthreads();
                start_tiles<T, BM, BN, THREADS, BY_COLUMNS>(slot,
                                                            &from);
                close_batch();
            }
            load_parts<T, FM, FN, INSIDE>(&f[(s + 1) % 2],
                                          last ? next : slot, wy, wx,
                                          last ? 0 : s + 1);
            multiply_parts<T, PRODUCTS>(sums, f[s % 2]);
            if constexpr (EACH > 0 && EACH <= STEPS)
                if ((s + 1) % EACH == 0)
                    promote(total, sums);
        }
        if (STEPS % 2 != 0)
            f[0] = f[1];
        steps += STEPS;
        if (EACH > STEPS && steps == EACH) {
            promote(total, sums);
            steps = 0;
        }
    }
//< the loop
    wait_for_batches<0>();
    promote(total, sums);
#pragma unroll
    for (int i = 0; i < FM; ++i)
        store_sums<T, FN>(total[i], M, N, K, alpha, A, B, beta, C, at,
                          row0 + wy + 16 * i, col0 + wx);
}
//< a product of parts by mma

//> launch a product of parts
template <typename T, int PRODUCTS, int STRETCH, int INSIDE>
static void launch_split(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C, const struct parts_at *parts,
                         cudaStream_t stream)
{
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE;
    const auto kernel = split_product<T, PRODUCTS, STRETCH, INSIDE>;
    const struct parts_at at = *parts;

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), THREADS, bytes, stream>>>(
        M, N, K, alpha, A, B, beta, C, at);
}

template <typename T, int PRODUCTS, int STRETCH, int INSIDE>
static void run_split(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    enum { TURNED = sizeof(T) == 4 };
    const float *a = A, *b = B;
    struct parts_at at = {};

    if (no_product(M, N, K, alpha, beta, C, 0))
        return;
    if (!INSIDE) {
        float *room = workspace(room_of<T, TURNED>(M, N, K).all);

        if (!room)
            return;
        at = make_parts<T, TURNED>(M, N, K, A, B, room, 0);
    } else {
        if (widen_rows(4, M, N, K, &a, &b, &at.pitch_a, &at.pitch_b))
            return;
        at.a = a;
        at.b = b;
    }
    launch_split<T, PRODUCTS, STRETCH, INSIDE>(M, N, K, alpha, A, B,
                                               beta, C, &at, 0);
}
//< launch a product of parts

//> bring the tiles of parts
/* One thread starts the copies of step t. A row of B's tile is one k
 * and 64 columns (16 bits), or one column (floats). The blocks of a
 * cluster have the same columns: each copies its share of B to all
 * these blocks. */
enum { BOX = 64 * ROW };

template <typename T, int CLUSTER>
static __device__ __forceinline__ void bring_tiles(
    char *slot, const struct tile_map *map_a,
    const struct tile_map *map_b, unsigned row0, unsigned col0,
    unsigned t, uint64_t *full)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { SHARE = 64 / CLUSTER };
    const unsigned k = t * tiles::DEEP;
    const unsigned first = CLUSTER > 1 ? rank_in_cluster() * SHARE : 0;
    const unsigned all = CLUSTER > 1 ? (1u << CLUSTER) - 1 : 0;

    expect(full, tiles::SIZE);
    bring_box(slot, map_a, row0, k, full, 0);
#pragma unroll
    for (unsigned i = 0; i < BN / 64; ++i) {
        char *to = slot + tiles::B + i * BOX + first * ROW;
        const unsigned col = col0 + 64 * i;

        if (sizeof(T) == 2)
            bring_box(to, map_b, k + first, col, full, all);
        else
            bring_box(to, map_b, col + first, k, full, all);
    }
}
//< bring the tiles of parts

//> multiply the parts of a slot
/* Makes products FIRST to LAST - 1 of the six, for 64 rows from `row`
 * on. A slice of A is 32 bytes of a row. A slice of B is 16 rows
 * (elements of 16 bits) or 32 bytes of a row (floats). */
template <typename T, int FIRST, int LAST>
static __device__ __forceinline__ void start_products(
    float (&sums)[BN / 2], const char *slot, unsigned row, int add)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        EACH = matrix_of<T>::EACH, OF_A = 32 / 16,
        OF_B = (sizeof(T) == 2 ? 16 * ROW : 32) / 16
    };
    const uint64_t a = describe(slot + row * ROW, 0);
    const uint64_t b =
        describe(slot + tiles::B, sizeof(T) == 2 ? BOX : 0);

#pragma unroll
    for (int i = FIRST; i < LAST; ++i)
#pragma unroll
        for (int s = 0; s < EACH; ++s)
            group_multiply((const T *)0, sums,
                           a + (part_of_a(i) * EACH + s) * OF_A,
                           b + (part_of_b(i) * EACH + s) * OF_B,
                           add | (i - FIRST) | s);
    close_products();
}
//< multiply the parts of a slot

//> where a role stands
/* The slot, and the parity of its round. */
struct place {
    unsigned slot, parity;
};

template <int COUNT>
static __device__ __forceinline__ void go_on(struct place *ring)
{
    if (++ring->slot == COUNT) {
        ring->slot = 0;
        ring->parity ^= 1;
    }
}

/* A warp no longer needs a slot, and tells this to every block that
 * copies tiles into the slot. */
template <int CLUSTER>
static __device__ __forceinline__ void give_back(uint64_t *empty)
{
    const unsigned lane = threadIdx.x % 32;

    if (CLUSTER > 1 && lane < CLUSTER)
        arrive_at(empty, lane);
    else if (CLUSTER == 1 && lane == 0)
        arrive(empty);
}
//< where a role stands

//> a product of parts by groups
/* Two groups multiply, 64 x 128 sums each; the third group brings
 * tiles. Products of high parts have their own sums. All others are at
 * most 2^-8 as large and need no promotion; while they are computed,
 * the first sums are promoted at no cost. Beyond K the parts are zeros,
 * up to a multiple of STEP. */
enum { GROUPS = 2 };

template <typename T, int PRODUCTS, int STRETCH, int SLOTS, int CLUSTER>
__global__ void __launch_bounds__((GROUPS + 1) * GROUP_THREADS, 1)
split_groups(int M, int N, int K, float alpha, const float *A,
             const float *B,
             const __grid_constant__ struct tile_map map_a,
             const __grid_constant__ struct tile_map map_b, float beta,
             float *C, const struct parts_at at)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        SLOTS_PER_INTERVAL =
            STRETCH ? STRETCH / matrix_of<T>::STEP : 1 << 30
    };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned count =
        ((unsigned)K + matrix_of<T>::STEP - 1) / matrix_of<T>::STEP;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
    struct place ring = {0, 0};
    unsigned row0, col0;

    if (threadIdx.x == 0)
        for (int s = 0; s < SLOTS; ++s) {
            init_arrivals(&full[s], 1);
            init_arrivals(&empty[s], GROUPS * 4 * CLUSTER);
        }
    if (CLUSTER > 1)
        meet_cluster();
    else
        __syncthreads();
    wait_for_kernel();
    let_next_start();
    if (group == GROUPS) {
        keep_registers<40>();
//> the producer
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = blockIdx.x / CLUSTER; n < all;
                 n += gridDim.x / CLUSTER) {
                place_tile<BM * CLUSTER, BN>(M, N, n, &row0, &col0);
                for (unsigned t = 0; t < count; ++t) {
                    wait_for(&empty[ring.slot], ring.parity ^ 1);
                    bring_tiles<T, CLUSTER>(
                        slots + ring.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[ring.slot]);
                    go_on<SLOTS>(&ring);
                }
            }
//< the producer
    } else {
//> the consumers
        float sum_high[BN / 2], sum_mixed[BN / 2], total[BN / 2];

        take_registers<232>();
        for (unsigned n = blockIdx.x / CLUSTER; n < all;
             n += gridDim.x / CLUSTER) {
            uint64_t *previous_empty = NULL;

            place_tile<BM * CLUSTER, BN>(M, N, n, &row0, &col0);
            row0 += rank * BM + group * 64;
#pragma unroll
            for (int i = 0; i < BN / 2; ++i)
                total[i] = 0.0f;
//> promote while the rest is multiplied
            for (unsigned t = 0; t < count;) {
                for (int i = 0; i < SLOTS_PER_INTERVAL && t < count;
                     ++i, ++t) {
                    const char *slot = slots + ring.slot * tiles::SIZE;

                    wait_for(&full[ring.slot], ring.parity);
                    begin_products();
                    start_products<T, PRODUCTS_END - 1, PRODUCTS_END>(
                        sum_high, slot, group * 64, i);
                    start_products<T, PRODUCTS_END - PRODUCTS,
                                   PRODUCTS_END - 1>(
                        sum_mixed, slot, group * 64, t);
                    wait_for_products<2>();
                    if (t > 0)
                        give_back<CLUSTER>(previous_empty);
                    previous_empty = &empty[ring.slot];
                    go_on<SLOTS>(&ring);
                }
                wait_for_products<1>();
                hold_sums(sum_high);
#pragma unroll
                for (int i = 0; i < BN / 2; ++i)
                    total[i] += sum_high[i];
            }
//< promote while the rest is multiplied
            wait_for_products<0>();
            give_back<CLUSTER>(previous_empty);
            hold_sums(sum_mixed);
//< the consumers
//> results leave
#pragma unroll
            for (int i = 0; PRODUCTS > 1 && i < BN / 2; ++i)
                total[i] += sum_mixed[i];
            store_sums<T, BN / 8>(
                total, M, N, K, alpha, A, B, beta, C, at,
                row0 + threadIdx.x / 32 % 4 * 16, col0);
        }
//< results leave
    }
    if (CLUSTER > 1)
        meet_cluster();
}
//< a product of parts by groups

//> launch clusters on a stream
/* Like launch_clusters(), but on a stream that the caller gives. */
template <typename F, typename... T>
static void launch_on(cudaStream_t stream, F *kernel, unsigned cluster,
                      unsigned blocks, unsigned threads, unsigned bytes,
                      T... arguments)
{
#if BULK_PTX
    cudaLaunchAttribute how[2] = {};
    cudaLaunchConfig_t config = {};

    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    how[1].id = cudaLaunchAttributeClusterDimension;
    how[1].val.clusterDim.x = cluster;
    how[1].val.clusterDim.y = how[1].val.clusterDim.z = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = bytes;
    config.stream = stream;
    config.attrs = how;
    config.numAttrs = 2;
    cudaLaunchKernelEx(&config, kernel, arguments...);
#else
    engine_clusters_of(cluster);
    kernel<<<blocks, threads, bytes, stream>>>(arguments...);
#endif
}
//< launch clusters on a stream

//> launch a product by groups
template <typename T, int PRODUCTS, int STRETCH, int SLOTS, int CLUSTER>
static void launch_groups(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C, const struct parts_at *parts,
                          cudaStream_t stream)
{
    enum { TURNED = sizeof(T) == 4 };
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE;
    const auto kernel =
        split_groups<T, PRODUCTS, STRETCH, SLOTS, CLUSTER>;
    const unsigned count = blocks(M, BM * CLUSTER) * blocks(N, BN);
    const unsigned deep =
        blocks(K, matrix_of<T>::STEP) * matrix_of<T>::WIDE;
    const struct parts_at at = *parts;
    struct tile_map a = {}, b = {};
    int processors = 1;

    if (map_boxes(&a, sizeof(T), at.a, M, deep, at.pitch_a, BM)
        || map_boxes(&b, sizeof(T), at.b, TURNED ? N : deep,
                     TURNED ? deep : N, at.pitch_b, 64 / CLUSTER))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_on(stream, kernel, CLUSTER,
              CLUSTER * min(count, (unsigned)processors / CLUSTER),
              (GROUPS + 1) * GROUP_THREADS, bytes, M, N, K, alpha, A, B,
              a, b, beta, C, at);
}

template <typename T, int PRODUCTS, int STRETCH, int SLOTS, int CLUSTER>
static void run_split_groups(int M, int N, int K, float alpha,
                             const float *A, const float *B, float beta,
                             float *C)
{
    enum { TURNED = sizeof(T) == 4 };

    if (no_product(M, N, K, alpha, beta, C, 0))
        return;
    float *room = workspace(room_of<T, TURNED>(M, N, K).all);

    if (!room)
        return;
    const struct parts_at at =
        make_parts<T, TURNED>(M, N, K, A, B, room, 0);

    launch_groups<T, PRODUCTS, STRETCH, SLOTS, CLUSTER>(
        M, N, K, alpha, A, B, beta, C, &at, 0);
}
//< launch a product by groups

//> a product of floats, to take away
static size_t sgemm_split_bytes(int M, int N, int K)
{
    return room_of<half, 0>(M, N, K).all * sizeof(float);
}

static cudaError_t multiply_by_parts(int M, int N, int K, float alpha,
                                     const float *A, const float *B,
                                     float beta, float *C, void *room,
                                     cudaStream_t stream)
{
    int device = 0, major = 0, minor = 0;

    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor,
                           device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor,
                           device);
    if (major < 8)
        return cudaErrorInvalidDevice;
    if (no_product(M, N, K, alpha, beta, C, stream))
        return cudaGetLastError();
    const struct parts_at at =
        make_parts<half, 0>(M, N, K, A, B, (float *)room, stream);

    if (major == 9 && minor == 0)
        launch_groups<half, 3, 64, 6, 1>(M, N, K, alpha, A, B, beta, C,
                                         &at, stream);
    else
        launch_split<half, 3, 32, 0>(M, N, K, alpha, A, B, beta, C,
                                     &at, stream);
    return cudaGetLastError();
}

/* Its bounds tell for what the code was compiled that is loaded: where
 * products of groups or of warps are not, kernels that are made of them
 * would be empty, and return no error. */
enum { HAS_GROUPS = 96, HAS_MMA = 64, HAS_NONE = 32 };

static __global__ void __launch_bounds__(GROUP_PTX ? HAS_GROUPS
                                         : MMA_PTX ? HAS_MMA
                                                   : HAS_NONE)
what_it_has(void)
{
}

static cudaError_t has_code(void)
{
#ifdef __NVCC__
    cudaFuncAttributes of = {};
    int device = 0, major = 0, minor = 0;
    const cudaError_t status = cudaFuncGetAttributes(&of, what_it_has);

    if (status != cudaSuccess)
        return status;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor,
                           device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor,
                           device);
    if (of.maxThreadsPerBlock
        < (major == 9 && minor == 0 ? HAS_GROUPS : HAS_MMA))
        return cudaErrorNoKernelImageForDevice;
#endif
    return cudaSuccess;
}

/* C = alpha*A*B + beta*C, row-major and without gaps: A is M x K, B is
 * K x N, C is M x N, all in device memory, of any size. beta == 0 does
 * not read C. Enqueues its kernels on `stream`, keeps nothing, and does
 * not wait. Returns what the launches do, cudaErrorInvalidDevice on a
 * card before compute capability 8.0, and, if it was compiled for other
 * cards only, cudaErrorNoKernelImageForDevice. `room` is device memory
 * of sgemm_split_bytes(M, N, K), from a multiple of 128 bytes on, which
 * no other call uses meanwhile. An element of A or B is taken to 2^-23
 * of itself, or to 2^-39 of the largest of its row of A or column of B
 * if that is more. NaN and infinities are what FMAs make of them. For
 * compute capability 9.0 it is compiled for sm_90a, without -rdc=true.
 */
//> what a caller sees
static inline cudaError_t
sgemm_split(int M, int N, int K, float alpha, const float *A,
            const float *B, float beta, float *C, void *room,
            cudaStream_t stream)
//< what a caller sees
{
    const cudaError_t status = has_code();

    return status != cudaSuccess
               ? status
               : multiply_by_parts(M, N, K, alpha, A, B, beta, C, room,
                                   stream);
}
//< a product of floats, to take away

//> the same as the bench calls it
template <cudaError_t multiply(int, int, int, float, const float *,
                               const float *, float, float *, void *,
                               cudaStream_t)>
static void run_in_room(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    const size_t bytes = sgemm_split_bytes(M, N, K);
    float *room = workspace((bytes + 3) / 4);

    if (!room)
        return;
    const cudaError_t status =
        multiply(M, N, K, alpha, A, B, beta, C, room, 0);

    if (status != cudaSuccess)
        complain_later("sgemm_split: %s", cudaGetErrorString(status));
}
//< the same as the bench calls it

//> the table
#define BY_MMA(name, flags, T, type, DEEP, PRODUCTS, STRETCH, INSIDE)  \
    {name, run_split<T, PRODUCTS, STRETCH, INSIDE>, BM, BN, DEEP,      \
     8192, (flags) | SPLIT | NEEDS_80,                                 \
     "split_product<" type "," #PRODUCTS "," #STRETCH "," #INSIDE ">", \
     {0}}
#define BY_GROUPS(name, flags, T, type, DEEP, PRODUCTS, STRETCH,       \
                  SLOTS, CLUSTER)                                      \
    {name, run_split_groups<T, PRODUCTS, STRETCH, SLOTS, CLUSTER>, BM, \
     BN, DEEP, 8192, (flags) | SPLIT | ONLY_90,                        \
     "split_groups<" type "," #PRODUCTS "," #STRETCH "," #SLOTS        \
     "," #CLUSTER ">", {0}}

#define EVERY(stretch)                                                 \
    BY_GROUPS("half-every-" #stretch, SWEEP, half, "__half", 32, 3,    \
              stretch, 6, 1)

const struct kernel kernels[] = {
    BY_MMA("half-split", 0, half, "__half", 32, 3, 32, 0),
    BY_MMA("tf32-split", 0, float, "float", 16, 3, 16, 0),
    BY_MMA("tf32-in-registers", SWEEP, float, "float", 32, 3, 16, 1),
    BY_MMA("half-mixed-128", SWEEP, half, "__half", 32, 3, 128, 0),
    BY_MMA("tf32-mixed-128", SWEEP, float, "float", 16, 3, 128, 0),
    {"half-split-group", run_in_room<multiply_by_parts>, BM, BN, 32,
     8192, SPLIT | ONLY_90, "split_groups<__half,3,64,6,1>", {0}},
    BY_GROUPS("tf32-split-group", 0, float, "float", 16, 3, 32, 6, 1),
    BY_GROUPS("bf16-six", 0, __nv_bfloat16, "__nv_bfloat16", 16, 6, 64,
              6, 1),
    BY_GROUPS("half-split-pair", SWEEP, half, "__half", 32, 3, 64, 6,
              2),
    BY_GROUPS("tf32-split-pair", SWEEP, float, "float", 16, 3, 32, 6,
              2),
    EVERY(32),
    EVERY(128),
    EVERY(256),
    EVERY(512),
    {},
};
//< the table

//> with fewer products, and never promoted
/* For the argument: they keep no bound of the others. */
#define GROUPS_OF(T, PRODUCTS, STRETCH)                                \
    run_split_groups<T, PRODUCTS, STRETCH, 6, 1>

enum { FLOAT_SUMS, HALF_GROUP, TF32_GROUP, BF16_GROUP, HALF_MMA,
       TF32_MMA, HALF_TWO, HALF_ONE, TF32_ONE, HALF_NEVER, TF32_NEVER,
       TAKEN, RUNS };

static gemm_fn *const runs[RUNS] = {
    cublas,
    GROUPS_OF(half, 3, 64),
    GROUPS_OF(float, 3, 32),
    GROUPS_OF(__nv_bfloat16, 6, 64),
    run_split<half, 3, 32, 0>,
    run_split<float, 3, 16, 0>,
    GROUPS_OF(half, 2, 64),
    GROUPS_OF(half, 1, 64),
    GROUPS_OF(float, 1, 32),
    GROUPS_OF(half, 3, 0),
    GROUPS_OF(float, 3, 0),
    run_in_room<sgemm_split>,
};
//< with fewer products, and never promoted

//> inputs of several kinds
/* In (-1, 1); of mean 0 and deviation 1; in (0, 1); rows of A and
 * columns of B times powers of two; the second half of K takes away
 * what the first half adds, but for 2^-12 of it. */
enum family { UNIFORMS, NORMALS, POSITIVES, SCALES, CANCELS };

static __device__ float value_of(enum family family, int left,
                                 uint64_t seed, unsigned line,
                                 unsigned k, unsigned K)
{
    const size_t i = (size_t)line * K + k;
    const float x = uniform(seed, i);

    if (family == NORMALS)
        return sqrtf(-2.0f * logf((uniform(seed, 2 * i) + 1.0f) / 2.0f))
               * cosf(3.14159265f * uniform(seed, 2 * i + 1));
    if (family == POSITIVES)
        return fabsf(x);
    if (family == SCALES)
        return ldexpf(x, exponent_of(seed, line));
    if (family == CANCELS && k >= K / 2) {
        const float y = uniform(seed, i - K / 2);

        return left ? y : -y * (1.0f + x / 4096.0f);
    }
    return x;
}

enum { EDGE = 64, SEEDS = 5 };

/* EDGE rows of A, or columns of B. */
static __global__ void __launch_bounds__(256)
fill(enum family family, int left, uint64_t seed, unsigned K, float *to)
{
    const size_t all = (size_t)EDGE * K, step = gridDim.x * (size_t)256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all;
         i += step)
        to[i] = left ? value_of(family, 1, seed, i / K, i % K, K)
                     : value_of(family, 0, seed, i % EDGE, i / EDGE, K);
}
//< inputs of several kinds

//> the sums in double
static __global__ void __launch_bounds__(EDGE)
double_sums(unsigned K, const float *A, const float *B, double *want,
            double *mag)
{
    const unsigned row = blockIdx.x, col = threadIdx.x;
    double sum = 0.0, size = 0.0;

    for (unsigned k = 0; k < K; ++k) {
        const double x = (double)A[(size_t)row * K + k]
                         * (double)B[(size_t)k * EDGE + col];

        sum += x;
        size += fabs(x);
    }
    want[row * EDGE + col] = sum;
    mag[row * EDGE + col] = size;
}
//< the sums in double

//> omit
struct errors {
    double largest, rms; /* in units of |A||B| */
};

/* Device memory for one trial, in one piece: EDGE columns of B stand
 * alone, and all else `times` as often as they are wanted. */
struct trial {
    float *A, *B, *C, *columns;
    double *want, *mag;
};

static int trial_of(struct trial *t, size_t K, size_t times)
{
    enum { SUMS = EDGE * EDGE };
    const size_t sums = SUMS * times * times, side = EDGE * K;
    char *room = NULL;

    if (cuda_check(cudaMalloc((void **)&room,
                              SUMS * 2 * sizeof(double)
                                  + (sums + (2 * times + 1) * side)
                                        * sizeof(float)),
                   "memory"))
        return -1;
    t->want = (double *)room;
    t->mag = t->want + SUMS;
    t->columns = (float *)(t->mag + SUMS);
    t->A = t->columns + side;
    t->B = t->A + times * side;
    t->C = t->B + times * side;
    return 0;
}

/* A has its first EDGE rows; the others are copies of them, and so are
 * all columns of B. */
static int repeat_lines(const struct trial *t, size_t K, size_t times)
{
    const size_t line = EDGE * sizeof(float);
    int status = 0;

    for (size_t i = 0; i < times && status == 0; ++i)
        if ((i > 0
             && cudaMemcpy(t->A + i * EDGE * K, t->A, K * line,
                           cudaMemcpyDeviceToDevice))
            || cudaMemcpy2D(t->B + i * EDGE, times * line, t->columns,
                            line, line, K, cudaMemcpyDeviceToDevice))
            status = cuda_check(cudaGetLastError(), "copy");
    return status;
}
//< omit

//> how far from the sums in double
/* Of EDGE x EDGE sums, in a product with `times` as many rows and
 * columns: by them a library chooses how it adds. */
static int errors_of(gemm_fn *run, int times, enum family family,
                     uint64_t seed, int K, struct errors *out)
{
    enum { SUMS = EDGE * EDGE, LINE = EDGE * sizeof(float) };
    const int all = EDGE * times;
    static double want[SUMS], mag[SUMS];
    static float got[SUMS];
    struct trial t;
    int status = -1;

    if (trial_of(&t, K, times))
        return -1;
    fill<<<256, 256>>>(family, 1, 2 * seed, K, t.A);
    fill<<<256, 256>>>(family, 0, 2 * seed + 1, K, t.columns);
    double_sums<<<EDGE, EDGE>>>(K, t.A, t.columns, t.want, t.mag);
    if (repeat_lines(&t, K, times)) {
        cudaFree(t.want);
        return -1;
    }
    run(all, all, K, 1.0f, t.A, t.B, 0.0f, t.C);
    if (!cuda_check(cudaGetLastError(), "launch")
        && !cuda_check(cudaMemcpy(want, t.want, sizeof want,
                                  cudaMemcpyDeviceToHost), "copy")
        && !cuda_check(cudaMemcpy(mag, t.mag, sizeof mag,
                                  cudaMemcpyDeviceToHost), "copy"))
        status = cuda_check(cudaMemcpy2D(got, LINE, t.C, times * LINE,
                                         LINE, EDGE,
                                         cudaMemcpyDeviceToHost),
                            "copy");
    cudaFree(t.want);
    out->largest = out->rms = 0.0;
    for (int i = 0; i < SUMS && status == 0; ++i) {
        const double e = fabs(got[i] - want[i]) / mag[i];

        out->largest = e <= out->largest ? out->largest : e;
        out->rms += e * e / SUMS;
    }
    out->rms = sqrt(out->rms);
    return status;
}

template <int RUN, enum family FAMILY, int RMS, int TIMES>
static int error(long long K, struct samples *out)
{
    for (int seed = 1; seed <= SEEDS; ++seed) {
        struct errors e;

        if (errors_of(runs[RUN], TIMES, FAMILY, seed, (int)K, &e))
            return -1;
        add_sample(out, RMS ? e.rms : e.largest);
    }
    return 0;
}
//< how far from the sums in double

//> omit
/* What each of runs[] may be off by at K = 200: where a low part is
 * left out, 2^-11 for it; where nothing is promoted, 2^-23 an
 * instruction. */
template <int RUN, int BITS> static int check_errors(void)
{
    for (int family = UNIFORMS; family <= CANCELS; ++family) {
        struct errors e;

        if (errors_of(runs[RUN], 1, (enum family)family, 1, 200, &e))
            return -1;
        if (!(e.largest <= ldexp(1.0, -BITS)))
            return complain("the error of inputs %d is %g, above 2^-%d",
                            family, e.largest, BITS);
    }
    return 0;
}
//< omit

//> what is not finite, and what is very large or small
enum { SPECIAL = 8, SPECIAL_K = 70 };

/* Line 0 has an infinity, 1 a NaN, 2 two infinities, 3 zeros, 4 the
 * largest and small, 5 subnormals, 6 what overflows, 7 whole numbers.
 */
static float special(int line, int k)
{
    const float x = (float)(k % 7 - 3);

    switch (line) {
    case 0:
        return k == 33 ? INFINITY : x;
    case 1:
        return k == 5 ? NAN : x;
    case 2:
        return k == 3 ? -INFINITY : k == 69 ? INFINITY : x;
    case 3:
        return k % 2 ? 0.0f : -0.0f;
    case 4:
        return k == 12 ? 1e38f : k == 13 ? 1e-38f : 0.0f;
    case 5:
        return x * 1e-40f;
    case 6:
        return k % 2 ? 3.4e38f : -2.0f;
    default:
        return x;
    }
}

/* What is made of the 8 x 8 sums, row by row, is what float makes of
 * them: the same infinity, NaN where that has NaN, a zero of the same
 * sign; else as near as 2^-20 of the magnitudes, 2^-38 of the largest
 * of row and column, and what subnormal parts lose. Or it is that near
 * where float overflows on its way to a sum that does not. */
static int as_float(float got, int row, int col)
{
    float sum = 0.0f, of_a = 0.0f, of_b = 0.0f;
    double want = 0.0, mag = 0.0;

    for (int k = 0; k < SPECIAL_K; ++k) {
        const float a = special(row, k), b = special(col, k);

        sum = fmaf(a, b, sum);
        want += (double)a * b;
        mag += fabs((double)a * b);
        of_a = fmaxf(of_a, fabsf(a));
        of_b = fmaxf(of_b, fabsf(b));
    }
    if (sum != sum && got != got)
        return 1;
    if (sum - sum != 0.0f && (got == sum || want - want != 0.0))
        return got == sum;
    if (mag == 0.0)
        return got == 0.0f && !signbit(got) == !signbit(sum);
    return fabs(got - want)
           <= 0x1p-20 * mag
                  + SPECIAL_K * (0x1p-38 * of_a * of_b
                                 + 0x1p-133 * ((double)of_a + of_b)
                                 + 0x1p-149);
}

template <int RUN> static int check_special(void)
{
    enum { SUMS = SPECIAL * SPECIAL, ALL = SPECIAL * SPECIAL_K };
    static float host[2 * ALL], got[SUMS];
    float *x = NULL;
    int status = -1;

    for (int line = 0; line < SPECIAL; ++line)
        for (int k = 0; k < SPECIAL_K; ++k) {
            host[line * SPECIAL_K + k] = special(line, k);
            host[ALL + k * SPECIAL + line] = special(line, k);
        }
    if (!cuda_check(cudaMalloc((void **)&x, sizeof host + sizeof got),
                    "memory")
        && !cuda_check(cudaMemcpy(x, host, sizeof host,
                                  cudaMemcpyHostToDevice), "copy")) {
        runs[RUN](SPECIAL, SPECIAL, SPECIAL_K, 1.0f, x, x + ALL, 0.0f,
                  x + 2 * ALL);
        status = cuda_check(cudaMemcpy(got, x + 2 * ALL, sizeof got,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    cudaFree(x);
    for (int i = 0; i < SUMS && status == 0; ++i)
        if (!as_float(got[i], i / SPECIAL, i % SPECIAL))
            status = complain("special row %d, column %d: %g is not "
                              "what float makes of it", i / SPECIAL,
                              i % SPECIAL, (double)got[i]);
    return status;
}

//< what is not finite, and what is very large or small

//> ask the tensor core
/* One sum of K products a[k] * 1, which are exact, by a kernel that
 * makes one product of parts and never promotes. Returns NaN, with a
 * complaint, if that fails. */
enum { MAX_TERMS = 40 };

static float sum_of_terms(gemm_fn *kernel, const float (&a)[MAX_TERMS])
{
    float host[2 * MAX_TERMS], got = NAN, *x = NULL;

    for (int k = 0; k < MAX_TERMS; ++k) {
        host[k] = a[k];
        host[MAX_TERMS + k] = 1.0f;
    }
    if (!cuda_check(cudaMalloc((void **)&x, sizeof host + sizeof got),
                    "memory")
        && !cuda_check(cudaMemcpy(x, host, sizeof host,
                                  cudaMemcpyHostToDevice), "copy")) {
        kernel(1, 1, MAX_TERMS, 1.0f, x, x + MAX_TERMS, 0.0f,
               x + 2 * MAX_TERMS);
        cuda_check(cudaMemcpy(&got, x + 2 * MAX_TERMS, sizeof got,
                              cudaMemcpyDeviceToHost), "copy");
    }
    cudaFree(x);
    return got;
}

//> the smallest that is kept
/* Returns the smallest power of two x that a sum keeps beside a 1: the
 * kernel computes 1 + x - 1, and the result is x. In the loop x is
 * a[1]. */
static double places_kept(gemm_fn *kernel)
{
    double kept = 1.0;

    for (int j = 1; j < 40; ++j) {
        float a[MAX_TERMS] = {1.0f, ldexpf(1.0f, -j), -1.0f};

        if (sum_of_terms(kernel, a) == a[1])
            kept = a[1];
    }
    return kept;
}
//< the smallest that is kept

/* By how many units in its last place a sum of three quarters of one
 * more than 1, or than -1, differs from that: 0 if it is cut off. */
static double rounded_up(gemm_fn *kernel, float one)
{
    const float a[MAX_TERMS] = {one, one * 0x1.8p-24f};

    return ((double)sum_of_terms(kernel, a) - one) * 0x1p23;
}

/* The first element that is not added together with the first two: then
 * these have become 0, and it is not cut off. */
static double added_at_once(gemm_fn *kernel)
{
    for (int j = 2; j < MAX_TERMS; ++j) {
        float a[MAX_TERMS] = {1.0f, -1.0f};

        a[j] = 0x1p-27f;
        if (sum_of_terms(kernel, a) != 0.0f)
            return j;
    }
    return MAX_TERMS;
}

/* What is left of a sum of 2^-27 when the next instruction adds 1 and
 * -1 to it, DEEP elements further on: 0 if it is cut off as products
 * are. */
static double old_sum_left(gemm_fn *kernel, int deep)
{
    float a[MAX_TERMS] = {0x1p-27f};

    a[deep] = 1.0f;
    a[deep + 1] = -1.0f;
    return sum_of_terms(kernel, a) * 0x1p27;
}
//< ask the tensor core

//> omit
/* With its operands in registers, and in shared memory. */
template <typename T, int BY_GROUP> static gemm_fn *unit_of(void)
{
    return BY_GROUP ? GROUPS_OF(T, 1, 0) : run_split<T, 1, 0, 0>;
}

template <typename T, int BY_GROUP>
static int places(long long, struct samples *out)
{
    add_sample(out, places_kept(unit_of<T, BY_GROUP>()));
    return 0;
}

template <typename T, int BY_GROUP>
static int direction(long long negative, struct samples *out)
{
    add_sample(out, rounded_up(unit_of<T, BY_GROUP>(),
                               negative > 1 ? -1.0f : 1.0f));
    return 0;
}

template <typename T, int BY_GROUP>
static int at_once(long long, struct samples *out)
{
    add_sample(out, added_at_once(unit_of<T, BY_GROUP>()));
    return 0;
}

template <typename T, int BY_GROUP>
static int old_sum(long long, struct samples *out)
{
    add_sample(out, old_sum_left(unit_of<T, BY_GROUP>(),
                                 parts_of<T>::DEEP));
    return 0;
}

/* The lens adds so, and the probes must find it. */
template <typename T, int BY_GROUP> static int check_unit(void)
{
    gemm_fn *run = unit_of<T, BY_GROUP>();

    if (places_kept(run) > 0x1p-23)
        return complain("%g is not kept beside 1", places_kept(run));
    if (added_at_once(run) > parts_of<T>::DEEP)
        return complain("%g products at once", added_at_once(run));
    return 0;
}

/* A and B of n x n floats, and C. */
struct product_of {
    gemm_fn *run;
    int n;
    float *x[3], *room;
    struct parts_at at;
};

static void multiply_once(void *ctx)
{
    const struct product_of *p = (const struct product_of *)ctx;

    p->run(p->n, p->n, p->n, 1.0f, p->x[0], p->x[1], 0.0f, p->x[2]);
}

static __global__ void __launch_bounds__(256)
fill_uniform(uint64_t seed, size_t count, float *to)
{
    const size_t step = gridDim.x * (size_t)256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        to[i] = uniform(seed, i);
}

static int operands_of(struct product_of *p)
{
    const size_t count = (size_t)p->n * p->n;

    for (int i = 0; i < 3; ++i)
        if (cuda_check(cudaMalloc((void **)&p->x[i],
                                  count * sizeof *p->x[i]), "memory"))
            return -1;
    for (int i = 0; i < 2; ++i)
        fill_uniform<<<1024, 256>>>(i + 1, count, p->x[i]);
    return cuda_check(cudaGetLastError(), "launch");
}

enum { ROUNDS = 15 };

/* `work` units of 1e6 for each n * n * n, and for each n * n. */
static int measure_work(gemm_fn *run, work_fn *work, long long n,
                        double cubes, double squares,
                        struct samples *out)
{
    struct product_of p = {run, (int)n, {NULL, NULL, NULL}, NULL, {}};
    const double edge = (double)n;
    int status = operands_of(&p);

    if (status == 0) {
        multiply_once(&p);
        status = sample_rate(work, &p,
                             1e-6 * edge * edge
                                 * (cubes * edge + squares),
                             ROUNDS, out);
    }
    for (int i = 0; i < 3; ++i)
        cudaFree(p.x[i]);
    return status;
}

template <int RUN> static int speed(long long n, struct samples *out)
{
    return measure_work(runs[RUN], multiply_once, n, 2.0, 0.0, out);
}
//< omit

//> what the parts cost
template <typename T> static void make_once(void *ctx)
{
    struct product_of *p = (struct product_of *)ctx;

    p->room = workspace(
        room_of<T, sizeof(T) == 4>(p->n, p->n, p->n).all);
    if (!p->room)
        return;
    const struct parts_at at = make_parts<T, sizeof(T) == 4>(
        p->n, p->n, p->n, p->x[0], p->x[1], p->room, 0);

    p->at = at;
}

/* Bytes of two matrices that are read once and written as parts. */
template <typename T>
static int make_speed(long long n, struct samples *out)
{
    const double stored =
        (double)matrix_of<T>::WIDE / matrix_of<T>::STEP * sizeof(T);

    return measure_work(GROUPS_OF(T, 3, 64), make_once<T>, n, 0.0,
                        2.0 * (4.0 + stored), out);
}

/* A product of parts that are there. */
template <typename T, int PRODUCTS, int STRETCH>
static void product_once(void *ctx)
{
    struct product_of *p = (struct product_of *)ctx;

    if (!p->at.a)
        make_once<T>(ctx);
    launch_groups<T, PRODUCTS, STRETCH, 6, 1>(
        p->n, p->n, p->n, 1.0f, p->x[0], p->x[1], 0.0f, p->x[2], &p->at,
        0);
}

template <typename T, int PRODUCTS, int STRETCH>
static int product_speed(long long n, struct samples *out)
{
    return measure_work(GROUPS_OF(T, PRODUCTS, STRETCH),
                        product_once<T, PRODUCTS, STRETCH>, n, 2.0, 0.0,
                        out);
}
//< what the parts cost

//> omit
#define OF_KINDS(name, run, bits, flags)                               \
    OF_KIND(name "-uniform", run, UNIFORMS, 1,                         \
            (check_errors<run, bits>), flags),                         \
    OF_KIND(name "-normal", run, NORMALS, 1, NULL, flags),             \
    OF_KIND(name "-positive", run, POSITIVES, 1, NULL, flags),         \
    OF_KIND(name "-scaled", run, SCALES, 1, NULL, flags),              \
    OF_KIND(name "-cancelling", run, CANCELS, 1, NULL, flags)
/* The library's, in 64 x 64 and in 2048 x 2048. */
#define OF_LIBRARY(name, times)                                        \
    OF_KIND(name "-uniform", FLOAT_SUMS, UNIFORMS, times, NULL, 0),    \
    OF_KIND(name "-normal", FLOAT_SUMS, NORMALS, times, NULL, 0),      \
    OF_KIND(name "-positive", FLOAT_SUMS, POSITIVES, times, NULL, 0),  \
    OF_KIND(name "-scaled", FLOAT_SUMS, SCALES, times, NULL, 0),       \
    OF_KIND(name "-cancelling", FLOAT_SUMS, CANCELS, times, NULL, 0)
#define DEPTHS {64, 256, 1024, 4096, 16384, 65536}
#define OF_KIND(name, run, family, times, check, flags)                \
    {"errors", name, "relative", DEPTHS, error<run, family, 0, times>, \
     check, 0, flags},                                                 \
    {"errors", name "-rms", "relative", DEPTHS,                        \
     error<run, family, 1, times>, NULL, 0, flags}
#define OF_UNIT(name, T, by, flags)                                    \
    {"unit", name "-places", "relative", {1}, places<T, by>,           \
     check_unit<T, by>, 0, flags},                                     \
    {"unit", name "-direction", "relative", {1, 2}, direction<T, by>,  \
     NULL, 0, flags},                                                  \
    {"unit", name "-at-once", "element", {1}, at_once<T, by>, NULL, 0, \
     flags},                                                           \
    {"unit", name "-old-sum", "relative", {1}, old_sum<T, by>, NULL,   \
     0, flags}
#define SPEED(name, run, flags)                                        \
    {"speed", name, "GFLOP/s", {4096, 8192}, speed<run>, NULL, 0,      \
     flags}
#define PRODUCT(name, T, PRODUCTS, STRETCH)                            \
    {"speed", name, "GFLOP/s", {2048, 4096, 8192},                     \
     product_speed<T, PRODUCTS, STRETCH>, NULL, 0, ONLY_90}
#define MAKE(name, T)                                                  \
    {"parts", name, "GB/s", {2048, 4096, 8192}, make_speed<T>, NULL,   \
     0, ONLY_90}
#define SPECIALS(name, run, flags)                                     \
    {"speed", name, "GFLOP/s", {4096, 8192}, speed<run>,               \
     check_special<run>, 0, flags}

const struct probe probes[] = {
    SPECIALS("half-three", HALF_GROUP, ONLY_90),
    SPECIALS("tf32-three", TF32_GROUP, ONLY_90),
    SPECIALS("bf16-six-products", BF16_GROUP, ONLY_90),
    SPECIALS("half-three-mma", HALF_MMA, NEEDS_80),
    SPECIALS("tf32-three-mma", TF32_MMA, NEEDS_80),
    SPECIALS("sgemm-split", TAKEN, NEEDS_80),
    SPEED("half-two", HALF_TWO, ONLY_90),
    SPEED("half-one", HALF_ONE, ONLY_90),
    SPEED("tf32-one", TF32_ONE, ONLY_90),
    SPEED("half-never", HALF_NEVER, ONLY_90),
    SPEED("tf32-never", TF32_NEVER, ONLY_90),
    PRODUCT("half-parts-ready", half, 3, 64),
    PRODUCT("tf32-parts-ready", float, 3, 32),
    MAKE("half", half),
    MAKE("tf32", float),
    MAKE("bf16", __nv_bfloat16),
    OF_UNIT("mma-half", half, 0, NEEDS_80),
    OF_UNIT("mma-bf16", __nv_bfloat16, 0, NEEDS_80),
    OF_UNIT("mma-tf32", float, 0, NEEDS_80),
    OF_UNIT("group-half", half, 1, ONLY_90),
    OF_UNIT("group-bf16", __nv_bfloat16, 1, ONLY_90),
    OF_UNIT("group-tf32", float, 1, ONLY_90),
    OF_LIBRARY("cublas", 1),
    OF_LIBRARY("cublas-square", 32),
    OF_KINDS("half-split-group", HALF_GROUP, 21, ONLY_90),
    OF_KINDS("tf32-split-group", TF32_GROUP, 21, ONLY_90),
    OF_KINDS("bf16-six", BF16_GROUP, 21, ONLY_90),
    OF_KINDS("half-split", HALF_MMA, 21, NEEDS_80),
    OF_KINDS("tf32-split", TF32_MMA, 21, NEEDS_80),
    OF_KINDS("half-two", HALF_TWO, 11, ONLY_90),
    OF_KINDS("half-one", HALF_ONE, 10, ONLY_90),
    OF_KINDS("half-never", HALF_NEVER, 18, ONLY_90),
    OF_KINDS("tf32-never", TF32_NEVER, 17, ONLY_90),
    {},
};
//< omit
