//> omit
/* precision.cu - elements of other types, and how wrong. */
#include "bench/bench.h"
#include "kernels/fragments.h"
#include "kernels/gemm.h"
#include "bench/inputs.h"
#include "bench/baseline.h"

#include <cuda_bf16.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
//< omit

//> other elements
/* How WMMA names the type T, in memory and in a fragment, and how many
 * columns of A a fragment has. */
template <typename T> struct element {
    typedef T stored, type;
    enum { depth = 16 };
};
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
template <> struct element<float> {
    typedef float stored;
    typedef wmma::precision::tf32 type;
    enum { depth = 8 };
};
#else /* no such units: NEEDS_80 keeps everyone from coming here */
template <> struct element<float> : element<half> {};
template <> struct element<__nv_bfloat16> : element<half> {};
#endif
//< other elements

//> the same for any element
enum { BM = 128, BN = 128, WM = 64, WN = 64, PAD_B = 8, STAGES = 3 };

/* `preload`, of elements T and accumulators Acc. */
template <typename T, typename Acc, int BK, int PAD_A, int BYTES>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, 2)
mixed(int M, int N, int K, float alpha, const T *A, const T *B,
      float beta, float *C)
{
    extern __shared__ __align__(128) char tiles[];
    typedef typename element<T>::stored stored;
    enum {
        FM = WM / 16, FN = WN / 16, THREADS = BM / WM * (BN / WN) * 32,
        PITCH_A = BK + PAD_A, PITCH_B = BN + PAD_B,
        SLOT = (BM * PITCH_A + BK * PITCH_B) * (int)sizeof(T),
        DEPTH = element<T>::depth, STEPS = BK / DEPTH
    };
    const unsigned bytes = BYTES ? BYTES
                                 : widest(A, B, sizeof(T), N, K);
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row0 = block_y() * BM, col0 = blockIdx.x * BN;
    const unsigned rows = min((unsigned)M - row0, (unsigned)BM);
    const unsigned cols = min((unsigned)N - col0, (unsigned)BN);
    const unsigned depth = alpha != 0.0f ? K : 0;
    const unsigned count = (depth + BK - 1) / BK;
    const T *from_a = A + (size_t)row0 * K, *from_b = B + col0;
    fragment_a<typename element<T>::type, DEPTH> a[2][FM];
    fragment_b<typename element<T>::type, DEPTH> b[2][FN];
    accumulator<Acc, DEPTH> acc[FM * FN];

    if (row0 >= M)
        return;
#pragma unroll
    for (unsigned i = 0; i < FM * FN; ++i)
        wmma::fill_fragment(acc[i], 0.0f);
    for (unsigned t = 0; t < STAGES - 1; ++t) {
        copy_tiles_async<BM, BN, BK, PITCH_A, PITCH_B, THREADS>(
            bytes, tiles + t % STAGES * SLOT, t, from_a, from_b, N, K,
            rows, cols, depth);
        __pipeline_commit();
    }
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    load_step<stored, BM, FM, FN, PITCH_A, PITCH_B>(
        a[0], b[0], tiles, wy, wx, 0);
    for (unsigned t = 0; t < count; ++t) {
        const unsigned later = t + STAGES - 1;

#pragma unroll
        for (unsigned s = 0; s < STEPS; ++s) {
            const unsigned now = s % 2, next = 1 - now;

            if (s == 0) {
                copy_tiles_async<BM, BN, BK, PITCH_A, PITCH_B, THREADS>(
                    bytes, tiles + later % STAGES * SLOT, later, from_a,
                    from_b, N, K, rows, cols, depth);
                __pipeline_commit();
            }
            if (s + 1 < STEPS) {
                load_step<stored, BM, FM, FN, PITCH_A, PITCH_B>(
                    a[next], b[next], tiles + t % STAGES * SLOT, wy, wx,
                    (s + 1) * DEPTH);
            } else {
                __pipeline_wait_prior(STAGES - 2);
                __syncthreads();
                load_step<stored, BM, FM, FN, PITCH_A, PITCH_B>(
                    a[next], b[next], tiles + (t + 1) % STAGES * SLOT,
                    wy, wx, 0);
            }
            multiply<FM, FN>(acc, a[now], b[now]);
        }
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    store<FM, FN>(acc, (Acc *)tiles + 256 * warp, M, N, row0 + wy,
                  col0 + wx, alpha, beta, C);
}
//< the same for any element

//> omit
template <typename T, typename Acc, int BK, int PAD_A>
static void run_mixed(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    const int bytes = tile_bytes(STAGES, BM, BN, BK, PAD_A, PAD_B,
                                 sizeof(T));
    auto kernel = mixed<T, Acc, BK, PAD_A, 0>;

    if (M == 0 || N == 0)
        return;
    if (widest(A, B, sizeof(T), N, K) == 16)
        kernel = mixed<T, Acc, BK, PAD_A, 16>;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid(blocks(N, BN), blocks(M, BM)),
             BM / WM * (BN / WN) * 32, bytes>>>(
        M, N, K, alpha, (const T *)A, (const T *)B, beta, C);
}
//< omit

//> the table
const struct kernel kernels[] = {
    {"half", run_mixed<half, float, 32, 8>, 128, 128, 32, 8192, HALF,
     "mixed<__half,float,32,8,16>"},
    {"half-accumulator", run_mixed<half, half, 32, 8>, 128, 128, 32,
     8192, HALF | HALF_ACC, "mixed<__half,__half,32,8,16>"},
    {"bf16", run_mixed<__nv_bfloat16, float, 32, 8>, 128, 128, 32, 8192,
     BFLOAT16 | NEEDS_80, "mixed<__nv_bfloat16,float,32,8,16>"},
    {"tf32", run_mixed<float, float, 16, 4>, 128, 128, 16, 8192,
     TF32 | NEEDS_80, "mixed<float,float,16,4,16>"},
    {},
};
//< the table

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

enum { DIM = 64, SEEDS = 5 };

struct error_test {
    gemm_fn *run;
    enum format format;
    int positive;        /* inputs in (0, 1), not in (-1, 1) */
    int round_reference; /* shows the error of sums alone */
    double u, v;         /* what rounds the inputs, and the sums */
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

/* Computes C = A*B by t->run, with A and B in the test's format. */
static int product(const struct error_test *t, int K, const float *a,
                   const float *b, float *c)
{
    float *A = NULL, *B = NULL, *C = NULL;
    const size_t count = (size_t)DIM * K;
    int status = -1;

    if (put_packed(t->format, a, count, &A) == 0 &&
        put_packed(t->format, b, count, &B) == 0 &&
        !cuda_check(cudaMalloc((void **)&C, DIM * DIM * sizeof *C),
                    "memory")) {
        t->run(DIM, DIM, K, 1.0f, A, B, 0.0f, C);
        status = cuda_check(cudaGetLastError(), "launch");
        if (status == 0)
            status = cuda_check(cudaMemcpy(c, C, DIM * DIM * sizeof *C,
                                           cudaMemcpyDeviceToHost),
                                "copy");
    }
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return status;
}
//< omit

//> how far from the truth
/* The largest error of c = a*b against float64, divided by |a||b|. */
static double largest_error(const struct error_test *t, int K,
                            const float *a, const float *b,
                            const float *c)
{
    double worst = 0;

    for (int i = 0; i < DIM; ++i) {
        double exact[DIM] = {0}, abs_sum[DIM] = {0};

        for (int k = 0; k < K; ++k) {
            const float x = a[(size_t)i * K + k];

            for (int j = 0; j < DIM; ++j) {
                const float y = b[(size_t)k * DIM + j];

                exact[j] += t->round_reference
                                ? (double)rounded(t->format, x) *
                                      rounded(t->format, y)
                                : (double)x * y;
                abs_sum[j] += fabs((double)x * y);
            }
        }
        for (int j = 0; j < DIM; ++j)
            worst = fmax(worst,
                         fabs(c[i * DIM + j] - exact[j]) / abs_sum[j]);
    }
    return worst;
}
//< how far from the truth

//> omit
static int error_once(const struct error_test *t, int K, uint64_t seed,
                      double *error)
{
    const size_t count = (size_t)DIM * K;
    float *a = (float *)malloc(2 * count * sizeof *a), *b = a + count;
    float c[DIM * DIM];
    int status = -1;

    if (!a)
        return complain("out of memory on the host");
    for (size_t i = 0; i < 2 * count; ++i) {
        a[i] = uniform(seed, i);
        if (t->positive)
            a[i] = fabsf(a[i]);
        if (t->round_reference)
            a[i] = rounded(t->format, a[i]);
    }
    status = product(t, K, a, b, c);
    if (status == 0)
        *error = largest_error(t, K, a, b, c);
    free(a);
    return status;
}

static int sample_errors(const struct error_test *t, long long K,
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
/* A truncated sum loses, for each product, up to a unit in its last
 * place. */
static const double TRUNCATED = 0x1p-23;

/* The bound for inputs rounded to u, then K sums. A truncated sum loses
 * up to TRUNCATED of itself (Higham, section 3.1). Rounded to v, K*v is
 * enough for every K (Jeannerod and Rump, 2013). */
static double allowed(long long K, double u, double v)
{
    const double sums = v == TRUNCATED ? K * v / (1 - K * v) : K * v;

    return 2 * u + u * u + sums * (1 + u) * (1 + u);
}
//< what the theory allows

//> omit
static int check_errors(const struct error_test *t)
{
    static const int depths[] = {1, 64, 1000};

    for (int i = 0; i < 3; ++i) {
        const double bound = allowed(depths[i], t->u, t->v);
        double error;

        if (error_once(t, depths[i], 1, &error) != 0)
            return -1;
        if (!(error <= bound))
            return complain("the error at K = %d is %g, above %g",
                            depths[i], error, bound);
    }
    return 0;
}
//< omit

//> errors and bounds
enum { FLOAT_IN, TF32_IN, HALF_IN, BF16_IN, FLOAT_SUMS, HALF_SUMS,
       FLOAT_SUMS_POSITIVE, HALF_SUMS_POSITIVE };

static const struct error_test error_tests[] = {
    {cublas, AS_FLOAT, 0, 0, 0, 0x1p-24},
    {run_mixed<float, float, 16, 4>, AS_TF32, 0, 0, 0x1p-11, TRUNCATED},
    {run_mixed<half, float, 32, 8>, AS_HALF, 0, 0, 0x1p-11, TRUNCATED},
    {run_mixed<__nv_bfloat16, float, 32, 8>, AS_BF16, 0, 0, 0x1p-8,
     TRUNCATED},
    {run_mixed<half, float, 32, 8>, AS_HALF, 0, 1, 0, TRUNCATED},
    {run_mixed<half, half, 32, 8>, AS_HALF, 0, 1, 0, 0x1p-11},
    {run_mixed<half, float, 32, 8>, AS_HALF, 1, 1, 0, TRUNCATED},
    {run_mixed<half, half, 32, 8>, AS_HALF, 1, 1, 0, 0x1p-11},
};
//< errors and bounds

//> omit
template <int I> static int error(long long K, struct samples *out)
{
    return sample_errors(&error_tests[I], K, out);
}

template <int I> static int bound(long long K, struct samples *out)
{
    add_sample(out, allowed(K, error_tests[I].u, error_tests[I].v));
    return 0;
}

template <int I> static int check(void)
{
    return check_errors(&error_tests[I]);
}

#define DEPTHS {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}
#define OF(name) "numerics", name, "relative", DEPTHS

const struct probe probes[] = {
    {OF("float"), error<FLOAT_IN>, NULL, 0, 0},
    {OF("float-bound"), bound<FLOAT_IN>, NULL, 0, 0},
    {OF("tf32"), error<TF32_IN>, check<TF32_IN>, 0, NEEDS_80},
    {OF("tf32-bound"), bound<TF32_IN>, NULL, 0, 0},
    {OF("half"), error<HALF_IN>, check<HALF_IN>, 0, 0},
    {OF("half-bound"), bound<HALF_IN>, NULL, 0, 0},
    {OF("bf16"), error<BF16_IN>, check<BF16_IN>, 0, NEEDS_80},
    {OF("bf16-bound"), bound<BF16_IN>, NULL, 0, 0},
    {OF("float-sums"), error<FLOAT_SUMS>, check<FLOAT_SUMS>, 0, 0},
    {OF("float-sums-bound"), bound<FLOAT_SUMS>, NULL, 0, 0},
    {OF("half-sums"), error<HALF_SUMS>, check<HALF_SUMS>, 0, 0},
    {OF("half-sums-bound"), bound<HALF_SUMS>, NULL, 0, 0},
    {OF("float-sums-positive"), error<FLOAT_SUMS_POSITIVE>,
     check<FLOAT_SUMS_POSITIVE>, 0, 0},
    {OF("float-sums-positive-bound"), bound<FLOAT_SUMS_POSITIVE>,
     NULL, 0, 0},
    {OF("half-sums-positive"), error<HALF_SUMS_POSITIVE>,
     check<HALF_SUMS_POSITIVE>, 0, 0},
    {OF("half-sums-positive-bound"), bound<HALF_SUMS_POSITIVE>,
     NULL, 0, 0},
    {},
};
//< omit
