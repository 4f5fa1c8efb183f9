/* sweep.cu - a kernel, the same as one of a sweep, and again with a launcher that
 * says what it is asked for. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <stdio.h>

__global__ void plain(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const unsigned row = block_y() * 32 + threadIdx.y;
    const unsigned col = blockIdx.x * 32 + threadIdx.x;

    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    plain<<<grid(blocks(N, 32), blocks(M, 32)), dim3(32, 32)>>>(
        M, N, K, alpha, A, B, beta, C);
}

static void tell(int M, int N, int K, float alpha, const float *A,
                 const float *B, float beta, float *C)
{
    fprintf(stderr, "%dx%dx%d %g %g\n", M, N, K, (double)alpha, (double)beta);
    run(M, N, K, alpha, A, B, beta, C);
}

const struct kernel kernels[] = {
    {"plain", run, 32, 32, 1, 8192, 0},
    {"tried", tell, 128, 128, 16, 8192, SWEEP},
    {"swept", run, 32, 32, 1, 8192, SWEEP},
    {},
};
