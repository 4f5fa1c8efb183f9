#include "probes/values.h"

#include "bench/element.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/stage.h"
#include "bench/stats.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 9 };

static const double BATCH_MS = 100.0, LEAD_MS = 100.0, WARM_MS = 1000.0;

/* Box and Muller, 1958. */
static float normal(uint64_t seed, size_t i)
{
    const double u = 0.5 * (uniform(seed, i) + 1.0);
    const double v = 0.5 * (uniform(seed + 100, i) + 1.0);

    return (float)(sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v));
}

static float value(enum values kind, uint64_t seed, size_t i)
{
    return kind == ZEROS    ? 0.0f
           : kind == SMALL  ? small_integer(seed, i)
           : kind == NORMAL ? normal(seed, i)
                            : uniform(seed, i);
}

/* Puts such values into A or B of each copy. */
static int put_values(const struct stage *st, struct matrix *x, enum values kind,
                      uint64_t seed)
{
    const size_t count = x->count;
    uint16_t *host = malloc(count * sizeof *host);
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        element_put(HALF, host, i, value(kind, seed, i));
    for (int c = 0; c < st->copies && status == 0; ++c)
        status = cuda_check(cudaMemcpy(x[c].data, host, count * sizeof *host,
                                       cudaMemcpyHostToDevice), "copy");
    free(host);
    return status;
}

static double mean(const double *x, int count)
{
    double sum = 0.0;

    for (int i = 0; i < count; ++i)
        sum += x[i];
    return count > 0 ? sum / count : 0.0;
}

static int run_batches(struct batch *b, long long n, int in_watts,
                       struct samples *out)
{
    static struct watched seen;
    struct samples mhz = {0};
    struct timed t;

    if (batch_run(b, WARM_MS, NULL, &t) != 0)
        return -1;
    for (int i = 0; i < ROUNDS; ++i) {
        seen = (struct watched){0};
        if (batch_run(b, LEAD_MS, &seen, &t) != 0)
            return -1;
        if (in_watts && !seen.power_known)
            return complain("the card does not tell its power");
        add_sample(out, in_watts ? mean(seen.watts, seen.readings)
                                 : 2e-6 * (double)n * (double)n * (double)n / t.ms);
        add_sample(&mhz, t.mhz);
    }
    out->mhz = summarize(mhz.value, mhz.n).median;
    return 0;
}

static int measure(gemm_fn *run, enum values kind, long long n, int in_watts,
                   struct samples *out)
{
    const struct size s = {(int)n, (int)n, (int)n};
    const struct kernel k = {.name = "it", .launch = run, .flags = HALF};
    struct stage stage;
    struct rotation of = {.stage = &stage, .kernel = &k};
    struct batch b = {0};
    int status = -1;

    if (stage_new(&stage, s, stage_copies_of(HALF, s), HALF) == 0 &&
        put_values(&stage, stage.a, kind, 1) == 0 &&
        put_values(&stage, stage.b, kind, 2) == 0 &&
        batch_new(&b, stage_launch_next, &of, stage.copies, BATCH_MS) == 0)
        status = run_batches(&b, n, in_watts, out);
    batch_free(&b);
    stage_free(&stage);
    return status;
}

int speed_on(gemm_fn *run, enum values values, long long n, struct samples *out)
{
    return measure(run, values, n, 0, out);
}

int watts_on(gemm_fn *run, enum values values, long long n, struct samples *out)
{
    return measure(run, values, n, 1, out);
}

/* A product of bytes; sums take four bytes each, behind the inputs. */
struct of_bytes {
    cublasHandle_t library;
    int n, transposed;
    int8_t *a, *b;
    int32_t *c;
    int failed;
};

static void multiply_bytes(void *ctx)
{
    struct of_bytes *w = ctx;
    const int one = 1, none = 0;

    if (cublasGemmEx(w->library, w->transposed ? CUBLAS_OP_T : CUBLAS_OP_N,
                     CUBLAS_OP_N, w->n, w->n, w->n, &one, w->b, CUDA_R_8I, w->n,
                     w->a, CUDA_R_8I, w->n, &none, w->c, CUDA_R_32I, w->n,
                     CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT) !=
        CUBLAS_STATUS_SUCCESS)
        w->failed = 1;
}

static int fill_bytes(int8_t *to, size_t count, uint64_t seed)
{
    int8_t *host = malloc(count);
    int status = host ? 0 : complain("out of memory on the host");

    for (size_t i = 0; host && i < count; ++i)
        host[i] = (int8_t)lrintf(127.0f * uniform(seed, i));
    if (status == 0)
        status = cuda_check(cudaMemcpy(to, host, count, cudaMemcpyHostToDevice),
                            "copy");
    free(host);
    return status;
}

static int measure_bytes(long long n, int transposed, struct samples *out)
{
    const size_t count = (size_t)n * (size_t)n;
    struct of_bytes w = {.n = (int)n, .transposed = transposed};
    int status = -1;

    if (cublasCreate(&w.library) == CUBLAS_STATUS_SUCCESS &&
        cublasSetStream(w.library, cudaStreamPerThread) == CUBLAS_STATUS_SUCCESS &&
        cuda_check(cudaMalloc((void **)&w.a, count), "memory") == 0 &&
        cuda_check(cudaMalloc((void **)&w.b, count), "memory") == 0 &&
        cuda_check(cudaMalloc((void **)&w.c, 4 * count), "memory") == 0 &&
        fill_bytes(w.a, count, 1) == 0 && fill_bytes(w.b, count, 2) == 0)
        status = sample_rate(multiply_bytes, &w, 2e-6 * (double)n * (double)n *
                             (double)n, 15, out);
    if (status == 0 && w.failed)
        status = complain("cuBLAS does not multiply bytes so");
    cudaFree(w.a);
    cudaFree(w.b);
    cudaFree(w.c);
    cublasDestroy(w.library);
    return status;
}

int library_bytes(long long n, struct samples *out)
{
    return measure_bytes(n, 0, out);
}

int library_bytes_transposed(long long n, struct samples *out)
{
    return measure_bytes(n, 1, out);
}
