//> omit
/* coalescing.cu - the naive kernel with the warp turned, and kin. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_runtime.h>

#include <limits.h>
//< omit

//> one thread, one result
enum { SIDE = 32 };

__global__ void coalesced(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
//> place the thread
    const unsigned row = block_y() * SIDE + threadIdx.y;
    const unsigned col = blockIdx.x * SIDE + threadIdx.x;
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
static void run_coalesced(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    coalesced<<<grid(blocks(N, SIDE), blocks(M, SIDE)), block_dim>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> B stored by columns
__global__ void b_transposed(int M, int N, int K, float alpha,
                             const float *A, const float *Bt,
                             float beta, float *C)
{
    const unsigned row = block_y() * SIDE + threadIdx.y;
    const unsigned col = blockIdx.x * SIDE + threadIdx.x;

    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * Bt[(size_t)col * K + k];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< B stored by columns

//> omit
static void run_b_transposed(int M, int N, int K, float alpha,
                             const float *A, const float *Bt,
                             float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    b_transposed<<<grid(blocks(N, SIDE), blocks(M, SIDE)), block_dim>>>(
        M, N, K, alpha, A, Bt, beta, C);
}
//< omit

//> one index for the block
__global__ void one_index(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    const unsigned row = block_y() * SIDE + threadIdx.x / SIDE;
    const unsigned col = blockIdx.x * SIDE + threadIdx.x % SIDE;

    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< one index for the block

//> one index for the grid
__global__ void flat(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t row = i / N, col = i % N;

    if (row >= M)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[row * K + k] * B[(size_t)k * N + col];
    put(&C[i], alpha, acc, beta);
}
//< one index for the grid

//> omit
static void run_one_index(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const int threads = SIDE * SIDE;
    one_index<<<grid(blocks(N, SIDE), blocks(M, SIDE)), threads>>>(
        M, N, K, alpha, A, B, beta, C);
}

static void run_flat(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    const size_t elements = (size_t)M * N;
    const unsigned threads = SIDE * SIDE;

    if (elements == 0)
        return;
    flat<<<(unsigned)((elements + threads - 1) / threads), threads>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< omit

//> where a thread's element is
enum { SQUARE = 1, ONE_ROW, DOWN, BY_32, BY_64 };

template <int PLACE>
static __device__ __forceinline__ void place(int N, unsigned *row,
                                             unsigned *col)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t wide = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (PLACE == SQUARE) {
        *row = block_y() * SIDE + threadIdx.y;
        *col = blockIdx.x * SIDE + threadIdx.x;
    } else if (PLACE == ONE_ROW) {
        *row = block_y();
        *col = i;
    } else if (PLACE == DOWN) { /* the next block has the next row */
        *row = blockIdx.x;
        *col = block_y() * blockDim.x + threadIdx.x;
    } else if (PLACE == BY_32) {
        *row = i / N;
        *col = i % N;
    } else {
        *row = wide / N;
        *col = wide % N;
    }
}
//< where a thread's element is

//> loads, and then their multiply-adds
template <int STEPS>
static __device__ __forceinline__ float dot(const float *a,
                                            const float *b, int K,
                                            int N)
{
    float acc = 0.0f;
    int k = 0;

    for (; (k + STEPS <= K) & (acc == acc); k += STEPS) {
        float x[STEPS], y[STEPS];

//> an iteration: loads, then multiply-adds
        for (int j = 0; j < STEPS; ++j, b += N) {
            x[j] = a[j];
            y[j] = *b;
        }
        a += STEPS;
        for (int j = 0; j < STEPS; ++j)
            acc += x[j] * y[j];
//< an iteration: loads, then multiply-adds
    }
    for (; (k < K) & (acc == acc); ++k, ++a, b += N)
        acc += *a * *b;
    return acc;
}
//< loads, and then their multiply-adds

//> the compiler's loop and two of ours
enum { AS_COMPILED, LATE, EARLY };

template <int PLACE, int LOADS>
__global__ void placed(int M, int N, int K, float alpha,
                       const float *A, const float *B, float beta,
                       float *C)
{
    unsigned row, col;

    place<PLACE>(N, &row, &col);
    if (row >= M || col >= N)
        return;
    const float *a = A + (size_t)row * K, *b = B + col;
    float acc = 0.0f;
    if (alpha != 0.0f && LOADS == LATE)
        acc = dot<1>(a, b, K, N);
    else if (alpha != 0.0f && LOADS == EARLY)
        acc = dot<8>(a, b, K, N);
    else if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += a[k] * b[(size_t)k * N];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< the compiler's loop and two of ours

//> omit
/* 32 bits number the elements of so many rows. */
static size_t rows_at_once(int N)
{
    return (UINT_MAX - SIDE * SIDE) / (unsigned)N;
}

template <int PLACE, int LOADS>
static void run_placed(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int threads = SIDE * SIDE;
    const size_t elements = (size_t)M * N;

    if (elements == 0)
        return;
    if (PLACE == SQUARE)
        placed<PLACE, LOADS><<<grid(blocks(N, SIDE), blocks(M, SIDE)),
                               dim3(SIDE, SIDE)>>>(
            M, N, K, alpha, A, B, beta, C);
    else if (PLACE == ONE_ROW)
        placed<PLACE, LOADS><<<grid(blocks(N, threads), M), threads>>>(
            M, N, K, alpha, A, B, beta, C);
    else if (PLACE == DOWN)
        placed<PLACE, LOADS><<<grid(M, blocks(N, threads)), threads>>>(
            M, N, K, alpha, A, B, beta, C);
    else if (PLACE == BY_64)
        placed<PLACE, LOADS><<<
            (unsigned)((elements + threads - 1) / threads), threads>>>(
                M, N, K, alpha, A, B, beta, C);
    else
        for (size_t base = 0, rows = rows_at_once(N); base < (size_t)M;
             base += rows) {
            const size_t left = (size_t)M - base;
            const int some = (int)(rows < left ? rows : left);
            const unsigned count = (unsigned)some * (unsigned)N;

            placed<PLACE, LOADS>
                <<<(count - 1) / threads + 1, threads>>>(
                    some, N, K, alpha, A + base * K, B, beta,
                    C + base * N);
        }
}
//< omit

//> a warp of any shape
template <int ROWS, int COLS>
__global__ void shaped(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const unsigned lane = threadIdx.x, warp = threadIdx.y;
    const unsigned warps_per_row = SIDE / COLS;
    const unsigned row = block_y() * SIDE + warp / warps_per_row * ROWS
                         + lane / COLS;
    const unsigned col = blockIdx.x * SIDE + warp % warps_per_row * COLS
                         + lane % COLS;

//> guard and sum as before
    if (row >= M || col >= N)
        return;
    float acc = 0.0f;
    if (alpha != 0.0f)
        for (int k = 0; k < K; ++k)
            acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
//< guard and sum as before
}
//< a warp of any shape

//> omit
template <int ROWS, int COLS>
static void run_shaped(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    const dim3 grid_dim = grid(blocks(N, SIDE), blocks(M, SIDE));
    shaped<ROWS, COLS><<<grid_dim, block_dim>>>(M, N, K, alpha, A, B,
                                                beta, C);
}
//< omit

//> lanes a stride apart
enum { WARPS = 32, LOADS = 4096 };

__global__ void strided(const float *base, unsigned stride_bytes,
                        float *sink, long long *cycles)
{
    const float *p = base + threadIdx.x % 32 *
                            (stride_bytes / sizeof(float));
    const unsigned zero = stride_bytes % 4; /* 0, unknown to nvcc */
    float sum = 0.0f;

    for (int j = 0; j < 8; ++j)
        sum += p[j]; /* these loads bring the lines into L1 */
    __syncthreads();
    const long long begin = clock64();
    for (int i = 0; i < LOADS; i += 8, p += zero)
        for (int j = 0; j < 8; ++j)
            sum += p[j];
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
    sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
//< lanes a stride apart

//> omit
static int measure_stride(long long stride_bytes, struct samples *out)
{
    enum { BLOCKS = 16, SAMPLES = 15 };
    const size_t bytes = 32 * (size_t)stride_bytes + 64;
    float *base = NULL, *sink = NULL;
    const size_t threads = BLOCKS * WARPS * 32;
    long long *cycles = NULL, got[BLOCKS];
    int status = -1;

    if (cuda_check(cudaMalloc((void **)&base, bytes), "memory") ||
        cuda_check(cudaMalloc((void **)&sink, threads * sizeof(float)),
                   "memory") ||
        cuda_check(cudaMalloc((void **)&cycles, sizeof got), "memory"))
        goto done;
    cudaMemset(base, 0x3f, bytes);
    for (int i = -2; i < SAMPLES; ++i) {
        strided<<<BLOCKS, WARPS * 32>>>(base, (unsigned)stride_bytes,
                                        sink, cycles);
        if (cuda_check(cudaGetLastError(), "launch") ||
            cuda_check(cudaMemcpy(got, cycles, sizeof got,
                                  cudaMemcpyDeviceToHost), "kernel"))
            goto done;
        if (i >= 0)
            add_sample(out, (double)got[i] / (WARPS * LOADS));
    }
    status = 0;
done:
    cudaFree(base);
    cudaFree(sink);
    cudaFree(cycles);
    return status;
}
//< omit

//> the table
#define SHAPE(rows, cols) \
    {"shape-" #rows "x" #cols, run_shaped<rows, cols>, SIDE, SIDE, \
     1, 4096, 0, "shaped<" #rows "," #cols ">"}
#define PLACED(name, rows, cols, of, loads) \
    KERNEL_AT(name, SWEEP, placed, rows, cols, 1, of, loads)
#define A_ROW(name, of, loads) PLACED(name, 1, SIDE * SIDE, of, loads)

const struct kernel kernels[] = {
    {"coalesced", run_coalesced, SIDE, SIDE, 1, 8192, 0},
    {"one-index", run_one_index, SIDE, SIDE, 1, 8192, 0},
    {"flat", run_flat, 1, SIDE * SIDE, 1, 8192, 0},
    {"b-transposed", run_b_transposed, SIDE, SIDE, 1, 4096,
     B_TRANSPOSED},
    SHAPE(32, 1),
    SHAPE(16, 2),
    SHAPE(8, 4),
    SHAPE(4, 8),
    SHAPE(2, 16),
    SHAPE(1, 32),
    PLACED("coalesced-late", SIDE, SIDE, SQUARE, LATE),
    PLACED("coalesced-early", SIDE, SIDE, SQUARE, EARLY),
    A_ROW("one-row", ONE_ROW, AS_COMPILED),
    A_ROW("one-row-late", ONE_ROW, LATE),
    A_ROW("one-row-early", ONE_ROW, EARLY),
    A_ROW("down", DOWN, AS_COMPILED),
    A_ROW("down-late", DOWN, LATE),
    A_ROW("down-early", DOWN, EARLY),
    A_ROW("flat-32", BY_32, AS_COMPILED),
    A_ROW("flat-32-late", BY_32, LATE),
    A_ROW("flat-32-early", BY_32, EARLY),
    A_ROW("flat-late", BY_64, LATE),
    A_ROW("flat-early", BY_64, EARLY),
    {},
};

const struct probe probes[] = {
    {"stride", "power-of-two", "cycles",
     {4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384},
     measure_stride, NULL},
    {"stride", "a-float-more", "cycles",
     {8, 12, 20, 36, 68, 132, 260, 516, 1028, 2052, 4100, 8196, 16388},
     measure_stride, NULL},
    {"stride", "a-row", "cycles", {4000, 16368}, measure_stride, NULL},
    {},
};
//< the table
