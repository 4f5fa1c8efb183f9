/* narrow.h - products by the groups with roles of roles.h whose results
 * have 16 bits, as their operands (chapter hopper). */
#ifndef NARROW_H
#define NARROW_H

#include "kernels/roles.h"
#include "kernels/store_engine.h"

//> four matrices of 8 rows of 16 bytes, stored
/* Lane l gives the address of row l % 8 of matrix l / 8, in shared
 * memory and a multiple of 16, and has four bytes of each matrix: bytes
 * 4 * (l % 4) to 4 * (l % 4) + 3 of row l / 4. All lanes of a warp call
 * this together; PTX calls it stmatrix. */
static __device__ __forceinline__ void store_rows(
    void *row, const uint32_t (&in)[4])
{
#ifndef __NVCC__
    engine_store_rows(row, in);
#elif GROUP_PTX
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], "
                 "{%1, %2, %3, %4};" ::"r"(place_of(row)),
                 "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3])
                 : "memory");
#endif
}
//< four matrices of 8 rows of 16 bytes, stored

//> omit
static __device__ __forceinline__ uint32_t two_of(const half *, float x,
                                                  float y)
{
    const half2 both = __floats2half2_rn(x, y);
    uint32_t bits;

    memcpy(&bits, &both, sizeof bits);
    return bits;
}

static __device__ __forceinline__ uint32_t two_of(const __nv_bfloat16 *,
                                                  float x, float y)
{
    const __nv_bfloat162 both = __floats2bfloat162_rn(x, y);
    uint32_t bits;

    memcpy(&bits, &both, sizeof bits);
    return bits;
}
//< omit

//> send results of 16 bits
/* Like send() of roles.h, but for 64 columns at a time. A lane has four
 * bytes of each of four 8 x 8 matrices of results. MATRICES: one
 * instruction stores all four; otherwise each lane stores its own. */
enum { MATRICES = 1 };

template <typename T, int BN, int HOW>
static __device__ __forceinline__ void send_narrow(
    const float (&sums)[BN / 2], char *buffers,
    const struct tile_map *map_c, unsigned row0, unsigned col0,
    float alpha, unsigned group)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    const int first = threadIdx.x % GROUP_THREADS == 0;

#pragma unroll
    for (unsigned p = 0; p < BN / 64; ++p) {
        char *buffer = buffers + p % 2 * BOX_BYTES
                       + 16 * warp * ROW_BYTES;

        if (first && BN / 64 % 2 && p == 0)
            wait_until_sent<0>();
        else if (first)
            wait_until_sent<1>();
        meet_threads(1 + group, GROUP_THREADS);
#pragma unroll
        for (unsigned q = 0; q < 4; ++q) {
            uint32_t of[4];

#pragma unroll
            for (unsigned m = 0; m < 4; ++m) {
                const unsigned e = 32 * p + 8 * q + 2 * m;

                of[m] = two_of((const T *)0, alpha * sums[e],
                               alpha * sums[e + 1]);
            }
            if (HOW & MATRICES)
                store_rows(buffer + lane % 16 * ROW_BYTES
                               + ((2 * q + lane / 16) ^ lane % 8) * 16,
                           of);
            else
#pragma unroll
                for (unsigned m = 0; m < 4; ++m)
                    *(uint32_t *)(buffer
                                  + (m % 2 * 8 + lane / 4) * ROW_BYTES
                                  + ((2 * q + m / 2) ^ lane / 4) * 16
                                  + lane % 4 * 4) = of[m];
        }
        show_copies();
        meet_threads(1 + group, GROUP_THREADS);
        if (first)
            send_box(map_c, row0, col0 + 64 * p,
                     buffers + p % 2 * BOX_BYTES);
    }
}
//< send results of 16 bits

//> omit
/* Stores without a buffer: for rows not all at multiples of 16 bytes. */
template <typename T, int BN>
static __device__ __forceinline__ void store_narrow(
    const float (&sums)[BN / 2], T *C, int M, int N, unsigned row0,
    unsigned col0, float alpha)
{
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;

#pragma unroll
    for (unsigned e = 0; e < BN / 2; ++e) {
        const unsigned row = row0 + 16 * warp + lane / 4 + e % 4 / 2 * 8;
        const unsigned col = col0 + e / 4 * 8 + lane % 4 * 2 + e % 2;

        if (row < M && col < N)
            C[(size_t)row * N + col] = (T)(alpha * sums[e]);
    }
}
//< omit

//> omit
template <typename T, int BN, int SLOTS, int CLUSTER, int HOW>
__global__ void __launch_bounds__(3 * GROUP_THREADS, 1)
narrow(int M, int N, int K, float alpha,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b,
       const __grid_constant__ struct tile_map map_c, T *C, int sent)
{
    enum { BM = 128 };
    typedef slot_of<T, BM, BN> tiles;
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    char *buffers = slots + SLOTS * tiles::SIZE;
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned rank = CLUSTER > 1 ? rank_in_cluster() : 0;
    const unsigned count = ((unsigned)K + tiles::BK - 1) / tiles::BK;
    const unsigned step = gridDim.x / CLUSTER;
    const unsigned first = blockIdx.x / CLUSTER;
    const unsigned all = ((unsigned)M + BM * CLUSTER - 1)
                         / (BM * CLUSTER)
                         * (((unsigned)N + BN - 1) / BN);
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
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = first; n < all; n += step) {
                place_tile<BM * CLUSTER, BN>(M, N, n, &row0, &col0);
                for (unsigned t = 0; t < count; ++t) {
                    wait_for(&empty[ring.slot], ring.parity ^ 1);
                    bring_tiles<T, BM, BN, CLUSTER>(
                        slots + ring.slot * tiles::SIZE, &map_a, &map_b,
                        row0 + rank * BM, col0, t, &full[ring.slot]);
                    advance<SLOTS>(&ring);
                }
            }
    } else {
        float sums[1][BN / 2];

        take_registers<232>();
        for (unsigned n = first; n < all; n += step) {
            uint64_t *previous = NULL;

            place_tile<BM * CLUSTER, BN>(M, N, n, &row0, &col0);
            row0 += rank * BM + group * 64;
            for (unsigned t = 0; t < count; ++t) {
                wait_for(&full[ring.slot], ring.parity);
                multiply_slot<T, BM, BN, 64>(
                    sums, slots + ring.slot * tiles::SIZE, group * 64,
                    t > 0);
                wait_for_products<1>();
                if (t > 0)
                    give_back<CLUSTER, 0>(previous);
                previous = &empty[ring.slot];
                advance<SLOTS>(&ring);
            }
            wait_for_products<0>();
            give_back<CLUSTER, 0>(previous);
            hold_sums(sums[0]);
            if (sent)
                send_narrow<T, BN, HOW>(sums[0],
                                        buffers + group * 2 * BOX_BYTES,
                                        &map_c, row0, col0, alpha,
                                        group);
            else
                store_narrow<T, BN>(sums[0], C, M, N, row0, col0,
                                    alpha);
        }
        if (threadIdx.x % GROUP_THREADS == 0)
            wait_until_sent<0>();
    }
    if (CLUSTER > 1)
        meet_cluster();
}
//< omit

//> omit
/* C = alpha A B of T, all three; M, N and K are not 0. */
template <typename T, int BN, int SLOTS, int CLUSTER, int HOW>
static void run_narrow_of(int M, int N, int K, float alpha,
                          const float *A, const float *B, float,
                          float *C)
{
    const auto kernel = narrow<T, BN, SLOTS, CLUSTER, HOW>;
    const int bytes = SLOTS * slot_of<T, 128, BN>::SIZE + 4 * BOX_BYTES;
    const int sent = N % 8 == 0;
    struct tile_map a = {}, b = {}, c = {};
    int processors = 1;

    if (map_halves<T, 128, BN, CLUSTER>(&a, &b, M, N, K, A, B)
        || (sent && map_boxes(&c, 2, C, M, N, (size_t)N * 2, 64)))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, CLUSTER,
                    CLUSTER * min(blocks(M, 128 * CLUSTER)
                                      * blocks(N, BN),
                                  (unsigned)processors / CLUSTER),
                    3 * GROUP_THREADS, bytes, M, N, K, alpha, a, b, c,
                    (T *)C, sent);
}

/* A tile for the size, by the rule of chapter hopper. */
template <typename T, int HOW>
static void run_narrow(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t high = blocks(M, 128);
    int processors = 1;
    auto run = run_narrow_of<T, 64, 8, 1, HOW>;

    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    const size_t enough = (size_t)processors * 3 / 4;

    if (high * blocks(N, 256) >= 2 * (size_t)processors)
        run = run_narrow_of<T, 256, 4, 2, HOW>;
    else if (high * blocks(N, 256) >= enough)
        run = run_narrow_of<T, 256, 4, 1, HOW>;
    else if (high * blocks(N, 128) >= enough)
        run = run_narrow_of<T, 128, 6, 1, HOW>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< omit

#endif
