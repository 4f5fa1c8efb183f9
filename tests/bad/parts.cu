/* parts.cu - a product whose K is divided among blocks: the last of a tile adds the
 * parts, with one mistake at a time, of those that people make with such sums.
 * tests/bad/table says what each is to be told; `right` and `right-in-cluster` have
 * none. A block has 16 x 16 results, and there are two parts, or a cluster of two; of up
 * to 512 x 512 results. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/peers.h"

enum { T = 16, COUNT = 2, SUMS = T * T, MOST = 1024 };

enum mistake {
    RIGHT, NOT_RESET, NO_FENCE, NO_FENCE_AFTER, NOT_THE_LAST, REST_FORGOTTEN, ALL_STORE,
    OF_A_NEIGHBOUR, BETA_IN_EACH, BETA_FORGOTTEN, ALPHA_TWICE, ADDED_TO_C, ONE_COUNTER,
    LEAVES_EARLY, NO_BARRIER_BEFORE, NO_BARRIER_AFTER, OWN_LEFT_OUT, SAME_SLOT,
    /* in a cluster */
    NO_MEETING, NO_LAST_MEETING, RANK_BEYOND, ODD_PLACE, OWN_TWICE, LEFT_IN_GLOBAL
};

static __device__ unsigned arrived[MOST];
static __device__ float parts[MOST * COUNT * SUMS];

/* The sum of a thread over the steps of a part. */
template <int WRONG>
static __device__ __forceinline__ float sum_of(const float *A, const float *B, int M, int N,
                                               int K, int row, int col, unsigned part)
{
    const int each = WRONG == REST_FORGOTTEN ? K / COUNT : (K + COUNT - 1) / COUNT;
    const int end = min((int)(part + 1) * each, K);
    float acc = 0.0f;

    for (int k = part * each; k < end && row < M && col < N; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    return acc;
}

template <int WRONG>
__global__ void by_last(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    __shared__ unsigned before;
    const unsigned across = ((unsigned)N + T - 1) / T, tile = blockIdx.x, part = blockIdx.y;
    const unsigned e = threadIdx.x, slot = WRONG == SAME_SLOT ? 0 : part;
    const unsigned counter = WRONG == ONE_COUNTER ? 0 : tile;
    const int row = tile / across * T + e / T, col = tile % across * T + e % T;
    const int depth = alpha != 0.0f ? K : 0;
    float *mine = parts + (size_t)tile * COUNT * SUMS + e, *its = mine;
    float acc = sum_of<WRONG>(A, B, M, N, depth, row, col, part);

    if (WRONG == LEAVES_EARLY && part > 0 && depth < COUNT)
        return;
    if (WRONG == ADDED_TO_C) {
        if (row < M && col < N)
            atomicAdd(&C[(size_t)row * N + col], alpha * acc); // adds to C
        return;
    }
    if (WRONG == BETA_IN_EACH && beta != 0.0f && row < M && col < N)
        acc += beta / alpha * C[(size_t)row * N + col];
    if (WRONG == ALPHA_TWICE)
        acc *= alpha;
    mine[slot * SUMS] = acc; // leaves a part
    if (WRONG != NO_BARRIER_BEFORE)
        __syncthreads();
    if (e == 0) {
        if (WRONG != NO_FENCE)
            __threadfence();
        before = WRONG == NOT_RESET ? atomicAdd(&arrived[counter], 1u) // counts
                                    : atomicInc(&arrived[counter], COUNT - 1);
        if (WRONG != NO_FENCE_AFTER)
            __threadfence();
    }
    if (WRONG != NO_BARRIER_AFTER)
        __syncthreads();
    if (WRONG != NOT_THE_LAST && WRONG != ALL_STORE && before != COUNT - 1) // is the last
        return;
    if (WRONG == ALL_STORE && before != COUNT - 1) {
        if (row < M && col < N)
            C[(size_t)row * N + col] = alpha * acc; // stores a part
        return;
    }
    if (WRONG == OF_A_NEIGHBOUR && tile + 1 < gridDim.x)
        its += COUNT * SUMS;
    acc = 0.0f;
    for (unsigned p = 0; p < COUNT; ++p)
        if (WRONG != OWN_LEFT_OUT || p != part)
            acc += its[p * SUMS]; // adds a part
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, // stores the sum
            WRONG == BETA_FORGOTTEN ? 0.0f : WRONG == BETA_IN_EACH ? beta * beta : beta);
}

/* The two blocks of a cluster have a part each; each stores half of the rows. */
template <int WRONG>
__global__ void in_cluster(int M, int N, int K, float alpha, const float *A, const float *B,
                           float beta, float *C)
{
    __shared__ __align__(16) float sums[SUMS + 4];
    const unsigned across = ((unsigned)N + T - 1) / T, tile = blockIdx.x / COUNT;
    const unsigned e = threadIdx.x, rank = rank_in_cluster();
    const int row0 = tile / across * T, col0 = tile % across * T;
    const int depth = alpha != 0.0f ? K : 0;

    sums[e] = sum_of<WRONG>(A, B, M, N, depth, row0 + e / T, col0 + e % T, rank); // leaves sums
    if (WRONG == NO_MEETING)
        __syncthreads();
    else
        meet_cluster();
    if (e < SUMS / COUNT / 4) {
        const unsigned at = rank * (SUMS / COUNT) + e * 4;
        const int row = row0 + at / T, col = col0 + at % T;
        float sum[4] = {};

        for (unsigned p = 0; p < COUNT; ++p) {
            const unsigned of = WRONG == RANK_BEYOND ? p + 1 : WRONG == OWN_TWICE ? rank : p;
            const float *from = WRONG == LEFT_IN_GLOBAL ? parts + at : sums + at;
            const float4 v = load_of_peer(WRONG == ODD_PLACE ? from + 1 : from, of); // asks a peer

            sum[0] += v.x;
            sum[1] += v.y;
            sum[2] += v.z;
            sum[3] += v.w;
        }
        for (int q = 0; q < 4; ++q)
            if (row < M && col + q < N)
                put(&C[(size_t)row * N + col + q], alpha, sum[q], beta);
    }
    if (WRONG != NO_LAST_MEETING)
        meet_cluster();
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    const size_t tiles = (size_t)blocks(M, T) * blocks(N, T);

    if (tiles == 0 || tiles > MOST)
        return;
    by_last<WRONG><<<dim3(tiles, COUNT), SUMS>>>(M, N, K, alpha, A, B, beta, C);
}

template <int WRONG>
static void run_cluster(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    const size_t tiles = (size_t)blocks(M, T) * blocks(N, T);

    if (tiles == 0)
        return;
    launch_clusters(in_cluster<WRONG>, COUNT, tiles * COUNT, SUMS, 0, M, N, K, alpha, A, B, beta,
                    C);
}

#define MADE(name, wrong) {name, run<wrong>, T, T, T, 4096, 0},
#define IN_CLUSTER(name, wrong) {name, run_cluster<wrong>, T, T, T, 4096, NEEDS_90},
const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("not-reset", NOT_RESET)
    MADE("no-fence", NO_FENCE)
    MADE("no-fence-after-it", NO_FENCE_AFTER)
    MADE("not-the-last", NOT_THE_LAST)
    MADE("rest-forgotten", REST_FORGOTTEN)
    MADE("all-store", ALL_STORE)
    MADE("part-of-a-neighbour", OF_A_NEIGHBOUR)
    MADE("beta-in-each", BETA_IN_EACH)
    MADE("beta-forgotten", BETA_FORGOTTEN)
    MADE("alpha-twice", ALPHA_TWICE)
    MADE("added-to-c", ADDED_TO_C)
    MADE("one-counter", ONE_COUNTER)
    MADE("leaves-early", LEAVES_EARLY)
    MADE("counts-too-early", NO_BARRIER_BEFORE)
    MADE("reads-too-early", NO_BARRIER_AFTER)
    MADE("own-left-out", OWN_LEFT_OUT)
    MADE("same-slot", SAME_SLOT)
    IN_CLUSTER("right-in-cluster", RIGHT)
    IN_CLUSTER("no-meeting", NO_MEETING)
    IN_CLUSTER("no-last-meeting", NO_LAST_MEETING)
    IN_CLUSTER("rank-beyond", RANK_BEYOND)
    IN_CLUSTER("odd-place", ODD_PLACE)
    IN_CLUSTER("own-twice", OWN_TWICE)
    IN_CLUSTER("left-in-global", LEFT_IN_GLOBAL)
    {},
};
