//> omit
/* vectorized.cu - float4 by float4, and where they have to lie. */
#include "bench/bench.h"
#include "kernels/wide_tiles.h"
//< omit

//> the choices
enum { BM = 128, BN = 128, BK = 16, TM = 8, TN = 8 };
enum { THREADS_N = BN / TN, THREADS = BM / TM * THREADS_N };

/* WIDTH   one access of global memory moves 1 or 4 floats of a lane
 * PITCH   if not 0, As is a transposed tile with rows of PITCH floats
 * SPREAD  1: a thread has four adjacent rows, and four more farther
 *         down; its columns lie in the same way */
//< the choices

//> a rectangle, four floats at a time
template <int WIDTH, int PITCH, int SPREAD>
__global__ void __launch_bounds__(THREADS, 2)
rectangle(int M, int N, int K, float alpha, const float *A,
          const float *B, float beta, float *C)
{
    __shared__ __align__(16) float As[BK * (PITCH ? PITCH : BM)];
    __shared__ __align__(16) float Bs[BK][BN];
    __align__(16) float next_a[BM * BK / THREADS];
    __align__(16) float next_b[BK * BN / THREADS];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
//> which matrices allow float4s
    const int aligned_a = rows_aligned(A, K);
    const int aligned_b = rows_aligned(B, N);
    const int wide_c = WIDTH == 4 && rows_aligned(C, N);
//< which matrices allow float4s
//> which rows and columns
    constexpr int adjacent_m = SPREAD ? 4 : TM,
                  adjacent_n = SPREAD ? 4 : TN;
    constexpr int stride_m = BM / TM * adjacent_m,
                  stride_n = BN / TN * adjacent_n;
    const unsigned row1 = threadIdx.x / THREADS_N * adjacent_m;
    const unsigned col1 = threadIdx.x % THREADS_N * adjacent_n;
    constexpr int down = PITCH ? 1 : BK, along = PITCH ? PITCH : 1;
    const float *a_start = As + row1 * down;
//< which rows and columns

    fetch_ragged<WIDTH, BM, BK, THREADS>(next_a, a, K, rows_left,
                                         first_steps);
    fetch_ragged<WIDTH, BK, BN, THREADS>(next_b, b, N, first_steps,
                                         cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        if (PITCH)
            place_transposed<WIDTH, BM, BK, THREADS, PITCH>(next_a, As);
        else
            place<WIDTH, BM, BK, THREADS>(next_a, As);
        place<WIDTH, BK, BN, THREADS>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) {
            fetch<WIDTH, BM, BK, THREADS>(
                next_a, a + k0, K, rows_left - 1, BK - 1, aligned_a);
            fetch<WIDTH, BK, BN, THREADS>(next_b, b + (size_t)k0 * N, N,
                                          BK - 1, cols_left - 1,
                                          aligned_b);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a_k[i] = a_start[spread<adjacent_m, stride_m>(i) * down
                                 + k * along];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b_k[j] = Bs[k][col1 + spread<adjacent_n, stride_n>(j)];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_k[i] * b_k[j];
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
//> store the rectangle
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<adjacent_m, stride_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows_left)
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const unsigned offset = spread<adjacent_n, stride_n>(j);

            put4(c + offset, cols_left - min(cols_left, col1 + offset),
                 wide_c, alpha, &acc[i][j], beta);
        }
    }
//< store the rectangle
}
//< a rectangle, four floats at a time

//> launch it
template <int WIDTH, int PITCH, int SPREAD>
static void run_rectangle(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    rectangle<WIDTH, PITCH, SPREAD><<<all, THREADS>>>(M, N, K, alpha, A,
                                                      B, beta, C);
}
//< launch it

//> without tests for edges
template <int PITCH>
__global__ void __launch_bounds__(THREADS, 2)
bare(int M, int N, int K, float alpha, const float *A, const float *B,
     float beta, float *C)
{
    constexpr int stride_m = BM / 2, stride_n = BN / 2;
    __shared__ __align__(16) float As[BK][PITCH], Bs[BK][BN];
    __align__(16) float next_a[BM * BK / THREADS];
    __align__(16) float next_b[BK * BN / THREADS];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const unsigned row1 = threadIdx.x / THREADS_N * 4;
    const unsigned col1 = threadIdx.x % THREADS_N * 4;

    fetch_ragged<4, BM, BK, THREADS>(next_a, a, K, BM, first_steps);
    fetch_ragged<4, BK, BN, THREADS>(next_b, b, N, first_steps, BN);
    for (unsigned k0 = first_steps;; k0 += BK) {
        place_transposed<4, BM, BK, THREADS, PITCH>(next_a, As[0]);
        place<4, BK, BN, THREADS>(next_b, Bs[0]);
        __syncthreads();
        if (k0 < depth) {
            fetch<4, BM, BK, THREADS>(next_a, a + k0, K, BM - 1, BK - 1,
                                      1);
            fetch<4, BK, BN, THREADS>(next_b, b + (size_t)k0 * N, N,
                                      BK - 1, BN - 1, 1);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a_k[i] = As[k][row1 + spread<4, stride_m>(i)];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b_k[j] = Bs[k][col1 + spread<4, stride_n>(j)];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += a_k[i] * b_k[j];
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<4, stride_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= BM) /* never true, but nvcc cannot know this */
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            put4(c + spread<4, stride_n>(j), 4, 1, alpha, &acc[i][j],
                 beta);
    }
}

template <int PITCH>
static void run_bare(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    bare<PITCH><<<all, THREADS>>>(M, N, K, alpha, A, B, beta, C);
}
//< without tests for edges

//> the table
#define ENTRY(name, flags, ...) \
    KERNEL_AT(name, flags, rectangle, BM, BN, BK, __VA_ARGS__)

const struct kernel kernels[] = {
    ENTRY("scalar", 0, 1, 0, 0),
    ENTRY("float4-loads", SWEEP, 4, 0, 0),
    ENTRY("transposed", SWEEP, 1, BM + 4, 0),
    ENTRY("spread", SWEEP, 1, 0, 1),
    ENTRY("float4-transposed", SWEEP, 4, BM + 4, 0),
    ENTRY("float4-spread", SWEEP, 4, 0, 1),
    ENTRY("transposed-spread", SWEEP, 1, BM + 4, 1),
    ENTRY("vectorized", 0, 4, BM + 4, 1),
    ENTRY("unpadded", SWEEP, 4, BM, 1),
    KERNEL_AT("bare", SWEEP | MULTIPLES, bare, BM, BN, BK, BM + 4),
    {},
};
//< the table
