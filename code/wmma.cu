//> omit
/* wmma.cu - tensor cores by fragments: half in, float out. */
#include "bench/bench.h"
#include "kernels/fragments.h"
#include "kernels/gemm.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "probes/rest.h"

#include <stdlib.h>
//< omit

//> one warp, one fragment
__global__ void fragment(int M, int N, int K, float alpha,
                         const half *A, const half *B, float beta,
                         float *C)
{
    const size_t row = block_y() * 16, col = blockIdx.x * 16;
    const int depth = alpha != 0.0f ? K : 0;
    fragment_a<half> a;
    fragment_b<half> b;
    accumulator<float> acc;

    if (row >= M)
        return;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < depth; k += 16) {
        wmma::load_matrix_sync(a, A + row * K + k, K);
        wmma::load_matrix_sync(b, B + (size_t)k * N + col, N);
        wmma::mma_sync(acc, a, b, acc);
    }
    store_full_fragment(&acc, C + row * N + col, N, alpha, beta);
}

//> launch one warp a block
static void run_fragment(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C)
{
    if (M == 0 || N == 0)
        return;
    fragment<<<grid(blocks(N, 16), blocks(M, 16)), 32>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< launch one warp a block
//< one warp, one fragment

//> one warp, sixteen fragments
/* A warp has F x F fragments of C. */
template <int F>
__global__ void fragments(int M, int N, int K, float alpha,
                          const half *A, const half *B, float beta,
                          float *C)
{
    const size_t row = block_y() * 16 * F, col = blockIdx.x * 16 * F;
    const int depth = alpha != 0.0f ? K : 0;
    fragment_a<half> a[F];
    fragment_b<half> b[F];
    accumulator<float> acc[F * F];

    if (row >= M)
        return;
#pragma unroll
    for (int i = 0; i < F * F; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
    for (int k = 0; k < depth; k += 16) {
        load<F, F>(a, b, A + row * K + k, K, B + (size_t)k * N + col,
                   N);
        multiply<F, F>(acc, a, b);
    }
#pragma unroll
    for (int i = 0; i < F * F; ++i)
        store_full_fragment(
            &acc[i], C + (row + i / F * 16) * N + col + i % F * 16, N,
            alpha, beta);
}
//< one warp, sixteen fragments

//> omit
template <int F>
static void run_fragments(int M, int N, int K, float alpha,
                          const float *A, const float *B, float beta,
                          float *C)
{
    if (M == 0 || N == 0)
        return;
    fragments<F><<<grid(blocks(N, 16 * F), blocks(M, 16 * F)), 32>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< omit

//> fill a tile
/* Copies a tile of ROWS x WIDTH bytes, `bytes` bytes a copy. The matrix
 * ends after rows_here and width_here; zeros fill the rest. */
template <int ROWS, int WIDTH, int PITCH, int THREADS>
static __device__ __forceinline__ void fill(
    const unsigned bytes, char *to, const void *from, size_t stride,
    unsigned rows_here, unsigned width_here)
{
    const unsigned count = ROWS * WIDTH / THREADS >> (__ffs(bytes) - 1);

#pragma unroll
    for (unsigned i = 0; i < count; ++i) {
        const unsigned at = bytes * (threadIdx.x + i * THREADS);
        const unsigned row = at / WIDTH, byte = at % WIDTH;

        copy_bytes<0>(bytes, to + row * PITCH + byte,
                      (const char *)from + row * stride + byte,
                      row < rows_here && byte < width_here);
    }
}
//< fill a tile

//> a tile that feeds sixteen warps
template <int BM, int BN, int BK, int WM, int WN, int PAD_A, int PAD_B,
          int BYTES>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, 2)
staged(int M, int N, int K, float alpha, const half *A, const half *B,
       float beta, float *C)
{
    enum {
        FM = WM / 16, FN = WN / 16, WARPS = BM / WM * (BN / WN),
        PITCH_A = BK + PAD_A, PITCH_B = BN + PAD_B
    };
    __shared__ __align__(32) half As[BM * PITCH_A];
    __shared__ __align__(32) half Bs[BK * PITCH_B];
    __shared__ __align__(32) float scratch[256 * WARPS];
    const unsigned bytes =
        BYTES ? BYTES : min(widest(A, B, 2, N, K), 8u);
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = max(0, min(M - (int)row0, (int)BM));
    const unsigned cols = min((unsigned)N - col0, (unsigned)BN);
    const unsigned depth = alpha != 0.0f ? K : 0;
    const half *from_a = A + (size_t)row0 * K, *from_b = B + col0;
    fragment_a<half> a[FM];
    fragment_b<half> b[FN];
    accumulator<float> acc[FM * FN];

#pragma unroll
    for (unsigned i = 0; i < FM * FN; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
//> fill, barrier, multiply, barrier
    for (unsigned k0 = 0; k0 < depth; k0 += BK) {
        const unsigned here = min(depth - k0, (unsigned)BK);

        fill<BM, 2 * BK, 2 * PITCH_A, 32 * WARPS>(
            bytes, (char *)As, from_a + k0, 2 * (size_t)K, rows,
            2 * here);
        fill<BK, 2 * BN, 2 * PITCH_B, 32 * WARPS>(
            bytes, (char *)Bs, from_b + (size_t)k0 * N, 2 * (size_t)N,
            here, 2 * cols);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < BK; k += 16) {
            load<FM, FN>(a, b, As + wy * PITCH_A + k, PITCH_A,
                         Bs + k * PITCH_B + wx, PITCH_B);
            multiply<FM, FN>(acc, a, b);
        }
        __syncthreads();
    }
//< fill, barrier, multiply, barrier
    store<FM, FN>(acc, scratch + 256 * warp, M, N, row0 + wy,
                  col0 + wx, alpha, beta, C);
}
//< a tile that feeds sixteen warps

//> with and without padding
/* Copies have BYTES bytes, or fewer if rows do not allow so many. */
template <int BM, int BN, int BK, int WM, int WN, int PAD_A, int PAD_B,
          int BYTES>
static void run_staged(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    auto kernel = staged<BM, BN, BK, WM, WN, PAD_A, PAD_B, 0>;

    if (M == 0 || N == 0)
        return;
    if (widest(A, B, 2, N, K) >= BYTES)
        kernel = staged<BM, BN, BK, WM, WN, PAD_A, PAD_B, BYTES>;
    kernel<<<grid(blocks(N, BN), blocks(M, BM)),
             BM / WM * (BN / WN) * 32>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< with and without padding

//> tiles on their way
/* AHEAD: fragments are loaded one slice early. LEAST blocks or more fit
 * on an SM. A copy has BYTES bytes; 0: as many as rows allow. */
template <int BM, int BN, int BK, int WM, int WN, int PAD_A, int PAD_B,
          int STAGES, int AHEAD, int LEAST, int BYTES>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
pipeline(int M, int N, int K, float alpha, const half *A, const half *B,
         float beta, float *C)
{
    extern __shared__ __align__(128) char tiles[];
    enum {
        FM = WM / 16, FN = WN / 16, THREADS = BM / WM * (BN / WN) * 32,
        PITCH_A = BK + PAD_A, PITCH_B = BN + PAD_B,
        SLOT = (BM * PITCH_A + BK * PITCH_B) * 2, STEPS = BK / 16
    };
    const unsigned bytes = BYTES ? BYTES : widest(A, B, 2, N, K);
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = min((unsigned)M - row0, (unsigned)BM);
    const unsigned cols = min((unsigned)N - col0, (unsigned)BN);
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = (depth + BK - 1) / BK;
    const half *from_a = A + (size_t)row0 * K, *from_b = B + col0;
    fragment_a<half> a[2][FM];
    fragment_b<half> b[2][FN];
    accumulator<float> acc[FM * FN];

    if (row0 >= M)
        return;
#pragma unroll
    for (unsigned i = 0; i < FM * FN; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
//> copy while multiplying
    for (unsigned t = 0; t < STAGES - 1; ++t) {
        copy_tiles_async<BM, BN, BK, PITCH_A, PITCH_B, THREADS>(
            bytes, tiles + t % STAGES * SLOT, t, from_a, from_b, N, K,
            rows, cols, depth);
        __pipeline_commit();
    }
    if (AHEAD) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        load_step<half, BM, FM, FN, PITCH_A, PITCH_B>(
            a[0], b[0], tiles, wy, wx, 0);
    }
    for (unsigned t = 0; t < count; ++t) {
        const unsigned later = t + STAGES - 1;

//> wait here if fragments are not loaded ahead
        if (!AHEAD) {
            __pipeline_wait_prior(STAGES - 2);
            __syncthreads();
        }
//< wait here if fragments are not loaded ahead
#pragma unroll
        for (unsigned s = 0; s < STEPS; ++s) {
            const unsigned now = AHEAD ? s % 2 : 0, next = 1 - now;

//> load here if they are not
            if (!AHEAD)
                load_step<half, BM, FM, FN, PITCH_A, PITCH_B>(
                    a[0], b[0], tiles + t % STAGES * SLOT, wy, wx,
                    16 * s);
//< load here if they are not
            if (s == 0) {
                copy_tiles_async<BM, BN, BK, PITCH_A, PITCH_B, THREADS>(
                    bytes, tiles + later % STAGES * SLOT, later, from_a,
                    from_b, N, K, rows, cols, depth);
                __pipeline_commit();
            }
            if (AHEAD && s + 1 < STEPS) {
                load_step<half, BM, FM, FN, PITCH_A, PITCH_B>(
                    a[next], b[next], tiles + t % STAGES * SLOT, wy, wx,
                    16 * (s + 1));
            } else if (AHEAD) {
                __pipeline_wait_prior(STAGES - 2);
                __syncthreads();
                load_step<half, BM, FM, FN, PITCH_A, PITCH_B>(
                    a[next], b[next], tiles + (t + 1) % STAGES * SLOT,
                    wy, wx, 0);
            }
            multiply<FM, FN>(acc, a[now], b[now]);
        }
    }
//< copy while multiplying
    __pipeline_wait_prior(0);
    __syncthreads();
    store<FM, FN>(acc, (float *)tiles + 256 * warp, M, N, row0 + wy,
                  col0 + wx, alpha, beta, C);
}
//< tiles on their way

//> launched for rows of any length
template <int BM, int BN, int BK, int WM, int WN, int PAD_A, int PAD_B,
          int STAGES, int AHEAD, int LEAST>
static void run_pipeline(int M, int N, int K, float alpha,
                         const float *A, const float *B, float beta,
                         float *C)
{
    const int bytes = tile_bytes(STAGES, BM, BN, BK, PAD_A, PAD_B, 2);
    auto kernel = pipeline<BM, BN, BK, WM, WN, PAD_A, PAD_B, STAGES,
                           AHEAD, LEAST, 0>;

    if (M == 0 || N == 0)
        return;
    if (widest(A, B, 2, N, K) == 16)
        kernel = pipeline<BM, BN, BK, WM, WN, PAD_A, PAD_B, STAGES,
                          AHEAD, LEAST, 16>;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid(blocks(N, BN), blocks(M, BM)),
             BM / WM * (BN / WN) * 32, bytes>>>(
        M, N, K, alpha, (const half *)A, (const half *)B, beta, C);
}
//< launched for rows of any length

//> as large as the card allows
/* If a block cannot have so much shared memory, `preload` runs. */
template <int BM, int BK, int LEAST>
static void run_large(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    auto run = run_pipeline<128, 128, 32, 64, 64, 8, 8, 3, 1, 2>;
    int most = 0;

    cudaDeviceGetAttribute(
        &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (most >= tile_bytes(3, BM, 128, BK, 8, 8, 2))
        run = run_pipeline<BM, 128, BK, 64, 64, 8, 8, 3, 1, LEAST>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< as large as the card allows

//> the table
const struct kernel kernels[] = {
    {"fragment", run_fragment, 16, 16, 16, 8192, HALF | MULTIPLES,
     "fragment"},
    {"fragments-4x4", run_fragments<4>, 64, 64, 16, 8192,
     HALF | MULTIPLES, "fragments<4>"},
    {"staged-narrow", run_staged<128, 128, 32, 32, 32, 0, 0, 2>,
     128, 128, 32, 8192, HALF | SWEEP,
     "staged<128,128,32,32,32,0,0,2>"},
    {"staged", run_staged<128, 128, 32, 32, 32, 0, 0, 16>,
     128, 128, 32, 8192, HALF,
     "staged<128,128,32,32,32,0,0,16>"},
    {"staged-pad-a", run_staged<128, 128, 32, 32, 32, 8, 0, 16>,
     128, 128, 32, 8192, HALF | SWEEP,
     "staged<128,128,32,32,32,8,0,16>"},
    {"staged-pad-b", run_staged<128, 128, 32, 32, 32, 0, 8, 16>,
     128, 128, 32, 8192, HALF | SWEEP,
     "staged<128,128,32,32,32,0,8,16>"},
    {"staged-padded", run_staged<128, 128, 32, 32, 32, 8, 8, 16>,
     128, 128, 32, 8192, HALF,
     "staged<128,128,32,32,32,8,8,16>"},
//> the pipelined kernels
    {"async", run_pipeline<128, 128, 32, 32, 32, 8, 8, 3, 0, 1>,
     128, 128, 32, 8192, HALF | SWEEP,
     "pipeline<128,128,32,32,32,8,8,3,0,1,16>"},
    {"async-64x64",
     run_pipeline<128, 128, 32, 64, 64, 8, 8, 3, 0, 2>,
     128, 128, 32, 8192, HALF | SWEEP,
     "pipeline<128,128,32,64,64,8,8,3,0,2,16>"},
    {"preload", run_pipeline<128, 128, 32, 64, 64, 8, 8, 3, 1, 2>,
     128, 128, 32, 8192, HALF | SWEEP,
     "pipeline<128,128,32,64,64,8,8,3,1,2,16>"},
    {"128x128-k64", run_large<128, 64, 2>, 128, 128, 64, 8192,
     HALF | SWEEP, "pipeline<128,128,64,64,64,8,8,3,1,2,16>"},
    {"256x128-k32", run_large<256, 32, 1>, 256, 128, 32, 8192,
     HALF | SWEEP, "pipeline<256,128,32,64,64,8,8,3,1,1,16>"},
    {"pipelined", run_large<256, 64, 1>, 256, 128, 64, 8192, HALF,
     "pipeline<256,128,64,64,64,8,8,3,1,1,16>"},
//< the pipelined kernels
    {"spaced",
     run_pipeline<128, 128, 32, 64, 64, 16, 16, 3, 1, 2>,
     128, 128, 32, 8192, HALF | SWEEP,
     "pipeline<128,128,32,64,64,16,16,3,1,2,16>"},
    {},
};
//< the table

//> nothing but products
enum { CEILING = 256, STEPS = 2048, ROUNDS = 15 };

/* Stores the sum of a warp's accumulators. */
template <int COUNT>
static __device__ __forceinline__ void store_sum(
    accumulator<float> *acc, float *out)
{
    const unsigned warp = (blockIdx.x * CEILING + threadIdx.x) / 32;

    for (int c = 1; c < COUNT; ++c)
        for (int e = 0; e < acc[0].num_elements; ++e)
            acc[0].x[e] += acc[c].x[e];
    wmma::store_matrix_sync(out + (size_t)warp * 256, acc[0], 16,
                            wmma::mem_row_major);
}

template <int CHAINS>
__global__ void __launch_bounds__(CEILING)
chains(const half *in, float *out, int steps)
{
    fragment_a<half> a;
    fragment_b<half> b;
    accumulator<float> acc[CHAINS];

    wmma::load_matrix_sync(a, in, 16);
    wmma::load_matrix_sync(b, in + 256, 16);
    for (int c = 0; c < CHAINS; ++c)
        wmma::fill_fragment(acc[c], (float)c);
#pragma unroll 16
    for (int s = 0; s < steps; ++s)
        for (int c = 0; c < CHAINS; ++c)
            wmma::mma_sync(acc[c], a, b, acc[c]);
    store_sum<CHAINS>(acc, out);
}
//< nothing but products

//> products and their fragments
/* Eight warps, two rows of four, each with F x F fragments of C.
 * `every` is 1, but the compiler does not know this: it must load in
 * each slice, or in one of SELDOM slices. With AHEAD a warp loads the
 * next operands before it multiplies. */
template <int F, int AHEAD, int SELDOM>
__global__ void __launch_bounds__(CEILING)
from_shared(const half *in, float *out, int steps, unsigned every)
{
    enum {
        ROWS = 32 * F, COLS = 64 * F, DEEP = 32, PITCH_A = DEEP + 8,
        PITCH_B = COLS + 8
    };
    __shared__ __align__(32) half As[ROWS * PITCH_A];
    __shared__ __align__(32) half Bs[DEEP * PITCH_B];
    const unsigned warp = threadIdx.x / 32;
    const half *from_a = As + warp / 4 * 16 * F * PITCH_A;
    const half *from_b = Bs + warp % 4 * 16 * F;
    fragment_a<half> a[1 + AHEAD][F];
    fragment_b<half> b[1 + AHEAD][F];
    accumulator<float> acc[F * F];

    for (unsigned e = threadIdx.x; e < ROWS * DEEP; e += CEILING)
        As[e / DEEP * PITCH_A + e % DEEP] =
            in[e / DEEP % 16 * 16 + e % 16];
    for (unsigned e = threadIdx.x; e < DEEP * COLS; e += CEILING)
        Bs[e / COLS * PITCH_B + e % COLS] =
            in[256 + e / COLS % 16 * 16 + e % 16];
    __syncthreads();
    for (int e = 0; e < F * F; ++e)
        wmma::fill_fragment(acc[e], (float)e);
    if (AHEAD)
        load<F, F>(a[0], b[0], from_a, PITCH_A, from_b, PITCH_B);
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const unsigned k = ((s + AHEAD) & every) * 16;

        if (s % SELDOM == 0)
            load<F, F>(a[(s + 1) % 2 * AHEAD], b[(s + 1) % 2 * AHEAD],
                       from_a + k, PITCH_A, from_b + k * PITCH_B,
                       PITCH_B);
        multiply<F, F>(acc, a[s % 2 * AHEAD], b[s % 2 * AHEAD]);
    }
    store_sum<F * F>(acc, out);
}
//< products and their fragments

//> omit
struct ceiling {
    void (*launch)(const struct ceiling *w);
    int products; /* of a warp in each step */
    int steps;
    unsigned blocks;
    half *in;
    float *out;
};

template <int CHAINS> static void launch_chains(const struct ceiling *w)
{
    chains<CHAINS><<<w->blocks, CEILING>>>(w->in, w->out, w->steps);
}

template <int F, int AHEAD, int SELDOM>
static void launch_shared(const struct ceiling *w)
{
    from_shared<F, AHEAD, SELDOM><<<w->blocks, CEILING>>>(
        w->in, w->out, w->steps, 1);
}

static void launch_ceiling(void *ctx)
{
    const struct ceiling *w = (const struct ceiling *)ctx;

    w->launch(w);
}

/* The probe's sizes are its numbers of chains. */
static struct ceiling of_chains(long long size)
{
    const struct ceiling w = {
        size == 1 ? launch_chains<1> : size == 2 ? launch_chains<2>
        : size == 4 ? launch_chains<4> : launch_chains<8>,
        (int)size, STEPS, 1, NULL, NULL
    };

    return w;
}

/* The probe's sizes are its numbers of fragments across. */
template <int AHEAD> static struct ceiling of_shared(long long size)
{
    const struct ceiling w = {
        size == 1 ? launch_shared<1, AHEAD, 1>
        : size == 2 ? launch_shared<2, AHEAD, 1>
                    : launch_shared<4, AHEAD, 1>,
        (int)(size * size), STEPS, 1, NULL, NULL
    };

    return w;
}

/* The probe's sizes are the steps from one load to the next. */
static struct ceiling of_seldom(long long size)
{
    const struct ceiling w = {
        size == 1 ? launch_shared<4, 0, 1>
        : size == 2 ? launch_shared<4, 0, 2> : launch_shared<4, 0, 4>,
        16, STEPS, 1, NULL, NULL
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

    run_large<256, 64, 1>(4096, 4096, 4096, 1.0f, x[0], x[1], 0.0f,
                          x[2]);
}

/* Multiplies matrices of 4096 x 4096, of random numbers or of zeros. */
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

template <int AHEAD>
static int measure_shared(long long size, struct samples *out)
{
    return measure_ceiling(of_shared<AHEAD>(size), out);
}

static int measure_seldom(long long size, struct samples *out)
{
    return measure_ceiling(of_seldom(size), out);
}

/* What each warp must have: so many products of A and B, and the
 * numbers 0, 1, ... that its accumulators began with. */
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
            status = complain("element %d is %.9g, should be %.9g", i,
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

template <int AHEAD> static int verify_shared(void)
{
    for (int across = 1; across <= 4; across *= 2)
        if (check_ceiling(of_shared<AHEAD>(across)) != 0)
            return -1;
    return 0;
}

static int verify_seldom(void)
{
    for (int steps = 1; steps <= 4; steps *= 2)
        if (check_ceiling(of_seldom(steps)) != 0)
            return -1;
    return 0;
}
//< omit

//> each lane says what it holds
template <typename F>
static __device__ __forceinline__ void load_numbers(F *f, const half *x)
{
    wmma::load_matrix_sync(*f, x, 16);
}

static __device__ __forceinline__ void load_numbers(
    accumulator<float> *f, const float *x)
{
    wmma::load_matrix_sync(*f, x, 16, wmma::mem_row_major);
}

template <typename F, typename T>
__global__ void who(const T *numbers, float *out)
{
    F f;

    load_numbers(&f, numbers);
    for (int i = 0; i < f.num_elements; ++i)
        out[threadIdx.x * f.num_elements + i] = f.x[i];
}
//< each lane says what it holds

//> omit
enum { HELD = 32 * 16 };

/* Element 16 * row + col of a fragment, for each x[i] of each lane. */
template <typename F, typename T> static int ask(float held[HELD])
{
    T numbers[256], *in = NULL;
    float *out = NULL;
    int status = -1;

    for (int i = 0; i < 256; ++i)
        numbers[i] = (T)(float)i;
    if (cuda_check(cudaMalloc((void **)&in, sizeof numbers),
                   "memory") ||
        cuda_check(cudaMalloc((void **)&out, HELD * sizeof *out),
                   "memory"))
        goto done;
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0xff, HELD * sizeof *out);
    who<F, T><<<1, 32>>>(in, out);
    status = cuda_check(cudaMemcpy(held, out, HELD * sizeof *out,
                                   cudaMemcpyDeviceToHost), "copy");
done:
    cudaFree(in);
    cudaFree(out);
    return status;
}

/* Sizes are 1 + number of elements a lane * lane + i. */
template <typename F, typename T>
static int measure_map(long long size, struct samples *out)
{
    float held[HELD];

    if (ask<F, T>(held) != 0)
        return -1;
    add_sample(out, held[size - 1]);
    return 0;
}

/* Each element of the matrix is in some lane. */
template <typename F, typename T> static int verify_map(void)
{
    const int count = 32 * F::num_elements;
    float held[HELD];
    int seen[256] = {0};

    if (ask<F, T>(held) != 0)
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

const struct probe probes[] = {
    {"ceilings", "wmma-registers", "GFLOP/s", {1, 2, 4, 8},
     measure_chains, verify_chains, 0, 0},
    {"ceilings", "wmma-shared", "GFLOP/s", {1, 2, 4},
     measure_shared<0>, verify_shared<0>, 0, 0},
    {"ceilings", "wmma-shared-ahead", "GFLOP/s", {1, 2, 4},
     measure_shared<1>, verify_shared<1>, 0, 0},
    {"ceilings", "wmma-shared-seldom", "GFLOP/s", {1, 2, 4},
     measure_seldom, verify_seldom, 0, 0},
    {"power", "zeros", "GFLOP/s", {4096}, measure_zeros, NULL, 0, 0},
    {"power", "random", "GFLOP/s", {4096}, measure_random, NULL, 0, 0},
    {"rest", "library-sustained", "GFLOP/s", {4096}, library_sustained,
     NULL, 0, 0},
    {"rest", "library-rested", "GFLOP/s", {8, 64, 512}, library_rested,
     NULL, 0, 0},
    {"map", "a", "element", {1}, measure_map<fragment_a<half>, half>,
     verify_map<fragment_a<half>, half>,
     32 * fragment_a<half>::num_elements, 0},
    {"map", "b", "element", {1}, measure_map<fragment_b<half>, half>,
     verify_map<fragment_b<half>, half>,
     32 * fragment_b<half>::num_elements, 0},
    {"map", "accumulator", "element", {1},
     measure_map<accumulator<float>, float>,
     verify_map<accumulator<float>, float>,
     32 * accumulator<float>::num_elements, 0},
    {},
};
//< omit
