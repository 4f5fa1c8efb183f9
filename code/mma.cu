//> omit
/* mma.cu - tensor cores by their instruction: mma.sync, ldmatrix and
 * cp.async. */
#include "bench/baseline.h"
#include "bench/bench.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"
#include "probes/values.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/slices.h"
//< omit

//> a tile for the card
/* If a block cannot have so much shared memory, the tile is smaller. */
template <typename T, int HOW>
static void run_mma(int M, int N, int K, float alpha, const float *A,
                    const float *B, float beta, float *C)
{
    const int bytes = 4 * tiles_of<T, 128, 256, HOW>::SIZE;
    auto run = run_product<T, 128, 128, 64, 64, 2, 1, HOW>;
    int most = 0;

    cudaDeviceGetAttribute(
        &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (most >= bytes)
        run = run_product<T, 128, 256, 64, 64, 4, 1, HOW>;
    run(M, N, K, alpha, A, B, beta, C);
}
//< a tile for the card

//> the table
#define ALL (LDMATRIX | SWIZZLED | EARLY | GROUPED)
#define PRODUCT(name, flags, T, type, BM, BN, WM, WN, SLOTS, LEAST,    \
                HOW, text)                                             \
    {name, run_product<T, BM, BN, WM, WN, SLOTS, LEAST, HOW>, BM, BN,  \
     128 / (int)sizeof(T), 8192, (flags) | NEEDS_80,                   \
     "product<" type "," #BM "," #BN "," #WM "," #WN "," #SLOTS        \
     "," #LEAST "," text ">", {0}}
#define STEP(name, flags, HOW, text)                                   \
    PRODUCT(name, HALF | (flags), half, "__half", 256, 128, 64, 64, 3, \
            1, HOW, text)
#define FINAL(name, flags, T, type)                                    \
    {name, run_mma<T, ALL>, 128, 256, 128 / (int)sizeof(T), 16384,     \
     (flags) | NEEDS_80,                                               \
     "product<" type ",128,256,64,64,4,1,15>", {0}}

const struct kernel kernels[] = {
    STEP("words", 0, 0, "0"),
    STEP("ldmatrix", 0, LDMATRIX, "1"),
    STEP("swizzled", 0, LDMATRIX | SWIZZLED, "3"),
    STEP("early", 0, LDMATRIX | SWIZZLED | EARLY, "7"),
    FINAL("mma", HALF, half, "__half"),
    STEP("words-swizzled", SWEEP, SWIZZLED, "2"),
    STEP("words-early", SWEEP, EARLY, "4"),
    STEP("padded-early", SWEEP, LDMATRIX | EARLY, "5"),
    STEP("grouped", SWEEP, ALL, "15"),
    PRODUCT("padded", HALF | SWEEP, half, "__half", 128, 256, 64, 64, 4,
            1, LDMATRIX | EARLY | GROUPED, "13"),
    PRODUCT("late", HALF | SWEEP, half, "__half", 128, 256, 64, 64, 4,
            1, LDMATRIX | SWIZZLED | GROUPED, "11"),
    PRODUCT("in-order", HALF | SWEEP, half, "__half", 128, 256, 64, 64,
            4, 1, LDMATRIX | SWIZZLED | EARLY, "7"),
    PRODUCT("three-slots", HALF | SWEEP, half, "__half", 128, 256, 64,
            64, 3, 1, ALL, "15"),
    PRODUCT("two-slots", HALF | SWEEP, half, "__half", 128, 256, 64, 64,
            2, 1, ALL, "15"),
    PRODUCT("two-blocks", HALF | SWEEP, half, "__half", 128, 128, 64,
            64, 3, 2, ALL, "15"),
    PRODUCT("wide-stores", HALF | SWEEP, half, "__half", 128, 256, 64,
            64, 4, 1, ALL | WIDE, "31"),
    FINAL("bf16", BFLOAT16, __nv_bfloat16, "__nv_bfloat16"),
    FINAL("tf32", TF32, float, "float"),
    {},
};
//< the table

//> products of bytes
/* Like run_mma(), with A and B in int8_t: all sums are exact. */
static void run_bytes(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    run_mma<int8_t, ALL>(M, N, K, alpha, A, B, beta, C);
}
//< products of bytes

//> nothing but products
enum { CEILING = 256, STEPS = 2048, ROUNDS = 15 };

/* COUNT chains of sums: each instruction uses the sum of the one that
 * was COUNT before it. */
template <typename T, int COUNT>
__global__ void __launch_bounds__(CEILING)
chains(const uint32_t *in, float *out, int steps)
{
    typename sum<T>::type acc[COUNT][4];
    uint32_t a[4], b[2];

    for (int i = 0; i < 4; ++i)
        a[i] = in[threadIdx.x % 32 * 8 + i];
    for (int i = 0; i < 2; ++i)
        b[i] = in[threadIdx.x % 32 * 8 + 4 + i];
    for (int c = 0; c < COUNT; ++c)
        for (int e = 0; e < 4; ++e)
            acc[c][e] = 0;
#pragma unroll 8
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int c = 0; c < COUNT; ++c)
            multiply_add((const T *)0, acc[c], a, b);
    for (int c = 1; c < COUNT; ++c)
        for (int e = 0; e < 4; ++e)
            acc[0][e] += acc[c][e];
    for (int e = 0; e < 4; ++e)
        out[((size_t)blockIdx.x * CEILING + threadIdx.x) * 4 + e] =
            (float)acc[0][e];
}
//< nothing but products

//> omit
/* An operand on the host: rows of 32 bytes, 16 of A and 8 of B, and the
 * float that each element is. */
template <typename T> struct operands {
    enum { K = SLICE / sizeof(T) };
    alignas(4) unsigned char bytes[24][SLICE];
    float a[16][K], b[K][8];
};

template <typename T>
static void put_element(unsigned char *to, float x)
{
    if (sizeof(T) == 1)
        *to = (unsigned char)(int8_t)x;
    else
        element_put(sizeof(T) == 4 ? TF32 : HALF, to, 0, x);
}

template <>
void put_element<__nv_bfloat16>(unsigned char *to, float x)
{
    element_put(BFLOAT16, to, 0, x);
}

template <typename T> static void fill_operands(struct operands<T> *o)
{
    enum { K = operands<T>::K };

    for (int i = 0; i < 24; ++i)
        for (int k = 0; k < K; ++k) {
            const float x = small_integer(7, (size_t)i * K + k);

            put_element<T>(&o->bytes[i][k * sizeof(T)], x);
            if (i < 16)
                o->a[i][k] = x;
            else
                o->b[k][i - 16] = x;
        }
}

/* What each lane holds of them, and two words more. */
template <typename T>
static int put_operands(const struct operands<T> *o, uint32_t **in)
{
    uint32_t words[32 * 8] = {0};

    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < 6; ++i) {
            const int row = i < 4 ? lane / 4 + i % 2 * 8
                                  : 16 + lane / 4;
            const int half = i < 4 ? i / 2 : i - 4;

            memcpy(&words[lane * 8 + i],
                   &o->bytes[row][half * 16 + lane % 4 * 4], 4);
        }
    if (cuda_check(cudaMalloc((void **)in, sizeof words), "memory"))
        return -1;
    return cuda_check(cudaMemcpy(*in, words, sizeof words,
                                 cudaMemcpyHostToDevice), "copy");
}

struct ceiling {
    void (*launch)(const struct ceiling *w);
    int steps;
    unsigned blocks;
    uint32_t *in;
    float *out;
};

template <typename T, int COUNT>
static void launch_chains(const struct ceiling *w)
{
    chains<T, COUNT><<<w->blocks, CEILING>>>(w->in, w->out, w->steps);
}

static void launch_ceiling(void *ctx)
{
    const struct ceiling *w = (const struct ceiling *)ctx;

    w->launch(w);
}

template <typename T> static struct ceiling ceiling_of(long long count)
{
    const struct ceiling w = {
        count == 1   ? launch_chains<T, 1>
        : count == 2 ? launch_chains<T, 2>
        : count == 4 ? launch_chains<T, 4>
                     : launch_chains<T, 8>,
        STEPS, 1, NULL, NULL
    };

    return w;
}

static int room_of_sums(struct ceiling *w)
{
    return cuda_check(cudaMalloc((void **)&w->out,
                                 (size_t)w->blocks * CEILING * 4
                                     * sizeof(float)), "memory");
}
//< omit

//> measure what the instruction can do
/* `count` chains in each warp; operations, two for a multiply-add. */
template <typename T>
static int measure_ceiling(long long count, struct samples *out)
{
    struct ceiling w = ceiling_of<T>(count);
    static struct operands<T> o;
    int sms = 0, status = -1;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    w.blocks = 32u * (unsigned)sms;
    const double warps = (double)w.blocks * CEILING / 32;
    const double flops = 2.0 * 16 * 8 * operands<T>::K * warps
                         * (double)count * w.steps;

    fill_operands(&o);
    if (put_operands(&o, &w.in) == 0 && room_of_sums(&w) == 0)
        status = sample_rate(launch_ceiling, &w, flops / 1e6, ROUNDS,
                             out);
    cudaFree(w.in);
    cudaFree(w.out);
    return status;
}
//< measure what the instruction can do

//> omit
/* Each sum of each warp: count * steps products of row and column. */
template <typename T>
static int check_sums(const struct operands<T> *o, const float *got,
                      int products)
{
    for (int i = 0; i < 2 * CEILING * 4; ++i) {
        const int lane = i / 4 % 32, e = i % 4;
        const int row = lane / 4 + e / 2 * 8;
        const int col = lane % 4 * 2 + e % 2;
        float want = 0;

        for (int k = 0; k < operands<T>::K; ++k)
            want += o->a[row][k] * o->b[k][col] * (float)products;
        if (!(got[i] == want))
            return complain("sum %d of lane %d is %.9g, should be %.9g",
                            e, lane, (double)got[i], (double)want);
    }
    return 0;
}

template <typename T> static int verify_chains(long long count)
{
    enum { SUMS = 2 * CEILING * 4 };
    struct ceiling w = ceiling_of<T>(count);
    static struct operands<T> o;
    static float got[SUMS];
    int status = -1;

    w.blocks = 2;
    w.steps = 5;
    fill_operands(&o);
    if (put_operands(&o, &w.in) == 0 && room_of_sums(&w) == 0) {
        launch_ceiling(&w);
        status = cuda_check(cudaMemcpy(got, w.out, sizeof got,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    if (status == 0)
        status = check_sums(&o, got, (int)count * w.steps);
    cudaFree(w.in);
    cudaFree(w.out);
    return status;
}

template <typename T> static int verify_ceiling(void)
{
    for (int count = 1; count <= 8; count *= 2)
        if (verify_chains<T>(count) != 0)
            return -1;
    return 0;
}

/* A and B of n x n elements, and C. */
struct product_of {
    gemm_fn *run;
    int n;
    float *x[3];
};

static void multiply_once(void *ctx)
{
    const struct product_of *p = (const struct product_of *)ctx;

    p->run(p->n, p->n, p->n, 1.0f, p->x[0], p->x[1], 0.0f, p->x[2]);
}

/* Uniform halves, or bytes. */
static int put_uniform(float *to, size_t count, uint64_t seed,
                       size_t size)
{
    uint16_t *host = (uint16_t *)malloc(count * size);
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        if (size == 1)
            ((int8_t *)host)[i] = (int8_t)(127.0f * uniform(seed, i));
        else
            element_put(HALF, host, i, uniform(seed, i));
    if (status == 0)
        status = cuda_check(cudaMemcpy(to, host, count * size,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    return status;
}

static int measure_product(gemm_fn *run, long long n, size_t size,
                           struct samples *out)
{
    struct product_of p = {run, (int)n, {NULL, NULL, NULL}};
    const size_t count = (size_t)n * n;
    int status = 0;

    for (int i = 0; i < 3 && status == 0; ++i)
        status = cuda_check(cudaMalloc((void **)&p.x[i],
                                       count * sizeof *p.x[i]),
                            "memory");
    for (int i = 0; i < 2 && status == 0; ++i)
        status = put_uniform(p.x[i], count, (uint64_t)i + 1, size);
    if (status == 0)
        status = sample_rate(multiply_once, &p,
                             2e-6 * (double)n * (double)n * (double)n,
                             ROUNDS, out);
    for (int i = 0; i < 3; ++i)
        cudaFree(p.x[i]);
    return status;
}

static int measure_bytes(long long n, struct samples *out)
{
    return measure_product(run_bytes, n, 1, out);
}
//< omit

//> without a part
template <int HOW>
static int without(long long n, struct samples *out)
{
    return measure_product(
        run_product<half, 128, 256, 64, 64, 4, 1, ALL | HOW>, n, 2,
        out);
}
//< without a part

//> omit
static int same_sums(int M, int N, int K, const int8_t *a,
                     const int8_t *b, const float *c)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            int want = 0;

            for (int k = 0; k < K; ++k)
                want += a[(size_t)i * K + k] * b[(size_t)k * N + j];
            if (!(c[(size_t)i * N + j] == (float)want))
                return complain("%dx%dx%d: C[%d][%d] is %.9g, should "
                                "be %d", M, N, K, i, j,
                                (double)c[(size_t)i * N + j], want);
        }
    return 0;
}

static int check_bytes(int M, int N, int K)
{
    const size_t of_a = (size_t)M * K, of_b = (size_t)K * N;
    const size_t of_c = (size_t)M * N;
    int8_t *host = (int8_t *)malloc(of_a + of_b);
    float *c = (float *)malloc(of_c * sizeof *c), *x[3] = {0};
    int status = host && c ? 0 : complain("out of memory on the host");

    for (size_t i = 0; status == 0 && i < of_a + of_b; ++i)
        host[i] = (int8_t)(hash64(i) % 255 - 127);
    if (status == 0 &&
        (cuda_check(cudaMalloc((void **)&x[0], of_a), "memory") ||
         cuda_check(cudaMalloc((void **)&x[1], of_b), "memory") ||
         cuda_check(cudaMalloc((void **)&x[2], of_c * sizeof *c),
                    "memory")))
        status = -1;
    if (status == 0) {
        cudaMemcpy(x[0], host, of_a, cudaMemcpyHostToDevice);
        cudaMemcpy(x[1], host + of_a, of_b, cudaMemcpyHostToDevice);
        cudaMemset(x[2], 0xff, of_c * sizeof *c);
        run_bytes(M, N, K, 1.0f, x[0], x[1], 0.0f, x[2]);
        status = cuda_check(cudaMemcpy(c, x[2], of_c * sizeof *c,
                                       cudaMemcpyDeviceToHost), "copy");
    }
    if (status == 0)
        status = same_sums(M, N, K, host, host + of_a, c);
    for (int i = 0; i < 3; ++i)
        cudaFree(x[i]);
    free(host);
    free(c);
    return status;
}

static int verify_bytes(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {16, 8, 32}, {129, 65, 131}, {33, 258, 257}
    };

    for (int i = 0; i < 4; ++i)
        if (check_bytes(sizes[i][0], sizes[i][1], sizes[i][2]) != 0)
            return -1;
    return 0;
}

/* Where no probe is measured, the library is not there. */
extern "C" gemm_fn cublas_fp16 __attribute__((weak));

template <int LIBRARY, int VALUES>
static int speed(long long n, struct samples *out)
{
    return speed_on(LIBRARY ? cublas_fp16 : run_mma<half, ALL>,
                    (enum values)VALUES, n, out);
}

template <int LIBRARY, int VALUES>
static int watts(long long n, struct samples *out)
{
    return watts_on(LIBRARY ? cublas_fp16 : run_mma<half, ALL>,
                    (enum values)VALUES, n, out);
}

#define CHAINS_OF(name, T, flags)                                      \
    {"ceilings", name, "GFLOP/s", {8}, measure_ceiling<T>,             \
     verify_ceiling<T>, 0, flags}
#define WITHOUT(name, HOW)                                             \
    {"ceilings", "without-" name, "GFLOP/s", {4096}, without<HOW>,     \
     NULL, 0, NEEDS_80}
#define VALUES(name, of)                                               \
    {"values", "mma-" name, "GFLOP/s", {4096}, speed<0, of>, NULL, 0,  \
     NEEDS_80},                                                        \
    {"values", "cublas-" name, "GFLOP/s", {4096}, speed<1, of>, NULL,  \
     0, NEEDS_80},                                                     \
    {"values-watts", "mma-" name, "W", {4096}, watts<0, of>, NULL, 0,  \
     NEEDS_80},                                                        \
    {"values-watts", "cublas-" name, "W", {4096}, watts<1, of>, NULL,  \
     0, NEEDS_80}

const struct probe probes[] = {
    {"ceilings", "half", "GFLOP/s", {1, 2, 4, 8}, measure_ceiling<half>,
     verify_ceiling<half>, 0, NEEDS_80},
    CHAINS_OF("bf16", __nv_bfloat16, NEEDS_80),
    CHAINS_OF("tf32", float, NEEDS_80),
    CHAINS_OF("int8", int8_t, NEEDS_80),
    {"ceilings", "e4m3", "GFLOP/s", {8}, measure_ceiling<e4m3>, NULL, 0,
     NEEDS_90},
    WITHOUT("nothing", 0),
    WITHOUT("copies", NO_COPIES),
    WITHOUT("barriers", NO_BARRIERS),
    WITHOUT("loads", NO_LOADS),
    WITHOUT("copies-and-barriers", NO_COPIES | NO_BARRIERS),
    WITHOUT("all-three", NO_COPIES | NO_BARRIERS | NO_LOADS),
    {"ceilings", "bytes", "GFLOP/s", {4096, 8192}, measure_bytes,
     verify_bytes, 0, NEEDS_80},
    {"ceilings", "cublas-bytes", "GFLOP/s", {4096, 8192}, library_bytes,
     NULL, 0, NEEDS_80},
    {"ceilings", "cublas-bytes-transposed", "GFLOP/s", {4096, 8192},
     library_bytes_transposed, NULL, 0, NEEDS_80},
    VALUES("zeros", ZEROS),
    VALUES("integers", SMALL),
    VALUES("uniform", UNIFORM_VALUES),
    VALUES("normal", NORMAL),
    {},
};
//< omit
