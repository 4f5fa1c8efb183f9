//> omit
/* split.cu - products of floats by tensor cores, which have none. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"
#include "kernels/packing.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/split.h"
#include "kernels/warpgroup.h"
//< omit

//> tiles of parts
/* A tile of A has BM rows of 128 bytes, one of B as many bytes for each
 * column. Of 16 bits a row of B's tile is one k; a float's low part is
 * made from registers, and its tile has floats as they are. */
enum { ROW = 128, PIECE = 16 };

template <typename T, int BM, int BN> struct slot_of {
    enum {
        DEEP = ROW / sizeof(T), WIDE = BN * sizeof(T), B = BM * ROW,
        SIZE = B + BN * ROW
    };
};

/* Pieces of 16 bytes of a row exchanged, so that those of rows that are
 * read together lie in different banks: of 16 bits eight rows, of floats
 * four. */
template <typename T>
static __device__ __forceinline__ unsigned turned(unsigned p, unsigned k)
{
    return PIECE * (p ^ (sizeof(T) == 4 ? k % 4 * 2 : k % 8));
}
//< tiles of parts

//> start the copies of a tile
/* Where the copies of a thread begin, in the next tiles of A and of B;
 * what lies beyond `high` rows, `wide` bytes or `deep` elements is 0. */
struct source {
    const char *a, *b;
    size_t pitch_a, pitch_b;
    int high, wide, deep;
};

template <typename T, int BM, int BN, int THREADS>
static __device__ __forceinline__ void start_tiles(char *slot,
                                                   struct source *from)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { ROWS = THREADS / 8 };
    const unsigned row = threadIdx.x / 8, p = threadIdx.x % 8;
    const int here = (int)(PIECE / sizeof(T) * p) < from->deep;
    char *to_a = slot + row * ROW + turned<half>(p, row);
    char *to_b =
        slot + tiles::B + row * tiles::WIDE + turned<T>(p, row);

#pragma unroll
    for (int i = 0; i < BM; i += ROWS)
        start_copy(to_a + i * ROW, from->a + i * from->pitch_a,
                   here && i < from->high);
#pragma unroll
    for (int i = 0; i < tiles::DEEP; i += ROWS)
#pragma unroll
        for (int j = 0; j < tiles::WIDE; j += ROW)
            start_copy(to_b + i * tiles::WIDE + j,
                       from->b + i * from->pitch_b + j,
                       (int)row + i < from->deep && j < from->wide);
    from->deep -= tiles::DEEP;
    from->a += ROW;
    from->b += tiles::DEEP * from->pitch_b;
}
//< start the copies of a tile

//> fragments of parts
/* What an instruction takes of A and of B, for each part. */
template <typename T, int FM, int FN> struct fragments {
    uint32_t a[parts_of<T>::PARTS][FM][4];
    uint32_t b[parts_of<T>::PARTS][FN][2];
};

/* Of 16 bits a part is a slice of its own. */
template <typename T, int FM, int FN, int WIDE>
static __device__ __forceinline__ void load_fragments(
    struct fragments<T, FM, FN> *f, const char *As, const char *Bs,
    unsigned wy, unsigned wx, unsigned step)
{
    const unsigned lane = threadIdx.x % 32, r = lane % 16;

#pragma unroll
    for (unsigned p = 0; p < parts_of<T>::PARTS; ++p) {
        const unsigned slice = p * matrix_of<T>::EACH + step;
        const unsigned k = 16 * slice + r;

#pragma unroll
        for (unsigned i = 0; i < FM; ++i)
            load_rows(f->a[p][i],
                      As + (wy + 16 * i + r) * ROW
                          + turned<half>(2 * slice + lane / 16, lane));
#pragma unroll
        for (unsigned j = 0; j < FN; j += 2)
            load_columns(f->b[p][j],
                         Bs + k * WIDE
                             + turned<T>((wx + 8 * j) / 8 + lane / 16,
                                         k));
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

        load_rows(word, As + (wy + 16 * i + r) * ROW
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

//> multiply parts
/* The last PRODUCTS of the six, each for all fragments before the next:
 * so no product waits for the one before it. */
template <typename T, int PRODUCTS, int FM, int FN>
static __device__ __forceinline__ void multiply_parts(
    float (&sums)[FM][4 * FN], const struct fragments<T, FM, FN> &f)
{
#pragma unroll
    for (int i = ALL_PRODUCTS - PRODUCTS; i < ALL_PRODUCTS; ++i)
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
/* The unit's sums go to sums of floats, which are rounded and not cut
 * off, and begin anew. */
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
 * at the end alone. Where T is float, `at` has floats, and no parts. A
 * and B themselves are read for what is not finite. */
enum { BM = 128, BN = 128, WM = 64, WN = 32, SLOTS = 3, THREADS = 256 };

template <typename T, int PRODUCTS, int STRETCH>
__global__ void __launch_bounds__(THREADS, 1)
split_product(int M, int N, int K, float alpha, const float *A,
              const float *B, float beta, float *C,
              const struct parts_at at)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        FM = WM / 16, FN = WN / 8, IN_FLOATS = sizeof(T) == 4,
        DEEP = IN_FLOATS ? (int)tiles::DEEP : (int)matrix_of<T>::STEP,
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

    place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    struct source from = {
        (const char *)at.a + (row0 + row) * at.pitch_a + byte,
        (const char *)at.b + row * at.pitch_b + col0 * sizeof(T) + byte,
        at.pitch_a, at.pitch_b, M - (int)(row0 + row),
        min(N - (int)col0, (int)BN) * (int)sizeof(T) - (int)byte,
        IN_FLOATS ? K : (int)(count * tiles::DEEP)
    };

    for (int t = 0; t < SLOTS - 1; ++t) {
        start_tiles<T, BM, BN, THREADS>(slots + t * tiles::SIZE, &from);
        close_group();
    }
//> the loop
    for (unsigned t = 0; t < count; ++t) {
        const char *slot = slots + t % SLOTS * tiles::SIZE;

        wait_for_groups<SLOTS - 2>();
        __syncthreads();
        start_tiles<T, BM, BN, THREADS>(
            slots + (t + SLOTS - 1) % SLOTS * tiles::SIZE, &from);
        close_group();
#pragma unroll
        for (int s = 0; s < STEPS; ++s) {
            struct fragments<T, FM, FN> f;

            if constexpr (IN_FLOATS)
                load_floats<FM, FN, tiles::WIDE>(
                    &f, slot, slot + tiles::B, wy, wx, s);
            else
                load_fragments<T, FM, FN, tiles::WIDE>(
                    &f, slot, slot + tiles::B, wy, wx, s);
            multiply_parts<T, PRODUCTS>(sums, f);
            if (EACH > 0 && EACH <= STEPS && (s + 1) % EACH == 0)
                promote(total, sums);
        }
        steps += STEPS;
        if (EACH > STEPS && steps == EACH) {
            promote(total, sums);
            steps = 0;
        }
    }
//< the loop
    wait_for_groups<0>();
    promote(total, sums);
#pragma unroll
    for (int i = 0; i < FM; ++i)
        store_sums<T, FN>(total[i], M, N, K, alpha, A, B, beta, C, at,
                          row0 + wy + 16 * i, col0 + wx);
}
//< a product of parts by mma

//> launch a product of parts
template <typename T, int PRODUCTS, int STRETCH>
static void run_split(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE;
    const auto kernel = split_product<T, PRODUCTS, STRETCH>;
    const float *a = A, *b = B;
    struct parts_at at = {};

    if (no_product(M, N, K, alpha, beta, C))
        return;
    if (sizeof(T) < 4 && make_parts<T, 0>(M, N, K, A, B, &at))
        return;
    if (sizeof(T) == 4) {
        if (widen_rows(4, M, N, K, &a, &b, &at.pitch_a, &at.pitch_b))
            return;
        at.a = a;
        at.b = b;
    }
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), THREADS, bytes>>>(
        M, N, K, alpha, A, B, beta, C, at);
}
//< launch a product of parts

//> bring the tiles of parts
/* One thread starts the boxes of step t. Of 16 bits a row of B's tile is
 * one k and 64 columns; of floats it is a column. The blocks of a cluster
 * have the same columns: each brings its share of B to all of them. */
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
/* Products FIRST to LAST - 1 of the six, of 64 rows from `row` on. Slices
 * of A are 32 bytes of a row, those of B as far apart as their rows are. */
template <typename T, int FIRST, int LAST>
static __device__ __forceinline__ void multiply_slot(
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
/* The slot, and how often it came round. */
struct place {
    unsigned slot, round;
};

template <int COUNT>
static __device__ __forceinline__ void go_on(struct place *at)
{
    if (++at->slot == COUNT) {
        at->slot = 0;
        at->round ^= 1;
    }
}

/* A warp says that it needs a slot no more, in every block that brings
 * something into it. */
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
/* Two groups multiply, 64 x 128 sums each; the third brings tiles. The
 * products of high parts have sums of their own, and all others have
 * sums that are smaller by 2^-8 or less: those need not be promoted.
 * While they are made, the first are: that costs no time. K is made a
 * multiple of STRETCH by boxes that lie outside, and are zeros. */
enum { GROUPS = 2 };

template <typename T, int PRODUCTS, int STRETCH, int RING, int CLUSTER>
__global__ void __launch_bounds__((GROUPS + 1) * GROUP_THREADS, 1)
split_groups(int M, int N, int K, float alpha, const float *A,
             const float *B,
             const __grid_constant__ struct tile_map map_a,
             const __grid_constant__ struct tile_map map_b, float beta,
             float *C, const struct parts_at at)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { EACH = STRETCH ? STRETCH / matrix_of<T>::STEP : 1 << 30 };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[RING], empty[RING];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned count =
        ((unsigned)K + matrix_of<T>::STEP - 1) / matrix_of<T>::STEP;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
    struct place now = {0, 0};
    unsigned row0, col0;

    if (threadIdx.x == 0)
        for (int s = 0; s < RING; ++s) {
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
                    wait_for(&empty[now.slot], now.round ^ 1);
                    bring_tiles<T, CLUSTER>(
                        slots + now.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[now.slot]);
                    go_on<RING>(&now);
                }
            }
//< the producer
    } else {
//> the consumers
        float high[BN / 2], rest[BN / 2], total[BN / 2];

        take_registers<232>();
        for (unsigned n = blockIdx.x / CLUSTER; n < all;
             n += gridDim.x / CLUSTER) {
            uint64_t *before = NULL;

            place_tile<BM * CLUSTER, BN>(M, N, n, &row0, &col0);
            row0 += rank * BM + group * 64;
#pragma unroll
            for (int i = 0; i < BN / 2; ++i)
                total[i] = 0.0f;
            for (unsigned t = 0; t < count;) {
                for (int i = 0; i < EACH && t < count; ++i, ++t) {
                    const char *slot = slots + now.slot * tiles::SIZE;

                    wait_for(&full[now.slot], now.round);
                    begin_products();
                    multiply_slot<T, ALL_PRODUCTS - 1, ALL_PRODUCTS>(
                        high, slot, group * 64, i);
                    multiply_slot<T, ALL_PRODUCTS - PRODUCTS,
                                  ALL_PRODUCTS - 1>(
                        rest, slot, group * 64, t);
                    wait_for_products<2>();
                    if (t > 0)
                        give_back<CLUSTER>(before);
                    before = &empty[now.slot];
                    go_on<RING>(&now);
                }
                wait_for_products<1>();
                hold_sums(high);
#pragma unroll
                for (int i = 0; i < BN / 2; ++i)
                    total[i] += high[i];
            }
            wait_for_products<0>();
            give_back<CLUSTER>(before);
            hold_sums(rest);
//< the consumers
//> results leave
#pragma unroll
            for (int i = 0; i < BN / 2; ++i)
                total[i] += rest[i];
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

//> launch a product by groups
template <typename T, int PRODUCTS, int STRETCH, int RING, int CLUSTER>
static void run_split_groups(int M, int N, int K, float alpha,
                             const float *A, const float *B, float beta,
                             float *C)
{
    enum { TURNED = sizeof(T) == 4 };
    const int bytes = RING * slot_of<T, BM, BN>::SIZE;
    const auto kernel =
        split_groups<T, PRODUCTS, STRETCH, RING, CLUSTER>;
    const unsigned count = blocks(M, BM * CLUSTER) * blocks(N, BN);
    const unsigned deep =
        blocks(K, matrix_of<T>::STEP) * matrix_of<T>::WIDE;
    struct tile_map a = {}, b = {};
    struct parts_at at = {};
    int processors = 1;

    if (no_product(M, N, K, alpha, beta, C)
        || make_parts<T, TURNED>(M, N, K, A, B, &at)
        || map_boxes(&a, sizeof(T), at.a, M, deep, at.pitch_a, BM)
        || map_boxes(&b, sizeof(T), at.b, TURNED ? N : deep,
                     TURNED ? deep : N, at.pitch_b, 64 / CLUSTER))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER,
                    CLUSTER * min(count, (unsigned)processors / CLUSTER),
                    (GROUPS + 1) * GROUP_THREADS, bytes, M, N, K, alpha,
                    A, B, a, b, beta, C, at);
}
//< launch a product by groups

//> the table
#define BY_MMA(name, flags, T, type, DEEP, PRODUCTS, STRETCH)          \
    {name, run_split<T, PRODUCTS, STRETCH>, BM, BN, DEEP, 8192,        \
     (flags) | SPLIT | NEEDS_80,                                       \
     "split_product<" type "," #PRODUCTS "," #STRETCH ">", {0}}
#define BY_GROUPS(name, flags, T, type, DEEP, PRODUCTS, STRETCH, RING, \
                  CLUSTER)                                             \
    {name, run_split_groups<T, PRODUCTS, STRETCH, RING, CLUSTER>, BM,  \
     BN, DEEP, 8192, (flags) | SPLIT | ONLY_90,                        \
     "split_groups<" type "," #PRODUCTS "," #STRETCH "," #RING         \
     "," #CLUSTER ">", {0}}

#define EVERY(stretch)                                                 \
    BY_GROUPS("half-every-" #stretch, SWEEP, half, "__half", 32, 3,    \
              stretch, 6, 1)

const struct kernel kernels[] = {
    BY_MMA("half-split", 0, half, "__half", 32, 3, 32),
    BY_MMA("tf32-split", 0, float, "float", 32, 3, 16),
    BY_MMA("half-mixed-128", SWEEP, half, "__half", 32, 3, 128),
    BY_MMA("tf32-mixed-128", SWEEP, float, "float", 32, 3, 128),
    BY_GROUPS("half-split-group", 0, half, "__half", 32, 3, 64, 6, 1),
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
