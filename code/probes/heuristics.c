#include "probes/heuristics.h"

#include "bench/gpu/batch.h"
#include "bench/gpu/best.h"
#include "bench/gpu/stage.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

enum { ROUNDS = 15, WORKSPACE = 32 << 20 };

/* One product and the ways to have it. */
struct product {
    struct stage stage;
    int next;
    cublasHandle_t plain;
    void *workspace;
};

static int check(cublasStatus_t status, const char *what)
{
    return status == CUBLAS_STATUS_SUCCESS
               ? 0
               : complain("%s: %s", what, cublasGetStatusString(status));
}

static int turn_copy(struct product *p)
{
    const int now = p->next;

    p->next = (now + 1) % p->stage.copies;
    return now;
}

/* Rows for columns, as in baseline.c. */
static void plain_call(void *ctx)
{
    struct product *p = ctx;
    const float one = 1.0f, zero = 0.0f;
    const int n = p->stage.size.n, i = turn_copy(p);

    if (check(cublasSgemm(p->plain, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                          p->stage.b[i].data, n, p->stage.a[i].data, n, &zero,
                          p->stage.c[i].data, n), "cublasSgemm") != 0)
        complain_later("%s", complaint());
}

static void light_call(void *ctx)
{
    static const struct kernel light = {.launch = cublas_best};
    struct product *p = ctx;

    stage_launch(&p->stage, &light, turn_copy(p));
}

static int sample(struct product *p, work_fn *call, struct samples *out)
{
    const double n = p->stage.size.n;
    struct batch b;
    struct timed t;
    int status = batch_new(&b, call, p, p->stage.copies, 20.0);

    for (int i = 0; i < ROUNDS && status == 0; ++i) {
        status = batch_run(&b, 20.0, NULL, &t);
        if (status == 0)
            add_sample(out, 2e-6 * n * n * n / t.ms);
    }
    batch_free(&b);
    return status;
}

static int plain(long long n, cublasMath_t mode, struct samples *out)
{
    const struct size s = {(int)n, (int)n, (int)n};
    struct product p = {0};
    int status = -1;

    if (stage_new(&p.stage, s, stage_copies(s), 0) == 0 &&
        cuda_check(cudaMalloc(&p.workspace, WORKSPACE), "memory") == 0 &&
        check(cublasCreate(&p.plain), "cuBLAS") == 0 &&
        check(cublasSetStream(p.plain, cudaStreamPerThread), "cuBLAS") == 0 &&
        check(cublasSetWorkspace(p.plain, p.workspace, WORKSPACE),
              "cuBLAS") == 0 &&
        check(cublasSetMathMode(p.plain, mode), "cuBLAS") == 0)
        status = sample(&p, plain_call, out);
    if (p.plain)
        cublasDestroy(p.plain);
    cudaFree(p.workspace);
    stage_free(&p.stage);
    return status;
}

int library_pedantic(long long n, struct samples *out)
{
    return plain(n, CUBLAS_PEDANTIC_MATH, out);
}

int library_default(long long n, struct samples *out)
{
    return plain(n, CUBLAS_DEFAULT_MATH, out);
}

static int light(long long n, int (*choose)(const struct stage *),
                 struct samples *out)
{
    const struct size s = {(int)n, (int)n, (int)n};
    struct product p = {0};
    int status = -1;

    if (stage_new(&p.stage, s, stage_copies(s), 0) == 0 &&
        choose(&p.stage) == 0)
        status = sample(&p, light_call, out);
    stage_free(&p.stage);
    return status;
}

int library_first(long long n, struct samples *out)
{
    return light(n, best_ask, out);
}

int library_best(long long n, struct samples *out)
{
    return light(n, best_choose, out);
}
