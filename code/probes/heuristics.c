#include "probes/heuristics.h"

#include "bench/gpu/batch.h"
#include "bench/gpu/best.h"
#include "bench/gpu/stage.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

enum { SAMPLES = 15, WORKSPACE = 32 << 20 };

static cublasHandle_t handle; /* of the mode that is measured now */

static int check(cublasStatus_t status, const char *what)
{
    return status == CUBLAS_STATUS_SUCCESS
               ? 0
               : complain("%s: %s", what, cublasGetStatusString(status));
}

/* Rows for columns, as in baseline.c. */
static void plain_call(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B, N,
                          A, K, &beta, C, N), "cublasSgemm") != 0)
        complain_later("%s", complaint());
}

static int sample(const struct stage *st, gemm_fn *call, struct samples *out)
{
    const struct kernel way = {.launch = call};
    struct rotation calls = {.stage = st, .kernel = &way};
    const double n = st->size.n;
    struct batch b;
    struct timed t;
    int status = batch_new(&b, stage_launch_next, &calls, st->copies, 20.0);

    for (int i = 0; i < SAMPLES && status == 0; ++i) {
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
    struct stage stage;
    void *workspace = NULL;
    int status = -1;

    handle = NULL;
    if (stage_new(&stage, s, stage_copies(s), 0) == 0 &&
        cuda_check(cudaMalloc(&workspace, WORKSPACE), "memory") == 0 &&
        check(cublasCreate(&handle), "cuBLAS") == 0 &&
        check(cublasSetStream(handle, cudaStreamPerThread), "cuBLAS") == 0 &&
        check(cublasSetWorkspace(handle, workspace, WORKSPACE), "cuBLAS") == 0 &&
        check(cublasSetMathMode(handle, mode), "cuBLAS") == 0)
        status = sample(&stage, plain_call, out);
    if (handle)
        cublasDestroy(handle);
    cudaFree(workspace);
    stage_free(&stage);
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
    struct stage stage;
    int status = -1;

    if (stage_new(&stage, s, stage_copies(s), 0) == 0 && choose(&stage) == 0)
        status = sample(&stage, cublas_best, out);
    stage_free(&stage);
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
