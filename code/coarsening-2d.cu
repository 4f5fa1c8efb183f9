//> omit
/* coarsening-2d.cu - a rectangle of results for each thread. */
#include "bench/bench.h"
#include "bench/words.h"
//< omit

//> a rectangle of results
static __device__ __forceinline__ void rectangle(
    const unsigned BM, const unsigned BN, const unsigned BK,
    const unsigned TM, const unsigned TN, float *acc, float *a_k,
    float *b_k, float *next_a, float *next_b, float *As, float *Bs,
    int M, int N, int K, float alpha, const float *A, const float *B,
    float beta, float *C)
{
    const unsigned threads = (BM / TM) * (BN / TN), across = BN / TN;
    const unsigned x = threadIdx.x % across * TN;
    const unsigned y = threadIdx.x / across * TM;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;

    fetch_ragged(BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        place(BM * BK, threads, next_a, As);
        place(BK * BN, threads, next_b, Bs);
        __syncthreads();
        if (k0 < depth) {
            fetch(BM, BK, threads, next_a, a + k0, K, rows - 1, BK - 1);
            fetch(BK, BN, threads, next_b, b + (size_t)k0 * N, N,
                  BK - 1, cols - 1);
        }
//> an outer product
#pragma unroll
        for (unsigned k = 0; k < BK; ++k) {
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
                a_k[i] = As[(y + i) * BK + k];
#pragma unroll
            for (unsigned j = 0; j < TN; ++j)
                b_k[j] = Bs[k * BN + x + j];
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
#pragma unroll
                for (unsigned j = 0; j < TN; ++j)
                    acc[i * TN + j] += a_k[i] * b_k[j];
        }
//< an outer product
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < TM; ++i)
#pragma unroll
        for (unsigned j = 0; j < TN; ++j)
            if (y + i < rows && x + j < cols)
                put(&C[(size_t)(row0 + y + i) * N + col0 + x + j],
                    alpha, acc[i * TN + j], beta);
}
//< a rectangle of results

//> a kernel for each rectangle
enum { SIDE = 16, BK = 16 }; /* a block is SIDE x SIDE threads */

#define RECTANGLE(name, TM, TN, least)                                 \
    __global__ void __launch_bounds__(SIDE * SIDE, least)              \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        __shared__ __align__(16) float As[SIDE * TM * BK];             \
        __shared__ __align__(16) float Bs[BK * SIDE * TN];             \
        float acc[TM * TN] = {0}, a_k[TM], b_k[TN], a[TM], b[TN];      \
        rectangle(SIDE * TM, SIDE * TN, BK, TM, TN, acc, a_k, b_k, a,  \
                  b, As, Bs, M, N, K, alpha, A, B, beta, C);           \
    }                                                                  \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        const dim3 all = grid(blocks(N, SIDE * TN),                    \
                              blocks(M, SIDE * TM));                   \
        name<<<all, SIDE * SIDE>>>(M, N, K, alpha, A, B, beta, C);     \
    }
//< a kernel for each rectangle

//> twenty-five rectangles
#define EACH(USE, TM)                                                  \
    USE(TM, 1) USE(TM, 2) USE(TM, 4) USE(TM, 8) USE(TM, 16)
#define SURFACE(USE)                                                   \
    EACH(USE, 1) EACH(USE, 2) EACH(USE, 4) EACH(USE, 8) EACH(USE, 16)

#define OF(TM, TN)                                                     \
    RECTANGLE(of_##TM##x##TN, TM, TN, TM * TN <= 64 ? 2 : 1)
SURFACE(OF)
RECTANGLE(alone, 8, 8, 1)
//< twenty-five rectangles

//> the table
#define ROW(name, run, TM, TN, flags)                                  \
    {name, run, SIDE * TM, SIDE * TN, BK, 8192, flags},
#define ROW_OF(TM, TN)                                                 \
    ROW(#TM "x" #TN, run_of_##TM##x##TN, TM, TN,                       \
        TM == 8 && TN == 8 ? 0 : SWEEP)

const struct kernel kernels[] = {
    SURFACE(ROW_OF)
    ROW("8x8-alone", run_alone, 8, 8, 0)
    {},
};
//< the table
