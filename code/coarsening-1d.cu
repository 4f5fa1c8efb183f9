//> omit
/* coarsening-1d.cu - several results a thread, one below the other. */
#include "bench/bench.h"
#include "kernels/tiles.h"
//< omit

//> several results a thread
template <int BM, int BN, int BK, int T, int SIDEWAYS>
__global__ void __launch_bounds__(BM * BN / T)
coarse(int M, int N, int K, float alpha, const float *A, const float *B,
       float beta, float *C)
{
    constexpr int threads = BM * BN / T;
    constexpr int across = SIDEWAYS ? BN / T : BN; /* in a row */
    __shared__ __align__(16) float As[BM][BK], Bs[BK][BN];
    float next_a[BM * BK / threads], next_b[BK * BN / threads];
    float acc[T] = {}; /* the column of results */
    const unsigned x = threadIdx.x % across;
    const unsigned y = threadIdx.x / across * (SIDEWAYS ? 1 : T);
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    /* the first tile, the only one that may be incomplete along K */
    fetch_ragged<BM, BK, threads>(next_a, a, K, rows, first);
    fetch_ragged<BK, BN, threads>(next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        place<BM, BK, threads>(next_a, As[0]);
        place<BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) { /* there is a next tile */
            fetch<BM, BK, threads>(next_a, a + k0, K, rows - 1, BK - 1);
            fetch<BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                   BK - 1, cols - 1);
        }
        if (!SIDEWAYS) {
//> T results for each element of B
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                const float b_k = Bs[k][x];

#pragma unroll
                for (int i = 0; i < T; ++i)
                    acc[i] += As[y + i][k] * b_k;
            }
//< T results for each element of B
//> results in a row instead
        } else {
//> results side by side
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                const float a_k = As[y][k];

#pragma unroll
                for (int j = 0; j < T; ++j)
                    acc[j] += a_k * Bs[k][x + j * across];
            }
//< results side by side
//< results in a row instead
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
//> store the results
#pragma unroll
    for (int i = 0; i < T; ++i) {
        const unsigned row = SIDEWAYS ? y : y + i;
        const unsigned col = SIDEWAYS ? x + i * across : x;

        if (row < rows && col < cols)
            put(&C[(size_t)(row0 + row) * N + col0 + col], alpha,
                acc[i], beta);
    }
//< store the results
}
//< several results a thread

//> launch it
template <int BM, int BN, int BK, int T, int SIDEWAYS>
static void run_coarse(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    coarse<BM, BN, BK, T, SIDEWAYS><<<all, BM * BN / T>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> the table
const struct kernel kernels[] = {
    KERNEL("tm-1", SWEEP, coarse, 32, 32, 32, 1, 0),
    KERNEL("tm-2", SWEEP, coarse, 32, 32, 32, 2, 0),
    KERNEL("tm-4", SWEEP, coarse, 32, 32, 32, 4, 0),
    KERNEL("tm-8", SWEEP, coarse, 32, 32, 32, 8, 0),
    KERNEL("tm-16", SWEEP, coarse, 32, 32, 32, 16, 0),
    KERNEL("tm-32", SWEEP, coarse, 32, 32, 32, 32, 0),
    KERNEL("tile-64", 0, coarse, 64, 64, 16, 8, 0),
    KERNEL("across", 0, coarse, 64, 64, 16, 8, 1),
    {},
};
//< the table
