/* A chapter's source in small: its kernel is a template, its launcher another.
 * With CONSTANTS there is one kernel in the cubin, whatever it is called. */
#include "bench/bench.h"
#include "kernels/tiles.h"

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM / TM * (BN / TN))
rectangle(int M, int N, int K, float alpha, const float *A, const float *B,
          float beta, float *C)
{
    __shared__ float As[BM];

    As[threadIdx.x % BM] = A[threadIdx.x % K] * B[threadIdx.x % N];
    __syncthreads();
    C[threadIdx.x % M] = alpha * As[(threadIdx.x + 1) % BM] + beta;
}

template <int BM, int BN, int BK, int TM, int TN>
static void run_rectangle(int M, int N, int K, float alpha, const float *A,
                          const float *B, float beta, float *C)
{
    rectangle<BM, BN, BK, TM, TN>
        <<<grid(blocks(N, BN), blocks(M, BM)), BM / TM * (BN / TN)>>>(
            M, N, K, alpha, A, B, beta, C);
}

#ifdef CONSTANTS
template __global__ void rectangle<CONSTANTS>(
    int, int, int, float, const float *, const float *, float, float *);
#else
const struct kernel kernels[] = {
    {"by-hand", run_rectangle<128, 128, 16, 8, 8>, 128, 128, 16, 8192, 0},
    {},
};
#endif
