//> omit
/* hopper.cu - tensor cores by wgmma, which four warps do together. */
#include "bench/bench.h"
#include "bench/bound.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/gemm.h"
#include "kernels/narrow.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "kernels/scaled.h"
#include "kernels/warpgroup.h"
#include "probes/rivals.h"
#include "probes/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/roles.h"
//< omit

//> a tile of floats, turned
/* Products of TF32 need both operands with K along the rows of a tile.
 * So a group computes the transpose: the rows of its products are
 * columns of B, which a lane loads into registers. */
enum { HIGH = 256, ACROSS = 128, DEEP = 32, FLAT = DEEP * ROW_BYTES };
enum { OF_A = HIGH * ROW_BYTES, OF_BOTH = OF_A + ACROSS / 32 * FLAT };

/* Where a lane's two of the 64 columns of a group lie: box, piece and
 * float. With this order half a warp uses all banks. */
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
/* Loads this lane's two columns, in every fourth of 32 steps. `Bs` is
 * the first box of the group. */
static __device__ __forceinline__ void load_pairs(uint32_t (&b)[4][4],
                                                  const char *Bs)
{
    const struct pair_at at = pair_of_lane();

#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
        const unsigned k = threadIdx.x % 4 + 4 * i;
        const uint2 two = *(const uint2 *)(
            Bs + at.box * FLAT + k * ROW_BYTES + (at.piece ^ k % 8) * 16
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
    struct ring ring = {0, 0};
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
                    char *slot = slots + ring.slot * OF_BOTH;
                    uint64_t *here = &full[ring.slot];

                    wait_for(&empty[ring.slot], ring.parity ^ 1);
                    expect(here, OF_BOTH);
                    bring_box(slot + rank * SHARE * ROW_BYTES, &map_a,
                              row0 + rank * SHARE, t * DEEP, here,
                              CLUSTER > 1 ? (1u << CLUSTER) - 1 : 0);
                    for (unsigned i = 0; i < ACROSS / 32; ++i)
                        bring_box(slot + OF_A + i * FLAT, &map_b,
                                  t * DEEP, col0 + 32 * i, here, 0);
                    advance<SLOTS>(&ring);
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
            wait_for(&full[ring.slot], ring.parity);
            load_pairs(b, Bs + ring.slot * OF_BOTH);
            for (unsigned t = 0; t < count; ++t) {
                const uint64_t a = describe(slots + ring.slot * OF_BOTH,
                                            0);
                uint64_t *used = &empty[ring.slot];
                uint32_t next[4][4];

                begin_products();
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    group_multiply((const float *)0, sums, b[k],
                                   a + k * 2, t | k);
                close_products();
                advance<SLOTS>(&ring);
                if (t + 1 < count) {
                    wait_for(&full[ring.slot], ring.parity);
                    load_pairs(next, Bs + ring.slot * OF_BOTH);
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
/* Pairs if each SM gets two tiles; otherwise the first kernel whose
 * tiles occupy three SMs in four; otherwise the smallest tile. */
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
/* Stores the N x K transpose of B (K x N), in rows of `pitch` bytes, a
 * multiple of 16. Zeros follow K. A block transposes 64 x 64 bytes. */
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
/* Like the launchers of the table, for A and B of bytes T. K is a
 * multiple of 16, and B is N x K. Sums of int8_t are exact. */
template <typename T>
static void run_columns(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    enum {
        BM = 128, BN = 256, SLOTS = 4, HOW = SENT | GROUPED | LASTING
    };
    const auto kernel = roles<T, BM, BN, 2, SLOTS, 2, HOW>;
    const int bytes = SLOTS * slot_of<T, BM, BN>::SIZE + 4 * BOX_BYTES;
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

/* The same for every K, and for a B that is K x N. */
static void run_bytes(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const unsigned pitch = blocks(K, 16) * 16;
    const size_t of_b = (size_t)N * pitch;
    const size_t of_a = pitch != (unsigned)K ? (size_t)M * pitch : 0;
    char *buffer = (char *)workspace((of_a + of_b + 3) / 4);

    if (!buffer)
        return;
    turn_bytes<<<dim3(blocks(pitch, 64), blocks(N, 64)), 256>>>(
        N, K, (const int8_t *)B, buffer, pitch);
    if (of_a > 0) {
        spread_rows(1, M, K, A, buffer + of_b, pitch);
        A = (const float *)(buffer + of_b);
    }
    run_columns<int8_t>(M, N, pitch, alpha, A, (const float *)buffer,
                        beta, C);
}
//< products of bytes

//> nothing but products
/* GROUPS groups multiply the same tiles again and again. */
enum { OPERANDS = (128 + 256) * ROW_BYTES, STEPS = 4096, ROUNDS = 15 };

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

//> omit
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
    const double flops = 2.0 * 64 * 256 * (ROW_BYTES / sizeof(T))
                         * (double)groups * w.blocks * w.steps;

    if (ready_bare<T>(&w, (int)groups, 0.0f) == 0)
        status = sample_rate(launch_ceiling, &w, flops / 1e6, ROUNDS,
                             out);
    cudaFree(w.in);
    cudaFree(w.out);
    return status;
}
//< omit

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
        if (!(got[i] == each * w.steps * (ROW_BYTES / sizeof(T))))
            status = complain("sum %d is %.9g, should be %.9g", i,
                              (double)got[i],
                              (double)(each * w.steps
                                       * (ROW_BYTES / sizeof(T))));
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
    return measure_product(run_columns<int8_t>, n, out);
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

/* What a product in eight bits needs on the device: A, and B transposed,
 * as floats and rounded, with their scales; and C. */
struct eights {
    int M, N, K;
    size_t pitch, apart_a, apart_b;
    float *x, *y, *of_a, *of_b, *c;
    struct e4m3 *a, *b;
};

typedef void scaled_fn(int M, int N, int K,
                       const struct scaled_matrix *A,
                       const struct scaled_matrix *B, float *C);

static void free_eights(struct eights *e)
{
    void *const all[] = {e->x, e->y, e->of_a, e->of_b, e->c, e->a, e->b};

    for (int i = 0; i < 7; ++i)
        cudaFree(all[i]);
}

static int new_eights(struct eights *e, int M, int N, int K)
{
    const size_t steps = blocks(K, SHARED_K);

    *e = {M, N, K, blocks(K, 16) * (size_t)16, blocks(M, 4) * (size_t)4,
          blocks(blocks(N, 128), 4) * (size_t)4};
    const struct { void **to; size_t bytes; } all[] = {
        {(void **)&e->x, 4 * (size_t)M * K},
        {(void **)&e->y, 4 * (size_t)N * K},
        {(void **)&e->of_a, 4 * steps * e->apart_a},
        {(void **)&e->of_b, 4 * steps * e->apart_b},
        {(void **)&e->c, 4 * (size_t)M * N},
        {(void **)&e->a, M * e->pitch},
        {(void **)&e->b, N * e->pitch}
    };

    for (int i = 0; i < 7; ++i)
        if (cuda_check(cudaMalloc(all[i].to, all[i].bytes), "memory"))
            return -1;
    return 0;
}

/* `most` as round_to_eight() says. */
static void round_both(const struct eights *e, float most)
{
    const unsigned steps = blocks(e->pitch, SHARED_K);

    round_to_eight<1><<<dim3(e->M, steps), SHARED_K>>>(
        e->M, e->K, e->x, e->a, e->pitch, e->of_a, e->apart_a, most);
    round_to_eight<128><<<dim3(blocks(e->N, 128), steps), SHARED_K>>>(
        e->N, e->K, e->y, e->b, e->pitch, e->of_b, e->apart_b, most);
}

static void multiply_eights(const struct eights *e, scaled_fn *run)
{
    const struct scaled_matrix A = {e->a, e->pitch, e->of_a, e->apart_a};
    const struct scaled_matrix B = {e->b, e->pitch, e->of_b, e->apart_b};

    run(e->M, e->N, e->K, &A, &B, e->c);
}

static __global__ void __launch_bounds__(256)
fill_uniform(size_t count, uint64_t seed, float *to)
{
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        to[i] = uniform(seed, i);
}

static int ready_eights(struct eights *e, int n, float most)
{
    if (new_eights(e, n, n, n) != 0)
        return -1;
    fill_uniform<<<1024, 256>>>((size_t)n * n, 1, e->x);
    fill_uniform<<<1024, 256>>>((size_t)n * n, 2, e->y);
    round_both(e, most);
    return cuda_check(cudaDeviceSynchronize(), "rounding");
}

/* The bytes of both, with the scales of the floats. */
static struct rivals rivals_of(const struct eights *e, work_fn *ours,
                               float alpha)
{
    const struct rivals r = {e->M, alpha, e->a, e->b, e->c, e->of_a,
                             e->of_b, ours, NULL};

    return r;
}

template <scaled_fn *RUN> static void multiply_ours(void *ctx)
{
    const struct rivals *r = (const struct rivals *)ctx;
    const size_t n = (size_t)r->n;
    const struct scaled_matrix A = {(const struct e4m3 *)r->a, n,
                                    r->of_a, n};
    const struct scaled_matrix B = {(const struct e4m3 *)r->b, n,
                                    r->of_b,
                                    blocks(blocks(r->n, 128), 4)
                                        * (size_t)4};

    RUN(r->n, r->n, r->n, &A, &B, (float *)r->c);
}

static void multiply_plain(void *ctx)
{
    const struct rivals *r = (const struct rivals *)ctx;

    run_columns<struct e4m3>(r->n, r->n, r->n, r->alpha,
                             (const float *)r->a, (const float *)r->b,
                             0.0f, (float *)r->c);
}

template <work_fn *OURS, int KIND, int OF_LIBRARY>
static int measure_eights(long long n, struct samples *out)
{
    struct eights e = {};
    int status = -1;

    if (ready_eights(&e, (int)n, 0.0f) == 0) {
        struct rivals r = rivals_of(&e, OURS, 1.0f);

        if (library_ready(&r, KIND) == 0)
            status = rate_in_turns(&r, OF_LIBRARY, out);
    }
    free_eights(&e);
    return status;
}

/* Some rows of C in float64: of what A and B are rounded to, or of A and
 * B themselves. */
enum { SAMPLED = 32 };

static __global__ void __launch_bounds__(128)
exact_rows(struct eights e, int of_floats, double *out)
{
    const unsigned col = blockIdx.x * 128 + threadIdx.x;
    const size_t row = blockIdx.y * (size_t)(e.M / SAMPLED);
    double sum = 0.0;

    for (unsigned k = 0; col < e.N && k < e.K; ++k) {
        const size_t step = k / SHARED_K;

        if (of_floats)
            sum += (double)e.x[row * e.K + k]
                   * (double)e.y[(size_t)col * e.K + k];
        else
            sum += (double)e4m3_to(e.a[row * e.pitch + k])
                   * (double)e4m3_to(e.b[col * e.pitch + k])
                   * (double)e.of_a[step * e.apart_a + row]
                   * (double)e.of_b[step * e.apart_b + col / 128];
    }
    if (col < e.N)
        out[(size_t)blockIdx.y * e.N + col] = sum;
}

/* Of the differences the root of the mean square, beside that of the
 * values. */
static int error_of(const struct eights *e, int of_floats, double *error)
{
    const size_t count = SAMPLED * (size_t)e->N;
    double *want = (double *)malloc(count * sizeof *want), *there = NULL;
    float *got = (float *)malloc(count * sizeof *got);
    double wrong = 0.0, all = 0.0;
    int status = want && got ? 0 : complain("out of memory on the host");

    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&there,
                                       count * sizeof *there), "memory");
    if (status == 0) {
        exact_rows<<<dim3(blocks(e->N, 128), SAMPLED), 128>>>(
            *e, of_floats, there);
        cudaMemcpy(want, there, count * sizeof *want,
                   cudaMemcpyDeviceToHost);
        status = cuda_check(
            cudaMemcpy2D(got, e->N * sizeof *got, e->c,
                         e->M / SAMPLED * (e->N * sizeof *got),
                         e->N * sizeof *got, SAMPLED,
                         cudaMemcpyDeviceToHost), "copy");
    }
    for (size_t i = 0; status == 0 && i < count; ++i) {
        wrong += (got[i] - want[i]) * (got[i] - want[i]);
        all += want[i] * want[i];
    }
    *error = sqrt(wrong / all);
    cudaFree(there);
    free(want);
    free(got);
    return status;
}

/* The library's, or ours: what is not promoted has one scale. */
enum { OURS = -1 };

template <work_fn *RUN, int KIND, int PROMOTED, int OF_FLOATS>
static int measure_error(long long n, struct samples *out)
{
    struct eights e = {};
    double error = 0.0;
    int status = ready_eights(&e, (int)n, PROMOTED ? 0.0f : 1.0f);

    if (status == 0) {
        const float alpha = 1.0f / LARGEST / LARGEST;
        struct rivals r = rivals_of(&e, RUN, PROMOTED ? 1.0f : alpha);

        if (KIND != OURS)
            status = library_ready(&r, KIND);
        if (status == 0)
            (KIND != OURS ? r.library : r.ours)(&r);
        if (status == 0)
            status = cuda_check(cudaDeviceSynchronize(), "a product");
    }
    if (status == 0)
        status = error_of(&e, OF_FLOATS, &error);
    if (status == 0)
        add_sample(out, error);
    free_eights(&e);
    return status;
}

/* On the host: A and B rounded, with their scales, and C. */
struct host_eights {
    struct e4m3 *a, *b;
    float *x, *y, *of_a, *of_b, *c;
};

static void fill_host(const struct eights *e, struct host_eights *h)
{
    for (size_t i = 0; i < e->M * (size_t)e->K; ++i) {
        const size_t k = i % e->K, row = i / e->K;

        h->x[i] = uniform(3, i);
        h->a[row * e->pitch + k] = e4m3_from(small_integer(3, i));
    }
    for (size_t i = 0; i < e->N * (size_t)e->K; ++i) {
        const size_t k = i % e->K, row = i / e->K;

        h->y[i] = uniform(4, i);
        h->b[row * e->pitch + k] = e4m3_from(small_integer(4, i));
    }
    for (size_t i = 0; i < blocks(e->K, SHARED_K) * e->apart_a; ++i)
        h->of_a[i] = (float)(1 << hash64(i) % 4);
    for (size_t i = 0; i < blocks(e->K, SHARED_K) * e->apart_b; ++i)
        h->of_b[i] = (float)(1 << hash64(~i) % 4);
}

static int move_eights(const struct eights *e, struct host_eights *h,
                       enum cudaMemcpyKind to)
{
    const size_t steps = blocks(e->K, SHARED_K);
    const struct { void *there, *here; size_t bytes; } all[] = {
        {e->a, h->a, e->M * e->pitch},
        {e->b, h->b, e->N * e->pitch},
        {e->of_a, h->of_a, 4 * steps * e->apart_a},
        {e->of_b, h->of_b, 4 * steps * e->apart_b},
        {e->x, h->x, 4 * e->M * (size_t)e->K},
        {e->y, h->y, 4 * e->N * (size_t)e->K},
        {e->c, h->c, 4 * e->M * (size_t)e->N}
    };

    for (int i = 0; i < 7; ++i)
        if (cuda_check(to == cudaMemcpyHostToDevice
                           ? cudaMemcpy(all[i].there, all[i].here,
                                        all[i].bytes, to)
                           : cudaMemcpy(all[i].here, all[i].there,
                                        all[i].bytes, to), "copy"))
            return -1;
    return 0;
}

/* The scale makes the largest of its rows 448, and each value is the
 * nearest there is. */
static int check_rounding(int rows, int K, int high, const float *x,
                          const struct e4m3 *to, size_t pitch,
                          const float *scales, size_t apart)
{
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k < K; ++k) {
            const float scale = scales[k / SHARED_K * apart + row / high];
            const float got = e4m3_to(to[row * pitch + k]);
            const float want = x[(size_t)row * K + k] / scale;
            const float near = fmaxf(fabsf(want) / 16, 0x1p-10f);

            if (!(fabsf(got - want) <= near)
                || !(fabsf(want) <= LARGEST * 1.000001f))
                return complain("%d rows: %.9g became %.9g times %.9g",
                                rows, (double)x[(size_t)row * K + k],
                                (double)got, (double)scale);
        }
    return 0;
}

/* A sum of 128 of K in the tensor core keeps 13 bits below its largest
 * product or sum, four times. Of whole numbers all sums are exact. */
static int check_sums(const struct eights *e, const struct host_eights *h,
                      int exact)
{
    for (size_t i = 0; i < e->M * (size_t)e->N; ++i) {
        const size_t row = i / e->N, col = i % e->N;
        double want = 0.0, most = 0.0;

        for (int k = 0; k < e->K; ++k) {
            const double x =
                (double)e4m3_to(h->a[row * e->pitch + k])
                * (double)e4m3_to(h->b[col * e->pitch + k])
                * (double)h->of_a[k / SHARED_K * e->apart_a + row]
                * (double)h->of_b[k / SHARED_K * e->apart_b + col / 128];

            want += x;
            most += fabs(x);
        }
        if (!(fabs(h->c[i] - want)
              <= (exact ? 0.0 : most * 4 * 33 * 0x1p-13)))
            return complain("%dx%dx%d: C[%zu][%zu] is %.9g, should be "
                            "%.9g", e->M, e->N, e->K, row, col,
                            (double)h->c[i], want);
    }
    return 0;
}

static int check_product(const struct eights *e, struct host_eights *h,
                         scaled_fn *run, int exact)
{
    cudaMemset(e->c, 0xff, 4 * e->M * (size_t)e->N);
    multiply_eights(e, run);
    if (cuda_check(cudaGetLastError(), "a product")
        || move_eights(e, h, cudaMemcpyDeviceToHost))
        return -1;
    return check_sums(e, h, exact);
}

static int check_scaled(scaled_fn *run, int M, int N, int K)
{
    struct eights e = {};
    int status = new_eights(&e, M, N, K);
    const size_t steps = blocks(K, SHARED_K);
    const size_t sizes[] = {
        4 * (size_t)M * K, 4 * (size_t)N * K, 4 * steps * e.apart_a,
        4 * steps * e.apart_b, 4 * (size_t)M * N, M * e.pitch,
        N * e.pitch
    };
    struct host_eights h = {};
    void **const to[] = {
        (void **)&h.x, (void **)&h.y, (void **)&h.of_a,
        (void **)&h.of_b, (void **)&h.c, (void **)&h.a, (void **)&h.b
    };

    for (int i = 0; i < 7; ++i)
        if (!(*to[i] = calloc(sizes[i], 1)))
            status = complain("out of memory on the host");
    if (status == 0) {
        fill_host(&e, &h);
        status = move_eights(&e, &h, cudaMemcpyHostToDevice);
    }
    if (status == 0)
        status = check_product(&e, &h, run, 1);
    if (status == 0) {
        round_both(&e, 0.0f);
        status = check_product(&e, &h, run, 0);
    }
    if (status == 0)
        status = check_rounding(M, K, 1, h.x, h.a, e.pitch, h.of_a,
                                e.apart_a);
    if (status == 0)
        status = check_rounding(N, K, 128, h.y, h.b, e.pitch, h.of_b,
                                e.apart_b);
    for (int i = 0; i < 7; ++i)
        free(*to[i]);
    free_eights(&e);
    return status;
}

template <scaled_fn *RUN> static int verify_scaled(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {16, 8, 32}, {129, 65, 131}, {33, 260, 257},
        {130, 72, 900}
    };

    for (int i = 0; i < 5; ++i)
        if (check_scaled(RUN, sizes[i][0], sizes[i][1], sizes[i][2]) != 0)
            return -1;
    return 0;
}

/* With results of 16 bits, of uniform values. */
template <gemm_fn *RUN> static void multiply_narrow(void *ctx)
{
    const struct rivals *r = (const struct rivals *)ctx;

    RUN(r->n, r->n, r->n, r->alpha, (const float *)r->a,
        (const float *)r->b, 0.0f, (float *)r->c);
}

template <typename T>
static __global__ void __launch_bounds__(256)
fill_narrow(size_t count, uint64_t seed, T *to)
{
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        to[i] = (T)uniform(seed, i);
}

template <typename T, gemm_fn *RUN, int KIND, int OF_LIBRARY>
static int measure_narrow(long long n, struct samples *out)
{
    const size_t count = (size_t)n * n;
    struct rivals r = {(int)n, 1.0f};
    int status = -1;

    r.ours = multiply_narrow<RUN>;
    if (cuda_check(cudaMalloc(&r.a, count * sizeof(T)), "memory") == 0
        && cuda_check(cudaMalloc(&r.b, count * sizeof(T)), "memory") == 0
        && cuda_check(cudaMalloc(&r.c, count * sizeof(T)), "memory") == 0) {
        fill_narrow<T><<<1024, 256>>>(count, 1, (T *)r.a);
        fill_narrow<T><<<1024, 256>>>(count, 2, (T *)r.b);
        status = library_ready(&r, KIND);
    }
    if (status == 0)
        status = rate_in_turns(&r, OF_LIBRARY, out);
    cudaFree(r.a);
    cudaFree(r.b);
    cudaFree(r.c);
    return status;
}

/* Of whole numbers a sum is exact, and rounded once. */
static int same_narrow(unsigned type, int M, int N, int K, float alpha,
                       const uint16_t *a, const uint16_t *b,
                       const uint16_t *c, int exact)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            const float got = element_get(type, c, (size_t)i * N + j);
            double want = 0.0, most = 0.0;

            for (int k = 0; k < K; ++k) {
                const double x =
                    (double)element_get(type, a, (size_t)i * K + k)
                    * (double)element_get(type, b, (size_t)k * N + j);

                want += alpha * x;
                most += fabs(alpha * x);
            }
            const double bound = bound_of(type, most, K);
            const double unit = type == HALF ? 0x1p-11 : 0x1p-8;

            if (exact ? !(got == rounded_to(type, (float)want))
                      : !(fabs(got - want)
                          <= bound + unit * (fabs(want) + bound)
                                 + 0x1p-25))
                return complain("%dx%dx%d: C[%d][%d] is %.9g, should "
                                "be %.9g", M, N, K, i, j, (double)got,
                                want);
        }
    return 0;
}

static int check_narrow(gemm_fn *run, unsigned type, int M, int N, int K,
                        int exact)
{
    const size_t of_a = (size_t)M * K, of_b = (size_t)K * N;
    const size_t of_c = (size_t)M * N;
    const float alpha = -0.5f;
    uint16_t *host = (uint16_t *)malloc((of_a + of_b + of_c) * 2);
    uint16_t *c = host + of_a + of_b;
    float *x[3] = {};
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; status == 0 && i < of_a + of_b; ++i)
        element_put(type, host, i,
                    exact ? small_integer(5, i) : uniform(5, i));
    if (status == 0 &&
        (cuda_check(cudaMalloc((void **)&x[0], of_a * 2), "memory") ||
         cuda_check(cudaMalloc((void **)&x[1], of_b * 2), "memory") ||
         cuda_check(cudaMalloc((void **)&x[2], of_c * 2), "memory")))
        status = -1;
    if (status == 0) {
        cudaMemcpy(x[0], host, of_a * 2, cudaMemcpyHostToDevice);
        cudaMemcpy(x[1], host + of_a, of_b * 2, cudaMemcpyHostToDevice);
        cudaMemset(x[2], 0xff, of_c * 2);
        run(M, N, K, alpha, x[0], x[1], 0.0f, x[2]);
        status = cuda_check(cudaGetLastError(), "a launch");
    }
    if (status == 0) {
        status = cuda_check(cudaMemcpy(c, x[2], of_c * 2,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    if (status == 0)
        status = same_narrow(type, M, N, K, alpha, host, host + of_a, c,
                             exact);
    for (int i = 0; i < 3; ++i)
        cudaFree(x[i]);
    free(host);
    return status;
}

/* Each tile, whatever the size. */
template <typename T, int TYPE, int HOW> static int verify_narrow(void)
{
    static gemm_fn *const all[] = {
        run_narrow_of<T, 256, 4, 2, HOW>, run_narrow_of<T, 256, 4, 1, HOW>,
        run_narrow_of<T, 128, 6, 1, HOW>, run_narrow_of<T, 64, 8, 1, HOW>
    };
    static const int sizes[][3] = {
        {1, 1, 1}, {16, 8, 32}, {129, 65, 131}, {33, 260, 257},
        {130, 136, 333}
    };

    for (int i = 0; i < 40; ++i) {
        const int *size = sizes[i / 8];

        if (check_narrow(all[i % 4], TYPE, size[0], size[1], size[2],
                         i / 4 % 2) != 0)
            return -1;
    }
    return 0;
}

/* Multiplies halves as `hopper` does if M, N and K are multiples of its
 * tile, but leaves out parts of the work. NEAR: in memory, rows of A
 * and of B begin only 128 bytes apart, so all bytes come from L2.
 * UNSENT: only row 0 of C is stored. */
enum { NEAR = 1, UNSENT = 2 };

template <int WITHOUT, int CLUSTER>
static void run_parts(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    enum { BM = 128, BN = 256, SLOTS = 4 };
    const auto kernel = roles<half, BM, BN, 2, SLOTS, CLUSTER,
                              SENT | GROUPED | LASTING>;
    const int bytes =
        SLOTS * slot_of<half, BM, BN>::SIZE + 4 * BOX_BYTES;
    const int k = WITHOUT & NEAR ? ROW_BYTES / 2 : K;
    const int n = WITHOUT & NEAR ? ROW_BYTES / 2 : N;
    const size_t of_a = k * sizeof(half), of_b = n * sizeof(half);
    struct tile_map a = {}, b = {}, c = {};
    int processors = 1;

    if (map_boxes(&a, 2, A, M, K, of_a, BM)
        || map_boxes(&b, 2, B, K, N, of_b, 64 / CLUSTER)
        || map_boxes(&c, 4, C, WITHOUT & UNSENT ? 1 : M, N,
                     (size_t)N * 4, 64))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER,
                    CLUSTER * min(blocks(M, BM * CLUSTER)
                                      * blocks(N, BN),
                                  (unsigned)processors / CLUSTER),
                    3 * GROUP_THREADS, bytes, M, N, K, alpha, a, b, c,
                    beta, C, 1, (float *)NULL);
}

template <int WITHOUT, int CLUSTER>
static int speed_of_parts(long long n, struct samples *out)
{
    return speed_on(run_parts<WITHOUT, CLUSTER>, UNIFORM_VALUES, n, out);
}

template <int WITHOUT, int CLUSTER>
static int watts_of_parts(long long n, struct samples *out)
{
    return watts_on(run_parts<WITHOUT, CLUSTER>, UNIFORM_VALUES, n, out);
}

/* Whole numbers, so that sums are exact. Rows that lie near are the same
 * as rows of a matrix into which they were copied. */
template <int WITHOUT, int CLUSTER> static int verify_parts(void)
{
    enum { M = 256, N = 256, K = 256, COUNT = M * K };
    static uint16_t packed[COUNT], apart[COUNT];
    static float got[M * N], want[M * N];
    float *x[4] = {};
    int status = 0;

    for (int i = 0; i < COUNT; ++i)
        element_put(HALF, packed, i, small_integer(6, i));
    for (int i = 0; i < COUNT; ++i)
        apart[i] = WITHOUT & NEAR
                       ? packed[i / K * (ROW_BYTES / 2) + i % K]
                       : packed[i];
    for (int i = 0; i < 4 && status == 0; ++i)
        status = cuda_check(cudaMalloc((void **)&x[i], M * N * 4),
                            "memory");
    if (status == 0) {
        cudaMemcpy(x[0], packed, sizeof packed, cudaMemcpyHostToDevice);
        cudaMemcpy(x[1], apart, sizeof packed, cudaMemcpyHostToDevice);
        cudaMemset(x[2], 0, M * N * 4);
        run_parts<WITHOUT, CLUSTER>(M, N, K, 1.0f, x[0], x[0], 0.0f,
                                    x[2]);
        run_roles<half, 64, 64, 1, 8, 1, 0>(M, N, K, 1.0f, x[1], x[1],
                                            0.0f, x[3]);
        status = cuda_check(cudaGetLastError(), "a launch");
    }
    if (status == 0) {
        cudaMemcpy(got, x[2], sizeof got, cudaMemcpyDeviceToHost);
        status = cuda_check(cudaMemcpy(want, x[3], sizeof want,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    for (int i = 0; i < M * N && status == 0; ++i) {
        const float right = WITHOUT & UNSENT && i >= N ? 0.0f : want[i];

        if (!(got[i] == right))
            status = complain("C[%d][%d] is %.9g, should be %.9g", i / N,
                              i % N, (double)got[i], (double)right);
    }
    for (int i = 0; i < 4; ++i)
        cudaFree(x[i]);
    return status;
}

/* Nothing but products, whatever the size. */
static void run_bare(int, int, int, float, const float *A,
                     const float *, float, float *C)
{
    struct ceiling w = {launch_bare<half, 2>, STEPS, 1, (uint4 *)A, C};
    int processors = 1;

    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    w.blocks = (unsigned)processors;
    launch_bare<half, 2>(&w);
}

static int watts_of_bare(long long n, struct samples *out)
{
    return watts_on(run_bare, UNIFORM_VALUES, n, out);
}

#define BARE(name, T)                                                  \
    {"ceilings", name, "GFLOP/s", {1, 2}, measure_bare<T>,             \
     verify_bare<T>, 0, ONLY_90}

static void multiply_best(void *ctx)
{
    multiply_ours<run_scaled<256, 128, 4>>(ctx);
}

#define EIGHTS_OF(name, run, kind, of_library)                         \
    {"eights", name, "GFLOP/s", {2048, 4096, 8192},                    \
     measure_eights<run, kind, of_library>, NULL, 0, ONLY_90}
#define SCALED_OF(name, ...)                                           \
    {"eights", name, "GFLOP/s", {2048, 4096, 8192},                    \
     measure_eights<multiply_ours<run_scaled<__VA_ARGS__>>,            \
                    EIGHTS_FAST, 0>,                                   \
     verify_scaled<run_scaled<__VA_ARGS__>>, 0, ONLY_90}
#define ERROR_OF(name, run, kind, promoted, of_floats)                 \
    {"eights-error", name, "relative", {1024, 4096, 8192},             \
     measure_error<run, kind, promoted, of_floats>, NULL, 0, ONLY_90}
#define NARROW_OF(name, T, type, kind, how)                            \
    {"narrow", name, "GFLOP/s", {1024, 2048, 4096, 8192},              \
     measure_narrow<T, run_narrow<T, how>, kind, 0>,                   \
     verify_narrow<T, type, how>, 0, ONLY_90}
#define LIBRARY_NARROW(name, T, kind)                                  \
    {"narrow", name, "GFLOP/s", {1024, 2048, 4096, 8192},              \
     measure_narrow<T, run_narrow<T, MATRICES>, kind, 1>, NULL, 0,     \
     ONLY_90}

/* Where no probe is measured, the library is not there. */
extern "C" gemm_fn cublas_fp16 __attribute__((weak));

/* For a profiler, which counts one launch. */
template <gemm_fn *RUN> static int launched_once(long long n)
{
    const size_t count = (size_t)n * n;
    struct rivals r = {(int)n, 1.0f};
    int status = -1;

    if (cuda_check(cudaMalloc(&r.a, count * 2), "memory") == 0
        && cuda_check(cudaMalloc(&r.b, count * 2), "memory") == 0
        && cuda_check(cudaMalloc(&r.c, count * 4), "memory") == 0) {
        fill_narrow<half><<<1024, 256>>>(count, 1, (half *)r.a);
        fill_narrow<half><<<1024, 256>>>(count, 2, (half *)r.b);
        status = cuda_check(cudaDeviceSynchronize(), "inputs");
    }
    if (status == 0)
        status = sample_instead(multiply_narrow<RUN>, &r);
    cudaFree(r.a);
    cudaFree(r.b);
    cudaFree(r.c);
    return status;
}

template <gemm_fn *RUN> static int speed_of(long long n, struct samples *out)
{
    return sample_instead
               ? launched_once<RUN>(n)
               : speed_on(RUN, UNIFORM_VALUES, n, out);
}

template <gemm_fn *RUN> static int watts_of(long long n, struct samples *out)
{
    return watts_on(RUN, UNIFORM_VALUES, n, out);
}

static void run_library(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    cublas_fp16(M, N, K, alpha, A, B, beta, C);
}

/* Pairs of blocks or not, and tiles of C in bands or row by row. */
#define PAIRS(name, ...)                                               \
    {"pairs", name, "GFLOP/s", {4096}, speed_of<__VA_ARGS__>, NULL, 0, \
     ONLY_90},                                                         \
    {"pairs", name, "GFLOP/s", {8192}, speed_of<__VA_ARGS__>, NULL, 0, \
     ONLY_90 | PROFILED},                                              \
    {"pairs-watts", name, "W", {4096, 8192}, watts_of<__VA_ARGS__>,    \
     NULL, 0, ONLY_90}

#define PARTS(name, without, cluster)                                  \
    {"parts", name, "GFLOP/s", {4096}, speed_of_parts<without, cluster>, \
     verify_parts<without, cluster>, 0, ONLY_90},                      \
    {"parts-watts", name, "W", {4096}, watts_of_parts<without, cluster>, \
     NULL, 0, ONLY_90}

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
    SCALED_OF("scaled", 256, 128, 4),
    SCALED_OF("scaled-192", 192, 192, 4),
    EIGHTS_OF("unscaled", multiply_plain, EIGHTS_FAST, 0),
    EIGHTS_OF("cublas-eights", multiply_best, EIGHTS, 1),
    EIGHTS_OF("cublas-eights-fast", multiply_best, EIGHTS_FAST, 1),
    ERROR_OF("scaled-error", multiply_best, OURS, 1, 0),
    ERROR_OF("unpromoted-error", multiply_plain, OURS, 0, 0),
    ERROR_OF("cublas-eights-error", multiply_plain, EIGHTS, 0, 0),
    ERROR_OF("cublas-eights-fast-error", multiply_plain, EIGHTS_FAST, 0, 0),
    ERROR_OF("scaled-error-of-floats", multiply_best, OURS, 1, 1),
    ERROR_OF("unpromoted-error-of-floats", multiply_plain, OURS, 0, 1),
    NARROW_OF("to-half", half, HALF, HALVES, MATRICES),
    NARROW_OF("to-half-by-lanes", half, HALF, HALVES, 0),
    NARROW_OF("to-bf16", __nv_bfloat16, BFLOAT16, BFLOATS, MATRICES),
    LIBRARY_NARROW("cublas-to-half", half, HALVES),
    LIBRARY_NARROW("cublas-to-bf16", __nv_bfloat16, BFLOATS),
    PARTS("whole", 0, 2),
    PARTS("unsent", UNSENT, 2),
    PARTS("near", NEAR, 2),
    PARTS("near-unsent", NEAR | UNSENT, 2),
    PARTS("near-unsent-alone", NEAR | UNSENT, 1),
    {"parts-watts", "bare", "W", {4096}, watts_of_bare, NULL, 0, ONLY_90},
    PAIRS("lasting", run_roles<half, 128, 256, 2, 4, 1, 5>),
    PAIRS("hopper-row-order", run_roles<half, 128, 256, 2, 4, 2, 5>),
    PAIRS("hopper-no-cluster", run_roles<half, 128, 256, 2, 4, 1, 7>),
    PAIRS("hopper", run_roles<half, 128, 256, 2, 4, 2, 7>),
    PAIRS("cublas", run_library),
    {},
};
//< omit
