/* columns.cu - products of four warps whose rows are columns of B, with mistakes. A block has
 * 168 x 64 results, and tiles of 64 along K. */
#include "bench/bench.h"
#include "kernels/columns.h"
#include "kernels/gemm.h"

enum { BM = 168, BN = 64, BK = 64, LINE = 128, OF_A = BM * LINE, SLOT = OF_A + BK * LINE };

enum { RIGHT, ALONG_K, ACROSS_K, OTHER_BOX, NO_WAIT, NOT_SHOWN, EARLY, ROWS_FOR_COLUMNS };

template <int WRONG>
__global__ void columns(int M, int N, int K, float alpha, const __grid_constant__ struct tile_map a,
                        const __grid_constant__ struct tile_map b, float beta, float *C)
{
    extern __shared__ __align__(1024) char slot[];
    __shared__ uint64_t full;
    const int row0 = blockIdx.x * BM, col0 = block_y() * BN, steps = (K + BK - 1) / BK;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int step_b = WRONG == ALONG_K ? 2 : 128, step_a = WRONG == ACROSS_K ? 128 : 2;
    float sums[BM / 2];

    if (threadIdx.x == 0)
        init_arrivals(&full, 1);
    __syncthreads();
    for (int t = 0; t < steps; ++t) {
        uint64_t of_b = describe(slot + OF_A, 0);

        if (threadIdx.x == 0) {
            expect(&full, SLOT);
            bring_box(slot, &a, row0, t * BK, &full, 0);
            bring_box(slot + OF_A, &b, t * BK, col0, &full, 0);
        }
        if (WRONG == OTHER_BOX && warp == 3)
            of_b += 64;
        if (WRONG != NO_WAIT)
            wait_for(&full, t % 2);
        if (WRONG == NOT_SHOWN && threadIdx.x < BK)
            *(half *)(slot + OF_A + threadIdx.x * LINE) = half(0.0f); // stores
        __syncthreads();
        begin_products();
        for (int s = 0; s < 4; ++s)
            multiply_columns(sums, of_b + step_b * s, describe(slot, 0) + step_a * s, t | s); // multiplies
        close_products();
        if (WRONG != EARLY)
            wait_for_products<0>();
        __syncthreads();
    }
    wait_for_products<0>();
    for (int i = 0; i < BM / 2; ++i) {
        const int r = i / 4 * 8 + lane % 4 * 2 + i % 2, c = 16 * warp + lane / 4 + i % 4 / 2 * 8;
        const int row = row0 + (WRONG == ROWS_FOR_COLUMNS ? c : r);
        const int col = col0 + (WRONG == ROWS_FOR_COLUMNS ? r : c);

        if (row < M && col < N)
            put(&C[(size_t)row * N + col], alpha, sums[i], beta);
    }
}

static __global__ void scale(size_t count, float beta, float *C)
{
    for (size_t i = threadIdx.x; i < count; i += 256)
        put(&C[i], 0.0f, 0.0f, beta);
}

/* Rows of A and of B begin at multiples of 16 bytes, in copies where they do not. */
static __global__ void spread(int rows, int cols, const half *from, half *to, int pitch)
{
    for (int i = threadIdx.x; i < rows * pitch; i += 256)
        to[i] = i % pitch < cols ? from[(size_t)(i / pitch) * cols + i % pitch] : half(0.0f);
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    const int pitch_a = (K + 7) / 8 * 8, pitch_b = (N + 7) / 8 * 8;
    half *wide_a = NULL, *wide_b = NULL;
    struct tile_map a, b;

    if (M == 0 || N == 0)
        return;
    if (K == 0 || alpha == 0.0f) {
        scale<<<1, 256>>>((size_t)M * N, beta, C);
        return;
    }
    cudaMalloc((void **)&wide_a, (size_t)M * pitch_a * 2);
    cudaMalloc((void **)&wide_b, (size_t)K * pitch_b * 2);
    spread<<<1, 256>>>(M, K, (const half *)A, wide_a, pitch_a);
    spread<<<1, 256>>>(K, N, (const half *)B, wide_b, pitch_b);
    if (map_boxes(&a, 2, wide_a, M, K, (size_t)pitch_a * 2, BM) == 0 &&
        map_boxes(&b, 2, wide_b, K, N, (size_t)pitch_b * 2, 64) == 0)
        columns<WRONG><<<grid(blocks(M, BM), blocks(N, BN)), GROUP_THREADS, SLOT>>>(
            M, N, K, alpha, a, b, beta, C);
    cudaFree(wide_a);
    cudaFree(wide_b);
}

#define COLUMN_KERNEL(name, wrong) {name, run<wrong>, BM, BN, BK, 4096, HALF | NEEDS_90},
const struct kernel kernels[] = {
    COLUMN_KERNEL("right", RIGHT)
    COLUMN_KERNEL("along-k", ALONG_K)
    COLUMN_KERNEL("across-k", ACROSS_K)
    COLUMN_KERNEL("other-box", OTHER_BOX)
    COLUMN_KERNEL("no-wait-for-box", NO_WAIT)
    COLUMN_KERNEL("not-shown", NOT_SHOWN)
    COLUMN_KERNEL("next-box-early", EARLY)
    COLUMN_KERNEL("rows-for-columns", ROWS_FOR_COLUMNS)
    {},
};
