/* products.cu - the shapes of kernel that the book's chapters have. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

/* One element a thread, tiles in shared memory. */
enum { TILE = 32 };

__global__ void __launch_bounds__(TILE *TILE)
tiled(int M, int N, int K, float alpha, const float *A, const float *B,
      float beta, float *C)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    const int row = block_y() * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;

    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += TILE) {
        const int ak = k0 + threadIdx.x, bk = k0 + threadIdx.y;

        As[threadIdx.y][threadIdx.x] =
            row < M && ak < K ? A[(size_t)row * K + ak] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] =
            bk < K && col < N ? B[(size_t)bk * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run_tiled(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    tiled<<<grid(blocks(N, TILE), blocks(M, TILE)), dim3(TILE, TILE)>>>(
        M, N, K, alpha, A, B, beta, C);
}

/* The same in dynamic shared memory. */
__global__ void dynamic(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + TILE * TILE;
    const int row = block_y() * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    const int at = threadIdx.y * TILE + threadIdx.x;
    float acc = 0.0f;

    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += TILE) {
        const int ak = k0 + threadIdx.x, bk = k0 + threadIdx.y;

        As[at] = row < M && ak < K ? A[(size_t)row * K + ak] : 0.0f;
        Bs[at] = bk < K && col < N ? B[(size_t)bk * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            acc += As[threadIdx.y * TILE + k] * Bs[k * TILE + threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run_dynamic(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    dynamic<<<grid(blocks(N, TILE), blocks(M, TILE)), dim3(TILE, TILE),
              2 * TILE * TILE * sizeof(float)>>>(M, N, K, alpha, A, B, beta,
                                                 C);
}

/* TM x TN elements a thread. */
enum { BM = 64, BN = 64, BK = 8, TM = 4, TN = 4, THREADS = BM * BN / TM / TN };

__device__ static inline void load_tile(float (*to)[BM], const float *from,
                                        int rows, int cols, int row, int col)
{
    for (int i = threadIdx.x; i < BM * BK; i += THREADS) {
        const int r = row + i / BK, c = col + i % BK;

        to[i % BK][i / BK] =
            r < rows && c < cols ? from[(size_t)r * cols + c] : 0.0f;
    }
}

__global__ void coarse(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    const int row = block_y() * BM, col = blockIdx.x * BN;
    const int ty = threadIdx.x / (BN / TN) * TM;
    const int tx = threadIdx.x % (BN / TN) * TN;
    float acc[TM][TN] = {};

    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += BK) {
        load_tile(As, A, M, K, row, k0);
        for (int i = threadIdx.x; i < BK * BN; i += THREADS) {
            const int r = k0 + i / BN, c = col + i % BN;

            Bs[i / BN][i % BN] = r < K && c < N ? B[(size_t)r * N + c] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];

            for (int i = 0; i < TM; ++i)
                a[i] = As[k][ty + i];
            for (int j = 0; j < TN; ++j)
                b[j] = Bs[k][tx + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            if (row + ty + i < M && col + tx + j < N)
                put(&C[(size_t)(row + ty + i) * N + col + tx + j], alpha,
                    acc[i][j], beta);
}

static void run_coarse(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    coarse<<<grid(blocks(N, BN), blocks(M, BM)), THREADS>>>(M, N, K, alpha, A,
                                                            B, beta, C);
}

/* Wide loads and stores where rows allow, and two tiles in flight. */
__device__ static inline float4 row_of(const float *x, size_t at, int left)
{
    float4 v = {0.0f, 0.0f, 0.0f, 0.0f};

    if (left >= 4 && at % 4 == 0)
        return *reinterpret_cast<const float4 *>(&x[at]);
    if (left > 0)
        v.x = x[at];
    if (left > 1)
        v.y = x[at + 1];
    if (left > 2)
        v.z = x[at + 2];
    if (left > 3)
        v.w = x[at + 3];
    return v;
}

__global__ void wide(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    __shared__ __align__(16) float As[2][BK][BM + 4];
    __shared__ __align__(16) float Bs[2][BK][BN];
    const int row = block_y() * BM, col = blockIdx.x * BN;
    const int ty = threadIdx.x / (BN / TN) * TM;
    const int tx = threadIdx.x % (BN / TN) * TN;
    const int ar = threadIdx.x / (BK / 4), ak = threadIdx.x % (BK / 4) * 4;
    const int br = threadIdx.x / (BN / 4), bc = threadIdx.x % (BN / 4) * 4;
    float acc[TM][TN] = {};
    int now = 0;

    for (int k0 = 0; alpha != 0.0f && k0 < K; k0 += BK) {
        if (threadIdx.x < BM * BK / 4) {
            const float4 a = row + ar < M
                ? row_of(A, (size_t)(row + ar) * K + k0 + ak, K - k0 - ak)
                : make_float4(0, 0, 0, 0);

            As[now][ak + 0][ar] = a.x;
            As[now][ak + 1][ar] = a.y;
            As[now][ak + 2][ar] = a.z;
            As[now][ak + 3][ar] = a.w;
        } else {
            const int r = br - BK;
            const float4 b = k0 + r < K
                ? row_of(B, (size_t)(k0 + r) * N + col + bc, N - col - bc)
                : make_float4(0, 0, 0, 0);

            *reinterpret_cast<float4 *>(&Bs[now][r][bc]) = b;
        }
        __syncthreads();
        for (int k = 0; k < BK; ++k) {
            const float4 a = *reinterpret_cast<float4 *>(&As[now][k][ty]);
            const float4 b = *reinterpret_cast<float4 *>(&Bs[now][k][tx]);
            const float as[TM] = {a.x, a.y, a.z, a.w};
            const float bs[TN] = {b.x, b.y, b.z, b.w};

            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += as[i] * bs[j];
        }
        now = 1 - now;
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            if (row + ty + i < M && col + tx + j < N)
                put(&C[(size_t)(row + ty + i) * N + col + tx + j], alpha,
                    acc[i][j], beta);
}

static void run_wide(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    wide<<<grid(blocks(N, BN), blocks(M, BM)), THREADS>>>(M, N, K, alpha, A, B,
                                                          beta, C);
}

/* Copies under way while the tile before is used. */
__global__ void piped(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    __shared__ float As[2][TILE][TILE];
    __shared__ float Bs[2][TILE][TILE];
    const int row = block_y() * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    const int tiles = alpha != 0.0f ? (K + TILE - 1) / TILE : 0;
    float acc = 0.0f;

    for (int t = 0; t <= tiles; ++t) {
        if (t < tiles) {
            const int ak = t * TILE + threadIdx.x, bk = t * TILE + threadIdx.y;
            const bool a = row < M && ak < K, b = bk < K && col < N;

            __pipeline_memcpy_async(&As[t % 2][threadIdx.y][threadIdx.x],
                                    a ? &A[(size_t)row * K + ak] : A, 4,
                                    a ? 0 : 4);
            __pipeline_memcpy_async(&Bs[t % 2][threadIdx.y][threadIdx.x],
                                    b ? &B[(size_t)bk * N + col] : B, 4,
                                    b ? 0 : 4);
        }
        __pipeline_commit();
        if (t == 0)
            continue;
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            acc += As[(t - 1) % 2][threadIdx.y][k] *
                   Bs[(t - 1) % 2][k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run_piped(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    piped<<<grid(blocks(N, TILE), blocks(M, TILE)), dim3(TILE, TILE)>>>(
        M, N, K, alpha, A, B, beta, C);
}

/* The lanes of a warp share out K and add up by shuffles. */
__global__ void shuffled(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    const int i = blockIdx.x * blockDim.y + threadIdx.y;
    float acc = 0.0f;

    if (i >= M * N)
        return;
    if (alpha != 0.0f)
        for (int k = threadIdx.x; k < K; k += 32)
            acc += A[(size_t)(i / N) * K + k] * B[(size_t)k * N + i % N];
    for (int by = 16; by > 0; by /= 2)
        acc += __shfl_down_sync(0xffffffffu, acc, by);
    if (threadIdx.x == 0)
        put(&C[i], alpha, acc, beta);
}

static void run_shuffled(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    shuffled<<<(M * N + 7) / 8, dim3(32, 8)>>>(M, N, K, alpha, A, B, beta, C);
}

const struct kernel kernels[] = {
    {"tiled", run_tiled, TILE, TILE, TILE, 4096, 0},
    {"dynamic", run_dynamic, TILE, TILE, TILE, 4096, 0},
    {"coarse", run_coarse, BM, BN, BK, 4096, 0},
    {"wide", run_wide, BM, BN, BK, 4096, 0},
    {"piped", run_piped, TILE, TILE, TILE, 4096, 0},
    {"shuffled", run_shuffled, 1, 8, 32, 4096, 0},
    {},
};
