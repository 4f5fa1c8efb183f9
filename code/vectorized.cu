//> omit
/* vectorized.cu - four words at a time, and where they have to lie. */
#include "bench/bench.h"
#include "bench/tiles.h"
//< omit

//> the choices
enum choices {
    WIDE = 1,       /* global memory: four words a request */
    TRANSPOSED = 2, /* As holds A transposed */
    SPREAD = 4,     /* a thread's columns lie in quads, far apart */
    BARE = 8        /* no edges: multiples of the tile only */
};
//< the choices

//> a rectangle, four words at a time
static __device__ __forceinline__ void rectangle(
    const unsigned choices, const unsigned BM, const unsigned BN,
    const unsigned BK, const unsigned TM, const unsigned TN,
    const unsigned pitch, float *acc, float *a_k, float *b_k,
    float *next_a, float *next_b, float *As, float *Bs, int M, int N,
    int K, float alpha, const float *A, const float *B, float beta,
    float *C)
{
    const unsigned threads = (BM / TM) * (BN / TN), across = BN / TN;
    const unsigned x = threadIdx.x % across, y = threadIdx.x / across;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const int bare = choices & BARE;
    if (row0 >= M) /* a block too many, where the grid is folded */
        return;
    const unsigned rows = bare ? BM : M - row0;
    const unsigned cols = bare ? BN : N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const unsigned width = choices & WIDE ? 4 : 1;
    const int wide_a = bare || rows_aligned(A, K);
    const int wide_b = bare || rows_aligned(B, N);
    const int wide_c =
        bare || (choices & WIDE && rows_aligned(C, N));
//> which rows and columns
    const unsigned gap_a = choices & SPREAD ? 4 : TM;
    const unsigned gap_b = choices & SPREAD ? 4 : TN;
    const unsigned row1 = y * gap_a, col1 = x * gap_b;
#define ROW(i) ((i) / gap_a * (BM / TM * gap_a) + (i) % gap_a)
#define COL(j) ((j) / gap_b * (BN / TN * gap_b) + (j) % gap_b)
//< which rows and columns
    const float *my_a = As + row1 * (choices & TRANSPOSED ? 1 : BK);
    const float *my_b = Bs + col1;

    fetch_ragged(width, BM, BK, threads, next_a, a, K, rows, first);
    fetch_ragged(width, BK, BN, threads, next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
        if (choices & TRANSPOSED)
            place_transposed(width, BM, BK, threads, pitch, next_a, As);
        else
            place(width, BM, BK, threads, next_a, As);
        place(width, BK, BN, threads, next_b, Bs);
        __syncthreads();
        if (k0 < depth) {
            fetch(width, BM, BK, threads, next_a, a + k0, K, rows - 1,
                  BK - 1, wide_a);
            fetch(width, BK, BN, threads, next_b, b + (size_t)k0 * N,
                  N, BK - 1, cols - 1, wide_b);
        }
#pragma unroll
        for (unsigned k = 0; k < BK; ++k) {
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
                a_k[i] = choices & TRANSPOSED ? my_a[k * pitch + ROW(i)]
                                              : my_a[ROW(i) * BK + k];
#pragma unroll
            for (unsigned j = 0; j < TN; ++j)
                b_k[j] = my_b[k * BN + COL(j)];
#pragma unroll
            for (unsigned i = 0; i < TM; ++i)
#pragma unroll
                for (unsigned j = 0; j < TN; ++j)
                    acc[i * TN + j] += a_k[i] * b_k[j];
        }
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < TM && row1 + ROW(i) < rows; ++i) {
        float *c = &C[(size_t)(row0 + row1 + ROW(i)) * N + col0 + col1];

#pragma unroll
        for (unsigned j = 0; j < TN; j += 4)
            put4(c + COL(j), cols - min(cols, col1 + COL(j)), wide_c,
                 alpha, &acc[i * TN + j], beta);
    }
}
//< a rectangle, four words at a time

//> a kernel for each choice
enum {
    BM = 128, BN = 128, BK = 16, TM = 8, TN = 8,
    THREADS = (BM / TM) * (BN / TN)
};

#define RECTANGLE(name, choices, padding)                              \
    __global__ void __launch_bounds__(THREADS, 2)                      \
    name(int M, int N, int K, float alpha, const float *A,             \
         const float *B, float beta, float *C)                         \
    {                                                                  \
        __shared__ __align__(16) float As[BK * (BM + padding)];        \
        __shared__ __align__(16) float Bs[BK * BN];                    \
        float acc[TM * TN] = {0}, a_k[TM], b_k[TN];                    \
        __align__(16) float a[BM * BK / THREADS], b[BK * BN / THREADS];\
        rectangle(choices, BM, BN, BK, TM, TN, BM + padding, acc, a_k, \
                  b_k, a, b, As, Bs, M, N, K, alpha, A, B, beta, C);   \
    }                                                                  \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        name<<<grid(blocks(N, BN), blocks(M, BM)), THREADS>>>(         \
            M, N, K, alpha, A, B, beta, C);                            \
    }

RECTANGLE(scalar, 0, 0)
RECTANGLE(wide, WIDE, 0)
RECTANGLE(transposed, TRANSPOSED, 4)
RECTANGLE(spread, SPREAD, 0)
RECTANGLE(wide_transposed, WIDE | TRANSPOSED, 4)
RECTANGLE(wide_spread, WIDE | SPREAD, 0)
RECTANGLE(transposed_spread, TRANSPOSED | SPREAD, 4)
RECTANGLE(vectorized, WIDE | TRANSPOSED | SPREAD, 4)
RECTANGLE(unpadded, WIDE | TRANSPOSED | SPREAD, 0)
RECTANGLE(bare, WIDE | TRANSPOSED | SPREAD | BARE, 4)
//< a kernel for each choice

//> the table
#define ENTRY(name, run, flags) {name, run, BM, BN, BK, 8192, flags}

const struct kernel kernels[] = {
    ENTRY("scalar", run_scalar, 0),
    ENTRY("wide", run_wide, SWEEP),
    ENTRY("transposed", run_transposed, SWEEP),
    ENTRY("spread", run_spread, SWEEP),
    ENTRY("wide-transposed", run_wide_transposed, SWEEP),
    ENTRY("wide-spread", run_wide_spread, SWEEP),
    ENTRY("transposed-spread", run_transposed_spread, SWEEP),
    ENTRY("vectorized", run_vectorized, 0),
    ENTRY("unpadded", run_unpadded, SWEEP),
    ENTRY("bare", run_bare, SWEEP | MULTIPLES),
    {},
};
//< the table
