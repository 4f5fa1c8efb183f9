//> omit
/* prefetch.cu - the position of the loads of the next tile; two slots. */
#include "bench/bench.h"
#include "kernels/wide_tiles.h"
//< omit

//> the position of the loads
/* The loads of the next tile come before step WHEN: the compiler moves
 * no load across __syncwarp(). With FREE the compiler chooses their
 * position, as in the chapters before. */
enum { FREE = -1 };

template <int WHEN> static __device__ __forceinline__ void pin()
{
    if (WHEN != FREE)
        __syncwarp();
}
//< the position of the loads

//> a rectangle with pinned loads
/* WIDTH is 1 or 4. With 4 a thread loads float4s, As is transposed, and
 * four rows (and columns) of a thread are adjacent. BARE has no
 * code for edges: sizes must be multiples of the tile. */
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS, int WIDTH,
          int BARE, int WHEN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
pinned(int M, int N, int K, float alpha, const float *A, const float *B,
      float beta, float *C)
{
    constexpr int threads_n = BN / TN, threads = BM / TM * threads_n;
    __shared__ __align__(16) float As[BK * (BM + 4)], Bs[BK][BN];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = BARE ? BM : M - row0;
    const unsigned cols_left = BARE ? BN : N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int aligned_a = BARE || rows_aligned(A, K);
    const int aligned_b = BARE || rows_aligned(B, N);
    const int wide_c = BARE || (WIDTH == 4 && rows_aligned(C, N));
    constexpr int adjacent_m = WIDTH == 4 ? 4 : TM;
    constexpr int adjacent_n = WIDTH == 4 ? 4 : TN;
    constexpr int stride_m = BM / TM * adjacent_m,
                  stride_n = BN / TN * adjacent_n;
    const unsigned row1 = threadIdx.x / threads_n * adjacent_m;
    const unsigned col1 = threadIdx.x % threads_n * adjacent_n;
    constexpr int down = WIDTH == 4 ? 1 : BK;
    constexpr int along = WIDTH == 4 ? BM + 4 : 1;
    const float *a_start = As + row1 * down;

    fetch_ragged<WIDTH, BM, BK, threads>(next_a, a, K, rows_left,
                                         first_steps);
    fetch_ragged<WIDTH, BK, BN, threads>(next_b, b, N, first_steps,
                                         cols_left);
    for (unsigned k0 = first_steps;; k0 += BK) {
        if (WIDTH == 4)
            place_transposed<WIDTH, BM, BK, threads, BM + 4>(next_a,
                                                             As);
        else
            place<WIDTH, BM, BK, threads>(next_a, As);
        place<WIDTH, BK, BN, threads>(next_b, Bs[0]);
        __syncthreads();
//> a step, and the loads before it
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            if (k == (WHEN == FREE ? 0 : WHEN)) {
                pin<WHEN>();
                if (k0 < depth) {
                    fetch<WIDTH, BM, BK, threads>(
                        next_a, a + k0, K, rows_left - 1, BK - 1,
                        aligned_a);
                    fetch<WIDTH, BK, BN, threads>(
                        next_b, b + (size_t)k0 * N, N, BK - 1,
                        cols_left - 1, aligned_b);
                }
                pin<WHEN>();
            }
//> compute one step
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
//< compute one step
        }
//< a step, and the loads before it
        if (k0 >= depth)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<adjacent_m, stride_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows_left)
            break;
        if (TN == 1 && col1 < cols_left)
            put(c, alpha, acc[i][0], beta);
#pragma unroll
        for (int j = 0; j + 4 <= TN; j += 4) {
            const unsigned offset = spread<adjacent_n, stride_n>(j);

            put4(c + offset, cols_left - min(cols_left, col1 + offset),
                 wide_c, alpha, &acc[i][j], beta);
        }
    }
}
//< a rectangle with pinned loads

//> launch it
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS, int WIDTH,
          int BARE, int WHEN>
static void run_pinned(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    const int threads = (BM / TM) * (BN / TN);
    auto kernel =
        pinned<BM, BN, BK, TM, TN, BLOCKS, WIDTH, BARE, WHEN>;

    kernel<<<all, threads>>>(M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> two slots, as large as one was
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int SLOTS>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), 1)
in_turn(int M, int N, int K, float alpha, const float *A,
        const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    constexpr int size_a = BK * (BM + 4), size_b = BK * BN;
    extern __shared__ __align__(16) float slots[];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    constexpr int lanes_n = WN / TN;
    constexpr int stride_m = WM / TM * 4, stride_n = WN / TN * 4;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row1 = warp / (BN / WN) * WM + lane / lanes_n * 4;
    const unsigned col1 = warp % (BN / WN) * WN + lane % lanes_n * 4;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows_left = M - row0, cols_left = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first_steps = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int aligned_a = rows_aligned(A, K),
              aligned_b = rows_aligned(B, N);
    const int wide_c = rows_aligned(C, N);

    fetch_ragged<4, BM, BK, threads>(next_a, a, K, rows_left,
                                     first_steps);
    fetch_ragged<4, BK, BN, threads>(next_b, b, N, first_steps,
                                     cols_left);
    for (unsigned k0 = first_steps;;) {
#pragma unroll
        for (int t = 0; t < SLOTS; ++t) {
            float *As = slots + t * (size_a + size_b);
            float *Bs = As + size_a;

            place_transposed<4, BM, BK, threads, BM + 4>(next_a, As);
            place<4, BK, BN, threads>(next_b, Bs);
            __syncthreads();
            if (k0 < depth) {
                fetch<4, BM, BK, threads>(next_a, a + k0, K,
                                          rows_left - 1, BK - 1,
                                          aligned_a);
                fetch<4, BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                          BK - 1, cols_left - 1,
                                          aligned_b);
            }
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                const float *a_row = As + k * (BM + 4) + row1;
                const float *b_row = Bs + k * BN + col1;

#pragma unroll
                for (int i = 0; i < TM; ++i)
                    a_k[i] = a_row[spread<4, stride_m>(i)];
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    b_k[j] = b_row[spread<4, stride_n>(j)];
#pragma unroll
                for (int i = 0; i < TM; ++i)
#pragma unroll
                    for (int j = 0; j < TN; ++j)
                        acc[i][j] += a_k[i] * b_k[j];
            }
            if (k0 >= depth)
                goto done;
            k0 += BK;
            if (SLOTS == 1)
                __syncthreads();
        }
    }
done:
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<4, stride_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows_left)
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const unsigned offset = spread<4, stride_n>(j);

            put4(c + offset, cols_left - min(cols_left, col1 + offset),
                 wide_c, alpha, &acc[i][j], beta);
        }
    }
}
//< two slots, as large as one was

//> more shared memory than a block has by itself
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int SLOTS>
static void run_in_turn(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    auto kernel = in_turn<BM, BN, BK, WM, WN, TM, TN, SLOTS>;
    const int bytes = SLOTS * BK * (BM + 4 + BN) * (int)sizeof(float);

    if (M == 0 || N == 0)
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid(blocks(N, BN), blocks(M, BM)),
             BM / TM * (BN / TN), bytes>>>(M, N, K, alpha, A, B, beta,
                                           C);
}
//< more shared memory than a block has by itself

//> the table
#define PINNED(name, when, ...) \
    KERNEL(name, SWEEP, pinned, __VA_ARGS__, when)
#define BARE(name, when, ...) \
    KERNEL(name, SWEEP | MULTIPLES, pinned, __VA_ARGS__, when)
#define SIXTEEN(of, name, ...)                                         \
    of(name "-free", -1, __VA_ARGS__),                               \
    of(name "-0", 0, __VA_ARGS__), of(name "-4", 4, __VA_ARGS__),      \
    of(name "-8", 8, __VA_ARGS__), of(name "-12", 12, __VA_ARGS__),    \
    of(name "-15", 15, __VA_ARGS__)

const struct kernel kernels[] = {
    PINNED("tm-32-free", -1, 32, 32, 32, 32, 1, 1, 1, 0),
    PINNED("tm-32-0", 0, 32, 32, 32, 32, 1, 1, 1, 0),
    PINNED("tm-32-8", 8, 32, 32, 32, 32, 1, 1, 1, 0),
    PINNED("tm-32-16", 16, 32, 32, 32, 32, 1, 1, 1, 0),
    PINNED("tm-32-24", 24, 32, 32, 32, 32, 1, 1, 1, 0),
    PINNED("tm-32-31", 31, 32, 32, 32, 32, 1, 1, 1, 0),
    SIXTEEN(PINNED, "8x8", 128, 128, 16, 8, 8, 2, 1, 0),
    SIXTEEN(PINNED, "alone", 128, 128, 16, 8, 8, 1, 1, 0),
    SIXTEEN(PINNED, "vectorized", 128, 128, 16, 8, 8, 2, 4, 0),
    SIXTEEN(BARE, "bare", 128, 128, 16, 8, 8, 2, 4, 1),
    KERNEL("one-tile", SWEEP, in_turn, 128, 256, 16, 64, 64, 16, 8, 1),
    KERNEL("two-tiles", SWEEP, in_turn, 128, 256, 16, 64, 64, 16, 8, 2),
    KERNEL("one-tile-k32", SWEEP, in_turn, 128, 256, 32, 64, 64, 16, 8,
           1),
    {},
};
//< the table
