/* groups.cu - a product of halves by wgmma with one mistake at a time, of those that people make
 * with tiles that the copy engine brings and takes, barriers at which threads arrive, products
 * that run by themselves, and clusters. tests/bad/table says what each is to be told; `right` and
 * those named so have none. Two groups of four warps have 64 x 128 results each. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/warpgroup.h"

enum { BM = 128, BN = 128, BK = 64, ROW = 128, BOX = 64 * ROW, SLOTS = 2, SLOT = 4 * BOX,
       TWO = 2 * GROUP_THREADS, ALL = TWO + 32 };

enum mistake {
    RIGHT, NO_WAIT, CONSUMER_PHASE, PRODUCER_PHASE, NO_WAIT_FOR_EMPTY, EMPTY_EARLY, TOO_FEW_ARRIVE,
    TOO_MANY_ARRIVE, BYTES_TOO_MANY, BYTES_TOO_FEW, ONE_WARP_WAITS, NOT_1024, SUMS_READ,
    LEFT_TOO_LARGE, SUMS_STORED, NO_BEGIN, NO_BEGIN_AGAIN, NOT_CLOSED, THREE_WARPS, OTHER_TILES,
    OTHER_ADD, WRONG_STRIDE, WRONG_LEADING, NO_SWIZZLE, WRONG_STEP_A, WRONG_STEP_B, BEYOND,
    LOADED_LATE, NO_WAIT_AT_END, TWO_BRING, HALF_A_GROUP, NO_SHOW, SHOWN_LATE, SHOWN_BY_ONE,
    NO_MEETING, REWRITTEN, ONE_LEFT, NOT_SENT, ROOM_NOT_1024, ROOM_UNWRITTEN, ROOM_PLAIN,
    MEET_TOO_MANY, MEET_TOO_FEW, MEET_ODD, ONE_BARRIER, ONE_TOO_MANY, SENT_TO_INPUT,
    /* of clusters of two */
    OWN_ONLY, MASK_BEYOND, PEER_BYTES, WRONG_RANK, RANK_BEYOND, NO_CLUSTER_MEETING, LEAVES,
    LEAVES_LATE, PEER_LEAVES, NOT_TO_PEER, SOME_MEET, ONE_MEETS, ODD_GRID, NINE_BLOCKS,
    /* of tiles that threads store, and of A in registers */
    NO_SHOW_OF_TILES, SHOWN_BEHIND, PLAIN_TILES, HALF_SWIZZLE, STORED_EARLY, A_OVERWRITTEN,
    A_NO_BEGIN
};

template <int WRONG>
static __device__ __forceinline__ void multiply(float (&sums)[64], const char *a, const char *b)
{
    const unsigned warp = threadIdx.x / 32 % 4;
    const int step_a = WRONG == WRONG_STEP_A ? 8 : 2, step_b = WRONG == WRONG_STEP_B ? 2 : 128;
    uint64_t of_a = describe(a, 0), of_b = describe(b, BOX);

    if (WRONG == OTHER_TILES && warp == 3)
        of_a += 64;
    if (WRONG == WRONG_STRIDE)
        of_a ^= (uint64_t)(1024 / 16 ^ 512 / 16) << 32;
    if (WRONG == WRONG_LEADING)
        of_b ^= (uint64_t)(BOX / 16 ^ 1024 / 16) << 16;
    if (WRONG == BEYOND)
        of_b ^= (uint64_t)(BOX / 16 ^ 22 * BOX / 16) << 16;
    if (WRONG == NO_SWIZZLE)
        of_a &= ~((uint64_t)3 << 62);
    for (int s = 0; s < 4; ++s)
        if (WRONG != THREE_WARPS || warp != 3)
            group_multiply((const half *)0, sums, of_a + step_a * s, of_b + step_b * s, // multiplies
                           WRONG == OTHER_ADD ? warp < 2 : 1);
}

/* Sums of 64 rows by 32 columns go to a room, and from there to C. */
template <int WRONG>
static __device__ __forceinline__ void send(const float (&sums)[64], char *room,
                                            const struct tile_map *c, int row0, int col0,
                                            float alpha, float beta, const float *C, int N)
{
    const unsigned group = threadIdx.x / GROUP_THREADS, thread = threadIdx.x % GROUP_THREADS;
    const unsigned count = WRONG == MEET_TOO_MANY  ? TWO
                           : WRONG == MEET_TOO_FEW ? GROUP_THREADS / 2
                           : WRONG == MEET_ODD     ? GROUP_THREADS - 1
                                                   : GROUP_THREADS;
    const unsigned number = WRONG == ONE_BARRIER ? 1 : 1 + group;

    for (unsigned p = 0; p < 4; ++p) {
        if (thread == 0 && WRONG == ONE_LEFT)
            wait_until_sent<1>();
        else if (thread == 0 && WRONG != REWRITTEN)
            wait_until_sent<0>();
        meet_threads(number, count); // meets before
        for (unsigned i = 0; i < 16; ++i) {
            const unsigned r = 16 * (thread / 32) + thread % 32 / 4 + i % 4 / 2 * 8;
            const unsigned col = i / 4 * 8 + thread % 4 * 2 + i % 2;
            const unsigned piece = col / 4 ^ (WRONG == ROOM_PLAIN ? 0 : r % 8);
            const size_t at = (size_t)(row0 + r) * N + col0 + 32 * p + col;
            float x = beta != 0.0f ? C[at] : 0.0f;

            put(&x, alpha, sums[16 * p + i], beta); // scales sums
            if (WRONG != ROOM_UNWRITTEN || r != 9)
                *(float *)(room + r * ROW + 16 * piece + 4 * (col % 4)) = x; // fills a room
        }
        if (WRONG != NO_SHOW && WRONG != SHOWN_LATE && (WRONG != SHOWN_BY_ONE || thread == 0))
            show_copies();
        if (WRONG != NO_MEETING)
            meet_threads(number, count); // meets
        if (WRONG == SHOWN_LATE)
            show_copies();
        if (thread == 0)
            send_box(c, row0, col0 + 32 * p, room + (WRONG == ROOM_NOT_1024 ? 512 : 0)); // sends
    }
    if (thread == 0 && WRONG != NOT_SENT)
        wait_until_sent<0>();
}

/* Two groups multiply, and a thread of one warp more brings tiles: with a cluster of two, of A,
 * which both have, half the rows to both. */
template <int WRONG, int CLUSTER>
__global__ void product(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                        const __grid_constant__ struct tile_map b,
                        const __grid_constant__ struct tile_map c, float beta, float *C,
                        unsigned across)
{
    enum { PART = BM / CLUSTER };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const unsigned group = threadIdx.x / GROUP_THREADS, thread = threadIdx.x % GROUP_THREADS;
    const int steps = alpha != 0.0f ? K / BK : 0;
    const int row0 = blockIdx.x / across * BM, col0 = blockIdx.x % across * BN;
    const unsigned rank = rank_in_cluster();

    if (threadIdx.x == 0)
        for (int i = 0; i < SLOTS; ++i) {
            init_arrivals(&full[i], 1);
            init_arrivals(&empty[i], CLUSTER * (WRONG == TOO_FEW_ARRIVE    ? 3
                                                : WRONG == TOO_MANY_ARRIVE ? 1
                                                                           : 2));
        }
    if (WRONG == LEAVES && rank == 1)
        return;
    if (WRONG == SOME_MEET)
        __syncthreads();
    if ((WRONG == ONE_MEETS && rank == 1 && group == 2) ||
        (WRONG == SOME_MEET && rank == 1 && group == 0))
        ;
    else if (CLUSTER > 1 && WRONG != NO_CLUSTER_MEETING)
        meet_cluster(); // meets the cluster
    else
        __syncthreads(); // meets the block
    if (group == 2) {
        if (thread == 0 || (thread == 1 && WRONG == TWO_BRING))
            for (int t = 0; t < steps + (WRONG == ONE_TOO_MANY); ++t) {
                const int i = t % SLOTS, phase = t / SLOTS % 2 ^ (WRONG == PRODUCER_PHASE ? 0 : 1);
                const unsigned mask = CLUSTER == 1 || WRONG == OWN_ONLY ? 0
                                      : WRONG == MASK_BEYOND            ? 7
                                                                        : 3;
                char *slot = slots + i * SLOT;

                if (WRONG != NO_WAIT_FOR_EMPTY)
                    wait_for(&empty[i], phase); // waits for empty
                expect(&full[i], WRONG == BYTES_TOO_MANY  ? SLOT + BOX // expects
                                 : WRONG == BYTES_TOO_FEW ? SLOT / 2
                                 : WRONG == PEER_BYTES    ? SLOT - BOX
                                                          : SLOT);
                bring_box(slot + rank * PART * ROW + (WRONG == NOT_1024 ? 512 : 0), &a, // brings A
                          row0 + rank * PART, t * BK, &full[i], mask);
                for (int j = 0; j < 2; ++j)
                    bring_box(slot + (2 + j) * BOX, &b, t * BK, col0 + 64 * j, &full[i], 0); // brings B
            }
        if (thread == 0 && CLUSTER > 1 && WRONG != LEAVES_LATE && (WRONG != PEER_LEAVES || rank == 0))
            for (int t = steps; t < steps + SLOTS; ++t)
                wait_for(&empty[t % SLOTS], t / SLOTS % 2 ^ 1); // waits for the last
    } else {
        float sums[64] = {}, kept = 0.0f;

        if (WRONG != NO_BEGIN)
            begin_products();
        for (int t = 0; t < steps; ++t) {
            const int i = t % SLOTS, phase = t / SLOTS % 2 ^ (WRONG == CONSUMER_PHASE ? 1 : 0);
            const char *slot = slots + i * SLOT;

            if (WRONG != NO_WAIT && (WRONG != ONE_WARP_WAITS || thread < 32))
                wait_for(&full[i], phase); // waits for full
            if (WRONG != HALF_A_GROUP || thread % 64 < 32)
                multiply<WRONG>(sums, slot + group * BOX, slot + 2 * BOX);
            if (WRONG != NOT_CLOSED)
                close_products();
            if (WRONG == EMPTY_EARLY && thread == 0)
                arrive(&empty[i]);
            if (WRONG == SUMS_STORED)
                sums[7] = 1.0f; // stores a sum
            if (WRONG == LEFT_TOO_LARGE && t == steps - 1)
                wait_for_products<1>();
            else if (t < steps - 1 || (WRONG != SUMS_READ && WRONG != NO_WAIT_AT_END))
                wait_for_products<0>(); // waits for products
            if (WRONG == NO_BEGIN_AGAIN)
                sums[3] += 1.0f;
            if (WRONG == LOADED_LATE && thread == 127)
                kept += (float)slot[5 * ROW] * 0.0f; // loads late
            for (unsigned r = 0; r < CLUSTER && WRONG != EMPTY_EARLY; ++r)
                if (thread == r && (WRONG != NOT_TO_PEER || r == rank)) {
                    if (CLUSTER == 1)
                        arrive(&empty[i]); // releases
                    else
                        arrive_at(&empty[i], WRONG == WRONG_RANK    ? 0 // releases to
                                             : WRONG == RANK_BEYOND ? r + 1
                                                                    : r);
                }
        }
        if (WRONG == NO_WAIT_AT_END)
            return;
        send<WRONG>(sums, slots + SLOTS * SLOT + group * BOX, &c, row0 + 64 * group, col0,
                    alpha + kept, beta, C, N);
    }
}

template <int WRONG, int CLUSTER>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    const auto kernel = product<WRONG, CLUSTER>;
    const unsigned cluster = WRONG == NINE_BLOCKS ? 9 : CLUSTER, bytes = SLOTS * SLOT + 2 * BOX;
    const unsigned across = (blocks(N, BN) + cluster - 1) / cluster * cluster;
    struct tile_map a = {}, b = {}, c = {};

    if (M == 0 || N == 0 || map_boxes(&c, 4, WRONG == SENT_TO_INPUT ? B : C, M, N, 4 * (size_t)N, 64))
        return;
    if (K > 0 && (map_boxes(&a, 2, A, M, K, 2 * (size_t)K, BM / CLUSTER) ||
                  map_boxes(&b, 2, B, K, N, 2 * (size_t)N, BK)))
        return;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, cluster, blocks(M, BM) * across + (WRONG == ODD_GRID), ALL, bytes, M, N,
                    K, alpha, a, b, c, beta, C, across);
}

/* One group stores its tiles itself, piece by piece, and C from its registers. */
template <int WRONG>
__global__ void stored(int M, int N, int K, float alpha, const half *A, const half *B, float beta,
                       float *C)
{
    __shared__ __align__(1024) char tiles[3 * BOX];
    const int row0 = block_y() * 64, col0 = blockIdx.x * BN, steps = alpha != 0.0f ? K / BK : 0;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sums[64] = {};
    const auto place = [](unsigned r, unsigned p) {
        return 16 * (WRONG == PLAIN_TILES ? p : WRONG == HALF_SWIZZLE ? p ^ r % 4 : p ^ r % 8);
    };

    for (int t = 0; t < steps; ++t) {
        for (unsigned e = threadIdx.x; e < 64 * 8; e += GROUP_THREADS) {
            const unsigned r = e / 8, p = e % 8;

            *(uint4 *)(tiles + r * ROW + place(r, p)) = // fills a tile
                *(const uint4 *)(A + (size_t)(row0 + r) * K + t * BK + 8 * p);
            for (unsigned j = 0; j < 2; ++j)
                *(uint4 *)(tiles + (1 + j) * BOX + r * ROW + place(r, p)) =
                    *(const uint4 *)(B + (size_t)(t * BK + r) * N + col0 + 64 * j + 8 * p);
        }
        if (WRONG != NO_SHOW_OF_TILES && WRONG != SHOWN_BEHIND)
            show_copies();
        __syncthreads();
        if (WRONG == SHOWN_BEHIND)
            show_copies();
        begin_products();
        multiply<WRONG>(sums, tiles, tiles + BOX);
        close_products();
        if (WRONG == STORED_EARLY && threadIdx.x == 5)
            *(float *)(tiles + 7 * ROW) = 0.0f; // stores early
        wait_for_products<0>();
        __syncthreads();
    }
    for (int i = 0; i < 64; ++i) {
        const int row = row0 + 16 * warp + lane / 4 + i % 4 / 2 * 8;
        const int col = col0 + i / 4 * 8 + lane % 4 * 2 + i % 2;

        put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}

template <int WRONG>
static void run_stored(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                       float *C)
{
    if (M > 0 && N > 0)
        stored<WRONG><<<grid(N / BN, M / 64), GROUP_THREADS>>>(M, N, K, alpha, (const half *)A,
                                                              (const half *)B, beta, C);
}

/* TF32, A in registers; rows of B's tile are columns of B, which arrives transposed. */
template <int WRONG>
__global__ void own(int M, int N, int K, float alpha, const float *A,
                    const __grid_constant__ struct tile_map b, float beta, float *C)
{
    enum { DEEP = 32, WIDE = 256 };
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t full;
    const int row0 = block_y() * 64, col0 = blockIdx.x * WIDE, steps = alpha != 0.0f ? K / DEEP : 0;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const float *mine = A + (size_t)(row0 + 16 * warp + lane / 4) * K + lane % 4;
    float sums[128] = {};
    uint32_t a[4][4];

    if (threadIdx.x == 0)
        init_arrivals(&full, 1);
    __syncthreads();
    for (int t = 0; t < steps; ++t) {
        if (threadIdx.x == 0) {
            expect(&full, WIDE * ROW);
            bring_box(tile, &b, col0, t * DEEP, &full, 0);
        }
        if (WRONG == A_NO_BEGIN && t == 0)
            begin_products();
        for (int e = 0; e < 16; ++e)
            a[e / 4][e % 4] = __float_as_uint(
                mine[(size_t)(e % 2) * 8 * K + t * DEEP + e / 4 * 8 + e % 4 / 2 * 4]);
        wait_for(&full, t % 2);
        if (WRONG != A_NO_BEGIN)
            begin_products();
        for (int s = 0; s < 4; ++s) {
            group_multiply((const float *)0, sums, a[s], describe(tile, 0) + 2 * s, 1); // by A
            if (WRONG == A_OVERWRITTEN)
                a[s][1] = 0; // overwrites A
        }
        close_products();
        wait_for_products<0>();
        __syncthreads();
    }
    for (int i = 0; i < 128; ++i) {
        const int row = row0 + 16 * warp + lane / 4 + i % 4 / 2 * 8;
        const int col = col0 + i / 4 * 8 + lane % 4 * 2 + i % 2;

        put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}

template <int WRONG>
static void run_own(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                    float *C)
{
    struct tile_map b = {};

    if (M == 0 || N == 0 || (K > 0 && map_boxes(&b, 4, B, N, K, 4 * (size_t)K, 256)))
        return;
    own<WRONG><<<grid(N / 256, M / 64), GROUP_THREADS, 256 * ROW>>>(M, N, K, alpha, A, b, beta, C);
}

#define MADE(name, wrong)                                                                          \
    {name, run<wrong, 1>, BM, BN, BK, 4096, HALF | MULTIPLES | NEEDS_90, 0, {0}},
#define PAIR(name, wrong)                                                                          \
    {name, run<wrong, 2>, BM, 2 * BN, BK, 4096, HALF | MULTIPLES | NEEDS_90, 0, {0}},
#define STORED(name, wrong)                                                                        \
    {name, run_stored<wrong>, 64, BN, BK, 4096, HALF | MULTIPLES | NEEDS_90, 0, {0}},
#define OWN(name, wrong)                                                                           \
    {name, run_own<wrong>, 64, 256, 32, 4096, TF32 | B_TRANSPOSED | MULTIPLES | NEEDS_90, 0, {0}},

const struct kernel kernels[] = {
    MADE("right", RIGHT)
    PAIR("right-pair", RIGHT)
    STORED("right-stored", RIGHT)
    OWN("right-own", RIGHT)
    MADE("no-wait-for-full", NO_WAIT)
    MADE("consumer-phase", CONSUMER_PHASE)
    MADE("producer-phase", PRODUCER_PHASE)
    MADE("no-wait-for-empty", NO_WAIT_FOR_EMPTY)
    MADE("empty-early", EMPTY_EARLY)
    MADE("too-few-arrive", TOO_FEW_ARRIVE)
    MADE("too-many-arrive", TOO_MANY_ARRIVE)
    MADE("bytes-never-come", BYTES_TOO_MANY)
    MADE("bytes-unexpected", BYTES_TOO_FEW)
    MADE("one-warp-waits-for-full", ONE_WARP_WAITS)
    MADE("box-not-1024", NOT_1024)
    MADE("two-bring", TWO_BRING)
    MADE("sums-read", SUMS_READ)
    MADE("left-too-large", LEFT_TOO_LARGE)
    MADE("sums-stored", SUMS_STORED)
    MADE("no-begin", NO_BEGIN)
    MADE("no-begin-again", NO_BEGIN_AGAIN)
    MADE("group-not-closed", NOT_CLOSED)
    MADE("no-wait-at-end", NO_WAIT_AT_END)
    MADE("three-warps", THREE_WARPS)
    MADE("half-a-group", HALF_A_GROUP)
    MADE("other-tiles", OTHER_TILES)
    MADE("other-add", OTHER_ADD)
    MADE("wrong-stride", WRONG_STRIDE)
    MADE("wrong-leading", WRONG_LEADING)
    MADE("leading-beyond", BEYOND)
    MADE("no-swizzle-mode", NO_SWIZZLE)
    MADE("wrong-step-of-a", WRONG_STEP_A)
    MADE("wrong-step-of-b", WRONG_STEP_B)
    MADE("loaded-late", LOADED_LATE)
    MADE("no-show", NO_SHOW)
    MADE("shown-late", SHOWN_LATE)
    MADE("shown-by-one", SHOWN_BY_ONE)
    MADE("no-meeting", NO_MEETING)
    MADE("room-rewritten", REWRITTEN)
    MADE("one-box-left", ONE_LEFT)
    MADE("not-sent", NOT_SENT)
    MADE("room-not-1024", ROOM_NOT_1024)
    MADE("room-unwritten", ROOM_UNWRITTEN)
    MADE("room-plain", ROOM_PLAIN)
    MADE("meets-too-many", MEET_TOO_MANY)
    MADE("meets-too-few", MEET_TOO_FEW)
    MADE("meets-odd", MEET_ODD)
    MADE("one-barrier-for-two", ONE_BARRIER)
    MADE("box-too-many", ONE_TOO_MANY)
    MADE("sent-to-input", SENT_TO_INPUT)
    PAIR("only-to-itself", OWN_ONLY)
    PAIR("mask-beyond", MASK_BEYOND)
    PAIR("bytes-of-peer", PEER_BYTES)
    PAIR("wrong-rank", WRONG_RANK)
    PAIR("rank-beyond", RANK_BEYOND)
    PAIR("no-cluster-meeting", NO_CLUSTER_MEETING)
    PAIR("block-leaves", LEAVES)
    PAIR("block-leaves-late", LEAVES_LATE)
    PAIR("peer-leaves-late", PEER_LEAVES)
    PAIR("not-to-peer", NOT_TO_PEER)
    PAIR("some-meet-cluster", SOME_MEET)
    PAIR("one-does-not-meet", ONE_MEETS)
    PAIR("odd-grid", ODD_GRID)
    PAIR("nine-blocks", NINE_BLOCKS)
    STORED("tiles-not-shown", NO_SHOW_OF_TILES)
    STORED("tiles-shown-behind", SHOWN_BEHIND)
    STORED("tiles-plain", PLAIN_TILES)
    STORED("tiles-half-swizzled", HALF_SWIZZLE)
    STORED("tile-stored-early", STORED_EARLY)
    OWN("a-overwritten", A_OVERWRITTEN)
    OWN("a-without-begin", A_NO_BEGIN)
    {},
};
