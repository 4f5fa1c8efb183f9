/* tensors.cu - a product of halves by mma.sync with one mistake at a time, of those that people
 * make with ldmatrix, swizzled tiles and groups of copies. tests/bad/table says what each is to be
 * told; `right` has none. A block of two warps has 16 x 16 results; a warp has 8 of the columns. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"

enum { BK = 64, ROW = 128, ROW_B = 32, TILE_B = 16 * ROW, SLOT = TILE_B + BK * ROW_B, THREADS = 64 };

enum mistake {
    RIGHT, NO_WAIT, WRONG_GROUP, NO_BARRIER, FILL_EARLY, PLAIN_READ, HALF_SWIZZLE, ODD_ADDRESS,
    NOT_TRANSPOSED, HALF_WARP, NOT_CLOSED, NO_ZEROS, SAME_REGISTERS,
    FRAGMENTS_EXCHANGED, ROW_BEYOND, EPILOGUE_EARLY, ONE_WARP_WAITS, OTHER_SLOT, MMA_IN_BRANCH,
    BARRIER_FIRST, ODD_TILES, SUMS_EXCHANGED, FROM_GLOBAL
};

static __device__ __forceinline__ unsigned place(unsigned p, unsigned row)
{
    return 16 * (p ^ row % 8);
}

/* Pieces of A: 16 rows of eight; of B: 64 rows of two. */
template <int WRONG>
static __device__ __forceinline__ void start(char *slot, const half *A, const half *B, int row0,
                                             int col0, int k0, int M, int N, int K, int depth)
{
    for (int e = threadIdx.x; e < 128; e += THREADS) {
        const int r = e / 8, p = e % 8, there = row0 + r < M && k0 + 8 * p < depth;
        const unsigned at = WRONG == HALF_SWIZZLE ? 16 * (p ^ r % 4) : place(p, r);

        if (WRONG == NO_ZEROS && !there)
            continue;
        start_copy(slot + r * ROW + at, A + (size_t)(row0 + r) * K + k0 + 8 * p, there); // fill A
    }
    for (int e = threadIdx.x; e < 128; e += THREADS) {
        const int r = e / 2, p = e % 2, there = k0 + r < depth && col0 + 8 * p < N;

        start_copy(slot + TILE_B + r * ROW_B + 16 * p,
                   B + (size_t)(k0 + r) * N + col0 + 8 * p, there); // fill B
    }
    if (WRONG != NOT_CLOSED)
        close_batch();
}

template <int WRONG>
static __device__ __forceinline__ void load(uint32_t a[4], uint32_t b[4], const char *slot, int s,
                                            const half *A)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned row = lane % 16 + (WRONG == ROW_BEYOND ? 40 : 0);
    const unsigned p = 2 * s + lane / 16;
    const char *from = slot + row * ROW + (WRONG == PLAIN_READ ? 16 * p : place(p, row));

    if (WRONG == ODD_ADDRESS)
        from += 2;
    if (WRONG == FROM_GLOBAL)
        from = (const char *)A;
    if (WRONG == HALF_WARP) {
        if (lane < 16)
            ldmatrix_x4(a, from); // half of them
    } else {
        ldmatrix_x4(a, from); // rows of A
    }
    from = slot + TILE_B + (16 * s + lane % 16) * ROW_B + 16 * warp;
    if (WRONG == NOT_TRANSPOSED)
        ldmatrix_x4(b, from);
    else
        ldmatrix_x4_trans(b, from); // rows of B
}

template <int STAGES, int WRONG>
__global__ void product(int M, int N, int K, float alpha, const half *A, const half *B, float beta,
                        float *C)
{
    __shared__ __align__(128) char slots[STAGES * SLOT];
    const int row0 = block_y() * 16, col0 = blockIdx.x * 16, lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32, depth = alpha != 0.0f ? K : 0;
    const int count = (depth + BK - 1) / BK;
    float acc[4] = {};
    uint32_t a[2][4], b[2][4];

    for (int t = 0; t < STAGES - 1; ++t)
        start<WRONG>(slots + t * SLOT, A, B, row0, col0, t * BK, M, N, K, depth);
    for (int t = 0; t < count; ++t) {
        const int later = t + STAGES - 1;
        char *slot = slots + t % STAGES * SLOT;
        char *next = slots + (WRONG == OTHER_SLOT ? t : later) % STAGES * SLOT;

        if (WRONG == FILL_EARLY)
            start<WRONG>(next, A, B, row0, col0, later * BK, M, N, K,
                         depth);
        if (WRONG == BARRIER_FIRST)
            __syncthreads();
        if (WRONG == WRONG_GROUP)
            wait_for_batches<STAGES - 1>();
        else if (WRONG == FILL_EARLY)
            wait_for_batches<STAGES - 1>();
        else if (WRONG != NO_WAIT && (WRONG != ONE_WARP_WAITS || warp == 0))
            wait_for_batches<STAGES - 2>();
        if (WRONG != NO_BARRIER && WRONG != BARRIER_FIRST)
            __syncthreads();
        load<WRONG>(a[0], b[0], slot, 0, A);
        if (WRONG != FILL_EARLY)
            start<WRONG>(next, A, B, row0, col0, later * BK, M, N, K,
                         depth);
        for (int s = 0; s < 4; ++s) {
            const int now = WRONG == SAME_REGISTERS ? 0 : s % 2;
            const int other = WRONG == SAME_REGISTERS ? 0 : 1 - now;

            if (s < 3)
                load<WRONG>(a[other], b[other], slot, s + 1, A);
            if (WRONG == FRAGMENTS_EXCHANGED) {
                const uint32_t x = a[now][1];

                a[now][1] = a[now][2];
                a[now][2] = x;
            }
            if (WRONG == MMA_IN_BRANCH) {
                if (lane + row0 < M)
                    multiply_add((const half *)0, acc, a[now], b[now]); // in a branch
            } else {
                multiply_add((const half *)0, acc, a[now], b[now]);
            }
        }
        if (WRONG == ODD_TILES)
            ++t; // two tiles at a time
    }
    if (WRONG != EPILOGUE_EARLY)
        wait_for_batches<0>();
    __syncthreads();
    if (WRONG == EPILOGUE_EARLY)
        ((float *)slots)[threadIdx.x] = acc[0]; // uses a slot again
    for (int e = 0; e < 4; ++e) {
        const int r = lane / 4 + e / 2 * 8, c = 8 * warp + lane % 4 * 2 + e % 2;
        const int row = row0 + (WRONG == SUMS_EXCHANGED ? c : r);
        const int col = col0 + (WRONG == SUMS_EXCHANGED ? r : c);

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, acc[e], beta);
    }
}

template <int STAGES, int WRONG>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    if (M > 0 && N > 0)
        product<STAGES, WRONG><<<grid(blocks(N, 16), blocks(M, 16)), THREADS>>>(
            M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}

/* Rows begin at multiples of 16 bytes: of eight halves. */
#define MADE(name, WRONG)                                                                          \
    {name, run<3, WRONG>, 16, 16, 8, 4096, HALF | MULTIPLES, 0, {0}},

const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("no-copy-wait", NO_WAIT)
    MADE("wrong-group", WRONG_GROUP)
    MADE("no-copy-barrier", NO_BARRIER)
    MADE("fill-early", FILL_EARLY)
    MADE("plain-read", PLAIN_READ)
    MADE("half-swizzle", HALF_SWIZZLE)
    MADE("odd-address", ODD_ADDRESS)
    MADE("not-transposed", NOT_TRANSPOSED)
    MADE("half-warp", HALF_WARP)
    MADE("not-closed", NOT_CLOSED)
    MADE("no-zeros", NO_ZEROS)
    MADE("same-registers", SAME_REGISTERS)
    MADE("fragments-exchanged", FRAGMENTS_EXCHANGED)
    MADE("row-beyond", ROW_BEYOND)
    MADE("epilogue-early", EPILOGUE_EARLY)
    MADE("one-warp-waits", ONE_WARP_WAITS)
    MADE("other-slot-filled", OTHER_SLOT)
    MADE("mma-in-branch", MMA_IN_BRANCH)
    MADE("barrier-first", BARRIER_FIRST)
    MADE("odd-tiles", ODD_TILES)
    MADE("sums-exchanged", SUMS_EXCHANGED)
    MADE("ldmatrix-from-global", FROM_GLOBAL)
    {},
};
