//> omit
/* @STEM@.cu - say in a line what this chapter's kernel does. */
#include "bench/bench.h"
#include "kernels/gemm.h"
//< omit

//> the kernel
enum { SIDE = 32 };

__global__ void @NAME@(
    int M, int N, int K, float alpha, const float *A, const float *B,
    float beta, float *C)
{
    const unsigned row = block_y() * SIDE + threadIdx.y;
    const unsigned col = blockIdx.x * SIDE + threadIdx.x;

    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< the kernel

//> launch it
static void run_@NAME@(
    int M, int N, int K, float alpha, const float *A, const float *B,
    float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    @NAME@<<<grid(blocks(N, SIDE), blocks(M, SIDE)), block_dim>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> the table
const struct kernel kernels[] = {
    {"@STEM@", run_@NAME@, SIDE, SIDE, 1, 8192, 0},
    {},
};
//< the table
