/* groups.cu - boxes for clusters and boxes that leave, whose cost can be counted by hand, and a
 * product of groups of bytes, one of e4m3, and stmatrix. tests/lens-groups.t has the
 * answers. */
#include "bench/bench.h"
#include "kernels/store_engine.h"
#include "kernels/warpgroup.h"

enum { ROW = 128, BOX = 64 * ROW };

/* Each block of a cluster of two brings `high` rows to the blocks of a mask, or to itself. */
template <int BLOCKS>
__global__ void bring(const __grid_constant__ struct tile_map map, unsigned row, unsigned col,
                      unsigned high, unsigned blocks, float *C)
{
    extern __shared__ __align__(1024) char box[];
    __shared__ uint64_t full;
    const unsigned rank = rank_in_cluster();

    if (threadIdx.x == 0) {
        init_arrivals(&full, 1);
        expect(&full, (blocks ? BLOCKS : 1) * high * ROW);
    }
    meet_cluster();
    if (threadIdx.x == 0)
        bring_box(box + (blocks ? rank * high * ROW : 0), &map, row, col, &full, blocks); // brings
    wait_for(&full, 0);
    meet_cluster();
    C[blockIdx.x * 32 + threadIdx.x] = box[threadIdx.x];
}

#define BRING(name, cluster, size, rows, cols, pitch, high, mask, row, col)                        \
    static void name(int M, int N, int K, float alpha, const float *A, const float *B, float beta, \
                     float *C)                                                                     \
    {                                                                                              \
        struct tile_map map;                                                                       \
                                                                                                   \
        if (map_boxes(&map, size, A, rows, cols, pitch, high) == 0)                                \
            launch_clusters(bring<cluster>, cluster, cluster, 32, cluster *high *ROW, map, row,    \
                            col, high, mask, C);                                                   \
    }

BRING(halves, 1, 2, 64, 64, 128, 64, 0, 0, 0)
BRING(floats, 1, 4, 64, 64, 256, 8, 0, 8, 16)
BRING(bytes, 1, 1, 64, 200, 208, 16, 0, 56, 128)
BRING(each_its_own, 2, 2, 64, 64, 128, 32, 0, 0, 0)
BRING(each_to_both, 2, 2, 64, 64, 128, 32, 3, 0, 0)

/* Sends a box of zeros from shared memory. */
__global__ void send(const __grid_constant__ struct tile_map map, unsigned row, unsigned col)
{
    extern __shared__ __align__(1024) char box[];

    for (unsigned i = threadIdx.x; i < BOX / 4; i += 32)
        ((float *)box)[i] = 0.0f;
    show_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        send_box(&map, row, col, box); // sends
        wait_until_sent<0>();
    }
}

#define SEND(name, rows, cols, row, col)                                                           \
    static void name(int M, int N, int K, float alpha, const float *A, const float *B, float beta, \
                     float *C)                                                                     \
    {                                                                                              \
        struct tile_map map;                                                                       \
                                                                                                   \
        if (map_boxes(&map, 4, C, rows, cols, 4 * cols, 64) == 0)                                  \
            send<<<1, 32, BOX>>>(map, row, col);                                                   \
    }

SEND(sent, 64, 64, 0, 32)
SEND(sent_clipped, 64, 64, 32, 52)
SEND(sent_outside, 64, 64, 64, 0)

/* Element i of row r, and what 64 x 128 sums of 128 products are. A wrong one is stored where there
 * is nothing. */
static __device__ __forceinline__ int element(unsigned r, unsigned i)
{
    return (int)(r * 37 + i * 11 + r * i) % 255 - 127;
}

/* 64 rows of A, and 128 columns of B behind them, 128 bytes of k each. */
template <typename T, typename S>
static __device__ __forceinline__ void multiply_all(S (&sums)[64], const char *tiles)
{
    show_copies();
    __syncthreads();
    begin_products();
    for (int s = 0; s < 4; ++s)
        group_multiply((const T *)0, sums, describe(tiles, 0) + 2 * s,
                       describe(tiles + BOX, 0) + 2 * s, s);
    close_products();
    wait_for_products<0>();
}

/* Where byte i of row r lies, and which result sum i is. */
static __device__ __forceinline__ unsigned place(unsigned r, unsigned i)
{
    return r * ROW + 16 * (i / 16 ^ r % 8) + i % 16;
}

static __device__ __forceinline__ unsigned row_of(unsigned i)
{
    return threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i % 4 / 2 * 8;
}

static __device__ __forceinline__ unsigned col_of(unsigned i)
{
    return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
}

__global__ void whole_numbers(float *C)
{
    __shared__ __align__(1024) char tiles[3 * BOX];
    int sums[64];

    for (unsigned e = threadIdx.x; e < 192 * ROW; e += GROUP_THREADS) {
        const unsigned r = e / ROW, i = e % ROW;

        tiles[place(r, i)] = (char)element(r < 64 ? r : r + 5, i);
    }
    multiply_all<int8_t>(sums, tiles);
    for (unsigned i = 0; i < 64; ++i) {
        int sum = 0;

        for (unsigned k = 0; k < ROW; ++k)
            sum += element(row_of(i), k) * element(col_of(i) + 69, k);
        C[sum == sums[i] ? threadIdx.x : 1u << 28] = 0.0f;
    }
}

static void run_whole_numbers(int M, int N, int K, float alpha, const float *A, const float *B,
                              float beta, float *C)
{
    whole_numbers<<<1, GROUP_THREADS>>>(C);
}

/* Row r of A is a one at r; column c of B has all bytes but the two NaN, so that each of 64 x 128
 * sums is one of them: sign, exponent and three bits behind the point. */
static __device__ __forceinline__ unsigned byte_of(unsigned k, unsigned col)
{
    const unsigned byte = (k * 128 + col) % 256;

    return byte % 128 == 127 ? 0 : byte;
}

static __device__ __forceinline__ float value_of(unsigned byte)
{
    const int exponent = byte / 8 % 16;
    const float size = exponent ? ldexpf(8 + byte % 8, exponent - 10) : ldexpf(byte % 8, -9);

    return byte < 128 ? size : -size;
}

struct eight {};
MULTIPLIES(eight, float, "k32", "f32.e4m3.e4m3", "f", ", 1, 1")

__global__ void eights(float *C)
{
    __shared__ __align__(1024) char tiles[3 * BOX];
    float sums[64];

    for (unsigned e = threadIdx.x; e < 192 * ROW; e += GROUP_THREADS) {
        const unsigned r = e / ROW, i = e % ROW;

        tiles[place(r, i)] = (char)(r >= 64 ? byte_of(i, r - 64) : r == i ? 0x38 : 0);
    }
    multiply_all<eight>(sums, tiles);
    for (unsigned i = 0; i < 64; ++i)
        C[sums[i] == value_of(byte_of(row_of(i), col_of(i))) ? threadIdx.x : 1u << 28] = 0.0f;
}

/* Four matrices of 8 rows of 16 bytes, lane by lane, into 32 rows, the last first. */
__global__ void stored_rows(float *C)
{
    __shared__ __align__(16) uint32_t rows[32][4];
    const unsigned lane = threadIdx.x;
    uint32_t mine[4];

    for (unsigned m = 0; m < 4; ++m)
        mine[m] = 1000 * m + lane;
    engine_store_rows(rows[31 - lane], mine); // stores
    __syncwarp();
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned row = 31 - lane;

        C[rows[lane][i] == 1000 * (row / 8) + row % 8 * 4 + i ? lane : 1u << 28] = 0.0f;
    }
}

static void run_eights(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    eights<<<1, GROUP_THREADS>>>(C);
}

static void run_stored_rows(int M, int N, int K, float alpha, const float *A, const float *B,
                            float beta, float *C)
{
    stored_rows<<<1, 32>>>(C);
}

/* A map is refused for each of these reasons; else nothing is launched. */
static void refusals(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                     float *C)
{
    struct tile_map map;
    const auto refused = [&](unsigned size, const void *x, size_t cols, size_t pitch, unsigned high,
                             unsigned wide) {
        return engine_map_boxes(map.opaque, size, x, 64, cols, pitch, high, wide) != 0;
    };

    if (refused(2, (const char *)A + 8, 64, 128, 8, 64) && refused(2, A, 64, 136, 8, 64) &&
        refused(2, A, 0, 128, 8, 64) && refused(2, A, 64, 128, 0, 64) &&
        refused(2, A, 64, 128, 257, 64) && refused(2, A, 64, 128, 8, 32) &&
        refused(8, A, 16, 128, 8, 16) && !refused(4, A, 32, 128, 256, 32))
        halves(M, N, K, alpha, A, B, beta, C);
}

#define ONE(name) {#name, name, 16, 16, 16, 4096, PATTERN, 0, {0}},
const struct kernel kernels[] = {
    ONE(halves) ONE(floats) ONE(bytes) ONE(each_its_own) ONE(each_to_both)
    ONE(sent) ONE(sent_clipped) ONE(sent_outside)
    {"whole_numbers", run_whole_numbers, 16, 16, 16, 4096, PATTERN, 0, {0}},
    {"eights", run_eights, 16, 16, 16, 4096, PATTERN, 0, {0}},
    {"stored_rows", run_stored_rows, 16, 16, 16, 4096, PATTERN, 0, {0}},
    ONE(refusals)
    {},
};
