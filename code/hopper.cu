//> omit
/* hopper.cu - tensor cores by wgmma: four warps multiply together, out
 * of shared memory, tiles that the copy engine brings. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/warpgroup.h"

#include <stddef.h>
//< omit

//> what a slot holds
/* BM rows of A's tile, then B's tile in boxes of 64 rows. All rows have
 * 128 bytes, so the type decides how deep a tile is. A row of B's tile
 * is one k and 64 columns. */
enum { ROW = 128, BOX = 64 * ROW };

template <typename T, int BM, int BN> struct slot_of {
    enum { BK = ROW / sizeof(T), B = BM * ROW, SIZE = B + BN * ROW };
};
//< what a slot holds

//> bring the tiles of a slot
/* One thread starts the boxes of step t. The blocks of a cluster have
 * the same columns: each brings its share of B to all of them. */
template <typename T, int BM, int BN, int CLUSTER, uint64_t HINT = 0>
static __device__ __forceinline__ void bring_tiles(
    char *slot, const struct tile_map *map_a,
    const struct tile_map *map_b, unsigned row0, unsigned col0,
    unsigned t, uint64_t *full)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { SHARE = 64 / CLUSTER };
    const unsigned k = t * tiles::BK;
    const unsigned first = CLUSTER > 1 ? rank_in_cluster() * SHARE : 0;
    const unsigned all = CLUSTER > 1 ? (1u << CLUSTER) - 1 : 0;

    expect(full, tiles::SIZE);
    bring_box(slot, map_a, row0, k, full, 0, HINT);
#pragma unroll
    for (unsigned i = 0; i < BN / 64; ++i)
        bring_box(slot + tiles::B + i * BOX + first * ROW, map_b,
                  k + first, col0 + 64 * i, full, all, HINT);
}
//< bring the tiles of a slot

//> multiply a slot
/* The sums of a group are those of WM rows from `row` on. Four products
 * go through the 128 bytes of a row; the first of all does not add. */
template <typename T, int BM, int BN, int WM>
static __device__ __forceinline__ void multiply_slot(
    float (&sums)[WM / 64][BN / 2], const char *slot, unsigned row,
    int add)
{
    const uint64_t a = describe(slot + row * ROW, 0);
    const uint64_t b = describe(slot + slot_of<T, BM, BN>::B, BOX);

    begin_products();
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int i = 0; i < WM / 64; ++i)
            group_multiply((const T *)0, sums[i],
                           a + (i * BOX + k * 32) / 16,
                           b + k * 16 * ROW / 16, add | k);
    close_products();
}
//< multiply a slot

//> store sums from registers
/* 64 x BN sums of a group, from (row0, col0) on. */
template <int BN>
static __device__ __forceinline__ void store(
    const float (&sums)[BN / 2], float *C, int M, int N, unsigned row0,
    unsigned col0, float alpha, float beta)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    const int together = ((size_t)C / 4 | N) % 2 == 0;

#pragma unroll
    for (unsigned e = 0; e < 4; e += 2) {
        const unsigned row = row0 + 16 * warp + lane / 4 + 4 * e;

        if (row >= M)
            continue;
#pragma unroll
        for (unsigned j = 0; j < BN / 8; ++j) {
            const unsigned col = col0 + 8 * j + lane % 4 * 2;

            put_two(&C[(size_t)row * N + col], together, N - (int)col,
                    alpha, sums[4 * j + e], sums[4 * j + e + 1], beta);
        }
    }
}
//< store sums from registers

//> the first kernel
/* Every thread multiplies; thread 0 brings the tiles of SLOTS steps
 * ahead. With one slot, it waits until the products of it are done. */
template <typename T, int BM, int BN, int SLOTS>
__global__ void __launch_bounds__(BM / 64 * GROUP_THREADS)
groups(int M, int N, int K, float alpha,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b, float beta,
       float *C)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { LEFT = SLOTS > 1 };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned count = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned across = ((unsigned)N + BN - 1) / BN;
    const unsigned row0 = blockIdx.x / across * BM;
    const unsigned col0 = blockIdx.x % across * BN;
    float sums[1][BN / 2];

    if (threadIdx.x == 0)
        for (unsigned t = 0; t < SLOTS; ++t) {
            init_arrivals(&full[t], 1);
            if (t < count)
                bring_tiles<T, BM, BN, 1>(slots + t * tiles::SIZE,
                                          &map_a, &map_b, row0, col0, t,
                                          &full[t]);
        }
    __syncthreads();
    for (unsigned t = 0; t < count; ++t) {
        const unsigned now = t % SLOTS;

        wait_for(&full[now], t / SLOTS % 2);
        multiply_slot<T, BM, BN, 64>(sums, slots + now * tiles::SIZE,
                                     group * 64, t > 0);
        wait_for_products<LEFT>();
        __syncthreads();
        if (threadIdx.x == 0 && t + 1 > LEFT
            && t - LEFT + SLOTS < count) {
            const unsigned free = (t - LEFT) % SLOTS;

            bring_tiles<T, BM, BN, 1>(
                slots + free * tiles::SIZE, &map_a, &map_b, row0, col0,
                t - LEFT + SLOTS, &full[free]);
        }
    }
    wait_for_products<0>();
    hold_sums(sums[0]);
    store<BN>(sums[0], C, M, N, row0 + group * 64, col0, alpha, beta);
}
//< the first kernel

//> how the roles are played
/* Added up. SENT: results leave by way of shared memory and the copy
 * engine. GROUPED: adjacent tiles of C at the same time. LASTING: as
 * many blocks as the card holds, which go from tile to tile. */
enum { SENT = 1, GROUPED = 2, LASTING = 4 };
//< how the roles are played

//> which tile is next
template <int BM, int BN, int HOW>
static __device__ __forceinline__ void tile_at(int M, int N, unsigned n,
                                               unsigned *row0,
                                               unsigned *col0)
{
    if (HOW & GROUPED) {
        place_tile<BM, BN>(M, N, n, row0, col0);
    } else {
        const unsigned across = ((unsigned)N + BN - 1) / BN;

        *row0 = n / across * BM;
        *col0 = n % across * BN;
    }
}
//< which tile is next

//> a group that brings
/* Where a role stands: the slot, and how often it came round. */
struct place {
    unsigned slot, round;
};

template <int SLOTS>
static __device__ __forceinline__ void go_on(struct place *at)
{
    if (++at->slot == SLOTS) {
        at->slot = 0;
        at->round ^= 1;
    }
}

/* A warp says that it needs a slot no more, in every block of the
 * cluster that brings something into it. */
template <int CLUSTER>
static __device__ __forceinline__ void give_back(uint64_t *empty)
{
    const unsigned lane = threadIdx.x % 32;

    if (CLUSTER > 1 && lane < CLUSTER)
        arrive_at(empty, lane);
    else if (CLUSTER == 1 && lane == 0)
        arrive(empty);
}
//< a group that brings

//> send sums by the copy engine
/* Through two rooms of 64 rows of 32 floats that a group has for itself.
 * Lanes of odd rows put their columns in another order, so that half a
 * warp reaches all banks. */
template <int BN, uint64_t HINT>
static __device__ __forceinline__ void send(
    const float (&sums)[BN / 2], char *rooms,
    const struct tile_map *map_c, const float *C, int M, int N,
    unsigned row0, unsigned col0, float alpha, float beta,
    unsigned group)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    const int first = threadIdx.x % GROUP_THREADS == 0;
    const unsigned odd = lane / 4 % 2;

#pragma unroll
    for (unsigned p = 0; p < BN / 32; ++p) {
        char *room = rooms + p % 2 * BOX;

        if (first)
            wait_until_sent<1>();
        meet_threads(1 + group, GROUP_THREADS);
#pragma unroll
        for (unsigned e = 0; e < 4; e += 2) {
            const unsigned r = 16 * warp + lane / 4 + 4 * e;

#pragma unroll
            for (unsigned i = 0; i < 4; ++i) {
                const unsigned even = 4 * (4 * p + i) + e;
                const unsigned other = 4 * (4 * p + (i ^ 2)) + e;
                const unsigned j = odd ? i ^ 2 : i;
                const unsigned c = 8 * j + lane % 4 * 2;
                float x = alpha * (odd ? sums[other] : sums[even]);
                float y = alpha
                          * (odd ? sums[other + 1] : sums[even + 1]);

                if (beta != 0.0f && row0 + r < M
                    && col0 + 32 * p + c < N) {
                    const float2 old = *(const float2 *)&C
                        [(size_t)(row0 + r) * N + col0 + 32 * p + c];

                    x += beta * old.x;
                    y += beta * old.y;
                }
                *(float2 *)(room + r * ROW + (c / 4 ^ r % 8) * 16
                            + c % 4 * 4) = make_float2(x, y);
            }
        }
        show_copies();
        meet_threads(1 + group, GROUP_THREADS);
        if (first)
            send_box(map_c, row0, col0 + 32 * p, room, HINT);
    }
}
//< send sums by the copy engine

//> a product by groups with roles
template <typename T, int BM, int BN, int GROUPS, int SLOTS,
          int CLUSTER, int HOW>
__global__ void __launch_bounds__((GROUPS + 1) * GROUP_THREADS, 1)
roles(int M, int N, int K, float alpha,
      const __grid_constant__ struct tile_map map_a,
      const __grid_constant__ struct tile_map map_b,
      const __grid_constant__ struct tile_map map_c, float beta,
      float *C, int sent)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        WM = BM / GROUPS, ARRIVALS = GROUPS * 4 * CLUSTER,
        TAKEN = 232, KEPT = 40
    };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned count = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned step = gridDim.x / CLUSTER;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
    struct place at = {0, 0};
    unsigned row0, col0;

    if (threadIdx.x == 0)
        for (int s = 0; s < SLOTS; ++s) {
            init_arrivals(&full[s], 1);
            init_arrivals(&empty[s], ARRIVALS);
        }
    if (CLUSTER > 1)
        meet_cluster();
    else
        __syncthreads();
    wait_for_kernel();
    let_next_start();

    if (group == GROUPS) {
        keep_registers<KEPT>();
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = blockIdx.x / CLUSTER; n < all; n += step) {
                tile_at<BM * CLUSTER, BN, HOW>(M, N, n, &row0, &col0);
                for (unsigned t = 0; t < count; ++t) {
                    wait_for(&empty[at.slot], at.round ^ 1);
                    bring_tiles<T, BM, BN, CLUSTER, HOW & 8 ? 0x14F0000000000000 : 0>(
                        slots + at.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[at.slot]);
                    go_on<SLOTS>(&at);
                }
            }
    } else {
        float sums[WM / 64][BN / 2];

        take_registers<TAKEN>();
        for (unsigned n = blockIdx.x / CLUSTER; n < all; n += step) {
            tile_at<BM * CLUSTER, BN, HOW>(M, N, n, &row0, &col0);
            row0 += rank * BM + group * WM;
            for (unsigned t = 0; t < count; ++t) {
                wait_for(&full[at.slot], at.round);
                multiply_slot<T, BM, BN, WM>(
                    sums, slots + at.slot * tiles::SIZE, group * WM,
                    t > 0);
                wait_for_products<1>();
                if (t > 0)
                    give_back<CLUSTER>(
                        &empty[at.slot == 0 ? SLOTS - 1 : at.slot - 1]);
                go_on<SLOTS>(&at);
            }
            wait_for_products<0>();
            give_back<CLUSTER>(
                &empty[at.slot == 0 ? SLOTS - 1 : at.slot - 1]);
#pragma unroll
            for (int i = 0; i < WM / 64; ++i) {
                hold_sums(sums[i]);
                if (HOW & SENT && sent)
                    send<BN, HOW & 8 ? 0x12F0000000000000 : 0>(sums[i],
                             slots + SLOTS * tiles::SIZE
                                 + group * 2 * BOX,
                             &map_c, C, M, N, row0 + 64 * i, col0,
                             alpha, beta, group);
                else
                    store<BN>(sums[i], C, M, N, row0 + 64 * i, col0,
                              alpha, beta);
            }
        }
        if (HOW & SENT && threadIdx.x % GROUP_THREADS == 0)
            wait_until_sent<0>();
    }
    if (CLUSTER > 1)
        meet_cluster();
}
//< a product by groups with roles

//> where there is nothing to multiply
static __global__ void __launch_bounds__(256)
scale(size_t count, float beta, float *C)
{
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        put(&C[i], 0.0f, 0.0f, beta);
}

/* Not 0 if A * B does not count; C has its result then. */
static int no_product(int M, int N, int K, float alpha, float beta,
                      float *C)
{
    if (M == 0 || N == 0)
        return 1;
    if (alpha != 0.0f && K > 0)
        return 0;
    scale<<<1024, 256>>>((size_t)M * N, beta, C);
    return 1;
}
//< where there is nothing to multiply

//> map A and B
/* Boxes of BM rows of A, and of a tile's depth of B. What has rows that
 * do not begin at multiples of 16 bytes is copied before. */
template <typename T, int BM, int BN, int CLUSTER>
static int map_halves(struct tile_map *a, struct tile_map *b, int M,
                      int N, int K, const float *A, const float *B)
{
    size_t pitch_a = 0, pitch_b = 0;

    return widen_rows(sizeof(T), M, N, K, &A, &B, &pitch_a, &pitch_b)
           || map_boxes(a, sizeof(T), A, M, K, pitch_a, BM)
           || map_boxes(b, sizeof(T), B, K, N, pitch_b, 64 / CLUSTER);
}
//< map A and B

//> launch
template <typename T, int BM, int BN, int SLOTS>
static void run_groups(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE;
    const auto kernel = groups<T, BM, BN, SLOTS>;
    struct tile_map a = {}, b = {};

    if (no_product(M, N, K, alpha, beta, C)
        || map_halves<T, BM, BN, 1>(&a, &b, M, N, K, A, B))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), BM / 64 * GROUP_THREADS,
             bytes>>>(M, N, K, alpha, a, b, beta, C);
}

template <typename T, int BM, int BN, int GROUPS, int SLOTS,
          int CLUSTER, int HOW>
static void run_roles(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE
                      + (HOW & SENT ? GROUPS * 2 * BOX : 0);
    const auto kernel = roles<T, BM, BN, GROUPS, SLOTS, CLUSTER, HOW>;
    const int sent = HOW & SENT && ((size_t)C / 4 | N) % 4 == 0;
    unsigned count = blocks(M, BM * CLUSTER) * blocks(N, BN);
    struct tile_map a = {}, b = {}, c = {};
    int processors = 1;

    if (no_product(M, N, K, alpha, beta, C)
        || map_halves<T, BM, BN, CLUSTER>(&a, &b, M, N, K, A, B))
        return;
    if (sent && map_boxes(&c, 4, C, M, N, (size_t)N * 4, 64))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    if (HOW & LASTING)
        count = min(count, (unsigned)processors / CLUSTER);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER, count * CLUSTER,
                    (GROUPS + 1) * GROUP_THREADS, bytes, M, N, K, alpha,
                    a, b, c, beta, C, sent);
}
//< launch

//> a tile of floats, turned
/* Products of TF32 want both operands with K along the rows of a tile.
 * So a group computes the transpose: the rows of its products are
 * columns of B, which a lane loads into registers. */
enum { HIGH = 256, ACROSS = 128, DEEP = 32, FLAT = DEEP * ROW };
enum { OF_A = HIGH * ROW, OF_BOTH = OF_A + ACROSS / 32 * FLAT };

/* Of the 64 columns of a group, where a lane has its two: the piece and
 * the float of it. So half a warp reaches all banks. */
struct pair_at {
    unsigned box, piece, word;
};

static __device__ __forceinline__ struct pair_at pair_of_lane(void)
{
    const unsigned warp = threadIdx.x / 32 % 4;
    const unsigned i = threadIdx.x % 32 / 4;
    const struct pair_at at = {
        warp / 2, warp % 2 * 2 + i / 4 + i % 4 / 2 * 4, i % 2 * 2
    };

    return at;
}
//< a tile of floats, turned

//> columns of B into registers
/* All 32 steps of a slot, two columns of this lane: `Bs` is the group's
 * first box. */
static __device__ __forceinline__ void load_pairs(uint32_t (&b)[4][4],
                                                  const char *Bs)
{
    const struct pair_at at = pair_of_lane();

#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
        const unsigned k = threadIdx.x % 4 + 4 * i;
        const uint2 two = *(const uint2 *)(
            Bs + at.box * FLAT + k * ROW + (at.piece ^ k % 8) * 16
            + at.word * 4);

        b[i / 2][i % 2 * 2] = two.x;
        b[i / 2][i % 2 * 2 + 1] = two.y;
    }
}
//< columns of B into registers

//> a product of TF32
template <int SLOTS, int CLUSTER, int HOW>
__global__ void __launch_bounds__(3 * GROUP_THREADS, 1)
turned(int M, int N, int K, float alpha,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b, float beta,
       float *C)
{
    enum { SHARE = HIGH / CLUSTER };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned lane = threadIdx.x % 32;
    const unsigned count = ((unsigned)K + DEEP - 1) / DEEP;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned step = gridDim.x / CLUSTER;
    const unsigned all = ((unsigned)M + HIGH - 1) / HIGH
                         * (((unsigned)N + ACROSS * CLUSTER - 1)
                            / (ACROSS * CLUSTER));
    struct place at = {0, 0};
    unsigned row0, col0;

    if (threadIdx.x == 0)
        for (int s = 0; s < SLOTS; ++s) {
            init_arrivals(&full[s], 1);
            init_arrivals(&empty[s], 8 * CLUSTER);
        }
    if (CLUSTER > 1)
        meet_cluster();
    else
        __syncthreads();
    wait_for_kernel();
    let_next_start();

    if (group == 2) {
        keep_registers<40>();
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = blockIdx.x / CLUSTER; n < all; n += step) {
                tile_at<HIGH, ACROSS * CLUSTER, HOW>(M, N, n, &row0,
                                                     &col0);
                col0 += rank * ACROSS;
                for (unsigned t = 0; t < count; ++t) {
                    char *slot = slots + at.slot * OF_BOTH;
                    uint64_t *here = &full[at.slot];

                    wait_for(&empty[at.slot], at.round ^ 1);
                    expect(here, OF_BOTH);
                    bring_box(slot + rank * SHARE * ROW, &map_a,
                              row0 + rank * SHARE, t * DEEP, here,
                              CLUSTER > 1 ? (1u << CLUSTER) - 1 : 0);
                    for (unsigned i = 0; i < ACROSS / 32; ++i)
                        bring_box(slot + OF_A + i * FLAT, &map_b,
                                  t * DEEP, col0 + 32 * i, here, 0);
                    go_on<SLOTS>(&at);
                }
            }
    } else {
        const struct pair_at mine = pair_of_lane();
        const char *Bs = slots + OF_A + 2 * group * FLAT;
        float sums[HIGH / 2];
        uint32_t b[4][4];

        take_registers<232>();
        for (unsigned n = blockIdx.x / CLUSTER; n < all; n += step) {
            tile_at<HIGH, ACROSS * CLUSTER, HOW>(M, N, n, &row0, &col0);
            const unsigned col = col0 + rank * ACROSS + 64 * group
                                 + mine.box * 32 + mine.piece * 4
                                 + mine.word;
            wait_for(&full[at.slot], at.round);
            load_pairs(b, Bs + at.slot * OF_BOTH);
            for (unsigned t = 0; t < count; ++t) {
                const uint64_t a = describe(slots + at.slot * OF_BOTH,
                                            0);
                uint64_t *used = &empty[at.slot];
                uint32_t next[4][4];

                begin_products();
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    group_multiply((const float *)0, sums, b[k],
                                   a + k * 2, t | k);
                close_products();
                go_on<SLOTS>(&at);
                if (t + 1 < count) {
                    wait_for(&full[at.slot], at.round);
                    load_pairs(next, Bs + at.slot * OF_BOTH);
                }
                wait_for_products<0>();
                give_back<CLUSTER>(used);
#pragma unroll
                for (int i = 0; i < 16; ++i)
                    b[i / 4][i % 4] = next[i / 4][i % 4];
            }
            hold_sums(sums);
            const int together = ((size_t)C / 4 | N) % 2 == 0;

            if (col < N)
#pragma unroll
                for (unsigned i = 0; i < HIGH / 4; ++i) {
                    const unsigned row = row0 + i / 2 * 8
                                         + lane % 4 * 2 + i % 2;
                    const float x = sums[i / 2 * 4 + i % 2];
                    const float y = sums[i / 2 * 4 + i % 2 + 2];

                    if (row < M)
                        put_two(&C[(size_t)row * N + col], together,
                                N - (int)col, alpha, x, y, beta);
                }
        }
    }
    if (CLUSTER > 1)
        meet_cluster();
}

template <int SLOTS, int CLUSTER, int HOW>
static void run_turned(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const auto kernel = turned<SLOTS, CLUSTER, HOW>;
    unsigned count = blocks(M, HIGH) * blocks(N, ACROSS * CLUSTER);
    struct tile_map a = {}, b = {};
    size_t pitch_a = 0, pitch_b = 0;
    int processors = 1;

    if (no_product(M, N, K, alpha, beta, C)
        || widen_rows(4, M, N, K, &A, &B, &pitch_a, &pitch_b)
        || map_boxes(&a, 4, A, M, K, pitch_a, HIGH / CLUSTER)
        || map_boxes(&b, 4, B, K, N, pitch_b, DEEP))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    if (HOW & LASTING)
        count = min(count, (unsigned)processors / CLUSTER);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
        SLOTS * OF_BOTH);
    launch_clusters(kernel, CLUSTER, count * CLUSTER, 3 * GROUP_THREADS,
                    SLOTS * OF_BOTH, M, N, K, alpha, a, b, beta, C);
}
//< a product of TF32

//> the table
#define GROUPS_OF(name, flags, T, type, ...)                           \
    {name, run_groups<T, __VA_ARGS__>, 128, 128, 64, 16384,            \
     (flags) | ONLY_90, "groups<" type "," #__VA_ARGS__ ">", {0}}
#define ROLES(name, flags, T, type, BM, BN, ...)                       \
    {name, run_roles<T, BM, BN, __VA_ARGS__>, BM, BN, 64, 16384,       \
     (flags) | ONLY_90, "roles<" type "," #BM "," #BN                  \
     "," #__VA_ARGS__ ">", {0}}
#define TURNED(name, flags, ...)                                       \
    {name, run_turned<__VA_ARGS__>, HIGH, ACROSS, DEEP, 16384,         \
     TF32 | (flags) | ONLY_90, "turned<" #__VA_ARGS__ ">", {0}}

const struct kernel kernels[] = {
    GROUPS_OF("wgmma", HALF, half, "__half", 128, 128, 1),
    GROUPS_OF("ring", HALF, half, "__half", 128, 256, 4),
    ROLES("specialised", HALF, half, "__half", 128, 256, 2, 4, 1, 0),
    ROLES("lasting", HALF, half, "__half", 128, 256, 2, 4, 1, 4),
    ROLES("hopper", HALF, half, "__half", 128, 256, 2, 4, 2, 7),
    ROLES("bf16-hopper", BFLOAT16, __nv_bfloat16, "__nv_bfloat16", 128,
          256, 2, 4, 2, 7),
    TURNED("tf32-hopper", 0, 4, 2, 6),
    ROLES("sent", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 1, 1),
    ROLES("sent-grouped", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 1, 7),
    ROLES("cluster-plain", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 2, 0),
    ROLES("cluster-sent", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 2, 1),
    ROLES("cluster-lasting", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 2, 5),
    ROLES("cluster-grouped", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 2, 3),
    ROLES("cluster-hints", HALF | SWEEP, half, "__half", 128, 256, 2, 4, 2, 15),
    ROLES("c192-1", HALF | SWEEP, half, "__half", 256, 192, 2, 3, 1, 7),
    ROLES("c192-2", HALF | SWEEP, half, "__half", 256, 192, 2, 3, 2, 7),
    ROLES("c192-hints", HALF | SWEEP, half, "__half", 256, 192, 2, 3, 2, 15),
    ROLES("r256-2", HALF | SWEEP, half, "__half", 256, 128, 2, 4, 2, 7),
    TURNED("tf32-single", SWEEP, 4, 1, 6),
    {},
};
//< the table
