//> omit
/* wmma.cu - tensor cores by fragments: half in, float out. */
#include "bench/bench.h"
#include "bench/gemm.h"
#include "bench/inputs.h"
#include "bench/timing.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

using namespace nvcuda;
//< omit

//> what a warp holds together
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half,
                       wmma::row_major> half_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half,
                       wmma::row_major> half_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> half_sums;
//< what a warp holds together

//> store a whole fragment
/* Stores a fragment that lies in C as a whole, and says so. */
#define STRAIGHT(type)                                                 \
    static __device__ __forceinline__ int type##_straight(             \
        type##_sums *sums, float *c, int N, float alpha, float beta)   \
    {                                                                  \
        type##_sums old;                                               \
                                                                       \
        wmma::fill_fragment(old, 0.0f);                                \
        if (beta != 0.0f)                                              \
            wmma::load_matrix_sync(old, c, N, wmma::mem_row_major);    \
        for (int i = 0; i < sums->num_elements; ++i)                   \
            sums->x[i] = alpha * sums->x[i] + beta * old.x[i];         \
        wmma::store_matrix_sync(c, *sums, N, wmma::mem_row_major);     \
        return 1;                                                      \
    }

STRAIGHT(half)
//< store a whole fragment

//> one warp, one fragment
__global__ void fragment(int M, int N, int K, float alpha,
                         const half *A, const half *B, float beta,
                         float *C)
{
    const size_t row = block_y() * 16, col = blockIdx.x * 16;
    const int depth = alpha != 0.0f ? K : 0;
    half_a a;
    half_b b;
    half_sums sums;

    if (row >= M)
        return;
    wmma::fill_fragment(sums, 0.0f);
    for (int k = 0; k < depth; k += 16) {
        wmma::load_matrix_sync(a, A + row * K + k, K);
        wmma::load_matrix_sync(b, B + (size_t)k * N + col, N);
        wmma::mma_sync(sums, a, b, sums);
    }
    half_straight(&sums, C + row * N + col, N, alpha, beta);
}

static void run_fragment(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C)
{
    if (M == 0 || N == 0)
        return;
    fragment<<<grid(blocks(N, 16), blocks(M, 16)), 32>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< one warp, one fragment

//> load and multiply
#define FRAGMENTS(type, depth)                                         \
    enum { type##_depth = depth };                                     \
    static __device__ __forceinline__ void type##_load(                \
        const unsigned FM, const unsigned FN, type##_a *a,             \
        type##_b *b, const type##_word *A, size_t pitch_a,             \
        const type##_word *B, size_t pitch_b)                          \
    {                                                                  \
        _Pragma("unroll") for (unsigned i = 0; i < FM; ++i)            \
            wmma::load_matrix_sync(a[i], A + 16 * i * pitch_a,         \
                                   pitch_a);                           \
        _Pragma("unroll") for (unsigned j = 0; j < FN; ++j)            \
            wmma::load_matrix_sync(b[j], B + 16 * j, pitch_b);         \
    }                                                                  \
    static __device__ __forceinline__ void type##_multiply(            \
        const unsigned FM, const unsigned FN, type##_sums *acc,        \
        const type##_a *a, const type##_b *b)                          \
    {                                                                  \
        _Pragma("unroll") for (unsigned i = 0; i < FM; ++i)            \
            _Pragma("unroll") for (unsigned j = 0; j < FN; ++j)        \
                wmma::mma_sync(acc[i * FN + j], a[i], b[j],            \
                               acc[i * FN + j]);                       \
    }

typedef half half_word;
FRAGMENTS(half, 16)
//< load and multiply

//> one warp, sixteen fragments
enum { ACROSS = 4, SQUARE = 16 * ACROSS };

__global__ void fragments_4x4(int M, int N, int K, float alpha,
                              const half *A, const half *B, float beta,
                              float *C)
{
    const size_t row = block_y() * SQUARE, col = blockIdx.x * SQUARE;
    const int depth = alpha != 0.0f ? K : 0;
    half_a a[ACROSS];
    half_b b[ACROSS];
    half_sums acc[ACROSS * ACROSS];

    if (row >= M)
        return;
#pragma unroll
    for (int i = 0; i < ACROSS * ACROSS; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
    for (int k = 0; k < depth; k += 16) {
        half_load(ACROSS, ACROSS, a, b, A + row * K + k, K,
                  B + (size_t)k * N + col, N);
        half_multiply(ACROSS, ACROSS, acc, a, b);
    }
#pragma unroll
    for (int i = 0; i < ACROSS * ACROSS; ++i)
        half_straight(&acc[i],
                      C + (row + i / ACROSS * 16) * N + col
                          + i % ACROSS * 16, N, alpha, beta);
}
//< one warp, sixteen fragments

//> omit
static void run_fragments_4x4(int M, int N, int K, float alpha,
                              const float *A, const float *B,
                              float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    fragments_4x4<<<grid(blocks(N, SQUARE), blocks(M, SQUARE)), 32>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< omit

//> how wide a copy may be
/* The most bytes, at most 16, at a multiple of which each row starts:
 * of A with rows of K elements, and of B with rows of N. */
static __host__ __device__ __forceinline__ unsigned widest(
    const void *A, const void *B, size_t size, int N, int K)
{
    const size_t all = (size_t)A | (size_t)B | size * K | size * N | 16;

    return (unsigned)(all & (~all + 1));
}
//< how wide a copy may be

//> fill a tile
/* One piece, or zeros if it is not there. */
static __device__ __forceinline__ void fill_piece(
    const unsigned bytes, char *to, const char *from, int there)
{
    if (bytes == 16)
        *(uint4 *)to = there ? *(const uint4 *)from
                             : make_uint4(0, 0, 0, 0);
    else if (bytes == 8)
        *(uint2 *)to = there ? *(const uint2 *)from : make_uint2(0, 0);
    else if (bytes == 4)
        *(unsigned *)to = there ? *(const unsigned *)from : 0;
    else
        *(unsigned short *)to =
            there ? *(const unsigned short *)from : 0;
}

/* Brings a tile of rows x width bytes, piece by piece. The matrix ends
 * after rows_here and width_here; beyond are zeros. */
static __device__ __forceinline__ void fill(
    const unsigned piece, const unsigned rows, const unsigned width,
    const unsigned pitch, const unsigned threads, char *to,
    const void *from, size_t stride, unsigned rows_here,
    unsigned width_here)
{
    const unsigned count = rows * width / threads >> (__ffs(piece) - 1);

#pragma unroll
    for (unsigned i = 0; i < count; ++i) {
        const unsigned at = piece * (threadIdx.x + i * threads);
        const unsigned row = at / width, byte = at % width;

        fill_piece(piece, to + row * pitch + byte,
                   (const char *)from + row * stride + byte,
                   row < rows_here && byte < width_here);
    }
}
//< fill a tile

//> store a fragment with edges
/* Stores what rows x cols elements of C take. */
#define PUT(type)                                                      \
    static __device__ __forceinline__ void type##_put(                 \
        type##_sums *sums, type##_sum *scratch, unsigned rows,         \
        unsigned cols, int aligned, float *c, int N, float alpha,      \
        float beta)                                                    \
    {                                                                  \
        if (aligned && rows >= 16 && cols >= 16                        \
            && type##_straight(sums, c, N, alpha, beta))               \
            return;                                                    \
        __syncwarp();                                                  \
        wmma::store_matrix_sync(scratch, *sums, 16,                    \
                                wmma::mem_row_major);                  \
        __syncwarp();                                                  \
        _Pragma("unroll 4")                                            \
        for (unsigned i = threadIdx.x % 32; i < 256; i += 32)          \
            if (i / 16 < rows && i % 16 < cols)                        \
                put(&c[i / 16 * (size_t)N + i % 16], alpha,            \
                    (float)scratch[i], beta);                          \
    }                                                                  \
    static __device__ __forceinline__ void type##_put_all(             \
        const unsigned FM, const unsigned FN, type##_sums *acc,        \
        type##_sum *scratch, int M, int N, unsigned row, unsigned col, \
        float alpha, float beta, float *C)                             \
    {                                                                  \
        const unsigned rows = max(M - (int)row, 0);                    \
        const unsigned cols = max(N - (int)col, 0);                    \
        const int aligned = ((size_t)C % 32 | (unsigned)N % 4) == 0;   \
                                                                       \
        _Pragma("unroll") for (unsigned i = 0; i < FM; ++i)            \
            _Pragma("unroll") for (unsigned j = 0; j < FN; ++j)        \
                type##_put(&acc[i * FN + j], scratch,                  \
                           rows - min(rows, 16 * i),                   \
                           cols - min(cols, 16 * j), aligned,          \
                           C + (size_t)(row + 16 * i) * N              \
                               + col + 16 * j, N, alpha, beta);        \
    }

typedef float half_sum;
PUT(half)
//< store a fragment with edges

//> a tile that feeds sixteen warps
enum {
    BM = 128, BN = 128, BK = 32, WM = 32, WN = 32,
    FM = WM / 16, FN = WN / 16, WARPS = (BM / WM) * (BN / WN)
};

static __device__ __forceinline__ void staged(
    const unsigned piece, const unsigned pitch_a,
    const unsigned pitch_b, half *As, half *Bs, float *scratch, int M,
    int N, int K, float alpha, const half *A, const half *B, float beta,
    float *C)
{
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = max(0, min(M - (int)row0, (int)BM));
    const unsigned cols = min((unsigned)N - col0, (unsigned)BN);
    const unsigned depth = alpha != 0.0f ? K : 0;
    const half *from_a = A + (size_t)row0 * K, *from_b = B + col0;
    half_a a[FM];
    half_b b[FN];
    half_sums acc[FM * FN];

#pragma unroll
    for (unsigned i = 0; i < FM * FN; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
    for (unsigned k0 = 0; k0 < depth; k0 += BK) {
        const unsigned here = min(depth - k0, (unsigned)BK);

        fill(piece, BM, 2 * BK, 2 * pitch_a, 32 * WARPS, (char *)As,
             from_a + k0, 2 * (size_t)K, rows, 2 * here);
        fill(piece, BK, 2 * BN, 2 * pitch_b, 32 * WARPS, (char *)Bs,
             from_b + (size_t)k0 * N, 2 * (size_t)N, here, 2 * cols);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < BK; k += 16) {
            half_load(FM, FN, a, b, As + wy * pitch_a + k, pitch_a,
                      Bs + k * pitch_b + wx, pitch_b);
            half_multiply(FM, FN, acc, a, b);
        }
        __syncthreads();
    }
    half_put_all(FM, FN, acc, scratch + 256 * warp, M, N, row0 + wy,
                 col0 + wx, alpha, beta, C);
}
//< a tile that feeds sixteen warps

//> with and without padding
#define STAGED_BY(name, piece, pad_a, pad_b)                           \
    __global__ void __launch_bounds__(32 * WARPS, 2)                   \
    name(int M, int N, int K, float alpha, const half *A,              \
         const half *B, float beta, float *C)                          \
    {                                                                  \
        __shared__ __align__(32) half As[BM * (BK + pad_a)];           \
        __shared__ __align__(32) half Bs[BK * (BN + pad_b)];           \
        __shared__ __align__(32) float scratch[256 * WARPS];           \
                                                                       \
        staged(piece, BK + pad_a, BN + pad_b, As, Bs, scratch, M, N,   \
               K, alpha, A, B, beta, C);                               \
    }
#define STAGED(name, most, pad_a, pad_b)                               \
    STAGED_BY(name, most, pad_a, pad_b)                                \
    STAGED_BY(name##_any, min(widest(A, B, 2, N, K), most), pad_a,     \
              pad_b)                                                   \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        const half *a = (const half *)A, *b = (const half *)B;         \
        const dim3 all = grid(blocks(N, BN), blocks(M, BM));           \
        if (widest(A, B, 2, N, K) >= most)                             \
            name<<<all, 32 * WARPS>>>(M, N, K, alpha, a, b, beta, C);  \
        else                                                           \
            name##_any<<<all, 32 * WARPS>>>(M, N, K, alpha, a, b,      \
                                            beta, C);                  \
    }

STAGED(staged_narrow, 2u, 0, 0)
STAGED(staged_bare, 16u, 0, 0)
STAGED(staged_pad_a, 16u, 8, 0)
STAGED(staged_pad_b, 16u, 0, 8)
STAGED(staged_padded, 16u, 8, 8)
//< with and without padding

//> copies that nobody waits for
/* One piece, or zeros if it is not there. */
static __device__ __forceinline__ void copy_piece(
    const unsigned bytes, char *to, const char *from, int there)
{
    if (bytes == 16)
        __pipeline_memcpy_async(to, from, 16, there ? 0 : 16);
    else if (bytes == 8)
        __pipeline_memcpy_async(to, from, 8, there ? 0 : 8);
    else if (bytes == 4)
        __pipeline_memcpy_async(to, from, 4, there ? 0 : 4);
    else
        *(unsigned short *)to =
            there ? *(const unsigned short *)from : 0;
}

/* As fill(), without waiting. A thread keeps to its column of pieces:
 * all of its addresses are one address and multiples of a step. */
static __device__ __forceinline__ void start(
    const unsigned piece, const unsigned rows, const unsigned width,
    const unsigned pitch, const unsigned threads, char *to,
    const void *from, size_t stride, unsigned rows_here,
    unsigned width_here)
{
    const unsigned turn = piece * threads / width; /* rows at a time */
    const unsigned row = piece * threadIdx.x / width;
    const unsigned byte = piece * threadIdx.x % width;
    const char *source = (const char *)from + row * stride + byte;

#pragma unroll
    for (unsigned i = 0; i < rows / turn; ++i)
        copy_piece(piece, to + (row + i * turn) * pitch + byte,
                   source + i * (turn * stride),
                   row + i * turn < rows_here && byte < width_here);
}
//< copies that nobody waits for

//> what a tile takes
#define THREADS(BM, BN, WM, WN) ((BM / WM) * (BN / WN) * 32)
#define TILE(type, BM, BN, BK)                                         \
    ((BM * (BK + type##_pad_a) + BK * (BN + type##_pad_b))             \
     * (unsigned)sizeof(type##_word))

enum { half_pad_a = 8, half_pad_b = 8 };
//< what a tile takes

//> start a tile, load a step
#define START(t)                                                       \
    start(width, bm, bk * size, pitch_a * size, threads,               \
          tiles + (t) % slots * tile, from_a + (t) * (size_t)bk,       \
          (size_t)K * size, rows, LEFT(t) * size);                     \
    start(width, bk, bn * size, pitch_b * size, threads,               \
          tiles + (t) % slots * tile + tile_a,                         \
          from_b + (t) * (size_t)bk * N, (size_t)N * size, LEFT(t),    \
          cols * size)
#define LEFT(t)                                                        \
    ((t) * bk < depth ? min(depth - (t) * bk, (unsigned)bk) : 0)
#define LOAD(type, set, t, s)                                          \
    type##_load(                                                       \
        FM, FN, a + (set) * FM, b + (set) * FN,                        \
        (const type##_word *)(tiles + (t) % slots * tile)              \
            + wy * pitch_a + (s) * type##_depth, pitch_a,              \
        (const type##_word *)(tiles + (t) % slots * tile + tile_a)     \
            + (s) * type##_depth * pitch_b + wx, pitch_b)
//< start a tile, load a step

//> tiles on their way
#define PIPELINE(name, piece, type, ahead, stages, least, BM, BN, BK,  \
                 WM, WN)                                               \
    __global__ void __launch_bounds__(THREADS(BM, BN, WM, WN), least)  \
    name(int M, int N, int K, float alpha, const type##_word *A,       \
         const type##_word *B, float beta, float *C)                   \
    {                                                                  \
        extern __shared__ __align__(128) char tiles[];                 \
        enum { bm = BM, bn = BN, bk = BK, FM = WM / 16, FN = WN / 16,  \
               pitch_a = BK + type##_pad_a,                            \
               pitch_b = BN + type##_pad_b,                            \
               steps = BK / type##_depth, slots = stages,              \
               threads = THREADS(BM, BN, WM, WN), early = ahead };     \
        const unsigned size = sizeof(type##_word), width = piece;      \
        const unsigned tile_a = bm * pitch_a * size;                   \
        const unsigned tile = TILE(type, BM, BN, BK);                  \
        const unsigned warp = threadIdx.x / 32;                        \
        const unsigned wy = warp / (BN / WN) * WM;                     \
        const unsigned wx = warp % (BN / WN) * WN;                     \
        const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;  \
        const unsigned rows = min((unsigned)M - row0, (unsigned)BM);   \
        const unsigned cols = min((unsigned)N - col0, (unsigned)BN);   \
        const unsigned depth = alpha != 0.0f ? K : 0;                  \
        const unsigned count = (depth + BK - 1) / BK;                  \
        const type##_word *from_a = A + (size_t)row0 * K;              \
        const type##_word *from_b = B + col0;                          \
        type##_a a[2 * FM];                                            \
        type##_b b[2 * FN];                                            \
        type##_sums acc[FM * FN];                                      \
                                                                       \
        if (row0 >= M)                                                 \
            return;                                                    \
        _Pragma("unroll") for (unsigned i = 0; i < FM * FN; ++i)       \
            wmma::fill_fragment(acc[i], 0.0f);                         \
        for (unsigned t = 0; t < stages - 1; ++t) {                    \
            START(t);                                                  \
            __pipeline_commit();                                       \
        }                                                              \
        if (early) {                                                   \
            __pipeline_wait_prior(stages - 2);                         \
            __syncthreads();                                           \
            LOAD(type, 0, 0, 0);                                       \
        }                                                              \
        for (unsigned t = 0; t < count; ++t) {                         \
            const unsigned later = t + stages - 1;                     \
                                                                       \
            if (!early) {                                              \
                __pipeline_wait_prior(stages - 2);                     \
                __syncthreads();                                       \
            }                                                          \
            _Pragma("unroll") for (unsigned s = 0; s < steps; ++s) {   \
                const unsigned set = early ? s % 2 : 0;                \
                                                                       \
                if (!early)                                            \
                    LOAD(type, 0, t, s);                               \
                if (s == 0) {                                          \
                    START(later);                                      \
                    __pipeline_commit();                               \
                }                                                      \
                if (early && s + 1 < steps) {                          \
                    LOAD(type, 1 - set, t, s + 1);                     \
                } else if (early) {                                    \
                    __pipeline_wait_prior(stages - 2);                 \
                    __syncthreads();                                   \
                    LOAD(type, 1 - set, t + 1, 0);                     \
                }                                                      \
                type##_multiply(FM, FN, acc, a + set * FM,             \
                                b + set * FN);                         \
            }                                                          \
        }                                                              \
        __pipeline_wait_prior(0);                                      \
        __syncthreads();                                               \
        type##_put_all(FM, FN, acc, (type##_sum *)tiles + 256 * warp,  \
                       M, N, row0 + wy, col0 + wx, alpha, beta, C);    \
    }
//< tiles on their way

//> launched for rows of any length
#define LAUNCHER(name, type, stages, BM, BN, BK, WM, WN)               \
    enum { name##_bytes = stages * TILE(type, BM, BN, BK) };           \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        if (M == 0 || N == 0)                                          \
            return;                                                    \
        const type##_word *a = (const type##_word *)A;                 \
        const type##_word *b = (const type##_word *)B;                 \
        const dim3 all = grid(blocks(N, BN), blocks(M, BM));           \
        const int threads = THREADS(BM, BN, WM, WN);                   \
        if (widest(A, B, sizeof *a, N, K) == 16) {                     \
            cudaFuncSetAttribute(                                      \
                name, cudaFuncAttributeMaxDynamicSharedMemorySize,     \
                name##_bytes);                                         \
            name<<<all, threads, name##_bytes>>>(M, N, K, alpha, a, b, \
                                                 beta, C);             \
        } else {                                                       \
            cudaFuncSetAttribute(                                      \
                name##_any,                                            \
                cudaFuncAttributeMaxDynamicSharedMemorySize,           \
                name##_bytes);                                         \
            name##_any<<<all, threads, name##_bytes>>>(                \
                M, N, K, alpha, a, b, beta, C);                        \
        }                                                              \
    }
#define KERNELS(name, type, ahead, stages, least, BM, BN, BK, WM, WN)  \
    PIPELINE(name, 16, type, ahead, stages, least, BM, BN, BK, WM, WN) \
    PIPELINE(name##_any, widest(A, B, sizeof *A, N, K), type, ahead,   \
             stages, least, BM, BN, BK, WM, WN)
#define PIPELINED(name, type, ahead, stages, least, BM, BN, BK, WM, WN)\
    KERNELS(name, type, ahead, stages, least, BM, BN, BK, WM, WN)      \
    LAUNCHER(name, type, stages, BM, BN, BK, WM, WN)
//< launched for rows of any length

//> from one step to the next
PIPELINED(async, half, 0, 3, 1, 128, 128, 32, 32, 32)
PIPELINED(async_64x64, half, 0, 3, 2, 128, 128, 32, 64, 64)
PIPELINED(ahead, half, 1, 3, 2, 128, 128, 32, 64, 64)
PIPELINED(ahead_64, half, 1, 3, 2, 128, 128, 64, 64, 64)
PIPELINED(large_32, half, 1, 3, 1, 256, 128, 32, 64, 64)
PIPELINED(large_64, half, 1, 3, 1, 256, 128, 64, 64, 64)
//< from one step to the next

//> twice the padding
typedef half_a spaced_a;
typedef half_b spaced_b;
typedef half_sums spaced_sums;
typedef half spaced_word;
typedef float spaced_sum;
enum { spaced_pad_a = 16, spaced_pad_b = 16 };

STRAIGHT(spaced)
FRAGMENTS(spaced, 16)
PUT(spaced)
PIPELINED(spaced, spaced, 1, 3, 2, 128, 128, 32, 64, 64)
//< twice the padding

//> as large as the card allows
/* Where a block may not have that much shared memory, `ahead`. */
#define OR_AHEAD(name, large)                                          \
    static void run_##name(int M, int N, int K, float alpha,           \
                           const float *A, const float *B, float beta, \
                           float *C)                                   \
    {                                                                  \
        int most = 0;                                                  \
                                                                       \
        cudaDeviceGetAttribute(                                        \
            &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);        \
        (most >= large##_bytes ? run_##large : run_ahead)(             \
            M, N, K, alpha, A, B, beta, C);                            \
    }

OR_AHEAD(deep, ahead_64)
OR_AHEAD(wide, large_32)
OR_AHEAD(pipelined, large_64)
//< as large as the card allows

//> sums in half precision
typedef half_a narrow_a;
typedef half_b narrow_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, half> narrow_sums;
typedef half narrow_word, narrow_sum;
enum { narrow_pad_a = 8, narrow_pad_b = 8 };

/* C is float: such a fragment cannot be stored there. */
static __device__ __forceinline__ int narrow_straight(
    narrow_sums *sums, float *c, int N, float alpha, float beta)
{
    return 0;
}

FRAGMENTS(narrow, 16)
PUT(narrow)
PIPELINED(half_accumulator, narrow, 1, 3, 2, 128, 128, 32, 64, 64)
//< sums in half precision

//> other words
typedef __nv_bfloat16 bf16_word;
typedef float bf16_sum, tf32_word, tf32_sum;
enum {
    bf16_pad_a = 8, bf16_pad_b = 8, /* 16 bytes, as for half */
    tf32_pad_a = 4, tf32_pad_b = 8
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16,
                       wmma::row_major> bf16_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16,
                       wmma::row_major> bf16_b;
typedef half_sums bf16_sums;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                       wmma::row_major> tf32_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                       wmma::row_major> tf32_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> tf32_sums;

STRAIGHT(bf16)
FRAGMENTS(bf16, 16)
PUT(bf16)
KERNELS(bf16, bf16, 1, 3, 2, 128, 128, 32, 64, 64)
STRAIGHT(tf32)
FRAGMENTS(tf32, 8)
PUT(tf32)
KERNELS(tf32, tf32, 1, 3, 2, 128, 128, 16, 64, 64)
#else /* no such units: NEEDS_80 keeps everyone from coming here */
#define MISSING(name)                                                  \
    __global__ void name(int M, int N, int K, float alpha,             \
                         const name##_word *A, const name##_word *B,   \
                         float beta, float *C) { __trap(); }           \
    __global__ void name##_any(int M, int N, int K, float alpha,       \
                               const name##_word *A,                   \
                               const name##_word *B, float beta,       \
                               float *C) { __trap(); }
MISSING(bf16)
MISSING(tf32)
#endif

LAUNCHER(bf16, bf16, 3, 128, 128, 32, 64, 64)
LAUNCHER(tf32, tf32, 3, 128, 128, 16, 64, 64)
//< other words

//> nothing but products
enum { CEILING = 256, STEPS = 2048, ROUNDS = 15 };

#define CHAINS(chains)                                                 \
    __global__ void __launch_bounds__(CEILING)                         \
    chains_##chains(const half *in, float *out, int steps,             \
                    unsigned every)                                    \
    {                                                                  \
        half_a a;                                                      \
        half_b b;                                                      \
        half_sums acc[chains];                                         \
        const unsigned i = blockIdx.x * CEILING + threadIdx.x;         \
                                                                       \
        wmma::load_matrix_sync(a, in, 16);                             \
        wmma::load_matrix_sync(b, in + 256, 16);                       \
        for (int c = 0; c < chains; ++c)                               \
            wmma::fill_fragment(acc[c], (float)c);                     \
        _Pragma("unroll 16") for (int s = 0; s < steps; ++s)           \
            for (int c = 0; c < chains; ++c)                           \
                wmma::mma_sync(acc[c], a, b, acc[c]);                  \
        for (int c = 1; c < chains; ++c)                               \
            for (int e = 0; e < acc[0].num_elements; ++e)              \
                acc[0].x[e] += acc[c].x[e];                            \
        wmma::store_matrix_sync(out + (size_t)i / 32 * 256, acc[0],    \
                                16, wmma::mem_row_major);              \
    }

CHAINS(1)
CHAINS(2)
CHAINS(4)
CHAINS(8)
//< nothing but products

//> products and their fragments
/* Eight warps, two down and four across, each with F x F fragments of
 * the product. `every` is 1, which the compiler does not know: it must
 * load in each step. */
#define FROM_SHARED(F)                                                 \
    __global__ void __launch_bounds__(CEILING)                         \
    from_shared_##F(const half *in, float *out, int steps,             \
                    unsigned every)                                    \
    {                                                                  \
        enum { rows = 32 * F, cols = 64 * F, deep = 32,                \
               pitch_a = deep + 8, pitch_b = cols + 8 };               \
        __shared__ __align__(32) half As[rows * pitch_a];              \
        __shared__ __align__(32) half Bs[deep * pitch_b];              \
        const unsigned i = blockIdx.x * CEILING + threadIdx.x;         \
        const unsigned warp = threadIdx.x / 32;                        \
        const half *from_a = As + warp / 4 * 16 * F * pitch_a;         \
        const half *from_b = Bs + warp % 4 * 16 * F;                   \
        half_a a[F];                                                   \
        half_b b[F];                                                   \
        half_sums acc[F * F];                                          \
                                                                       \
        for (unsigned e = threadIdx.x; e < rows * deep; e += CEILING)  \
            As[e / deep * pitch_a + e % deep] =                        \
                in[e / deep % 16 * 16 + e % 16];                       \
        for (unsigned e = threadIdx.x; e < deep * cols; e += CEILING)  \
            Bs[e / cols * pitch_b + e % cols] =                        \
                in[256 + e / cols % 16 * 16 + e % 16];                 \
        __syncthreads();                                               \
        for (int e = 0; e < F * F; ++e)                                \
            wmma::fill_fragment(acc[e], (float)e);                     \
        _Pragma("unroll 4") for (int s = 0; s < steps; ++s) {          \
            const unsigned k = (s & every) * 16;                       \
                                                                       \
            half_load(F, F, a, b, from_a + k, pitch_a,                 \
                      from_b + k * pitch_b, pitch_b);                  \
            half_multiply(F, F, acc, a, b);                            \
        }                                                              \
        for (int c = 1; c < F * F; ++c)                                \
            for (int e = 0; e < acc[0].num_elements; ++e)              \
                acc[0].x[e] += acc[c].x[e];                            \
        wmma::store_matrix_sync(out + (size_t)i / 32 * 256, acc[0],    \
                                16, wmma::mem_row_major);              \
    }

FROM_SHARED(1)
FROM_SHARED(2)
FROM_SHARED(4)
//< products and their fragments

//> omit
struct ceiling {
    void (*kernel)(const half *, float *, int, unsigned);
    half *in;
    float *out;
    unsigned blocks;
    int products, steps; /* a warp's products in each step */
};

static void launch_ceiling(void *ctx)
{
    const struct ceiling *w = (const struct ceiling *)ctx;
    void (*const kernel)(const half *, float *, int, unsigned) =
        w->kernel;

    kernel<<<w->blocks, CEILING>>>(w->in, w->out, w->steps, 1);
}

static struct ceiling of_chains(long long size)
{
    const struct ceiling w = {
        size == 1 ? chains_1 : size == 2 ? chains_2
        : size == 4 ? chains_4 : chains_8,
        NULL, NULL, 1, (int)size, STEPS
    };

    return w;
}

static struct ceiling of_shared(long long size)
{
    const struct ceiling w = {
        size == 1 ? from_shared_1 : size == 2 ? from_shared_2
                                              : from_shared_4,
        NULL, NULL, 1, (int)(size * size), STEPS
    };

    return w;
}

/* Integers, so that sums are exact: A, and then B. */
static void fill_operands(half x[512])
{
    for (size_t i = 0; i < 512; ++i)
        x[i] = __float2half(small_integer(7, i));
}

static int put_operands(struct ceiling *w)
{
    half x[512];

    fill_operands(x);
    if (cuda_check(cudaMalloc((void **)&w->in, sizeof x), "memory") ||
        cuda_check(cudaMalloc((void **)&w->out,
                              (size_t)w->blocks * CEILING * 8
                                  * sizeof(float)), "memory"))
        return -1;
    return cuda_check(cudaMemcpy(w->in, x, sizeof x,
                                 cudaMemcpyHostToDevice), "copy");
}

static void free_operands(struct ceiling *w)
{
    cudaFree(w->in);
    cudaFree(w->out);
}
//< omit

//> measure what fragments can do
static int measure_ceiling(struct ceiling w, struct samples *out)
{
    int sms = 0, status = -1;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    w.blocks = 32u * (unsigned)sms;
    const double warps = (double)w.blocks * CEILING / 32;
    const double flops = 2.0 * 16 * 16 * 16 * warps * w.products
                         * w.steps;

    if (put_operands(&w) == 0)
        status = sample_rate(launch_ceiling, &w, flops / 1e6, ROUNDS,
                             out);
    free_operands(&w);
    return status;
}
//< measure what fragments can do

//> the same kernel on zeros
static void multiply_once(void *ctx)
{
    float *const *x = (float *const *)ctx;

    run_pipelined(4096, 4096, 4096, 1.0f, x[0], x[1], 0.0f, x[2]);
}

/* So many products of 4096 on random numbers, or on zeros. */
static int measure_power(int zeros, struct samples *out)
{
    const size_t count = (size_t)4096 * 4096;
    half *host = (half *)malloc(count * sizeof *host);
    float *x[3] = {NULL, NULL, NULL};
    int status = host ? 0 : complain("out of memory on the host");

    for (int i = 0; i < 3 && status == 0; ++i)
        status = cuda_check(cudaMalloc((void **)&x[i],
                                       count * sizeof **x), "memory");
    for (int i = 0; i < 2 && status == 0; ++i) {
        for (size_t e = 0; e < count; ++e)
            host[e] = __float2half(zeros ? 0.0f : uniform(i + 1, e));
        status = cuda_check(cudaMemcpy(x[i], host, count * sizeof *host,
                                       cudaMemcpyHostToDevice), "copy");
    }
    if (status == 0)
        status = sample_rate(multiply_once, x,
                             2.0 * 4096 * 4096 * 4096 / 1e6, ROUNDS,
                             out);
    for (int i = 0; i < 3; ++i)
        cudaFree(x[i]);
    free(host);
    return status;
}
//< the same kernel on zeros

//> omit
static int measure_zeros(long long size, struct samples *out)
{
    (void)size;
    return measure_power(1, out);
}

static int measure_random(long long size, struct samples *out)
{
    (void)size;
    return measure_power(0, out);
}

static int measure_chains(long long size, struct samples *out)
{
    return measure_ceiling(of_chains(size), out);
}

static int measure_shared(long long size, struct samples *out)
{
    return measure_ceiling(of_shared(size), out);
}

/* What each warp must have: so many products of A and B, and the
 * numbers 0, 1, ... that its sums began with. */
static int check_ceiling(struct ceiling w)
{
    enum { BLOCKS = 2, COUNT = BLOCKS * CEILING * 8 };
    half x[512];
    float *got = (float *)malloc(COUNT * sizeof *got);
    int status = -1;

    w.blocks = BLOCKS;
    w.steps = 5;
    fill_operands(x);
    if (!got) {
        complain("out of memory on the host");
    } else if (put_operands(&w) == 0) {
        launch_ceiling(&w);
        status = cuda_check(cudaMemcpy(got, w.out, COUNT * sizeof *got,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    for (int i = 0; i < COUNT && status == 0; ++i) {
        float want = w.products * (w.products - 1) / 2.0f;

        for (int k = 0; k < 16; ++k)
            want += w.products * w.steps
                    * __half2float(x[i % 256 / 16 * 16 + k])
                    * __half2float(x[256 + k * 16 + i % 16]);
        if (!(got[i] == want))
            status = complain("sum %d is %.9g, should be %.9g", i,
                              (double)got[i], (double)want);
    }
    free_operands(&w);
    free(got);
    return status;
}

static int verify_chains(void)
{
    for (int chains = 1; chains <= 8; chains *= 2)
        if (check_ceiling(of_chains(chains)) != 0)
            return -1;
    return 0;
}

static int verify_shared(void)
{
    for (int across = 1; across <= 4; across *= 2)
        if (check_ceiling(of_shared(across)) != 0)
            return -1;
    return 0;
}
//< omit

//> who holds what
#define WHO(use)                                                       \
    __global__ void who_##use(const half *halves, const float *floats, \
                              float *out)                              \
    {                                                                  \
        half_##use f;                                                  \
                                                                       \
        LOAD_##use(f);                                                 \
        for (int i = 0; i < f.num_elements; ++i)                       \
            out[threadIdx.x * f.num_elements + i] = f.x[i];            \
    }
#define LOAD_a(f) wmma::load_matrix_sync(f, halves, 16)
#define LOAD_b(f) wmma::load_matrix_sync(f, halves, 16)
#define LOAD_sums(f)                                                   \
    wmma::load_matrix_sync(f, floats, 16, wmma::mem_row_major)

WHO(a)
WHO(b)
WHO(sums)
//< who holds what

//> omit
enum { HELD = 32 * 16 };

/* Element 16 * row + col of a fragment, for each x[i] of each lane. */
static int ask(void (*kernel)(const half *, const float *, float *),
               float held[HELD])
{
    half x[256], *halves = NULL;
    float f[256], *floats = NULL, *out = NULL;
    int status = -1;

    for (int i = 0; i < 256; ++i) {
        f[i] = (float)i;
        x[i] = __float2half(f[i]);
    }
    if (cuda_check(cudaMalloc((void **)&halves, sizeof x), "memory") ||
        cuda_check(cudaMalloc((void **)&floats, sizeof f), "memory") ||
        cuda_check(cudaMalloc((void **)&out, HELD * sizeof *out),
                   "memory"))
        goto done;
    cudaMemcpy(halves, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(floats, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemset(out, 0xff, HELD * sizeof *out);
    kernel<<<1, 32>>>(halves, floats, out);
    status = cuda_check(cudaMemcpy(held, out, HELD * sizeof *out,
                                   cudaMemcpyDeviceToHost), "copy");
done:
    cudaFree(halves);
    cudaFree(floats);
    cudaFree(out);
    return status;
}

/* Each element of the matrix is with somebody. */
static int check_held(void (*kernel)(const half *, const float *,
                                     float *), int count)
{
    float held[HELD];
    int seen[256] = {0};

    if (ask(kernel, held) != 0)
        return -1;
    for (int i = 0; i < count; ++i) {
        if (!(held[i] >= 0 && held[i] < 256
              && held[i] == (float)(int)held[i]))
            return complain("place %d holds %g, which is no element", i,
                            (double)held[i]);
        ++seen[(int)held[i]];
    }
    for (int e = 0; e < 256; ++e)
        if (seen[e] != count / 256)
            return complain("element %d is held %d times", e, seen[e]);
    return 0;
}

/* Sizes are 1 + number of elements a lane * lane + i. */
#define MAP(use)                                                       \
    enum { each_##use = half_##use::num_elements };                    \
    static int measure_map_##use(long long size, struct samples *out)  \
    {                                                                  \
        float held[HELD];                                              \
                                                                       \
        if (ask(who_##use, held) != 0)                                 \
            return -1;                                                 \
        add_sample(out, held[size - 1]);                               \
        return 0;                                                      \
    }                                                                  \
    static int verify_map_##use(void)                                  \
    {                                                                  \
        return check_held(who_##use, 32 * each_##use);                 \
    }

MAP(a)
MAP(b)
MAP(sums)
//< omit

//> inputs in a format
enum format { AS_FLOAT, AS_TF32, AS_HALF, AS_BF16 };

static float rounded(enum format format, float x)
{
    unsigned bits;

    switch (format) {
    case AS_HALF:
        return __half2float(__float2half(x));
    case AS_BF16:
        return __bfloat162float(__float2bfloat16(x));
    case AS_TF32: /* eleven significant bits */
        memcpy(&bits, &x, sizeof bits);
        bits = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
        memcpy(&x, &bits, sizeof x);
        return x;
    default:
        return x;
    }
}
//< inputs in a format

//> omit
static void pack(enum format format, const float *from, size_t count,
                 void *to)
{
    for (size_t i = 0; i < count; ++i)
        if (format == AS_HALF)
            ((half *)to)[i] = __float2half(from[i]);
        else if (format == AS_BF16)
            ((__nv_bfloat16 *)to)[i] = __float2bfloat16(from[i]);
        else
            ((float *)to)[i] = rounded(format, from[i]);
}

enum { EDGE = 64, SEEDS = 5 };

struct trial {
    gemm_fn *run;
    enum format format;
    int positive; /* inputs in (0, 1), not in (-1, 1) */
    int of_sums;  /* the error of the sums alone */
};

static int put_packed(enum format format, const float *from,
                      size_t count, float **to)
{
    const size_t bytes = count * sizeof(float);
    void *packed = malloc(bytes);
    int status = -1;

    if (!packed)
        return complain("out of memory on the host");
    pack(format, from, count, packed);
    if (!cuda_check(cudaMalloc((void **)to, bytes), "memory"))
        status = cuda_check(cudaMemcpy(*to, packed, bytes,
                                       cudaMemcpyHostToDevice), "copy");
    free(packed);
    return status;
}

/* C = A*B of what trial->run makes of A and B. */
static int product(const struct trial *t, int K, const float *a,
                   const float *b, float *c)
{
    float *A = NULL, *B = NULL, *C = NULL;
    const size_t count = (size_t)EDGE * K;
    int status = -1;

    if (put_packed(t->format, a, count, &A) == 0
        && put_packed(t->format, b, count, &B) == 0
        && !cuda_check(cudaMalloc((void **)&C,
                                  EDGE * EDGE * sizeof *C), "memory")) {
        t->run(EDGE, EDGE, K, 1.0f, A, B, 0.0f, C);
        status = cuda_check(cudaGetLastError(), "launch");
        if (status == 0)
            status = cuda_check(
                cudaMemcpy(c, C, EDGE * EDGE * sizeof *C,
                           cudaMemcpyDeviceToHost), "copy");
    }
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return status;
}
//< omit

//> how far from the truth
/* The largest error of c = a*b, in units of |a||b|, against float64. */
static double largest_error(const struct trial *t, int K,
                            const float *a, const float *b,
                            const float *c)
{
    double worst = 0;

    for (int i = 0; i < EDGE; ++i) {
        double want[EDGE] = {0}, size[EDGE] = {0};

        for (int k = 0; k < K; ++k) {
            const float x = a[(size_t)i * K + k];

            for (int j = 0; j < EDGE; ++j) {
                const float y = b[(size_t)k * EDGE + j];

                want[j] += t->of_sums ? (double)rounded(t->format, x)
                                            * rounded(t->format, y)
                                      : (double)x * y;
                size[j] += fabs((double)x * y);
            }
        }
        for (int j = 0; j < EDGE; ++j)
            worst = fmax(worst,
                         fabs(c[i * EDGE + j] - want[j]) / size[j]);
    }
    return worst;
}
//< how far from the truth

//> omit
static int error_once(const struct trial *t, int K, uint64_t seed,
                      double *error)
{
    const size_t count = (size_t)EDGE * K;
    float *a = (float *)malloc(2 * count * sizeof *a), *b = a + count;
    float c[EDGE * EDGE];
    int status = -1;

    if (!a)
        return complain("out of memory on the host");
    for (size_t i = 0; i < 2 * count; ++i) {
        a[i] = uniform(seed, i);
        if (t->positive)
            a[i] = fabsf(a[i]);
        if (t->of_sums)
            a[i] = rounded(t->format, a[i]);
    }
    status = product(t, K, a, b, c);
    if (status == 0)
        *error = largest_error(t, K, a, b, c);
    free(a);
    return status;
}

static int sample_errors(const struct trial *t, long long K,
                         struct samples *out)
{
    for (int seed = 1; seed <= SEEDS; ++seed) {
        double error;

        if (error_once(t, (int)K, (uint64_t)seed, &error) != 0)
            return -1;
        add_sample(out, error);
    }
    return 0;
}
//< omit

//> what the theory allows
/* Tensor cores cut float sums off where they do not round them. */
static const double CUT = 0x1p-23;

/* Inputs rounded to u, then K sums. Cut off, each loses up to CUT of
 * itself: Higham, section 3.1. Rounded to v, K*v is enough however
 * large it is: Jeannerod and Rump (2013). */
static double allowed(long long K, double u, double v)
{
    const double sums = v == CUT ? K * v / (1 - K * v) : K * v;

    return 2 * u + u * u + sums * (1 + u) * (1 + u);
}
//< what the theory allows

//> omit
static int check_errors(const struct trial *t, double u, double v)
{
    static const int depths[] = {1, 64, 1000};

    for (int i = 0; i < 3; ++i) {
        double error;

        if (error_once(t, depths[i], 1, &error) != 0)
            return -1;
        if (!(error <= allowed(depths[i], u, v)))
            return complain("the error at K = %d is %g, above %g",
                            depths[i], error, allowed(depths[i], u, v));
    }
    return 0;
}
//< omit

//> errors and bounds
#define ERROR(name, run, format, positive, of_sums, u, v)              \
    static const struct trial name##_trial = {run, format, positive,   \
                                              of_sums};                \
    static int name##_error(long long K, struct samples *out)          \
    {                                                                  \
        return sample_errors(&name##_trial, K, out);                   \
    }                                                                  \
    static int name##_bound(long long K, struct samples *out)          \
    {                                                                  \
        add_sample(out, allowed(K, u, v));                             \
        return 0;                                                      \
    }
#define CHECKED(name, run, format, positive, of_sums, u, v)            \
    ERROR(name, run, format, positive, of_sums, u, v)                  \
    static int verify_##name(void)                                     \
    {                                                                  \
        return check_errors(&name##_trial, u, v);                      \
    }

ERROR(from_float, cublas, AS_FLOAT, 0, 0, 0, 0x1p-24)
CHECKED(from_tf32, run_tf32, AS_TF32, 0, 0, 0x1p-11, CUT)
CHECKED(from_half, run_pipelined, AS_HALF, 0, 0, 0x1p-11, CUT)
CHECKED(from_bf16, run_bf16, AS_BF16, 0, 0, 0x1p-8, CUT)
CHECKED(float_sums, run_pipelined, AS_HALF, 0, 1, 0, CUT)
CHECKED(half_sums, run_half_accumulator, AS_HALF, 0, 1, 0, 0x1p-11)
CHECKED(float_sums_positive, run_pipelined, AS_HALF, 1, 1, 0,
        CUT)
CHECKED(half_sums_positive, run_half_accumulator, AS_HALF, 1, 1, 0,
        0x1p-11)
//< errors and bounds

//> the table
#define ENTRY(name, run, bm, bn, bk, flags)                            \
    {name, run, bm, bn, bk, 8192, flags}

const struct kernel kernels[] = {
    ENTRY("fragment", run_fragment, 16, 16, 16, HALF | MULTIPLES),
    ENTRY("fragments-4x4", run_fragments_4x4, SQUARE, SQUARE, 16,
          HALF | MULTIPLES),
    ENTRY("staged-narrow", run_staged_narrow, BM, BN, BK, HALF | SWEEP),
    ENTRY("staged", run_staged_bare, BM, BN, BK, HALF),
    ENTRY("staged-pad-a", run_staged_pad_a, BM, BN, BK, HALF | SWEEP),
    ENTRY("staged-pad-b", run_staged_pad_b, BM, BN, BK, HALF | SWEEP),
    ENTRY("staged-padded", run_staged_padded, BM, BN, BK, HALF),
    ENTRY("async", run_async, 128, 128, 32, HALF | SWEEP),
    ENTRY("async-64x64", run_async_64x64, 128, 128, 32, HALF | SWEEP),
    ENTRY("ahead", run_ahead, 128, 128, 32, HALF | SWEEP),
    ENTRY("deep", run_deep, 128, 128, 64, HALF | SWEEP),
    ENTRY("wide", run_wide, 256, 128, 32, HALF | SWEEP),
    ENTRY("spaced", run_spaced, 128, 128, 32, HALF | SWEEP),
    ENTRY("pipelined", run_pipelined, 256, 128, 64, HALF),
    ENTRY("half-accumulator", run_half_accumulator, 128, 128, 32,
          HALF | HALF_ACC),
    ENTRY("bf16", run_bf16, 128, 128, 32, BFLOAT16 | NEEDS_80),
    ENTRY("tf32", run_tf32, 128, 128, 16, TF32 | NEEDS_80),
    {},
};

#define DEPTHS {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}
#define NUMERIC(name, what, check, flags)                              \
    {"numerics", name, "relative", DEPTHS, what##_error, check, 0,     \
     flags},                                                           \
    {"numerics", name "-bound", "relative", DEPTHS, what##_bound,      \
     NULL, 0, 0}
#define HOLDS(name, use)                                               \
    {"map", name, "element", {1}, measure_map_##use,                   \
     verify_map_##use, 32 * each_##use, 0}

const struct probe probes[] = {
    {"ceilings", "wmma-registers", "GFLOP/s", {1, 2, 4, 8},
     measure_chains, verify_chains, 0, 0},
    {"ceilings", "wmma-shared", "GFLOP/s", {1, 2, 4}, measure_shared,
     verify_shared, 0, 0},
    {"power", "zeros", "GFLOP/s", {4096}, measure_zeros, NULL, 0, 0},
    {"power", "random", "GFLOP/s", {4096}, measure_random, NULL, 0, 0},
    NUMERIC("float", from_float, NULL, 0),
    NUMERIC("tf32", from_tf32, verify_from_tf32, NEEDS_80),
    NUMERIC("half", from_half, verify_from_half, 0),
    NUMERIC("bf16", from_bf16, verify_from_bf16, NEEDS_80),
    NUMERIC("float-sums", float_sums, verify_float_sums, 0),
    NUMERIC("half-sums", half_sums, verify_half_sums, 0),
    NUMERIC("float-sums-positive", float_sums_positive,
            verify_float_sums_positive, 0),
    NUMERIC("half-sums-positive", half_sums_positive,
            verify_half_sums_positive, 0),
    HOLDS("a", a),
    HOLDS("b", b),
    HOLDS("sums", sums),
    {},
};
//< the table
