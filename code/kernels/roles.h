/* roles.h - products by groups of four warps on compute capability 9.0:
 * one brings tiles of steps ahead, others multiply (chapter hopper).
 * PTX ISA 8.0, "wgmma.mma_async". run_groups() and run_roles() enqueue
 * C = alpha A B + beta C for row-major A (M x K) and B (K x N) of T in
 * device memory behind float pointers, and C of floats. They own what
 * they copy into; what cannot be launched is complained of. */
#ifndef ROLES_H
#define ROLES_H

#include "kernels/gemm.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/warpgroup.h"

//> what a slot holds
/* First BM rows of A's tile, then B's tile in boxes of 64 rows. A row
 * has 128 bytes, so the type T decides how much of K a tile has. A row
 * of B's tile is 64 columns of one k (halves) or one column (bytes). */
enum { ROW_BYTES = 128, BOX_BYTES = 64 * ROW_BYTES };

template <typename T> struct sum { typedef float type; };
template <> struct sum<int8_t> { typedef int type; };

template <typename T, int BM, int BN> struct slot_of {
    enum {
        BK = ROW_BYTES / sizeof(T), B = BM * ROW_BYTES,
        SIZE = B + BN * ROW_BYTES,
        LEADING = sizeof(T) == 2 ? BOX_BYTES : 0,
        STEP = sizeof(T) == 2 ? 16 * ROW_BYTES : 32
    };
};
//< what a slot holds

//> bring the tiles of a slot
/* One thread starts the copies of step t. The blocks of a cluster have
 * the same columns: each copies its share of B to all these blocks. */
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
        char *to = slot + tiles::B + i * BOX_BYTES + first * ROW_BYTES;
        const unsigned col = col0 + 64 * i;

        if (sizeof(T) == 2)
            bring_box(to, map_b, k + first, col, full, all);
        else
            bring_box(to, map_b, col + first, k, full, all);
    }
}
//< bring the tiles of a slot

//> multiply a slot
/* Starts the products of a group's WM rows, from `row` on. Four cover
 * the 128 bytes of a row. If add is 0, the first one sets the sums. */
template <typename T, int BM, int BN, int WM, typename S>
static __device__ __forceinline__ void multiply_slot(
    S (&sums)[WM / 64][BN / 2], const char *slot, unsigned row, int add)
{
    typedef slot_of<T, BM, BN> tiles;
    const uint64_t a = describe(slot + row * ROW_BYTES, 0);
    const uint64_t b = describe(slot + tiles::B, tiles::LEADING);

    begin_products();
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int i = 0; i < WM / 64; ++i)
            group_multiply((const T *)0, sums[i],
                           a + (i * BOX_BYTES + k * 32) / 16,
                           b + k * tiles::STEP / 16, add | k);
    close_products();
}
//< multiply a slot

//> omit
/* Stores a warpgroup's 64 x BN sums to C, from (row0, col0) on. */
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
//< omit

//> the first kernel
/* Every thread multiplies. Thread 0 also starts copies, SLOTS steps
 * ahead. If SLOTS is 1, it first waits for the products of the slot. */
template <typename T, int BM, int BN, int SLOTS>
__global__ void __launch_bounds__(BM / 64 * GROUP_THREADS)
groups(int M, int N, int K, float alpha,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b, float beta,
       float *C)
{
    typedef slot_of<T, BM, BN> tiles;
    enum { PENDING = SLOTS > 1 };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned k_tiles = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned across = ((unsigned)N + BN - 1) / BN;
    const unsigned row0 = blockIdx.x / across * BM;
    const unsigned col0 = blockIdx.x % across * BN;
    float sums[1][BN / 2];

    if (threadIdx.x == 0)
        for (unsigned t = 0; t < SLOTS; ++t) {
            init_arrivals(&full[t], 1);
            if (t < k_tiles)
                bring_tiles<T, BM, BN, 1>(slots + t * tiles::SIZE,
                                          &map_a, &map_b, row0, col0, t,
                                          &full[t]);
        }
    __syncthreads();
//> the loop over tiles
    for (unsigned t = 0; t < k_tiles; ++t) {
        const unsigned slot = t % SLOTS;

        wait_for(&full[slot], t / SLOTS % 2);
        multiply_slot<T, BM, BN, 64>(sums, slots + slot * tiles::SIZE,
                                     group * 64, t > 0);
        wait_for_products<PENDING>();
        __syncthreads();
        if (threadIdx.x == 0 && t + 1 > PENDING
            && t - PENDING + SLOTS < k_tiles) {
            const unsigned free = (t - PENDING) % SLOTS;

            bring_tiles<T, BM, BN, 1>(
                slots + free * tiles::SIZE, &map_a, &map_b, row0, col0,
                t - PENDING + SLOTS, &full[free]);
        }
    }
//< the loop over tiles
    wait_for_products<0>();
    hold_sums(sums[0]);
    store<BN>(sums[0], C, M, N, row0 + group * 64, col0, alpha, beta);
}
//< the first kernel

//> how the roles are played
/* A sum of these numbers. SENT: results leave by way of shared memory
 * and the copy engine. GROUPED: adjacent tiles of C at the same time.
 * LASTING: as many blocks as the card holds; each computes many tiles.
 * DEALT: LASTING, and the steps of the last tiles are divided equally.
 * RELEASED: a slot is given back with a release to the cluster. */
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
/* Where a role is in the ring of slots: the number of its slot, and the
 * parity of its round. */
struct ring {
    unsigned slot, parity;
};

template <int SLOTS>
static __device__ __forceinline__ void advance(struct ring *ring)
{
    if (++ring->slot == SLOTS) {
        ring->slot = 0;
        ring->parity ^= 1;
    }
}

/* A warp no longer needs a slot, and tells this to every block of the
 * cluster that copies tiles into the slot. */
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
/* Uses two buffers of 64 rows of 32 floats, for one group only. Lanes
 * of odd rows store their columns in another order, so that half a warp
 * uses all banks. */
template <int BN, typename S>
static __device__ __forceinline__ void send(
    const S (&sums)[BN / 2], char *buffers,
    const struct tile_map *map_c, const float *C, int M, int N,
    unsigned row0, unsigned col0, float alpha, float beta,
    unsigned group)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    const int first = threadIdx.x % GROUP_THREADS == 0;
    const unsigned odd = lane / 4 % 2;

#pragma unroll
    for (unsigned p = 0; p < BN / 32; ++p) {
        char *buffer = buffers + p % 2 * BOX_BYTES;

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
                *(float2 *)(buffer + r * ROW_BYTES
                            + (c / 4 ^ r % 8) * 16 + c % 4 * 4) =
                    make_float2(x, y);
            }
        }
        show_copies();
        meet_threads(1 + group, GROUP_THREADS);
        if (first)
            send_box(map_c, row0, col0 + 32 * p, buffer);
    }
}
//< send sums by the copy engine

//> what a block does
/* Steps t0 to t1 - 1 of tile n. */
struct job {
    unsigned tile, t0, t1;
};

/* A block first does its share of the steps of divided tiles, u to last
 * - 1, and then whole tiles, all before tile `whole`. */
struct work {
    size_t u, last;
    unsigned n, whole, step;
};

/* The first step of work share n, if `steps` are cut into `shares`. */
static __device__ __forceinline__ size_t first_step(size_t steps,
                                                    unsigned n,
                                                    unsigned shares)
{
    return steps * n / shares;
}

/* The first block takes the last share, and so on: a block waits only
 * for blocks with a smaller number. */
template <int CLUSTER, int HOW>
static __device__ __forceinline__ struct work work_of(unsigned tiles,
                                                      unsigned k_tiles)
{
    const unsigned step = gridDim.x / CLUSTER, n = blockIdx.x / CLUSTER;
    const unsigned rest = HOW & DEALT ? tiles % step : 0;
    const size_t steps = (size_t)rest * k_tiles;
    const struct work w = {
        first_step(steps, step - 1 - n, step),
        first_step(steps, step - n, step), n, tiles - rest, step
    };

    return w;
}

/* Finds the next job; returns 0 if there is none. */
static __device__ __forceinline__ int next_job(struct work *w,
                                               struct job *job,
                                               unsigned k_tiles)
{
    if (w->u < w->last) {
        job->tile = w->whole + w->u / k_tiles;
        job->t0 = w->u % k_tiles;
        job->t1 = min((size_t)k_tiles, job->t0 + (w->last - w->u));
        w->u += job->t1 - job->t0;
        return 1;
    }
    job->tile = w->n;
    job->t0 = 0;
    job->t1 = k_tiles;
    w->n += w->step;
    return job->tile < w->whole;
}
//< what a block does

//> hand sums on
/* A group that has steps of a tile, but not its first step, stores its
 * sums for the block that has the first step, and sets a flag. */
enum { MOST_SHARES = 1024 };
static __device__ unsigned raised[MOST_SHARES];

template <int COUNT>
static __device__ __forceinline__ void store_partial(
    const float (&sums)[COUNT], float4 *partial)
{
#pragma unroll
    for (int i = 0; i < COUNT; i += 4)
        __stcg(&partial[i / 4 * GROUP_THREADS],
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
/* Waits until the flag is set, clears the flag, and adds the sums that
 * another block has stored. */
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
static __device__ __forceinline__ void add_partial(
    float (&sums)[COUNT], const float4 *partial)
{
#pragma unroll
    for (int i = 0; i < COUNT; i += 4) {
        const float4 v = __ldcg(&partial[i / 4 * GROUP_THREADS]);

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
      float *C, int sent, float *partials)
{
    typedef slot_of<T, BM, BN> tiles;
    enum {
        WM = BM / GROUPS, ARRIVALS = GROUPS * 4 * CLUSTER,
        PARTIAL = BM * BN / 4, PER_64_ROWS = BN / 8 * GROUP_THREADS
    };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned k_tiles = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
    struct work work = work_of<CLUSTER, HOW>(all, k_tiles);
    struct ring ring = {0, 0};
    struct job job;
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
            while (next_job(&work, &job, k_tiles)) {
                tile_at<BM * CLUSTER, BN, HOW>(M, N, job.tile, &row0,
                                               &col0);
                for (unsigned t = job.t0; t < job.t1; ++t) {
                    wait_for(&empty[ring.slot], ring.parity ^ 1);
                    bring_tiles<T, BM, BN, CLUSTER>(
                        slots + ring.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[ring.slot]);
                    advance<SLOTS>(&ring);
                }
            }
//< the producer
    } else {
//> the consumers
        typename sum<T>::type sums[WM / 64][BN / 2];

        take_registers<232>();
        while (next_job(&work, &job, k_tiles)) {
            uint64_t *previous = NULL;

            tile_at<BM * CLUSTER, BN, HOW>(M, N, job.tile, &row0,
                                           &col0);
            row0 += rank * BM + group * WM;
            for (unsigned t = job.t0; t < job.t1; ++t) {
                wait_for(&full[ring.slot], ring.parity);
                multiply_slot<T, BM, BN, WM>(
                    sums, slots + ring.slot * tiles::SIZE, group * WM,
                    t > job.t0);
                wait_for_products<1>();
                if (t > job.t0)
                    give_back<CLUSTER, HOW>(previous);
                previous = &empty[ring.slot];
                advance<SLOTS>(&ring);
            }
            wait_for_products<0>();
            give_back<CLUSTER, HOW>(previous);
            hold_sums(sums[0]);
//> where a group has more rows
            if (WM > 64)
                hold_sums(sums[WM / 64 - 1]);
//< where a group has more rows
//< the consumers
//> sums of a tile that is dealt out
            if constexpr ((HOW & DEALT) != 0) {
                const size_t steps =
                    (size_t)(all - work.whole) * k_tiles;
                const size_t end =
                    (size_t)(job.tile - work.whole + 1) * k_tiles;
                const unsigned mine = work.step - 1 - blockIdx.x;
                float4 *partial = (float4 *)partials
                               + group * (PARTIAL / GROUPS)
                               + threadIdx.x % GROUP_THREADS;

                if (job.t0 > 0) {
                    for (int i = 0; i < WM / 64; ++i)
                        store_partial(sums[i],
                                      partial + mine * (size_t)PARTIAL
                                          + i * PER_64_ROWS);
                    raise_flag(mine * GROUPS + group, group);
                    continue;
                }
                for (unsigned n = mine + 1;
                     job.t1 < k_tiles && n < work.step
                     && first_step(steps, n, work.step) < end; ++n) {
                    if (first_step(steps, n, work.step)
                        == first_step(steps, n + 1, work.step))
                        continue;
                    wait_for_flag(n * GROUPS + group, group);
                    for (int i = 0; i < WM / 64; ++i)
                        add_partial(sums[i],
                                    partial + n * (size_t)PARTIAL
                                        + i * PER_64_ROWS);
                }
            }
//< sums of a tile that is dealt out
//> results leave
#pragma unroll
            for (int i = 0; i < WM / 64; ++i)
                if (HOW & SENT && sent)
                    send<BN>(sums[i],
                             slots + SLOTS * tiles::SIZE
                                 + group * 2 * BOX_BYTES,
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

/* Returns 1, with C computed, if the product A * B is not needed. */
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
/* Makes maps of boxes: BM rows of A, 64 / CLUSTER rows of B. Copies a
 * matrix first if its rows do not begin at multiples of 16 bytes. */
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
/* Returns device memory for `floats` floats, owned here and kept for
 * later calls. Returns null and complains if there is too little. */
static float *room_for_partials(size_t floats)
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

//> omit
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
                      + (HOW & SENT ? GROUPS * 2 * BOX_BYTES : 0);
    const auto kernel = roles<T, BM, BN, GROUPS, SLOTS, CLUSTER, HOW>;
    const int sent = HOW & SENT && ((size_t)C / 4 | N) % 4 == 0;
    unsigned count = blocks(M, BM * CLUSTER) * blocks(N, BN);
    struct tile_map a = {}, b = {}, c = {};
    float *partials = NULL;
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
            partials = room_for_partials((size_t)processors * BM * BN);
        if (rest > 0 && !partials)
            return;
    } else if (HOW & LASTING) {
        count = min(count, (unsigned)processors / CLUSTER);
    }
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER, count * CLUSTER,
                    (GROUPS + 1) * GROUP_THREADS, bytes, M, N, K, alpha,
                    a, b, c, beta, C, sent, partials);
}
//< omit

#endif
