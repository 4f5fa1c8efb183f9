/* uneven.cu - blocks that do the same, blocks of which those of one column do
 * more, and few blocks that do all. */
#include "bench/bench.h"
#include "kernels/gemm.h"

template <int MORE>
__global__ void copies(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int row = blockIdx.y * 32 + threadIdx.y;
    const int col = blockIdx.x * 32 + threadIdx.x;

    if (row >= M || col >= N)
        return;
    float x = A[(size_t)row * K];
    if (blockIdx.x == MORE)
        x += B[col];
    C[(size_t)row * N + col] = x;
}

template <int MORE>
static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    copies<MORE><<<grid(blocks(N, 32), blocks(M, 32)), dim3(32, 32)>>>(
        M, N, K, alpha, A, B, beta, C);
}

__device__ void copy_share(int M, int N, int K, const float *A, float *C)
{
    for (size_t i = blockIdx.x * 1024 + threadIdx.x; i < (size_t)M * N;
         i += gridDim.x * 1024)
        C[i] = A[i / N * K];
}

__global__ void copy_all(int M, int N, int K, const float *A, float *C)
{
    copy_share(M, N, K, A, C);
}

template <int BLOCKS>
static void run_few(int M, int N, int K, float alpha, const float *A,
                    const float *B, float beta, float *C)
{
    copy_all<<<BLOCKS, 1024>>>(M, N, K, A, C);
}

/* As many blocks as tiles, and the parameters of a product. */
__global__ void copy_tiles(int M, int N, int K, float alpha, const float *A,
                           const float *B, float beta, float *C)
{
    copy_share(M, N, K, A, C);
}

template <int ROWS, int COLS>
static void run_tiles(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    copy_tiles<<<blocks(M, ROWS) * blocks(N, COLS), 1024>>>(
        M, N, K, alpha, A, B, beta, C);
}

__global__ void clear(float *word)
{
    *word = 0.0f;
}

/* One block does something else first. */
static void run_cleared(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    float *word;

    cudaMalloc((void **)&word, sizeof *word);
    clear<<<1, 1>>>(word);
    cudaFree(word);
    run<-1>(M, N, K, alpha, A, B, beta, C);
}

const struct kernel kernels[] = {
    {"even", run<-1>, 32, 32, 1, 8192, 0},
    {"first", run<0>, 32, 32, 1, 8192, 0},
    {"unknown", run<-1>, 0, 0, 0, 8192, 0},
    {"few", run_few<2>, 32, 32, 1, 8192, 0},
    {"enough", run_few<1024>, 32, 32, 1, 8192, 0},
    {"too-few", run_few<1023>, 32, 32, 1, 8192, 0},
    {"large", run_tiles<128, 256>, 128, 256, 1, 8192, 0},
    {"too-large", run_tiles<256, 256>, 256, 256, 1, 8192, 0},
    {"cleared", run_cleared, 32, 32, 1, 8192, 0},
    {},
};
