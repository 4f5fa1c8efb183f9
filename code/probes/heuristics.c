#include "probes/heuristics.h"

#include "bench/gpu/batch.h"
#include "bench/gpu/stage.h"
#include "bench/stats.h"

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <string.h>

enum { ROUNDS = 15, CHOICES = 8, TRIES = 3, WORKSPACE = 32 << 20 };

/* One product and the ways to have it. */
struct product {
    struct stage stage;
    int next;
    cublasHandle_t plain;
    cublasLtHandle_t light;
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t square;
    cublasLtMatmulHeuristicResult_t choice[CHOICES];
    int choices, chosen;
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
    struct product *p = ctx;
    const float one = 1.0f, zero = 0.0f;
    const int i = turn_copy(p);
    float *c = p->stage.c[i].data;

    if (check(cublasLtMatmul(p->light, p->how, &one, p->stage.b[i].data,
                             p->square, p->stage.a[i].data, p->square, &zero, c,
                             p->square, c, p->square,
                             &p->choice[p->chosen].algo, p->workspace,
                             WORKSPACE, cudaStreamPerThread),
              "cublasLtMatmul") != 0)
        complain_later("%s", complaint());
}

static int sample(struct product *p, work_fn *call, int rounds,
                  struct samples *out)
{
    const double n = p->stage.size.n;
    struct batch b;
    struct timed t;
    int status = batch_new(&b, call, p, p->stage.copies, 20.0);

    for (int i = 0; i < rounds && status == 0; ++i) {
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
        status = sample(&p, plain_call, ROUNDS, out);
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

/* Asks the heuristics what to try. */
static int ask(struct product *p, long long n)
{
    const size_t room = WORKSPACE;
    cublasLtMatmulPreference_t wish = NULL;
    int status = -1;

    if (check(cublasLtCreate(&p->light), "cuBLASLt") == 0 &&
        check(cublasLtMatmulDescCreate(&p->how, CUBLAS_COMPUTE_32F,
                                       CUDA_R_32F), "cuBLASLt") == 0 &&
        check(cublasLtMatrixLayoutCreate(&p->square, CUDA_R_32F, (uint64_t)n,
                                         (uint64_t)n, n), "cuBLASLt") == 0 &&
        check(cublasLtMatmulPreferenceCreate(&wish), "cuBLASLt") == 0 &&
        check(cublasLtMatmulPreferenceSetAttribute(
                  wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
                  sizeof room), "cuBLASLt") == 0)
        status = check(cublasLtMatmulAlgoGetHeuristic(
                           p->light, p->how, p->square, p->square, p->square,
                           p->square, wish, CHOICES, p->choice, &p->choices),
                       "the heuristics of cuBLASLt");
    if (wish)
        cublasLtMatmulPreferenceDestroy(wish);
    return status == 0 && p->choices == 0
               ? complain("the heuristics of cuBLASLt know no way")
               : status;
}

/* The fastest of those that run. */
static int choose(struct product *p)
{
    double most = 0.0;
    int best = -1;

    for (p->chosen = 0; p->chosen < p->choices; ++p->chosen) {
        struct samples s = {0};

        if (p->choice[p->chosen].state != CUBLAS_STATUS_SUCCESS ||
            sample(p, light_call, TRIES, &s) != 0)
            continue;
        if (summarize(s.value, s.n).median > most) {
            most = summarize(s.value, s.n).median;
            best = p->chosen;
        }
    }
    p->chosen = best;
    return best >= 0 ? 0 : -1;
}

static int light(long long n, int choosing, struct samples *out)
{
    const struct size s = {(int)n, (int)n, (int)n};
    struct product p = {0};
    int status = -1;

    if (stage_new(&p.stage, s, stage_copies(s), 0) == 0 &&
        cuda_check(cudaMalloc(&p.workspace, WORKSPACE), "memory") == 0 &&
        ask(&p, n) == 0 && (!choosing || choose(&p) == 0))
        status = sample(&p, light_call, ROUNDS, out);
    if (p.square)
        cublasLtMatrixLayoutDestroy(p.square);
    if (p.how)
        cublasLtMatmulDescDestroy(p.how);
    if (p.light)
        cublasLtDestroy(p.light);
    cudaFree(p.workspace);
    stage_free(&p.stage);
    return status;
}

int library_first(long long n, struct samples *out)
{
    return light(n, 0, out);
}

int library_best(long long n, struct samples *out)
{
    return light(n, 1, out);
}
