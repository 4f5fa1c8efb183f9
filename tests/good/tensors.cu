/* tensors.cu - products by mma.sync that are right, with pipelines that are less usual. Each must
 * be accepted. A block of two warps has 16 x 16 results. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"

enum { BK = 64, ROW = 128, ROW_B = 32, TILE_B = 16 * ROW, SLOT = TILE_B + BK * ROW_B, THREADS = 64 };

/* What is unusual, added up: waits for all groups each time; closes groups without copies; warp 1
 * copies all; fills at the end of an iteration, behind a barrier of its own; swizzles by another
 * formula; gives the same addresses to two halves of a warp; multiplies a tile of zeros more; waits
 * before and after the barrier. */
enum { WAITS_FOR_ALL = 1, EMPTY_GROUPS = 2, ONE_WARP = 4, LATE = 8, OTHER_TURN = 16, TWICE = 32,
       MORE = 64, WAITS_TWICE = 128 };

template <int HOW> static __device__ __forceinline__ unsigned place(unsigned p, unsigned row)
{
    return 16 * (HOW & OTHER_TURN ? p ^ (7 - row % 8) : p ^ row % 8);
}

template <int HOW>
static __device__ __forceinline__ void start(char *slot, const half *A, const half *B, int row0,
                                             int col0, int k0, int M, int N, int K, int depth)
{
    const int first = HOW & ONE_WARP ? (int)threadIdx.x - 32 : (int)threadIdx.x;

    for (int e = first; e >= 0 && e < 256; e += HOW & ONE_WARP ? 32 : THREADS) {
        const int of_b = e / 128, r = of_b ? e % 128 / 2 : e / 8, p = of_b ? e % 2 : e % 8;
        const int there = of_b ? k0 + r < depth && col0 + 8 * p < N
                               : row0 + r < M && k0 + 8 * p < depth;

        start_copy(slot + (of_b ? TILE_B + r * ROW_B + 16 * p : r * ROW + place<HOW>(p, r)),
                   of_b ? B + (size_t)(k0 + r) * N + col0 + 8 * p
                        : A + (size_t)(row0 + r) * K + k0 + 8 * p, there);
    }
    close_batch();
    if (HOW & EMPTY_GROUPS)
        close_batch();
}

template <int STAGES, int HOW>
__global__ void product(int M, int N, int K, float alpha, const half *A, const half *B, float beta,
                        float *C)
{
    extern __shared__ __align__(128) char slots[];
    enum { EACH = HOW & EMPTY_GROUPS ? 2 : 1, AHEAD = STAGES - 1 };
    const int row0 = block_y() * 16, col0 = blockIdx.x * 16, lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32, depth = alpha != 0.0f ? K : 0;
    const int count = (depth + BK - 1) / BK + (HOW & MORE ? 1 : 0);
    float acc[4] = {};
    uint32_t a[4], b[4];

    for (int t = 0; t < AHEAD; ++t)
        start<HOW>(slots + t * SLOT, A, B, row0, col0, t * BK, M, N, K, depth);
    for (int t = 0; t < count; ++t) {
        char *slot = slots + t % STAGES * SLOT, *next = slots + (t + AHEAD) % STAGES * SLOT;

        if (STAGES == 1)
            start<HOW>(next, A, B, row0, col0, t * BK, M, N, K, depth);
        wait_for_batches<HOW & WAITS_FOR_ALL || STAGES < 3 ? 0 : EACH * (STAGES - 2)>();
        __syncthreads();
        if (HOW & WAITS_TWICE)
            wait_for_batches<0>();
        if (STAGES > 1 && !(HOW & LATE))
            start<HOW>(next, A, B, row0, col0, (t + AHEAD) * BK, M, N, K, depth);
        for (int s = 0; s < 4; ++s) {
            const unsigned row = lane % 16;

            if (HOW & TWICE) {
                ldmatrix_x4(a, slot + row * ROW + place<HOW>(2 * s, row));
                a[2] = a[0];
                uint32_t more[4];
                ldmatrix_x4(more, slot + row * ROW + place<HOW>(2 * s + 1, row));
                a[2] = more[0];
                a[3] = more[1];
            } else {
                ldmatrix_x4(a, slot + row * ROW + place<HOW>(2 * s + lane / 16, row));
            }
            ldmatrix_x4_trans(b, slot + TILE_B + (16 * s + row) * ROW_B + 16 * warp);
            multiply_add((const half *)0, acc, a, b);
        }
        if (STAGES == 1 || HOW & LATE)
            __syncthreads();
        if (STAGES > 1 && HOW & LATE)
            start<HOW>(next, A, B, row0, col0, (t + AHEAD) * BK, M, N, K, depth);
    }
    wait_for_batches<0>();
    for (int e = 0; e < 4; ++e) {
        const int row = row0 + lane / 4 + e / 2 * 8, col = col0 + 8 * warp + lane % 4 * 2 + e % 2;

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, acc[e], beta);
    }
}

template <int STAGES, int HOW>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    if (M > 0 && N > 0)
        product<STAGES, HOW><<<grid(blocks(N, 16), blocks(M, 16)), THREADS, STAGES * SLOT>>>(
            M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}

#define MADE(name, STAGES, HOW)                                                                    \
    {name, run<STAGES, HOW>, 16, 16, 8, 4096, HALF | MULTIPLES, 0, {0}},

const struct kernel kernels[] = {
    MADE("one-slot", 1, 0)
    MADE("two-slots", 2, 0)
    MADE("three-slots", 3, 0)
    MADE("five-slots", 5, 0)
    MADE("waits-for-all", 4, WAITS_FOR_ALL)
    MADE("empty-groups", 3, EMPTY_GROUPS)
    MADE("one-warp-copies", 3, ONE_WARP)
    MADE("fills-late", 3, LATE | WAITS_FOR_ALL)
    MADE("other-turn", 3, OTHER_TURN)
    MADE("same-addresses-twice", 3, TWICE)
    MADE("tile-of-zeros-more", 3, MORE)
    MADE("waits-twice", 4, WAITS_TWICE)
    {},
};
