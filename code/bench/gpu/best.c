#include "bench/gpu/best.h"

#include "bench/element.h"
#include "bench/gpu/batch.h"
#include "bench/stats.h"

#include <cublasLt.h>
#include <cuda_runtime.h>

enum { CHOICES = 8, TRIES = 3, WORKSPACE = 32 << 20 };
static const double TRY_MS = 10.0; /* of a lead-in and of a batch */

/* One product and the ways to have it. */
static struct {
    cublasLtHandle_t library;
    void *workspace;
    struct size size;
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulHeuristicResult_t choice[CHOICES];
    int choices, chosen;
} of;

static int check(cublasStatus_t status, const char *what)
{
    return status == CUBLAS_STATUS_SUCCESS
               ? 0
               : complain("%s: %s", what, cublasLtGetStatusString(status));
}

void cublas_best(int M, int N, int K, float alpha, const float *A,
                 const float *B, float beta, float *C)
{
    if (M != of.size.m || N != of.size.n || K != of.size.k)
        complain_later("no way to %dx%dx%d was chosen", M, N, K);
    /* Rows for columns, as in baseline.c. */
    else if (check(cublasLtMatmul(of.library, of.how, &alpha, B, of.b, A, of.a,
                                  &beta, C, of.c, C, of.c,
                                  &of.choice[of.chosen].algo, of.workspace,
                                  WORKSPACE, cudaStreamPerThread),
                   "cublasLtMatmul") != 0)
        complain_later("%s", complaint());
}

static cudaDataType_t type_of(unsigned type)
{
    return type == HALF ? CUDA_R_16F : type == BFLOAT16 ? CUDA_R_16BF : CUDA_R_32F;
}

static int layout(cublasLtMatrixLayout_t *out, cudaDataType_t type, int rows,
                  int cols)
{
    if (*out)
        cublasLtMatrixLayoutDestroy(*out);
    *out = NULL;
    return check(cublasLtMatrixLayoutCreate(out, type, (uint64_t)rows,
                                            (uint64_t)cols, rows), "cublasLt");
}

static int describe(const struct stage *st)
{
    const cudaDataType_t type = type_of(st->type);
    const struct size s = of.size = st->size;

    if (of.how)
        cublasLtMatmulDescDestroy(of.how);
    of.how = NULL;
    if (!of.library &&
        (check(cublasLtCreate(&of.library), "cublasLt") != 0 ||
         cuda_check(cudaMalloc(&of.workspace, WORKSPACE), "memory") != 0))
        return -1;
    return check(cublasLtMatmulDescCreate(
                     &of.how, st->type == TF32 ? CUBLAS_COMPUTE_32F_FAST_TF32
                                               : CUBLAS_COMPUTE_32F,
                     CUDA_R_32F), "cublasLt") != 0 ||
                   layout(&of.b, type, s.n, s.k) != 0 ||
                   layout(&of.a, type, s.k, s.m) != 0 ||
                   layout(&of.c, CUDA_R_32F, s.n, s.m) != 0
               ? -1 : 0;
}

int best_ask(const struct stage *st)
{
    const size_t room = WORKSPACE;
    cublasLtMatmulPreference_t wish = NULL;
    int status = -1;

    of.choices = of.chosen = 0;
    if (describe(st) == 0 &&
        check(cublasLtMatmulPreferenceCreate(&wish), "cublasLt") == 0 &&
        check(cublasLtMatmulPreferenceSetAttribute(
                  wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
                  sizeof room), "cublasLt") == 0)
        status = check(cublasLtMatmulAlgoGetHeuristic(
                           of.library, of.how, of.b, of.a, of.c, of.c, wish,
                           CHOICES, of.choice, &of.choices),
                       "the heuristics of cublasLt");
    if (wish)
        cublasLtMatmulPreferenceDestroy(wish);
    return status == 0 && of.choices == 0
               ? complain("the heuristics of cublasLt know no way") : status;
}

/* Milliseconds of the way that is chosen now, or -1. */
static double time_of(const struct stage *st)
{
    static const struct kernel best = {.launch = cublas_best};
    struct rotation calls = {.stage = st, .kernel = &best};
    struct samples s = {0};
    struct batch b;
    struct timed t;
    int status = batch_new(&b, stage_launch_next, &calls, st->copies, TRY_MS);

    for (int i = 0; i < TRIES && status == 0; ++i) {
        status = batch_run(&b, TRY_MS, NULL, &t);
        if (status == 0)
            add_sample(&s, t.ms);
    }
    batch_free(&b);
    return status == 0 ? summarize(s.value, s.n).median : -1.0;
}

int best_choose(const struct stage *st)
{
    double least = 0.0;
    int best = -1;

    if (best_ask(st) != 0)
        return -1;
    for (of.chosen = 0; of.chosen < of.choices; ++of.chosen) {
        const double ms =
            of.choice[of.chosen].state == CUBLAS_STATUS_SUCCESS ? time_of(st) : -1.0;

        if (ms > 0.0 && (best < 0 || ms < least)) {
            least = ms;
            best = of.chosen;
        }
    }
    of.chosen = best < 0 ? 0 : best;
    return best < 0 ? complain("none of cublasLt's ways runs") : 0;
}
