/* handover.cu - a product whose sums over the first half of K one block hands to
 * another of the same launch, with one mistake at a time. tests/bad/table says
 * what each is to be told; `right` has none. Of 64 x 64 x 64 only. */
#include "bench/bench.h"

enum { TILE = 16, TILES = 4, THREADS = TILE * TILE };

enum mistake {
    RIGHT, NO_FENCE_BEFORE, NO_FENCE_AFTER, NO_ATOMIC, NO_BARRIER_BEFORE,
    NO_BARRIER_AFTER, FLAG_OF_ANOTHER, NO_LOOP, FENCE_OF_THE_BLOCK,
    FENCE_TOO_EARLY, FENCE_TOO_LATE, WAITS_FOR_A_LATER_ONE,
    HALF_OF_IT_FENCES
};

static __device__ float parts[TILES * TILES * THREADS];
static __device__ unsigned flags[TILES * TILES];

template <int WRONG>
static __device__ __forceinline__ void hand_over(unsigned *flag)
{
    if (WRONG == NO_ATOMIC)
        *(volatile unsigned *)flag = 1; // plain
    else if (WRONG == FENCE_TOO_LATE)
        atomicExch(flag, 1u);
    if (WRONG == FENCE_OF_THE_BLOCK)
        __threadfence_block();
    else if (WRONG != NO_FENCE_BEFORE && WRONG != FENCE_TOO_EARLY &&
             WRONG != HALF_OF_IT_FENCES)
        __threadfence();
    if (WRONG != NO_ATOMIC && WRONG != FENCE_TOO_LATE)
        atomicExch(flag, 1u);
}

template <int WRONG>
static __device__ __forceinline__ void take_over(unsigned *flag)
{
    if (WRONG == NO_ATOMIC)
        while (*(volatile unsigned *)flag == 0) // asks
            ;
    else
        while (atomicAdd(flag, 0u) == 0 && WRONG != NO_LOOP) // waits
            ;
    if (WRONG != NO_FENCE_AFTER)
        __threadfence();
}

template <int WRONG>
__global__ void halves(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int t = threadIdx.x, tile = blockIdx.x / 2;
    const int second = WRONG == WAITS_FOR_A_LATER_ONE ? 1 - blockIdx.x % 2
                                                      : blockIdx.x % 2;
    const int row = tile / TILES * TILE + t / TILE;
    const int col = tile % TILES * TILE + t % TILE;
    float acc = 0.0f;

    for (int k = second * K / 2; k < (second + 1) * K / 2; ++k)
        acc += A[row * K + k] * B[k * N + col];
    if (!second) {
        if (WRONG == FENCE_TOO_EARLY && t == 0)
            __threadfence();
        parts[tile * THREADS + t] = acc; // hands over
        if (WRONG == HALF_OF_IT_FENCES && t < THREADS / 2)
            __threadfence();
        if (WRONG != NO_BARRIER_BEFORE)
            __syncthreads();
        if (t == 0)
            hand_over<WRONG>(&flags[tile]);
        return;
    }
    if (t == 0)
        take_over<WRONG>(&flags[WRONG == FLAG_OF_ANOTHER && tile > 0
                                    ? tile - 1 : tile]);
    if (WRONG != NO_BARRIER_AFTER)
        __syncthreads();
    acc += parts[tile * THREADS + t]; // takes over
    C[row * N + col] = alpha * acc;
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    static const unsigned zeros[TILES * TILES] = {};

    cudaMemcpyToSymbol(flags, zeros, sizeof zeros);
    halves<WRONG><<<2 * TILES * TILES, THREADS>>>(M, N, K, alpha, A, B, beta,
                                                  C);
}

#define MADE(name, wrong) {name, run<wrong>, TILE, TILE, TILE, 4096, 0},
const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("no-fence-before", NO_FENCE_BEFORE)
    MADE("no-fence-after", NO_FENCE_AFTER)
    MADE("no-atomic", NO_ATOMIC)
    MADE("no-barrier-before", NO_BARRIER_BEFORE)
    MADE("no-barrier-after", NO_BARRIER_AFTER)
    MADE("flag-of-another", FLAG_OF_ANOTHER)
    MADE("no-loop", NO_LOOP)
    MADE("fence-of-the-block", FENCE_OF_THE_BLOCK)
    MADE("fence-too-early", FENCE_TOO_EARLY)
    MADE("fence-too-late", FENCE_TOO_LATE)
    MADE("half-of-it-fences", HALF_OF_IT_FENCES)
    MADE("waits-for-a-later-one", WAITS_FOR_A_LATER_ONE)
    {},
};
