/* groups.cu - products by wgmma that are right, with pipelines that are less usual. Each must be
 * accepted. A group of four warps has 64 x 128 results, where nothing else is said, and tiles of 64
 * along K. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/warpgroup.h"

enum { BM = 64, BN = 128, BK = 64, BOX = 64 * 128, ROWS_8 = 1024 };

/* Bytes of a slot: a box of A for each group, and two of B. */
template <int GROUPS> constexpr int slot_bytes() { return (GROUPS + 2) * BOX; }

/* What is unusual, added up. Of ring(): all that waits for products waits for all; the slot is a
 * static array; each warp fills its share; products leave before the copies are awaited by all.
 * Of parted(): all threads of a group arrive; consumers say at first that slots are empty; the
 * producer is the first group; it does not see to it that all was read, but the cluster meets. */
enum { WAITS_FOR_ALL = 1, STATIC = 2, TWO_FILL = 4, TWICE = 8, ALL_ARRIVE = 16, FIRST_FREE = 32,
       LEADS = 64, MEETS_LAST = 128, SENDS = 256, AHEAD = 512 };

template <typename T>
static __device__ __forceinline__ void multiply_slot(float (&sums)[64], const char *a,
                                                     const char *b)
{
    const uint64_t of_a = describe(a, 0), of_b = describe(b, BOX);

    for (int s = 0; s < 4; ++s)
        group_multiply((const T *)0, sums, of_a + 2 * s, of_b + 128 * s, 1);
}

/* What a thread has of the sums of its group, which begin at (row0, col0). */
static __device__ __forceinline__ void put_sums(const float (&sums)[64], int row0, int col0, int M,
                                                int N, float alpha, float beta, float *C)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;

    for (int i = 0; i < 64; ++i) {
        const int row = row0 + 16 * warp + lane / 4 + i % 4 / 2 * 8;
        const int col = col0 + i / 4 * 8 + lane % 4 * 2 + i % 2;

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}

/* One group, which fills its own slots. */
template <typename T, int SLOTS, int HOW>
__global__ void ring(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                     const __grid_constant__ struct tile_map b, float beta, float *C)
{
    enum { SLOT = slot_bytes<1>() };
    extern __shared__ __align__(1024) char dynamic[];
    __shared__ __align__(1024) char fixed[HOW & STATIC ? SLOTS * SLOT : 1024];
    __shared__ uint64_t full[SLOTS];
    char *slots = HOW & STATIC ? fixed : dynamic;
    const int row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const int steps = alpha != 0.0f ? (K + BK - 1) / BK : 0;
    float sums[64] = {};
    const auto fill = [&](int t) {
        char *slot = slots + t % SLOTS * SLOT;
        uint64_t *to = &full[t % SLOTS];

        if (threadIdx.x == 0) {
            expect(to, SLOT);
            bring_box(slot, &a, row0, t * BK, to, 0);
        }
        if (threadIdx.x == (HOW & TWO_FILL ? 64 : 0)) {
            bring_box(slot + BOX, &b, t * BK, col0, to, 0);
            bring_box(slot + 2 * BOX, &b, t * BK, col0 + 64, to, 0);
        }
    };

    if (threadIdx.x == 0)
        for (int i = 0; i < SLOTS; ++i)
            init_arrivals(&full[i], 1);
    __syncthreads();
    for (int t = 0; t < SLOTS - 1 && t < steps; ++t)
        fill(t);
    begin_products();
    for (int t = 0; t < steps; ++t) {
        const char *slot = slots + t % SLOTS * SLOT;

        if (SLOTS == 1)
            fill(t);
        wait_for(&full[t % SLOTS], t / SLOTS % 2);
        if (HOW & TWICE)
            begin_products();
        multiply_slot<T>(sums, slot, slot + BOX);
        close_products();
        if (HOW & WAITS_FOR_ALL || SLOTS < 3)
            wait_for_products<0>();
        else
            wait_for_products<1>();
        __syncthreads();
        if (SLOTS > 1 && t + SLOTS - 1 < steps && (t > 0 || SLOTS == 2 || HOW & WAITS_FOR_ALL))
            fill(t + SLOTS - 1);
        else if (SLOTS > 2 && t == 0 && t + SLOTS - 1 < steps)
            fill(t + SLOTS - 1);
    }
    wait_for_products<0>();
    put_sums(sums, row0, col0, M, N, alpha, beta, C);
}

/* Rows of multiples of 16 bytes. What fills them is never copied. */
template <typename T>
__global__ void widen(int rows, int cols, int pitch, const T *from, T *to)
{
    const unsigned i = blockIdx.x * 256 + threadIdx.x;

    if (i / pitch < (unsigned)rows && i % pitch < (unsigned)cols)
        to[i] = from[(size_t)(i / pitch) * cols + i % pitch];
}

/* Maps a copy of x with such rows, which is given back; or null, where nothing is read. */
template <typename T>
static T *map_wide(struct tile_map *map, const void *x, int rows, int cols, int high, int any)
{
    const int each = 16 / sizeof(T), pitch = (cols + each - 1) / each * each;
    T *wide;

    if (!any || cudaMalloc(&wide, (size_t)rows * pitch * sizeof *wide) != cudaSuccess)
        return NULL;
    widen<T><<<blocks(rows * pitch, 256), 256>>>(rows, cols, pitch, (const T *)x, wide);
    if (map_boxes(map, sizeof *wide, wide, rows, cols, pitch * sizeof *wide, high))
        return NULL;
    return wide;
}

template <typename T, int SLOTS, int HOW>
static void run_ring(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                     float *C)
{
    const unsigned bytes = HOW & STATIC ? 0 : SLOTS * slot_bytes<1>();
    const int any = M > 0 && N > 0 && K > 0 && alpha != 0.0f;
    struct tile_map a = {}, b = {};
    T *wide_a = map_wide<T>(&a, A, M, K, BM, any), *wide_b = map_wide<T>(&b, B, K, N, BK, any);

    cudaFuncSetAttribute(ring<T, SLOTS, HOW>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (M > 0 && N > 0)
        ring<T, SLOTS, HOW><<<grid(blocks(N, BN), blocks(M, BM)), GROUP_THREADS, bytes>>>(
            M, N, K, alpha, a, b, beta, C);
    cudaFree(wide_a);
    cudaFree(wide_b);
}

/* A producer, a group of which one thread brings, and consumers, a group each. With clusters,
 * blocks beside each other share the rows of A: each brings a part of them to all. Blocks go on to other
 * tiles until there are none. */
template <typename T, int GROUPS, int SLOTS, int CLUSTER, int HOW>
__global__ void parted(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                       const __grid_constant__ struct tile_map b, float beta, float *C,
                       const __grid_constant__ struct tile_map c, unsigned tiles, unsigned across)
{
    enum { SLOT = slot_bytes<GROUPS>(), PART = GROUPS * BM / CLUSTER,
           ARRIVALS = GROUPS * CLUSTER * (HOW & ALL_ARRIVE ? GROUP_THREADS : 1) };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    const int thread = threadIdx.x % GROUP_THREADS, me = threadIdx.x / GROUP_THREADS;
    const int producer = HOW & LEADS ? 0 : GROUPS, group = HOW & LEADS ? me - 1 : me;
    const int steps = alpha != 0.0f ? (K + BK - 1) / BK : 0;
    const unsigned rank = rank_in_cluster(), first = blockIdx.x, more = gridDim.x;
    char *out = slots + SLOTS * SLOT + (group < 0 ? 0 : group) * 4 * BOX;
    int n = 0; /* slots that were used */
    const auto arrive_at_all = [&](int slot) {
        for (unsigned r = 0; r < CLUSTER; ++r)
            if (HOW & ALL_ARRIVE || thread == (int)r)
                arrive_at(&empty[slot], r);
    };

    if (threadIdx.x == 0)
        for (int i = 0; i < SLOTS; ++i) {
            init_arrivals(&full[i], 1);
            init_arrivals(&empty[i], ARRIVALS);
        }
    if (CLUSTER > 1)
        meet_cluster();
    else
        __syncthreads();
    if (me == producer) {
        keep_registers<40>();
        if (thread == 0)
            for (unsigned tile = first; tile < tiles; tile += more) {
                const int row0 = tile / across * BM * GROUPS, col0 = tile % across * BN;

                for (int t = 0; t < steps; ++t, ++n) {
                    const int i = n % SLOTS, phase = n / SLOTS % 2;
                    char *slot = slots + i * SLOT;

                    wait_for(&empty[i], HOW & FIRST_FREE ? phase : phase ^ 1);
                    expect(&full[i], SLOT);
                    bring_box(slot + rank * PART * 128, &a, row0 + rank * PART, t * BK, &full[i],
                              (1 << CLUSTER) - 1);
                    for (int j = 0; j < 2; ++j)
                        bring_box(slot + (GROUPS + j) * BOX, &b, t * BK, col0 + 64 * j, &full[i],
                                  0);
                }
            }
        if (thread == 0 && CLUSTER > 1 && !(HOW & MEETS_LAST))
            for (int i = 0; i < SLOTS; ++i, ++n)
                wait_for(&empty[n % SLOTS], n / SLOTS % 2 ^ (HOW & FIRST_FREE ? 0 : 1));
    } else {
        take_registers<200>();
        for (int i = 0; HOW & FIRST_FREE && i < SLOTS; ++i)
            arrive_at_all(i);
        for (unsigned tile = first; tile < tiles; tile += more) {
            const int row0 = (tile / across * GROUPS + group) * BM, col0 = tile % across * BN;
            float sums[64] = {};

            begin_products();
            for (int t = 0; t < steps; ++t, ++n) {
                const char *slot = slots + n % SLOTS * SLOT;

                wait_for(&full[n % SLOTS], n / SLOTS % 2);
                multiply_slot<T>(sums, slot + group * BOX, slot + GROUPS * BOX);
                close_products();
                if (HOW & AHEAD) {
                    wait_for_products<1>();
                    if (t > 0)
                        arrive_at_all((n - 1) % SLOTS);
                } else {
                    wait_for_products<0>();
                    arrive_at_all(n % SLOTS);
                }
            }
            wait_for_products<0>();
            if (HOW & AHEAD && steps > 0)
                arrive_at_all((n - 1) % SLOTS);
            if (!(HOW & SENDS) || N % 4) {
                put_sums(sums, row0, col0, M, N, alpha, beta, C);
                continue;
            }
            if (thread == 0)
                wait_until_sent<0>();
            meet_threads(1 + group, GROUP_THREADS);
            for (int i = 0; i < 64; ++i) {
                const int r = 16 * (thread / 32) + thread % 32 / 4 + i % 4 / 2 * 8;
                const int col = i / 4 * 8 + thread % 4 * 2 + i % 2;
                const int there = row0 + r < M && col0 + col < N && beta != 0.0f;
                float x = there ? C[(size_t)(row0 + r) * N + col0 + col] : 0.0f;

                put(&x, alpha, sums[i], beta);
                *(float *)(out + col / 32 * BOX + r * 128 + 16 * (col % 32 / 4 ^ r % 8) +
                           4 * (col % 4)) = x;
            }
            show_copies();
            meet_threads(1 + group, GROUP_THREADS);
            if (thread == 0)
                for (int j = 0; j < 4; ++j)
                    send_box(&c, row0, col0 + 32 * j, out + j * BOX);
        }
        if (thread == 0)
            wait_until_sent<0>();
    }
    if (HOW & MEETS_LAST)
        meet_cluster();
}

template <typename T, int GROUPS, int SLOTS, int CLUSTER, int HOW>
static void run_parted(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                       float *C)
{
    const auto kernel = parted<T, GROUPS, SLOTS, CLUSTER, HOW>;
    const unsigned bytes = SLOTS * slot_bytes<GROUPS>() + (HOW & SENDS ? GROUPS * 4 * BOX : 0);
    const unsigned across = (blocks(N, BN) + CLUSTER - 1) / CLUSTER * CLUSTER;
    const unsigned tiles = blocks(M, BM * GROUPS) * across;
    const int any = M > 0 && N > 0 && K > 0 && alpha != 0.0f;
    struct tile_map a = {}, b = {}, c = {};
    T *wide_a = map_wide<T>(&a, A, M, K, BM * GROUPS / CLUSTER, any),
      *wide_b = map_wide<T>(&b, B, K, N, BK, any);

    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (tiles > 0 && N % 4 == 0 && HOW & SENDS && map_boxes(&c, 4, C, M, N, 4 * (size_t)N, BM))
        return;
    if (tiles > 0)
        launch_clusters(kernel, CLUSTER, tiles < 3 * CLUSTER || CLUSTER > 3 ? tiles : 3 * CLUSTER,
                        GROUP_THREADS * (GROUPS + 1), bytes, M, N, K, alpha, a, b, beta, C, c,
                        tiles, across);
    cudaFree(wide_a);
    cudaFree(wide_b);
}

/* One group has twice as many rows, or more columns. */
template <int TWICE_ROWS, int WIDE>
__global__ void wide(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                     const __grid_constant__ struct tile_map b, float beta, float *C)
{
    enum { HIGH = TWICE_ROWS ? 2 : 1, OF_A = HIGH * BOX, OF_B = WIDE / 64 * BOX };
    extern __shared__ __align__(1024) char slot[];
    __shared__ uint64_t full;
    const int row0 = blockIdx.x / blocks(N, WIDE) * HIGH * BM;
    const int col0 = blockIdx.x % blocks(N, WIDE) * WIDE;
    const int steps = alpha != 0.0f ? (K + BK - 1) / BK : 0;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sums[HIGH][WIDE / 2];

    for (int h = 0; h < HIGH && steps == 0; ++h)
        for (int i = 0; i < WIDE / 2; ++i)
            sums[h][i] = 0.0f;
    if (threadIdx.x == 96)
        init_arrivals(&full, 1);
    __syncthreads();
    for (int t = 0; t < steps; ++t) {
        if (threadIdx.x == 33) {
            expect(&full, OF_A + OF_B);
            bring_box(slot, &a, row0, t * BK, &full, 0);
            for (int j = 0; j < WIDE / 64; ++j)
                bring_box(slot + OF_A + j * BOX, &b, t * BK, col0 + 64 * j, &full, 0);
        }
        wait_for(&full, t % 2);
        begin_products();
        for (int s = 0; s < 4; ++s)
            for (int h = 0; h < HIGH; ++h) {
                group_multiply((const half *)0, sums[h], describe(slot + h * BOX, 0) + 2 * s,
                               describe(slot + OF_A, BOX) + 128 * s, t | s);
                close_products();
            }
        wait_for_products<0>();
        __syncthreads();
    }
    for (int h = 0; h < HIGH; ++h)
        for (int i = 0; i < WIDE / 2; ++i) {
            const int row = row0 + h * BM + 16 * warp + lane / 4 + i % 4 / 2 * 8;
            const int col = col0 + i / 4 * 8 + lane % 4 * 2 + i % 2;

            if (row < M && col < N)
                put(&C[(size_t)row * N + col], alpha, sums[h][i], beta);
        }
}

template <int TWICE_ROWS, int WIDE>
static void run_wide(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                     float *C)
{
    const unsigned high = (TWICE_ROWS ? 2 : 1) * BM, bytes = high * 128 + WIDE * 128;
    const int any = M > 0 && N > 0 && K > 0 && alpha != 0.0f;
    struct tile_map a = {}, b = {};
    half *wide_a = map_wide<half>(&a, A, M, K, high, any),
         *wide_b = map_wide<half>(&b, B, K, N, BK, any);

    cudaFuncSetAttribute(wide<TWICE_ROWS, WIDE>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         bytes);
    if (M > 0 && N > 0)
        wide<TWICE_ROWS, WIDE><<<blocks(M, high) * blocks(N, WIDE), GROUP_THREADS, bytes>>>(
            M, N, K, alpha, a, b, beta, C);
    cudaFree(wide_a);
    cudaFree(wide_b);
}

/* TF32; B arrives transposed, and rows of both tiles go along K. OWN: A's elements come into
 * registers, by ordinary loads from its tile. The two groups take turns, by barriers at which the
 * one lets the other go on. */
template <int OWN>
__global__ void turns(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                      const __grid_constant__ struct tile_map b, float beta, float *C)
{
    enum { DEEP = 32, WIDE = OWN ? 256 : 128, SLOT = BOX + WIDE * 128 };
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[2], turn[2];
    const int group = threadIdx.x / GROUP_THREADS, lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32 % 4, thread = threadIdx.x % GROUP_THREADS;
    const int row0 = (blockIdx.x / blocks(N, WIDE) * 2 + group) * BM;
    const int col0 = blockIdx.x % blocks(N, WIDE) * WIDE;
    const int steps = alpha != 0.0f ? (K + DEEP - 1) / DEEP : 0;
    char *slot = slots + group * SLOT;
    float sums[WIDE / 2] = {};

    if (threadIdx.x < 2) {
        init_arrivals(&full[threadIdx.x], 1);
        init_arrivals(&turn[threadIdx.x], GROUP_THREADS);
    }
    __syncthreads();
    if (group == 1)
        arrive(&turn[0]);
    for (int t = 0; t < steps; ++t) {
        uint32_t mine[4][4];

        if (thread == 0) {
            expect(&full[group], SLOT);
            bring_box(slot, &a, row0, t * DEEP, &full[group], 0);
            bring_box(slot + BOX, &b, col0, t * DEEP, &full[group], 0);
        }
        wait_for(&full[group], t % 2);
        for (int e = 0; OWN && e < 16; ++e) {
            const int r = 16 * warp + lane / 4 + e % 2 * 8, k = e / 4 * 8 + e % 4 / 2 * 4 + lane % 4;

            mine[e / 4][e % 4] = *(const uint32_t *)(slot + r * 128 + 16 * (k / 4 ^ r % 8) +
                                                     k % 4 * 4);
        }
        wait_for(&turn[group], t % 2);
        begin_products();
        for (int s = 0; s < 4; ++s)
            if constexpr (OWN)
                group_multiply((const float *)0, sums, mine[s], describe(slot + BOX, 0) + 2 * s, 1);
            else
                group_multiply((const float *)0, sums, describe(slot, 0) + 2 * s,
                               describe(slot + BOX, 0) + 2 * s, 1);
        close_products();
        arrive(&turn[1 - group]);
        wait_for_products<0>();
        meet_threads(1 + group, GROUP_THREADS);
    }
    for (int i = 0; i < WIDE / 2; ++i) {
        const int row = row0 + 16 * warp + lane / 4 + i % 4 / 2 * 8;
        const int col = col0 + i / 4 * 8 + lane % 4 * 2 + i % 2;

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}

template <int OWN>
static void run_turns(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C)
{
    const unsigned across = OWN ? 256 : 128, bytes = 2 * (BOX + across * 128);
    const int any = M > 0 && N > 0 && K > 0 && alpha != 0.0f;
    struct tile_map a = {}, b = {};
    float *wide_a = map_wide<float>(&a, A, M, K, BM, any),
          *wide_b = map_wide<float>(&b, B, N, K, across, any);

    cudaFuncSetAttribute(turns<OWN>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (M > 0 && N > 0)
        turns<OWN><<<blocks(M, 2 * BM) * blocks(N, across), 2 * GROUP_THREADS, bytes>>>(
            M, N, K, alpha, a, b, beta, C);
    cudaFree(wide_a);
    cudaFree(wide_b);
}

#define RING(name, T, flag, SLOTS, HOW)                                                            \
    {name, run_ring<T, SLOTS, HOW>, BM, BN, BK, 4096, flag | NEEDS_90, 0, {0}},
#define PARTED(name, T, flag, GROUPS, SLOTS, CLUSTER, HOW)                                         \
    {name, run_parted<T, GROUPS, SLOTS, CLUSTER, HOW>, BM *GROUPS, BN, BK, 4096, flag | NEEDS_90,  \
     0, {0}},

const struct kernel kernels[] = {
    RING("one-slot", half, HALF, 1, 0)
    RING("two-slots", half, HALF, 2, 0)
    RING("three-slots", half, HALF, 3, 0)
    RING("four-slots-wait-for-all", half, HALF, 4, WAITS_FOR_ALL)
    RING("static-slot", half, HALF, 1, STATIC)
    RING("two-fill", __nv_bfloat16, BFLOAT16, 3, TWO_FILL)
    RING("begins-each-time", half, HALF, 3, TWICE)
    {"twice-the-rows", run_wide<1, 128>, 128, 128, BK, 4096, HALF | NEEDS_90, 0, {0}},
    {"192-columns", run_wide<0, 192>, 64, 192, BK, 4096, HALF | NEEDS_90, 0, {0}},
    {"256-columns", run_wide<0, 256>, 64, 256, BK, 4096, HALF | NEEDS_90, 0, {0}},
    {"turns", run_turns<0>, 128, 128, 32, 4096, TF32 | B_TRANSPOSED | NEEDS_90, 0, {0}},
    {"turns-own", run_turns<1>, 128, 256, 32, 4096, TF32 | B_TRANSPOSED | NEEDS_90, 0, {0}},
    PARTED("parted", half, HALF, 1, 2, 1, 0)
    PARTED("two-groups", half, HALF, 2, 3, 1, AHEAD)
    PARTED("all-arrive", half, HALF, 2, 2, 1, ALL_ARRIVE)
    PARTED("first-free", half, HALF, 2, 2, 1, FIRST_FREE | LEADS)
    PARTED("sends", half, HALF, 2, 2, 1, SENDS | AHEAD)
    PARTED("pair", half, HALF, 2, 3, 2, LEADS | AHEAD)
    PARTED("pair-meets-last", __nv_bfloat16, BFLOAT16, 1, 2, 2, MEETS_LAST | ALL_ARRIVE)
    PARTED("four-send", half, HALF, 1, 4, 4, SENDS | FIRST_FREE)
    {},
};
