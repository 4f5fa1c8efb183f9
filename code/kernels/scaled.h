/* scaled.h - products of numbers of eight bits that share scales, on
 * compute capability 9.0: the groups with roles of roles.h (chapter
 * hopper). The scales are those of DeepSeek-AI, "DeepSeek-V3 Technical
 * Report", arXiv 2412.19437, section 3.3: of A one for each row and 128
 * of K, of B one for 128 columns and 128 of K. */
#ifndef SCALED_H
#define SCALED_H

#include "kernels/roles.h"

//> omit
/* A sign, four bits of exponent and three of fraction; at most +-448.
 * Both operands have K along the rows of their tiles. */
struct e4m3 {
    uint8_t bits;
};

MULTIPLIES(e4m3, float, "k32", "f32.e4m3.e4m3", "f", ", 1, 1")

/* Rounds to nearest, ties to even; what exceeds 448 becomes 448. */
static __host__ __device__ inline struct e4m3 e4m3_from(float x)
{
    const float a = fminf(fabsf(x), 448.0f);
    const int place = ilogbf(a), exponent = place < -6 ? -6 : place;
    const int fraction = (int)rintf(ldexpf(a, 3 - exponent));
    const int bits = x != x ? 0x7f : 8 * (exponent + 6) + fraction;
    const struct e4m3 out = {(uint8_t)(signbit(x) ? bits | 0x80 : bits)};

    return out;
}

static __host__ __device__ inline float e4m3_to(struct e4m3 x)
{
    const int exponent = x.bits / 8 % 16, fraction = x.bits % 8;
    const float size = x.bits % 128 == 0x7f ? NAN
                       : exponent == 0 ? ldexpf((float)fraction, -9)
                                       : ldexpf((float)(8 + fraction),
                                                exponent - 10);

    return x.bits < 128 ? size : -size;
}
//< omit

//> omit
/* A block rounds HIGH rows of 128 of K. These get one scale, with which
 * the largest becomes 448. A row of x has K floats, a row of `to` has
 * `pitch` bytes. The scales of adjacent steps are `apart` floats apart.
 * `most` is the largest magnitude; if it is 0, the block finds it. */
enum { SHARED_K = 128, LARGEST = 448 };

template <int HIGH>
static __global__ void __launch_bounds__(SHARED_K)
round_to_eight(int rows, int K, const float *x, struct e4m3 *to,
               size_t pitch, float *scales, size_t apart, float most)
{
    __shared__ float largest[SHARED_K];
    const unsigned row0 = blockIdx.x * HIGH;
    const unsigned k = blockIdx.y * SHARED_K + threadIdx.x;
    const unsigned end = min((unsigned)rows, row0 + HIGH);

    largest[threadIdx.x] = most;
    for (unsigned row = row0; k < K && most == 0.0f && row < end; ++row)
        largest[threadIdx.x] = fmaxf(largest[threadIdx.x],
                                     fabsf(x[(size_t)row * K + k]));
    for (unsigned left = SHARED_K / 2; left > 0; left /= 2) {
        __syncthreads();
        if (threadIdx.x < left)
            largest[threadIdx.x] = fmaxf(largest[threadIdx.x],
                                         largest[threadIdx.x + left]);
    }
    __syncthreads();
    const float scale = largest[0] > 0.0f ? largest[0] / LARGEST : 1.0f;

    if (threadIdx.x == 0)
        scales[blockIdx.y * apart + blockIdx.x] = scale;
    for (unsigned row = row0; k < pitch && row < end; ++row) {
        const float value = k < K ? x[(size_t)row * K + k] : 0.0f;

        to[row * pitch + k] = e4m3_from(value / scale);
    }
}
//< omit

//> omit
/* BM scales of A's rows, and eight of B's, from a multiple of 16 bytes
 * on: boxes of four floats from any column on stopped an H200 ("illegal
 * instruction"). One thread starts them, before the tiles. */
enum { BOX_OF_SCALES = 8, ROOM_OF_SCALES = 32 };

template <int BM>
static __device__ __forceinline__ void bring_scales(
    float *of_a, float *of_b, const struct tile_map *map_a,
    const struct tile_map *map_b, unsigned row0, unsigned col0,
    unsigned t, uint64_t *full)
{
    expect(full, (BM + BOX_OF_SCALES) * sizeof(float));
    start_box(of_a, map_a, t, row0, full);
    start_box(of_b, map_b, t, col0 / 128 / 4 * 4, full);
}

/* Loads the scales of a lane's two rows and of each 64 columns. */
template <int BN>
static __device__ __forceinline__ void load_scales(
    float (&a)[2], float (&b)[BN / 64], const float *of_a,
    const float *of_b, unsigned col0)
{
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = threadIdx.x / 32 % 4 * 16 + lane / 4;

    a[0] = of_a[row];
    a[1] = of_a[row + 8];
#pragma unroll
    for (unsigned i = 0; i < BN / 64; ++i)
        b[i] = of_b[(col0 % 512 + 64 * i) / 128];
}
//< omit

//> 128 of K into sums of their own
/* Multiplies 64 rows from `row` on by BW columns from `col` on. */
template <int BM, int BN, int BW>
static __device__ __forceinline__ void multiply_part(
    float (&part)[BW / 2], const char *slot, unsigned row, unsigned col)
{
    const uint64_t a = describe(slot + row * ROW_BYTES, 0);
    const uint64_t b =
        describe(slot + slot_of<e4m3, BM, BN>::B + col * ROW_BYTES, 0);

    begin_products();
#pragma unroll
    for (int k = 0; k < 4; ++k)
        group_multiply((const struct e4m3 *)0, part, a + k * 2,
                       b + k * 2, k);
    close_products();
}

/* Multiplies `part` by its scales and adds the results to `sums`. */
template <int BW, int COUNT>
static __device__ __forceinline__ void promote(
    float (&sums)[COUNT], const float (&part)[BW / 2], unsigned col,
    const float (&a)[2], const float *b)
{
#pragma unroll
    for (unsigned j = 0; j < BW / 8; ++j) {
        const float upper = a[0] * b[(col / 8 + j) / 8];
        const float lower = a[1] * b[(col / 8 + j) / 8];
        float *to = &sums[col / 2 + 4 * j];

        to[0] += upper * part[4 * j];
        to[1] += upper * part[4 * j + 1];
        to[2] += lower * part[4 * j + 2];
        to[3] += lower * part[4 * j + 3];
    }
}
//< 128 of K into sums of their own

//> omit
/* Tiles of BM x BN, of which a group promotes 64 x BW at a time. */
enum { BM = 128 };

template <int BN, int BW, int SLOTS>
__global__ void __launch_bounds__(3 * GROUP_THREADS, 1)
scaled(int M, int N, int K,
       const __grid_constant__ struct tile_map map_a,
       const __grid_constant__ struct tile_map map_b,
       const __grid_constant__ struct tile_map scales_a,
       const __grid_constant__ struct tile_map scales_b,
       const __grid_constant__ struct tile_map map_c, float *C,
       int sent)
{
    typedef slot_of<e4m3, BM, BN> tiles;
    extern __shared__ __align__(1024) char slots[];
    __shared__ __align__(128) float of_b[SLOTS][ROOM_OF_SCALES];
    __shared__ uint64_t full[SLOTS], empty[SLOTS];
    char *buffers = slots + SLOTS * tiles::SIZE;
    float *of_a = (float *)(buffers + 4 * BOX_BYTES);
    const unsigned group = threadIdx.x / GROUP_THREADS;
    const unsigned count = ((unsigned)K + SHARED_K - 1) / SHARED_K;
    const unsigned all = ((unsigned)M + BM - 1) / BM
                         * (((unsigned)N + BN - 1) / BN);
    struct ring ring = {0, 0};
    unsigned row0, col0;

    if (threadIdx.x == 0)
        for (int s = 0; s < SLOTS; ++s) {
            init_arrivals(&full[s], 2);
            init_arrivals(&empty[s], 8);
        }
    __syncthreads();
    wait_for_kernel();
    let_next_start();
    if (group == 2) {
        keep_registers<40>();
        if (threadIdx.x % GROUP_THREADS == 0)
            for (unsigned n = blockIdx.x; n < all; n += gridDim.x) {
                place_tile<BM, BN>(M, N, n, &row0, &col0);
                for (unsigned t = 0; t < count; ++t) {
                    wait_for(&empty[ring.slot], ring.parity ^ 1);
                    bring_scales<BM>(of_a + ring.slot * BM,
                                     of_b[ring.slot], &scales_a,
                                     &scales_b, row0, col0, t,
                                     &full[ring.slot]);
                    bring_tiles<e4m3, BM, BN, 1>(
                        slots + ring.slot * tiles::SIZE, &map_a, &map_b,
                        row0, col0, t, &full[ring.slot]);
                    advance<SLOTS>(&ring);
                }
            }
    } else {
        float sums[BN / 2], part[BW / 2];

        take_registers<232>();
        for (unsigned n = blockIdx.x; n < all; n += gridDim.x) {
            place_tile<BM, BN>(M, N, n, &row0, &col0);
#pragma unroll
            for (unsigned i = 0; i < BN / 2; ++i)
                sums[i] = 0.0f;
//> sums that are promoted
            for (unsigned t = 0; t < count; ++t) {
                const char *slot = slots + ring.slot * tiles::SIZE;
                float a[2], b[BN / 64];

                wait_for(&full[ring.slot], ring.parity);
                load_scales<BN>(a, b,
                                of_a + ring.slot * BM + group * 64,
                                of_b[ring.slot], col0);
#pragma unroll
                for (int col = 0; col < BN; col += BW) {
                    multiply_part<BM, BN, BW>(part, slot, group * 64,
                                              col);
                    wait_for_products<0>();
                    hold_sums(part);
                    if (col == BN - BW)
                        give_back<1, 0>(&empty[ring.slot]);
                    promote<BW>(sums, part, col, a, b);
                }
                advance<SLOTS>(&ring);
            }
//< sums that are promoted
            row0 += group * 64;
            if (sent)
                send<BN>(sums, buffers + group * 2 * BOX_BYTES, &map_c,
                         C, M, N, row0, col0, 1.0f, 0.0f, group);
            else
                store<BN>(sums, C, M, N, row0, col0, 1.0f, 0.0f);
        }
        if (threadIdx.x % GROUP_THREADS == 0)
            wait_until_sent<0>();
    }
}
//< omit

//> omit
/* Matrices of eight bits with K along their rows: M x K or N x K, each
 * row `pitch` bytes behind the one before, a multiple of 16; and scales,
 * a row of them for each 128 of K, `apart` floats behind the one before,
 * a multiple of 4. */
struct scaled_matrix {
    const struct e4m3 *x;
    size_t pitch;
    const float *scales;
    size_t apart;
};

/* Enqueues C = A times the transpose of B; M, N and K are not 0. */
template <int BN, int BW, int SLOTS>
static void run_scaled(int M, int N, int K,
                       const struct scaled_matrix *A,
                       const struct scaled_matrix *B, float *C)
{
    const auto kernel = scaled<BN, BW, SLOTS>;
    const int bytes = SLOTS * (slot_of<e4m3, BM, BN>::SIZE
                               + BM * (int)sizeof(float))
                      + 4 * BOX_BYTES;
    const int sent = N % 4 == 0;
    const unsigned steps = blocks(K, SHARED_K);
    struct tile_map a = {}, b = {}, c = {}, of_a = {}, of_b = {};
    int processors = 1;

    if (map_boxes(&a, 1, A->x, M, K, A->pitch, BM)
        || map_boxes(&b, 1, B->x, N, K, B->pitch, 64)
        || map_tiles(&of_a, A->scales, steps, M, A->apart, 1, BM, 0)
        || map_tiles(&of_b, B->scales, steps, blocks(N, 128), B->apart,
                     1, BOX_OF_SCALES, 0)
        || (sent && map_boxes(&c, 4, C, M, N, (size_t)N * 4, 64)))
        return;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                           0);
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    launch_clusters(kernel, 1,
                    min(blocks(M, BM) * blocks(N, BN),
                        (unsigned)processors),
                    3 * GROUP_THREADS, bytes, M, N, K, a, b, of_a, of_b,
                    c, C, sent);
}
//< omit

#endif
