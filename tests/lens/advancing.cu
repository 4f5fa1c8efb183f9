/* advancing.cu - blocks that take long, since they make all of a product, and such as never end. tests/lens-advancing.t says
 * which of them the lens lets go on. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#define PARAMETERS int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C

/* One warp makes the product, each element so many times before it is stored, and then may store the last of them for ever. */
__global__ void by_one_warp(PARAMETERS, int times, int again)
{
    const int lane = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < M; ++i)
        for (int j = lane; j < N; j += 32) {
            for (int time = 0; time < times; ++time) {
                acc = 0.0f;
                for (int k = 0; k < K; ++k)
                    acc += A[i * K + k] * B[k * N + j];
                __syncthreads();
            }
            put(&C[i * N + j], alpha, acc, beta);
        }
    while (again) {
        C[M * N - 32 + lane] = alpha * acc; // again
        __syncthreads();
    }
}

static void run_longer(PARAMETERS)
{
    by_one_warp<<<1, 32>>>(M, N, alpha == 0 ? 0 : K, alpha, A, B, beta, C, 300, 0);
}

static void run_endless(PARAMETERS)
{
    by_one_warp<<<1, 32>>>(M, N, alpha == 0 ? 0 : K, alpha, A, B, beta, C, 1, 1);
}

const struct kernel kernels[] = {
    {"longer", run_longer, 32, 32, 32, 4096, MULTIPLES},
    {"endless", run_endless, 32, 32, 32, 4096, MULTIPLES},
    {},
};
