/* parts.cu - products whose K is divided among blocks, which are right, with sums that are less
 * usual. Each must be accepted. A block has 16 x 16 results. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/peers.h"

enum { T = 16, SUMS = T * T };

/* In what order blocks meet: the last that counts down to 0 adds all parts, from the last part to
 * the first; or in pairs, the later of two adds the other's to its own and goes on to the next
 * pair, and what is left out at the end of a row goes on alone; or all blocks of a cluster
 * exchange what they have, in three steps, and each has the whole sum. Where K is less than the
 * parts there is one, so that no counter is left halfway when the lens runs one block alone. */
enum { DOWN, PAIRS };

static __device__ unsigned waiting[1 << 20];

static __device__ __forceinline__ float sum_of(const float *A, const float *B, int M, int N, int K,
                                               int depth, int row, int col, unsigned part,
                                               unsigned count)
{
    float acc = 0.0f;

    for (int k = (int)part; k < depth && row < M && col < N; k += (int)count)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    return acc;
}

/* True in the second of two blocks that come here. */
static __device__ __forceinline__ bool is_second(unsigned *word)
{
    __shared__ unsigned there;

    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        there = atomicXor(word, 1u);
        __threadfence();
    }
    __syncthreads();
    return there;
}

/* `words` has a word for each part but one of a tile, and parts a place for each. */
template <int COUNT, int HOW>
__global__ void divided(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C, float *parts)
{
    const unsigned across = ((unsigned)N + T - 1) / T, tile = blockIdx.x, e = threadIdx.x;
    const int row = tile / across * T + e / T, col = tile % across * T + e % T;
    const int depth = alpha != 0.0f ? K : 0;
    volatile float *first = parts + (size_t)tile * COUNT * SUMS + e;
    float acc = sum_of(A, B, M, N, K, depth, row, col, blockIdx.y, COUNT);

    if (HOW == DOWN) {
        __shared__ unsigned left;

        first[blockIdx.y * SUMS] = acc;
        __threadfence();
        __syncthreads();
        if (e == SUMS - 1) {
            left = atomicAdd(&waiting[tile], 0xffffffffu) + COUNT - 1;
            if (left == 0)
                atomicExch(&waiting[tile], 0u);
            __threadfence();
        }
        __syncthreads();
        if (left != 0)
            return;
        acc = 0.0f;
        for (int p = COUNT - 1; p >= 0; --p)
            acc += first[p * SUMS];
    } else {
        unsigned at = blockIdx.y, level = 0;

        for (unsigned many = COUNT; many > 1; many = (many + 1) / 2, ++level, at /= 2) {
            const unsigned mine = at << level, its = (at ^ 1) << level;

            if ((at ^ 1) >= many)
                continue;
            first[mine * SUMS] = acc;
            if (!is_second(&waiting[tile * COUNT + (min(mine, its) | 1u << level) - 1]))
                return;
            acc = first[min(mine, its) * SUMS] + first[max(mine, its) * SUMS];
        }
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

template <int COUNT, int HOW>
static void run_divided(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, T) * blocks(N, T);
    float *parts;

    if (tiles == 0)
        return;
    if (K < COUNT && COUNT > 1) {
        run_divided<1, DOWN>(M, N, K, alpha, A, B, beta, C);
        return;
    }
    cudaMalloc(&parts, tiles * COUNT * SUMS * sizeof *parts);
    divided<COUNT, HOW><<<dim3(tiles, COUNT), SUMS>>>(M, N, K, alpha, A, B, beta, C, parts);
    cudaFree(parts);
}

/* Eight blocks; a thread of the first 64 has four results. */
__global__ void exchanged(int M, int N, int K, float alpha, const float *A, const float *B,
                          float beta, float *C)
{
    __shared__ __align__(16) float sums[2][SUMS];
    const unsigned count = blocks_of_cluster(), rank = rank_in_cluster();
    const unsigned across = ((unsigned)N + T - 1) / T, tile = blockIdx.x / count;
    const int row0 = tile / across * T, col0 = tile % across * T, e = threadIdx.x;
    const int depth = alpha != 0.0f ? K : 0;
    unsigned now = 0;

    sums[0][e] = sum_of(A, B, M, N, K, depth, row0 + e / T, col0 + e % T, rank, count);
    for (unsigned step = 1; step < count; step *= 2, now ^= 1) {
        meet_cluster();
        if (e < SUMS / 4) {
            const float4 x = load_of_peer(&sums[now][4 * e], rank & ~step);
            const float4 y = load_of_peer(&sums[now][4 * e], rank | step);

            *(float4 *)&sums[now ^ 1][4 * e] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z,
                                                           x.w + y.w);
        }
    }
    meet_cluster();
    const int row = row0 + e / T, col = col0 + e % T;

    if (e / (SUMS / count) == rank && row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, sums[now][e], beta);
}

static void run_exchanged(int M, int N, int K, float alpha, const float *A, const float *B,
                          float beta, float *C)
{
    const unsigned tiles = blocks(M, T) * blocks(N, T);

    if (tiles > 0)
        launch_clusters(exchanged, 8, tiles * 8, SUMS, 0, M, N, K, alpha, A, B, beta, C);
}

const struct kernel kernels[] = {
    {"counts-down", run_divided<3, DOWN>, T, T, T, 4096, 0, 0, {0}},
    {"pairs-of-four", run_divided<4, PAIRS>, T, T, T, 4096, 0, 0, {0}},
    {"pairs-of-seven", run_divided<7, PAIRS>, T, T, T, 4096, 0, 0, {0}},
    {"exchanged-in-cluster", run_exchanged, T, T, T, 4096, NEEDS_90, 0, {0}},
    {},
};
