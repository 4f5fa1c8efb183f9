//> omit
/* naive.cu - one thread computes one element of C. */
#include "bench/bench.h"
#include "kernels/gemm.h"
//< omit

//> one thread, one result
enum { SIDE = 32 };

__global__ void naive(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
//> place the thread
    const unsigned row = blockIdx.x * SIDE + threadIdx.x;
    const unsigned col = block_y() * SIDE + threadIdx.y;
//< place the thread

    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< one thread, one result

//> launch it
static void run_naive(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    naive<<<grid(blocks(M, SIDE), blocks(N, SIDE)), block_dim>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> the table
const struct kernel kernels[] = {
    {"naive", run_naive, SIDE, SIDE, 1, 4096, 0},
    {},
};
//< the table
