/* doctor.cu - a right product, of which doctor.sh asks whether it is judged as one here. A warp computes an
 * element of C: each lane adds up every 32nd product, and then the lanes' sums are added in shared memory. It is
 * no unit's answer: its warps ask for far too many sectors of B. */
#include "bench/bench.h"
#include "kernels/gemm.h"

enum { LANES = 32, ROWS = 4 };

__global__ void by_warp(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    __shared__ float sums[ROWS][LANES];
    const unsigned lane = threadIdx.x, y = threadIdx.y;
    const unsigned row = block_y() * ROWS + y, col = blockIdx.x;
    float sum = 0.0f;

    if (row < M && alpha != 0.0f)
        for (unsigned k = lane; k < K; k += LANES)
            sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    sums[y][lane] = sum;
    for (unsigned half = LANES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half)
            sums[y][lane] += sums[y][lane + half];
    }
    if (row < M && lane == 0)
        put(&C[(size_t)row * N + col], alpha, sums[y][0], beta);
}

static void run_by_warp(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    by_warp<<<grid(N, blocks(M, ROWS)), dim3(LANES, ROWS)>>>(
        M, N, K, alpha, A, B, beta, C);
}

const struct kernel kernels[] = {
    {"by-warp", run_by_warp, ROWS, 1, LANES, 8192, 0},
    {},
};
