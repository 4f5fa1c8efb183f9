/* placed.h - kernels that stand in a header, right and wrong. placed.cu launches them. Each access belongs to a line of this
 * file, whichever header has the function that makes it. */
#ifndef PLACED_H
#define PLACED_H

#include "kernels/gemm.h"
#include "kernels/warpgroup.h"
#include "staged.h"

#define PARAMETERS int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C

enum { SIDE = 16 };

/* Sizes are multiples of SIDE. */
template <bool FIRST> __global__ void in_header(PARAMETERS)
{
    __shared__ float As[SIDE][SIDE];
    __shared__ float Bs[SIDE][SIDE];
    const int row = blockIdx.y * SIDE, col = blockIdx.x * SIDE;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += SIDE) {
        As[threadIdx.y][threadIdx.x] = A[(row + threadIdx.y) * K + k0 + threadIdx.x]; // brings A
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col + threadIdx.x]; // brings B
        if (FIRST)
            __syncthreads(); // meets
        acc += dot<SIDE>(As, Bs); // multiplies
        __syncthreads();
    }
    put(&C[(row + threadIdx.y) * N + col + threadIdx.x], alpha, acc, beta); // puts
}

__global__ void half_meets(float *C)
{
    if (threadIdx.x < 16)
        __syncthreads(); // half meets
    C[threadIdx.x] = 1.0f;
}

__global__ void asks_beside(float *C)
{
    const int x = __shfl_sync(0xffff, threadIdx.x, 0); // asks

    C[threadIdx.x] = x;
}

__global__ void beyond_array(int n, float *C)
{
    __shared__ float few[8];

    few[threadIdx.x % n] = 1.0f; // beyond
    C[threadIdx.x] = few[0];
}

__global__ void deadlock(float *C)
{
    if (threadIdx.x < 32)
        meet_threads(1, 64); // waits for others
    else
        meet_threads(2, 64); // which wait here
    C[threadIdx.x] = 1.0f;
}

#endif
