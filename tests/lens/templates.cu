/* templates.cu - one tiled product as a plain kernel and as templates, right
 * and wrong, in every way of writing a launch. tests/lens-templates.t says what
 * the lens makes of each. Sizes are multiples of 16. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "staged.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define ARGUMENTS M, N, alpha == 0 ? 0 : K, alpha, A, B, beta, C

__global__ void plain(PARAMETERS)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y;
    const int col = blockIdx.x * 16 + threadIdx.x;
    float acc[1][1] = {};

    for (int k0 = 0; k0 < K; k0 += 16) {
        As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            acc[0][0] += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    put(&C[row * N + col], alpha, acc[0][0], beta);
}

static void run_plain(PARAMETERS)
{
    if (M > 0 && N > 0)
        plain<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(ARGUMENTS);
}

template <int TM, int TN, bool FIRST, bool SECOND>
__global__ void __launch_bounds__(TM *TN) tiled(PARAMETERS)
{
    __shared__ float As[TM][TN];
    __shared__ float Bs[TM][TN];
    const int row = blockIdx.y * TM + threadIdx.y;
    const int col = blockIdx.x * TN + threadIdx.x;
    float acc[TM / TM][TN / TN] = {};

    for (int k0 = 0; k0 < K; k0 += TN) {
        As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x]; // puts
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        if (FIRST)
            __syncthreads();
        for (int k = 0; k < 16; ++k)
            acc[0][0] += As[threadIdx.y][k] * Bs[k][threadIdx.x]; // adds
        if (SECOND)
            __syncthreads();
    }
    put(&C[row * N + col], alpha, acc[0][0], beta);
}

template <int T, bool FIRST = true, bool SECOND = true>
static void run_tiled(PARAMETERS)
{
    const dim3 block(T, T);

    if (M == 0 || N == 0)
        return;
    if (N > 1 << 20)
        tiled<T, T, (T > 16), SECOND><<<1, block>>>(ARGUMENTS);
    else
        tiled< T, T + 0, FIRST, SECOND >
            <<<dim3(N / T, M / T),
               block>>>(ARGUMENTS);
}

/* The same, brought and multiplied by functions of a header. */
template <int T> __global__ void staged(PARAMETERS)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int row = blockIdx.y * T, col = blockIdx.x * T;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += T) {
        bring<T>(As, &A[row * K + k0], K);
        bring<T>(Bs, &B[k0 * N + col], N);
        __syncthreads();
        acc += dot<T>(As, Bs);
        __syncthreads();
    }
    put(&C[(row + threadIdx.y) * N + col + threadIdx.x], alpha, acc, beta);
}

template <int T> static void run_staged(PARAMETERS)
{
    if (M > 0 && N > 0)
        staged<T><<<dim3(N / T, M / T), dim3(T, T)>>>(ARGUMENTS);
}

/* A type as an argument, and shared memory whose size the launch gives. */
template <typename S, int T> __global__ void dynamic(PARAMETERS)
{
    char *tiles = given();
    S (&As)[T][T] = *(S (*)[T][T])tiles;
    S (&Bs)[T][T] = *(S (*)[T][T])(tiles + sizeof As);
    const int row = blockIdx.y * T + threadIdx.y;
    const int col = blockIdx.x * T + threadIdx.x;
    S acc = 0;

    for (int k0 = 0; k0 < K; k0 += T) {
        As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < T; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    put(&C[row * N + col], alpha, acc, beta);
}

template <typename S, int T> static void run_dynamic(PARAMETERS)
{
    if (M > 0 && N > 0)
        launch(dynamic<S, T>, dim3(N / T, M / T), dim3(T, T),
               2 * T * T * sizeof(S), ARGUMENTS);
}

/* A type of fragments as an argument. */
template <typename T, int BM>
__global__ void fragments(int M, int N, int K, float alpha, const T *A,
                          const T *B, float beta, float *C)
{
    __shared__ __align__(32) T As[BM][BM];
    wmma::fragment<wmma::matrix_a, BM, BM, BM, T, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, BM, BM, BM, T, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, BM, BM, BM, float> acc, old;
    const int row = blockIdx.y * BM, col = blockIdx.x * BM;

    wmma::fill_fragment(acc, 0.0f);
    for (int k0 = 0; k0 < K; k0 += BM) {
        for (int i = threadIdx.x; i < BM * BM; i += 32)
            As[i / BM][i % BM] = A[(row + i / BM) * K + k0 + i % BM];
        __syncwarp();
        wmma::load_matrix_sync(a, &As[0][0], BM);
        wmma::load_matrix_sync(b, &B[k0 * N + col], N);
        wmma::mma_sync(acc, a, b, acc);
        __syncwarp();
    }
    wmma::fill_fragment(old, 0.0f);
    if (beta != 0)
        wmma::load_matrix_sync(old, &C[row * N + col], N, wmma::mem_row_major);
    for (int i = 0; i < acc.num_elements; ++i)
        acc.x[i] = alpha * acc.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(&C[row * N + col], acc, N, wmma::mem_row_major);
}

template <typename T, int BM> static void run_fragments(PARAMETERS)
{
    if (M > 0 && N > 0)
        fragments<T, BM><<<dim3(N / BM, M / BM), 32>>>(
            M, N, alpha == 0 ? 0 : K, alpha, (const T *)A, (const T *)B, beta,
            C);
}

/* One past the end of an array, by a way that the compiler cannot see. */
template <int T> __global__ void past_the_end(float *C)
{
    __shared__ float before[T];
    __shared__ float s[T];
    __shared__ float after[T];
    float *p = C ? s : before;

    p[threadIdx.x] = after[threadIdx.x % T] = 0.0f; // past
    C[threadIdx.x] = p[threadIdx.x];
}

static void run_past_the_end(PARAMETERS)
{
    past_the_end<8><<<1, 9>>>(C);
}

/* A header's function that stays one. */
template <int T> __global__ void calls_header(float *C)
{
    outlined(C);
}

static void run_calls_header(PARAMETERS)
{
    calls_header<1><<<1, 32>>>(C);
}

/* Memory that no launch names. */
static __device__ float hidden[32];

template <int T> __global__ void escapes(float *C)
{
    hidden[threadIdx.x] = T; // hides
    C[threadIdx.x] = hidden[31 - threadIdx.x];
}

static void run_escapes(PARAMETERS)
{
    escapes<3><<<1, 32>>>(C);
}

#define ENTRY(name, run) {name, run, 16, 16, 16, 4096, MULTIPLES},

const struct kernel kernels[] = {
    ENTRY("plain", run_plain)
    ENTRY("tiled", run_tiled<16>)
    ENTRY("staged", run_staged<16>)
    ENTRY("dynamic", (run_dynamic<float, 16>))
    {"fragments", run_fragments<half, 16>, 16, 16, 16, 4096, MULTIPLES | HALF},
    ENTRY("no_first_barrier", (run_tiled<16, false>))
    ENTRY("no_second_barrier", (run_tiled<16, true, false>))
    ENTRY("past_the_end", run_past_the_end)
    ENTRY("escapes", run_escapes)
    ENTRY("calls_header", run_calls_header)
    {},
};
