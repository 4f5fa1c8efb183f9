//> omit
/* prefetch.cu - the place of the loads of the next tile; two tiles. */
#include "bench/bench.h"
#include "kernels/wide_tiles.h"
//< omit

//> the place of the loads
/* The loads of the next tile come before step WHEN: the compiler moves
 * no load across __syncwarp(). With FREE the compiler chooses the place
 * of the loads, as in the chapters before. */
enum { FREE = -1 };

template <int WHEN> static __device__ __forceinline__ void pin()
{
    if (WHEN != FREE)
        __syncwarp();
}
//< the place of the loads

//> a rectangle with a date
/* WIDTH is 1 or 4. With 4 a thread loads float4s, As is transposed, and
 * the thread's rows and columns lie in fours, far apart. BARE has no
 * code for edges: sizes must be multiples of the tile. */
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS, int WIDTH,
          int BARE, int WHEN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), BLOCKS)
dated(int M, int N, int K, float alpha, const float *A, const float *B,
      float beta, float *C)
{
    constexpr int across = BN / TN, threads = BM / TM * across;
    __shared__ __align__(16) float As[BK * (BM + 4)], Bs[BK][BN];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows = BARE ? BM : M - row0;
    const unsigned cols = BARE ? BN : N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int wide_a = BARE || rows_aligned(A, K);
    const int wide_b = BARE || rows_aligned(B, N);
    const int wide_c = BARE || (WIDTH == 4 && rows_aligned(C, N));
    constexpr int near_m = WIDTH == 4 ? 4 : TM;
    constexpr int near_n = WIDTH == 4 ? 4 : TN;
    constexpr int far_m = BM / TM * near_m, far_n = BN / TN * near_n;
    const unsigned row1 = threadIdx.x / across * near_m;
    const unsigned col1 = threadIdx.x % across * near_n;
    constexpr int down = WIDTH == 4 ? 1 : BK;
    constexpr int along = WIDTH == 4 ? BM + 4 : 1;
    const float *my_a = As + row1 * down;

    fetch_ragged<WIDTH, BM, BK, threads>(next_a, a, K, rows, first);
    fetch_ragged<WIDTH, BK, BN, threads>(next_b, b, N, first, cols);
    for (unsigned k0 = first;; k0 += BK) {
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
                        next_a, a + k0, K, rows - 1, BK - 1, wide_a);
                    fetch<WIDTH, BK, BN, threads>(
                        next_b, b + (size_t)k0 * N, N, BK - 1, cols - 1,
                        wide_b);
                }
                pin<WHEN>();
            }
//> compute one step
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a_k[i] =
                    my_a[spread<near_m, far_m>(i) * down + k * along];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b_k[j] = Bs[k][col1 + spread<near_n, far_n>(j)];
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
        const unsigned row = row1 + spread<near_m, far_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows)
            break;
        if (TN == 1 && col1 < cols)
            put(c, alpha, acc[i][0], beta);
#pragma unroll
        for (int j = 0; j + 4 <= TN; j += 4) {
            const unsigned far = spread<near_n, far_n>(j);

            put4(c + far, cols - min(cols, col1 + far), wide_c, alpha,
                 &acc[i][j], beta);
        }
    }
}
//< a rectangle with a date

//> launch it
template <int BM, int BN, int BK, int TM, int TN, int BLOCKS, int WIDTH,
          int BARE, int WHEN>
static void run_dated(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 all = grid(blocks(N, BN), blocks(M, BM));
    const int threads = (BM / TM) * (BN / TN);
    auto kernel =
        dated<BM, BN, BK, TM, TN, BLOCKS, WIDTH, BARE, WHEN>;

    kernel<<<all, threads>>>(M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> two tiles, as large as one was
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int TILES>
__global__ void __launch_bounds__((BM / TM) * (BN / TN), 1)
in_turn(int M, int N, int K, float alpha, const float *A,
        const float *B, float beta, float *C)
{
    constexpr int threads = (BM / TM) * (BN / TN);
    constexpr int size_a = BK * (BM + 4), size_b = BK * BN;
    extern __shared__ __align__(16) float tiles[];
    __align__(16) float next_a[BM * BK / threads];
    __align__(16) float next_b[BK * BN / threads];
    float acc[TM][TN] = {}, a_k[TM], b_k[TN];
    constexpr int across = WN / TN;
    constexpr int far_m = WM / TM * 4, far_n = WN / TN * 4;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row1 = warp / (BN / WN) * WM + lane / across * 4;
    const unsigned col1 = warp % (BN / WN) * WN + lane % across * 4;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    if (row0 >= M) /* a folded grid can have blocks below the matrix */
        return;
    const unsigned rows = M - row0, cols = N - col0;
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned first = depth > 0 ? (depth - 1) % BK + 1 : 0;
    const float *a = A + (size_t)row0 * K, *b = B + col0;
    const int wide_a = rows_aligned(A, K), wide_b = rows_aligned(B, N);
    const int wide_c = rows_aligned(C, N);

    fetch_ragged<4, BM, BK, threads>(next_a, a, K, rows, first);
    fetch_ragged<4, BK, BN, threads>(next_b, b, N, first, cols);
    for (unsigned k0 = first;;) {
#pragma unroll
        for (int t = 0; t < TILES; ++t) {
            float *As = tiles + t * (size_a + size_b);
            float *Bs = As + size_a;

            place_transposed<4, BM, BK, threads, BM + 4>(next_a, As);
            place<4, BK, BN, threads>(next_b, Bs);
            __syncthreads();
            if (k0 < depth) {
                fetch<4, BM, BK, threads>(next_a, a + k0, K, rows - 1,
                                          BK - 1, wide_a);
                fetch<4, BK, BN, threads>(next_b, b + (size_t)k0 * N, N,
                                          BK - 1, cols - 1, wide_b);
            }
#pragma unroll
            for (int k = 0; k < BK; ++k) {
                const float *a_row = As + k * (BM + 4) + row1;
                const float *b_row = Bs + k * BN + col1;

#pragma unroll
                for (int i = 0; i < TM; ++i)
                    a_k[i] = a_row[spread<4, far_m>(i)];
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    b_k[j] = b_row[spread<4, far_n>(j)];
#pragma unroll
                for (int i = 0; i < TM; ++i)
#pragma unroll
                    for (int j = 0; j < TN; ++j)
                        acc[i][j] += a_k[i] * b_k[j];
            }
            if (k0 >= depth)
                goto done;
            k0 += BK;
            if (TILES == 1)
                __syncthreads();
        }
    }
done:
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const unsigned row = row1 + spread<4, far_m>(i);
        float *c = C + (size_t)(row0 + row) * N + col0 + col1;

        if (row >= rows)
            break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const unsigned far = spread<4, far_n>(j);

            put4(c + far, cols - min(cols, col1 + far), wide_c, alpha,
                 &acc[i][j], beta);
        }
    }
}
//< two tiles, as large as one was

//> more shared memory than a block has by itself
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN,
          int TILES>
static void run_in_turn(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    auto kernel = in_turn<BM, BN, BK, WM, WN, TM, TN, TILES>;
    const int bytes = TILES * BK * (BM + 4 + BN) * (int)sizeof(float);

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
#define FROM(name, when, ...) \
    KERNEL(name, SWEEP, dated, __VA_ARGS__, when)
#define BARE(name, when, ...) \
    KERNEL(name, SWEEP | MULTIPLES, dated, __VA_ARGS__, when)
#define SIXTEEN(of, name, ...)                                         \
    of(name "-free", -1, __VA_ARGS__),                               \
    of(name "-0", 0, __VA_ARGS__), of(name "-4", 4, __VA_ARGS__),      \
    of(name "-8", 8, __VA_ARGS__), of(name "-12", 12, __VA_ARGS__),    \
    of(name "-15", 15, __VA_ARGS__)

const struct kernel kernels[] = {
    FROM("tm-32-free", -1, 32, 32, 32, 32, 1, 1, 1, 0),
    FROM("tm-32-0", 0, 32, 32, 32, 32, 1, 1, 1, 0),
    FROM("tm-32-8", 8, 32, 32, 32, 32, 1, 1, 1, 0),
    FROM("tm-32-16", 16, 32, 32, 32, 32, 1, 1, 1, 0),
    FROM("tm-32-24", 24, 32, 32, 32, 32, 1, 1, 1, 0),
    FROM("tm-32-31", 31, 32, 32, 32, 32, 1, 1, 1, 0),
    SIXTEEN(FROM, "8x8", 128, 128, 16, 8, 8, 2, 1, 0),
    SIXTEEN(FROM, "alone", 128, 128, 16, 8, 8, 1, 1, 0),
    SIXTEEN(FROM, "vectorized", 128, 128, 16, 8, 8, 2, 4, 0),
    SIXTEEN(BARE, "bare", 128, 128, 16, 8, 8, 2, 4, 1),
    KERNEL("one-tile", SWEEP, in_turn, 128, 256, 16, 64, 64, 16, 8, 1),
    KERNEL("two-tiles", SWEEP, in_turn, 128, 256, 16, 64, 64, 16, 8, 2),
    KERNEL("one-tile-k32", SWEEP, in_turn, 128, 256, 32, 64, 64, 16, 8,
           1),
    {},
};
//< the table
