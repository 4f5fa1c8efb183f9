//> omit
/* hopper.cu - tensor cores by wgmma, which four warps do together. */
#include "bench/bench.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/gemm.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/warpgroup.h"
#include "probes/values.h"

#include <stdlib.h>
#include <string.h>
//< omit

//> what a slot holds
/* BM rows of A's tile, then B's tile in boxes of 64 rows. All rows have
 * 128 bytes, so the type decides how deep a tile is. Of halves a row of
 * B's tile is one k and 64 columns; of bytes it is one column. */
enum { ROW = 128, BOX = 64 * ROW };

template <typename T> struct sum { typedef float type; };
template <> struct sum<int8_t> { typedef int type; };

template <typename T, int BM, int BN> struct slot_of {
    enum {
        BK = ROW / sizeof(T), B = BM * ROW, SIZE = B + BN * ROW,
        LEADING = sizeof(T) == 2 ? BOX : 0,
        STEP = sizeof(T) == 2 ? 16 * ROW : 32
    };
};
//< what a slot holds

//> bring the tiles of a slot
/* One thread starts the boxes of step t. The blocks of a cluster have
 * the same columns: each brings its share of B to all of them. */
template <typename T, int BM, int BN, int CLUSTER>
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
//< bring the tiles of a slot

//> multiply a slot
/* The sums of a group are those of WM rows from `row` on. Four products
 * go through the 128 bytes of a row; the first of all does not add. */
template <typename T, int BM, int BN, int WM, typename S>
static __device__ __forceinline__ void multiply_slot(
    S (&sums)[WM / 64][BN / 2], const char *slot, unsigned row, int add)
{
    typedef slot_of<T, BM, BN> tiles;
    const uint64_t a = describe(slot + row * ROW, 0);
    const uint64_t b = describe(slot + tiles::B, tiles::LEADING);

    begin_products();
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int i = 0; i < WM / 64; ++i)
            group_multiply((const T *)0, sums[i],
                           a + (i * BOX + k * 32) / 16,
                           b + k * tiles::STEP / 16, add | k);
    close_products();
}
//< multiply a slot

//> store sums from registers
/* 64 x BN sums of a group, from (row0, col0) on. */
template <int BN, typename S>
static __device__ __forceinline__ void store(
    const S (&sums)[BN / 2], float *C, int M, int N, unsigned row0,
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
                    alpha, (float)sums[4 * j + e],
                    (float)sums[4 * j + e + 1], beta);
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
//> the loop over tiles
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
//< the loop over tiles
    wait_for_products<0>();
    hold_sums(sums[0]);
    store<BN>(sums[0], C, M, N, row0 + group * 64, col0, alpha, beta);
}
//< the first kernel

//> how the roles are played
/* Added up. SENT: results leave by way of shared memory and the copy
 * engine. GROUPED: adjacent tiles of C at the same time. LASTING: as
 * many blocks as the card holds, which go from tile to tile. DEALT: so,
 * and tiles that not all blocks have are shared out by steps. RELEASED:
 * a slot is given back with a release to the whole cluster. */
enum { SENT = 1, GROUPED = 2, LASTING = 4, DEALT = 8, RELEASED = 16 };
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
template <int CLUSTER, int HOW>
static __device__ __forceinline__ void give_back(uint64_t *empty)
{
    const unsigned lane = threadIdx.x % 32;

    if (HOW & RELEASED && lane < CLUSTER)
        arrive_and_release(empty, lane);
    else if (HOW & RELEASED)
        return;
    else if (CLUSTER > 1 && lane < CLUSTER)
        arrive_at(empty, lane);
    else if (CLUSTER == 1 && lane == 0)
        arrive(empty);
}
//< a group that brings

//> send sums by the copy engine
/* Through two rooms of 64 rows of 32 floats that a group has for
 * itself. Lanes of odd rows put their columns in another order, so that
 * half a warp reaches all banks. */
template <int BN, typename S>
static __device__ __forceinline__ void send(
    const S (&sums)[BN / 2], char *rooms,
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
                const S left = odd ? sums[other] : sums[even];
                const S right = odd ? sums[other + 1] : sums[even + 1];
                float x = alpha * (float)left, y = alpha * (float)right;

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
            send_box(map_c, row0, col0 + 32 * p, room);
    }
}
//< send sums by the copy engine

//> what a block does
/* Steps t0 to t1 of tile n. */
struct piece {
    unsigned n, t0, t1;
};

/* First come a block's steps of the tiles that are dealt out, u to
 * last, then whole tiles, of those before `whole`. */
struct work {
    size_t u, last;
    unsigned n, whole, step;
};

/* Where work share n of all blocks' begins, of so many steps. */
static __device__ __forceinline__ size_t share(size_t steps, unsigned n,
                                               unsigned shares)
{
    return steps * n / shares;
}

/* Blocks take shares backwards: so a block waits only for blocks with a
 * smaller number. */
template <int CLUSTER, int HOW>
static __device__ __forceinline__ struct work work_of(unsigned tiles,
                                                      unsigned count)
{
    const unsigned step = gridDim.x / CLUSTER, n = blockIdx.x / CLUSTER;
    const unsigned rest = HOW & DEALT ? tiles % step : 0;
    const size_t steps = (size_t)rest * count;
    const struct work w = {
        share(steps, step - 1 - n, step), share(steps, step - n, step),
        n, tiles - rest, step
    };

    return w;
}

/* The next piece of work; 0 if there is none. */
static __device__ __forceinline__ int next_piece(struct work *w,
                                                 struct piece *p,
                                                 unsigned count)
{
    if (w->u < w->last) {
        p->n = w->whole + w->u / count;
        p->t0 = w->u % count;
        p->t1 = min((size_t)count, p->t0 + (w->last - w->u));
        w->u += p->t1 - p->t0;
        return 1;
    }
    p->n = w->n;
    p->t0 = 0;
    p->t1 = count;
    w->n += w->step;
    return p->n < w->whole;
}
//< what a block does

//> hand sums on
/* A group with steps of a tile, but not the first, stores its sums for
 * the group of the block that has those, and raises a flag. */
enum { MOST_SHARES = 1024 };
static __device__ unsigned raised[MOST_SHARES];

template <int COUNT>
static __device__ __forceinline__ void hand_sums_on(
    const float (&sums)[COUNT], float4 *part)
{
#pragma unroll
    for (int i = 0; i < COUNT; i += 4)
        __stcg(&part[i / 4 * GROUP_THREADS],
               make_float4(sums[i], sums[i + 1], sums[i + 2],
                           sums[i + 3]));
}

static __device__ __forceinline__ void raise_flag(unsigned n,
                                                  unsigned group)
{
    meet_threads(1 + group, GROUP_THREADS);
    if (threadIdx.x % GROUP_THREADS == 0) {
        __threadfence();
        atomicExch(&raised[n], 1u);
    }
}
//< hand sums on

//> take sums over
/* Waits for the flag, takes it down, and adds the sums that were handed
 * on. */
static __device__ __forceinline__ void wait_for_flag(unsigned n,
                                                     unsigned group)
{
    if (threadIdx.x % GROUP_THREADS == 0) {
        while (atomicAdd(&raised[n], 0u) == 0)
            ;
        __threadfence();
        atomicExch(&raised[n], 0u);
    }
    meet_threads(1 + group, GROUP_THREADS);
}

template <int COUNT>
static __device__ __forceinline__ void take_sums_over(
    float (&sums)[COUNT], const float4 *part)
{
#pragma unroll
    for (int i = 0; i < COUNT; i += 4) {
        const float4 v = __ldcg(&part[i / 4 * GROUP_THREADS]);

        sums[i] += v.x;
        sums[i + 1] += v.y;
        sums[i + 2] += v.z;
        sums[i + 3] += v.w;
    }
}
//< take sums over

//> a product by groups with roles
template <typename T, int BM, int BN, int GROUPS, int SLOTS,
          int CLUSTER, int HOW>
__global__ void __launch_bounds__((GROUPS + 1) * GROUP_THREADS, 1)
roles(int M, int N, int K, float alpha,
      const __grid_constant__ struct tile_map map_a,
      const __grid_constant__ struct tile_map map_b,
      const __grid_constant__ struct tile_map map_c, float beta,
      float *C, int sent, float *parts)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        WM = BM / GROUPS, ARRIVALS = GROUPS * 4 * CLUSTER,
        PART = BM * BN / 4, PIECE = BN / 8 * GROUP_THREADS
    };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned count = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
    struct work work = work_of<CLUSTER, HOW>(all, count);
    struct place at = {0, 0};
    struct piece p;
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
        keep_registers<40>();
//> the producer
        if (threadIdx.x % GROUP_THREADS == 0)
            while (next_piece(&work, &p, count)) {
                tile_at<BM * CLUSTER, BN, HOW>(M, N, p.n, &row0, &col0);
                for (unsigned t = p.t0; t < p.t1; ++t) {
                    wait_for(&empty[at.slot], at.round ^ 1);
                    bring_tiles<T, BM, BN, CLUSTER>(
                        slots + at.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[at.slot]);
                    go_on<SLOTS>(&at);
                }
            }
//< the producer
    } else {
//> the consumers
        typename sum<T>::type sums[WM / 64][BN / 2];

        take_registers<232>();
        while (next_piece(&work, &p, count)) {
            uint64_t *before = NULL;

            tile_at<BM * CLUSTER, BN, HOW>(M, N, p.n, &row0, &col0);
            row0 += rank * BM + group * WM;
            for (unsigned t = p.t0; t < p.t1; ++t) {
                wait_for(&full[at.slot], at.round);
                multiply_slot<T, BM, BN, WM>(
                    sums, slots + at.slot * tiles::SIZE, group * WM,
                    t > p.t0);
                wait_for_products<1>();
                if (t > p.t0)
                    give_back<CLUSTER, HOW>(before);
                before = &empty[at.slot];
                go_on<SLOTS>(&at);
            }
            wait_for_products<0>();
            give_back<CLUSTER, HOW>(before);
            hold_sums(sums[0]);
            if (WM > 64)
                hold_sums(sums[WM / 64 - 1]);
//< the consumers
//> sums of a tile that is dealt out
            if constexpr ((HOW & DEALT) != 0) {
                const size_t steps = (size_t)(all - work.whole) * count;
                const size_t end =
                    (size_t)(p.n - work.whole + 1) * count;
                const unsigned mine = work.step - 1 - blockIdx.x;
                float4 *part = (float4 *)parts
                               + group * (PART / GROUPS)
                               + threadIdx.x % GROUP_THREADS;

                if (p.t0 > 0) {
                    for (int i = 0; i < WM / 64; ++i)
                        hand_sums_on(sums[i], part + mine * (size_t)PART
                                                  + i * PIECE);
                    raise_flag(mine * GROUPS + group, group);
                    continue;
                }
                for (unsigned n = mine + 1;
                     p.t1 < count && n < work.step
                     && share(steps, n, work.step) < end; ++n) {
                    if (share(steps, n, work.step)
                        == share(steps, n + 1, work.step))
                        continue;
                    wait_for_flag(n * GROUPS + group, group);
                    for (int i = 0; i < WM / 64; ++i)
                        take_sums_over(sums[i], part + n * (size_t)PART
                                                    + i * PIECE);
                }
            }
//< sums of a tile that is dealt out
//> results leave
#pragma unroll
            for (int i = 0; i < WM / 64; ++i)
                if (HOW & SENT && sent)
                    send<BN>(sums[i],
                             slots + SLOTS * tiles::SIZE
                                 + group * 2 * BOX,
                             &map_c, C, M, N, row0 + 64 * i, col0,
                             alpha, beta, group);
                else
                    store<BN>(sums[i], C, M, N, row0 + 64 * i, col0,
                              alpha, beta);
        }
        if (HOW & SENT && threadIdx.x % GROUP_THREADS == 0)
            wait_until_sent<0>();
    }
//< results leave
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

//> a place for sums that are handed on
/* So many floats of device memory, owned here and kept for the next
 * call; null, with a complaint, when there are not so many. */
static float *room_for_parts(size_t floats)
{
    static float *kept;
    static size_t size;

    if (floats > size) {
        cudaFree(kept);
        kept = NULL;
        size = 0;
        if (cudaMalloc((void **)&kept, floats * sizeof *kept) != 0) {
            complain_later("no memory for %zu sums", floats);
            return NULL;
        }
        size = floats;
    }
    return kept;
}
//< a place for sums that are handed on

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
    float *parts = NULL;
    int processors = 1;

    if (no_product(M, N, K, alpha, beta, C)
        || map_halves<T, BM, BN, CLUSTER>(&a, &b, M, N, K, A, B))
        return;
    if (sent && map_boxes(&c, 4, C, M, N, (size_t)N * 4, 64))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    if (HOW & DEALT) {
        const unsigned rest = count % (unsigned)processors;

        count = processors;
        if (rest > 0)
            parts = room_for_parts((size_t)processors * BM * BN);
        if (rest > 0 && !parts)
            return;
    } else if (HOW & LASTING) {
        count = min(count, (unsigned)processors / CLUSTER);
    }
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER, count * CLUSTER,
                    (GROUPS + 1) * GROUP_THREADS, bytes, M, N, K, alpha,
                    a, b, c, beta, C, sent, parts);
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
    const unsigned first = blockIdx.x / CLUSTER;
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
//> the producer of floats
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = first; n < all; n += step) {
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
//< the producer of floats
    } else {
        const struct pair_at mine = pair_of_lane();
        const char *Bs = slots + OF_A + 2 * group * FLAT;
        float sums[HIGH / 2];
        uint32_t b[4][4];

        take_registers<232>();
        for (unsigned n = first; n < all; n += step) {
            tile_at<HIGH, ACROSS * CLUSTER, HOW>(M, N, n, &row0, &col0);
            const unsigned col = col0 + rank * ACROSS + 64 * group
                                 + mine.box * 32 + mine.piece * 4
                                 + mine.word;
//> products of a turned tile
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
                give_back<CLUSTER, HOW>(used);
#pragma unroll
                for (int i = 0; i < 16; ++i)
                    b[i / 4][i % 4] = next[i / 4][i % 4];
            }
//< products of a turned tile
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

//> a tile for the size
/* Pairs where each processor gets two tiles; else the first whose tiles
 * give three in four processors one; else the smallest. */
template <typename T>
static void run_hopper(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t high = blocks(M, 128);
    int processors = 1;
    auto run = run_roles<T, 64, 64, 1, 8, 1, SENT | GROUPED>;

    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    const size_t enough = (size_t)processors * 3 / 4;

    if (high * blocks(N, 256) >= 2 * (size_t)processors)
        run = run_roles<T, 128, 256, 2, 4, 2, SENT | GROUPED | LASTING>;
    else if (high * blocks(N, 256) >= enough)
        run = run_roles<T, 128, 256, 2, 4, 1, SENT | GROUPED | LASTING>;
    else if (high * blocks(N, 128) >= enough)
        run = run_roles<T, 128, 128, 2, 6, 1, SENT | GROUPED | LASTING>;
    else if (high * blocks(N, 64) >= enough)
        run = run_roles<T, 128, 64, 2, 8, 1, SENT | GROUPED>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< a tile for the size

//> the table
#define GROUPS_OF(name, flags, T, type, BM, BN, SLOTS)                 \
    {name, run_groups<T, BM, BN, SLOTS>, BM, BN, 64, 16384,            \
     (flags) | ONLY_90, "groups<" type "," #BM "," #BN "," #SLOTS ">", \
     {0}}
#define ROLES(name, flags, T, type, BM, BN, GROUPS, SLOTS, CLUSTER,    \
              HOW)                                                     \
    {name, run_roles<T, BM, BN, GROUPS, SLOTS, CLUSTER, HOW>, BM, BN,  \
     64, 16384, (flags) | ONLY_90,                                     \
     "roles<" type "," #BM "," #BN "," #GROUPS "," #SLOTS              \
     "," #CLUSTER "," #HOW ">", {0}}
#define VARIANT(name, ...)                                             \
    ROLES(name, HALF | SWEEP, half, "__half", __VA_ARGS__)
#define HOPPER(name, flags, T, type)                                   \
    {name, run_hopper<T>, 128, 256, 64, 16384, (flags) | ONLY_90,      \
     "roles<" type ",128,256,2,4,2,7>", {0}}
#define TURNED(name, flags, SLOTS, CLUSTER, HOW)                       \
    {name, run_turned<SLOTS, CLUSTER, HOW>, HIGH, ACROSS, DEEP, 16384, \
     TF32 | (flags) | ONLY_90,                                         \
     "turned<" #SLOTS "," #CLUSTER "," #HOW ">", {0}}

/* Roles: tile, groups that multiply, slots, blocks of a cluster, and
 * how: SENT 1, GROUPED 2, LASTING 4, DEALT 8, RELEASED 16. */
const struct kernel kernels[] = {
    GROUPS_OF("wgmma", HALF, half, "__half", 128, 128, 1),
    GROUPS_OF("copies-ahead", HALF, half, "__half", 128, 256, 4),
    ROLES("specialised", HALF, half, "__half", 128, 256, 2, 4, 1, 0),
    ROLES("lasting", HALF, half, "__half", 128, 256, 2, 4, 1, 5),
    HOPPER("hopper", HALF, half, "__half"),
    HOPPER("hopper-bf16", BFLOAT16, __nv_bfloat16, "__nv_bfloat16"),
    TURNED("hopper-tf32", 0, 4, 1, 6),
    ROLES("dealt", HALF, half, "__half", 256, 192, 2, 3, 1, 15),
    VARIANT("release-to-all", 128, 256, 2, 4, 1, 16),
    VARIANT("sent", 128, 256, 2, 4, 1, 1),
    VARIANT("stored-lasting", 128, 256, 2, 4, 1, 4),
    VARIANT("clustered", 128, 256, 2, 4, 2, 0),
    VARIANT("stored-hopper", 128, 256, 2, 4, 2, 6),
    VARIANT("hopper-row-order", 128, 256, 2, 4, 2, 5),
    VARIANT("hopper-one-tile", 128, 256, 2, 4, 2, 3),
    VARIANT("hopper-no-cluster", 128, 256, 2, 4, 1, 7),
    VARIANT("hopper-three-slots", 128, 256, 2, 3, 2, 7),
    VARIANT("hopper-256x128", 256, 128, 2, 4, 2, 7),
    VARIANT("hopper-256x192", 256, 192, 2, 3, 1, 7),
    VARIANT("dealt-128x256", 128, 256, 2, 4, 1, 15),
    TURNED("tf32-clustered", SWEEP, 4, 2, 6),
    {},
};
//< the table

//> rows and columns of bytes change places
/* The N x K transpose of B, which is K x N, in rows of `pitch` bytes, a
 * multiple of 16; beyond K there are zeros. A block turns 64 x 64. */
static __global__ void __launch_bounds__(256)
turn_bytes(int N, int K, const int8_t *B, char *to, unsigned pitch)
{
    __shared__ uint32_t tile[64][17];
    const unsigned k0 = blockIdx.x * 64, n0 = blockIdx.y * 64;
    const unsigned k = k0 + threadIdx.x / 16 * 4;
    const unsigned n = threadIdx.x % 16 * 4;
    const int whole = N % 4 == 0 && n0 + n < N;
    uint32_t r[4] = {};

    for (unsigned i = 0; i < 4; ++i) {
        const int8_t *from = B + (size_t)(k + i) * N + n0 + n;

        if (k + i < K && whole)
            r[i] = *(const uint32_t *)from;
        else if (k + i < K)
            for (unsigned j = 0; j < 4 && n0 + n + j < N; ++j)
                r[i] |= (uint32_t)(uint8_t)from[j] << 8 * j;
    }
    for (unsigned j = 0; j < 2; ++j) {
        const unsigned some = j == 0 ? 0x5140 : 0x7362;
        const uint32_t x = __byte_perm(r[0], r[1], some);
        const uint32_t y = __byte_perm(r[2], r[3], some);

        tile[n + 2 * j][threadIdx.x / 16] = __byte_perm(x, y, 0x5410);
        tile[n + 2 * j + 1][threadIdx.x / 16] =
            __byte_perm(x, y, 0x7632);
    }
    __syncthreads();
    const unsigned row = n0 + threadIdx.x / 4, q = threadIdx.x % 4;
    const uint32_t *from = &tile[threadIdx.x / 4][4 * q];

    if (row < N && k0 + 16 * q < pitch)
        *(uint4 *)(to + (size_t)row * pitch + k0 + 16 * q) =
            make_uint4(from[0], from[1], from[2], from[3]);
}
//< rows and columns of bytes change places

//> products of bytes
/* Whole numbers: sums are exact. As the launchers of the table, of A
 * and B in int8_t; K is a multiple of 16, and B is N x K. */
static void run_columns(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    enum {
        BM = 128, BN = 256, SLOTS = 4, HOW = SENT | GROUPED | LASTING
    };
    const auto kernel = roles<int8_t, BM, BN, 2, SLOTS, 2, HOW>;
    const int bytes = SLOTS * slot_of<int8_t, BM, BN>::SIZE + 4 * BOX;
    const int sent = N % 4 == 0;
    struct tile_map a = {}, b = {}, c = {};
    int processors = 1;

    if (map_boxes(&a, 1, A, M, K, K, BM)
        || map_boxes(&b, 1, B, N, K, K, 32)
        || (sent && map_boxes(&c, 4, C, M, N, (size_t)N * 4, 64)))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, 2,
                    2 * min(blocks(M, 2 * BM) * blocks(N, BN),
                            (unsigned)processors / 2),
                    3 * GROUP_THREADS, bytes, M, N, K, alpha, a, b, c,
                    beta, C, sent, (float *)NULL);
}

/* The same for every K, of a B that is K x N. */
static void run_bytes(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const unsigned pitch = blocks(K, 16) * 16;
    const size_t of_b = (size_t)N * pitch;
    const size_t of_a = pitch != (unsigned)K ? (size_t)M * pitch : 0;
    char *room = (char *)workspace((of_a + of_b + 3) / 4);

    if (!room)
        return;
    turn_bytes<<<dim3(blocks(pitch, 64), blocks(N, 64)), 256>>>(
        N, K, (const int8_t *)B, room, pitch);
    if (of_a > 0) {
        spread_rows(1, M, K, A, room + of_b, pitch);
        A = (const float *)(room + of_b);
    }
    run_columns(M, N, pitch, alpha, A, (const float *)room, beta, C);
}
//< products of bytes

//> nothing but products
/* GROUPS groups multiply the same tiles again and again. */
enum { OPERANDS = (128 + 256) * ROW, STEPS = 4096, ROUNDS = 15 };

template <typename T, int GROUPS>
__global__ void __launch_bounds__(GROUPS * GROUP_THREADS)
bare(const uint4 *in, float *out, int steps)
{
    extern __shared__ __align__(1024) char slot[];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    typename sum<T>::type sums[1][128];

    for (unsigned i = threadIdx.x; i < OPERANDS / 16;
         i += GROUPS * GROUP_THREADS)
        ((uint4 *)slot)[i] = in[i];
    show_copies();
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        multiply_slot<T, 128, 256, 64>(sums, slot, group * 64, s);
        wait_for_products<1>();
    }
    wait_for_products<0>();
    hold_sums(sums[0]);
    for (unsigned i = 0; i < 128; ++i)
        out[((size_t)blockIdx.x * 128 + i) * GROUPS * GROUP_THREADS
            + threadIdx.x] = (float)sums[0][i];
}
//< nothing but products

//> omit
struct ceiling {
    void (*launch)(const struct ceiling *w);
    int steps;
    unsigned blocks;
    uint4 *in;
    float *out;
};

template <typename T, int GROUPS>
static void launch_bare(const struct ceiling *w)
{
    const auto kernel = bare<T, GROUPS>;

    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, OPERANDS);
    kernel<<<w->blocks, GROUPS * GROUP_THREADS, OPERANDS>>>(
        w->in, w->out, w->steps);
}

static void launch_ceiling(void *ctx)
{
    const struct ceiling *w = (const struct ceiling *)ctx;

    w->launch(w);
}

template <typename T>
static void put_element(unsigned char *to, size_t i, float x)
{
    if (sizeof(T) == 1)
        ((int8_t *)to)[i] = (int8_t)(127.0f * x);
    else
        element_put(sizeof(T) == 4 ? TF32 : HALF, to, i, x);
}

template <>
void put_element<__nv_bfloat16>(unsigned char *to, size_t i, float x)
{
    element_put(BFLOAT16, to, i, x);
}

/* Uniform values, or all of them this one where it is not 0. */
template <typename T>
static int ready_bare(struct ceiling *w, int groups, float all)
{
    static unsigned char host[OPERANDS];
    const size_t sums =
        (size_t)w->blocks * 128 * groups * GROUP_THREADS;

    for (size_t i = 0; i < OPERANDS / sizeof(T); ++i)
        put_element<T>(host, i, all != 0.0f ? all : uniform(1, i));
    if (cuda_check(cudaMalloc((void **)&w->in, sizeof host), "memory")
        || cuda_check(cudaMalloc((void **)&w->out,
                                 sums * sizeof *w->out), "memory"))
        return -1;
    return cuda_check(cudaMemcpy(w->in, host, sizeof host,
                                 cudaMemcpyHostToDevice), "copy");
}
//< omit

//> measure what the instruction can do
/* `groups` of a block, one or two; operations, two for a multiply-add.
 */
template <typename T>
static int measure_bare(long long groups, struct samples *out)
{
    struct ceiling w = {groups == 1 ? launch_bare<T, 1>
                                    : launch_bare<T, 2>,
                        STEPS, 1, NULL, NULL};
    int sms = 0, status = -1;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    w.blocks = (unsigned)sms;
    const double flops = 2.0 * 64 * 256 * (ROW / sizeof(T))
                         * (double)groups * w.blocks * w.steps;

    if (ready_bare<T>(&w, (int)groups, 0.0f) == 0)
        status = sample_rate(launch_ceiling, &w, flops / 1e6, ROUNDS,
                             out);
    cudaFree(w.in);
    cudaFree(w.out);
    return status;
}
//< measure what the instruction can do

//> omit
/* Of equal elements x each sum is x * x, added up. */
template <typename T> static int verify_bare(void)
{
    enum { SUMS = 128 * 2 * GROUP_THREADS };
    const float x = sizeof(T) == 1 ? 1.0f / 127.0f : 0.5f;
    const float each = sizeof(T) == 1 ? 1.0f : 0.25f;
    struct ceiling w = {launch_bare<T, 2>, 3, 1, NULL, NULL};
    static float got[SUMS];
    int status = -1;

    if (ready_bare<T>(&w, 2, x) == 0) {
        launch_ceiling(&w);
        status = cuda_check(cudaMemcpy(got, w.out, sizeof got,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    for (int i = 0; i < SUMS && status == 0; ++i)
        if (!(got[i] == each * w.steps * (ROW / sizeof(T))))
            status = complain("sum %d is %.9g, should be %.9g", i,
                              (double)got[i],
                              (double)(each * w.steps
                                       * (ROW / sizeof(T))));
    cudaFree(w.in);
    cudaFree(w.out);
    return status;
}

/* A and B of n x n bytes, and C. */
struct product_of {
    gemm_fn *run;
    int n;
    float *x[3];
};

static void multiply_once(void *ctx)
{
    const struct product_of *p = (const struct product_of *)ctx;

    p->run(p->n, p->n, p->n, 1.0f, p->x[0], p->x[1], 0.0f, p->x[2]);
}

static int put_uniform(float *to, size_t count, uint64_t seed)
{
    int8_t *host = (int8_t *)malloc(count);
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        host[i] = (int8_t)(127.0f * uniform(seed, i));
    if (status == 0)
        status = cuda_check(cudaMemcpy(to, host, count,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    return status;
}

static int measure_product(gemm_fn *run, long long n,
                           struct samples *out)
{
    struct product_of p = {run, (int)n, {NULL, NULL, NULL}};
    const size_t count = (size_t)n * n;
    int status = 0;

    for (int i = 0; i < 3 && status == 0; ++i)
        status = cuda_check(cudaMalloc((void **)&p.x[i],
                                       count * sizeof *p.x[i]),
                            "memory");
    for (int i = 0; i < 2 && status == 0; ++i)
        status = put_uniform(p.x[i], count, (uint64_t)i + 1);
    if (status == 0)
        status = sample_rate(multiply_once, &p,
                             2e-6 * (double)n * (double)n * (double)n,
                             ROUNDS, out);
    for (int i = 0; i < 3; ++i)
        cudaFree(p.x[i]);
    return status;
}

static int measure_bytes(long long n, struct samples *out)
{
    return measure_product(run_bytes, n, out);
}

static int measure_columns(long long n, struct samples *out)
{
    return measure_product(run_columns, n, out);
}

static int same_sums(int M, int N, int K, const int8_t *a,
                     const int8_t *b, const float *c)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            int want = 0;

            for (int k = 0; k < K; ++k)
                want += a[(size_t)i * K + k] * b[(size_t)k * N + j];
            if (!(c[(size_t)i * N + j] == (float)want))
                return complain("%dx%dx%d: C[%d][%d] is %.9g, should "
                                "be %d", M, N, K, i, j,
                                (double)c[(size_t)i * N + j], want);
        }
    return 0;
}

static int check_bytes(int M, int N, int K)
{
    const size_t of_a = (size_t)M * K, of_b = (size_t)K * N;
    const size_t of_c = (size_t)M * N;
    int8_t *host = (int8_t *)malloc(of_a + of_b);
    float *c = (float *)malloc(of_c * sizeof *c), *x[3] = {0};
    int status = host && c ? 0 : complain("out of memory on the host");

    for (size_t i = 0; status == 0 && i < of_a + of_b; ++i)
        host[i] = (int8_t)(hash64(i) % 255 - 127);
    if (status == 0 &&
        (cuda_check(cudaMalloc((void **)&x[0], of_a), "memory") ||
         cuda_check(cudaMalloc((void **)&x[1], of_b), "memory") ||
         cuda_check(cudaMalloc((void **)&x[2], of_c * sizeof *c),
                    "memory")))
        status = -1;
    if (status == 0) {
        cudaMemcpy(x[0], host, of_a, cudaMemcpyHostToDevice);
        cudaMemcpy(x[1], host + of_a, of_b, cudaMemcpyHostToDevice);
        cudaMemset(x[2], 0xff, of_c * sizeof *c);
        run_bytes(M, N, K, 1.0f, x[0], x[1], 0.0f, x[2]);
        status = cuda_check(cudaMemcpy(c, x[2], of_c * sizeof *c,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    if (status == 0)
        status = same_sums(M, N, K, host, host + of_a, c);
    for (int i = 0; i < 3; ++i)
        cudaFree(x[i]);
    free(host);
    free(c);
    return status;
}

static int verify_bytes(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {16, 8, 32}, {129, 65, 131}, {33, 260, 257}
    };

    for (int i = 0; i < 4; ++i)
        if (check_bytes(sizes[i][0], sizes[i][1], sizes[i][2]) != 0)
            return -1;
    return 0;
}

#define BARE(name, T)                                                  \
    {"ceilings", name, "GFLOP/s", {1, 2}, measure_bare<T>,             \
     verify_bare<T>, 0, ONLY_90}

const struct probe probes[] = {
    BARE("half", half),
    BARE("bf16", __nv_bfloat16),
    BARE("tf32", float),
    BARE("int8", int8_t),
    {"ceilings", "bytes", "GFLOP/s", {4096, 8192}, measure_bytes,
     verify_bytes, 0, ONLY_90},
    {"ceilings", "bytes-turned-before", "GFLOP/s", {4096, 8192},
     measure_columns, NULL, 0, ONLY_90},
    {"ceilings", "cublas-bytes", "GFLOP/s", {4096, 8192}, library_bytes,
     NULL, 0, ONLY_90},
    {"ceilings", "cublas-bytes-transposed", "GFLOP/s", {4096, 8192},
     library_bytes_transposed, NULL, 0, ONLY_90},
    {},
};
//< omit
