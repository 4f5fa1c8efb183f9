#include "probes/rivals.h"

#include "bench/gpu/batch.h"
#include "bench/stats.h"

#include <cublasLt.h>
#include <cuda_runtime.h>

enum { ROUNDS = 15 };
static const double BATCH_MS = 30.0, LEAD_MS = 15.0, WARM_MS = 300.0;
enum { CHOICES = 8, TRIES = 3 };

static const size_t ROOM = (size_t)32 << 20;
static const double TRY_MS = 5.0;

/* The product that is ready. */
static struct {
    cublasLtHandle_t library;
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulHeuristicResult_t choice[CHOICES];
    int choices, chosen, n, kind;
    void *room;
} of;

static int check(cublasStatus_t status, const char *what)
{
    return status == CUBLAS_STATUS_SUCCESS
               ? 0 : complain("%s: %s", what, cublasLtGetStatusString(status));
}

/* The library counts columns first: so B is its first operand. */
static void multiply(void *ctx)
{
    const struct rivals *x = ctx;
    const float none = 0.0f;
    const cublasStatus_t status =
        cublasLtMatmul(of.library, of.how, &x->alpha, x->b, of.b, x->a, of.a, &none,
                       x->c, of.c, x->c, of.c, &of.choice[of.chosen].algo, of.room, ROOM,
                       cudaStreamPerThread);

    if (status != CUBLAS_STATUS_SUCCESS)
        complain_later("cublasLtMatmul: %s", cublasLtGetStatusString(status));
}

static int set(cublasLtMatmulDescAttributes_t what, const void *value, size_t size)
{
    return check(cublasLtMatmulDescSetAttribute(of.how, what, value, size), "cublasLt");
}

static int layouts(int n, cudaDataType_t in, cudaDataType_t out)
{
    const uint64_t all = (uint64_t)n;

    return check(cublasLtMatrixLayoutCreate(&of.a, in, all, all, n), "cublasLt") ||
           check(cublasLtMatrixLayoutCreate(&of.b, in, all, all, n), "cublasLt") ||
           check(cublasLtMatrixLayoutCreate(&of.c, out, all, all, n), "cublasLt");
}

static int describe(int n, int kind)
{
    const cudaDataType_t in = kind == HALVES    ? CUDA_R_16F
                              : kind == BFLOATS ? CUDA_R_16BF
                                                : CUDA_R_8F_E4M3;
    const int eights = kind == EIGHTS || kind == EIGHTS_FAST;
    const cublasOperation_t turned = CUBLAS_OP_T;
    const int8_t fast = kind == EIGHTS_FAST;

    return check(cublasLtMatmulDescCreate(&of.how, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                 "cublasLt") ||
           (eights && set(CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned)) ||
           (eights && set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast)) ||
           layouts(n, in, eights ? CUDA_R_32F : in);
}

static int ask(void)
{
    cublasLtMatmulPreference_t wish = NULL;
    int status = -1;

    if (check(cublasLtMatmulPreferenceCreate(&wish), "cublasLt") == 0 &&
        check(cublasLtMatmulPreferenceSetAttribute(
                  wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &ROOM, sizeof ROOM),
              "cublasLt") == 0)
        status = check(cublasLtMatmulAlgoGetHeuristic(of.library, of.how, of.b, of.a, of.c,
                                                      of.c, wish, CHOICES, of.choice,
                                                      &of.choices),
                       "the heuristics of cublasLt");
    if (wish)
        cublasLtMatmulPreferenceDestroy(wish);
    return status;
}

/* Milliseconds of the way that is chosen now, or -1. */
static double time_of(struct rivals *x)
{
    struct samples s = {0};
    const int times = batch_size(multiply, x, TRY_MS);

    for (int i = 0; i < TRIES && times > 0; ++i)
        add_sample(&s, batch_ms(multiply, x, times));
    return times > 0 && !complain_now() ? summarize(s.value, s.n).median : -1.0;
}

static int choose(struct rivals *x)
{
    double least = 0.0;
    int best = -1;

    for (of.chosen = 0; of.chosen < of.choices; ++of.chosen) {
        const double ms =
            of.choice[of.chosen].state == CUBLAS_STATUS_SUCCESS ? time_of(x) : -1.0;

        if (ms > 0.0 && (best < 0 || ms < least)) {
            least = ms;
            best = of.chosen;
        }
    }
    of.chosen = best < 0 ? 0 : best;
    return best < 0 ? complain("none of cublasLt's ways multiplies so") : 0;
}

static void forget(void)
{
    if (of.a)
        cublasLtMatrixLayoutDestroy(of.a);
    if (of.b)
        cublasLtMatrixLayoutDestroy(of.b);
    if (of.c)
        cublasLtMatrixLayoutDestroy(of.c);
    if (of.how)
        cublasLtMatmulDescDestroy(of.how);
    of.a = of.b = of.c = NULL;
    of.how = NULL;
    of.n = 0;
}

int library_ready(struct rivals *x, int kind)
{
    x->library = multiply;
    if (of.how && of.n == x->n && of.kind == kind)
        return 0;
    forget();
    if ((!of.library && check(cublasLtCreate(&of.library), "cublasLt") != 0) ||
        (!of.room && cuda_check(cudaMalloc(&of.room, ROOM), "memory") != 0) ||
        describe(x->n, kind) != 0 || ask() != 0 || choose(x) != 0)
        return -1;
    of.n = x->n;
    of.kind = kind;
    return 0;
}

static int take_turns(const struct batch *mine, const struct batch *other, double work,
                      struct samples *out)
{
    struct samples mhz = {0};
    struct timed t;

    if (batch_run(other, WARM_MS, NULL, &t) != 0)
        return -1;
    for (int i = 0; i < ROUNDS; ++i) {
        if (batch_run(other, LEAD_MS, NULL, &t) != 0 ||
            batch_run(mine, LEAD_MS, NULL, &t) != 0)
            return -1;
        add_sample(out, work / t.ms);
        add_sample(&mhz, t.mhz);
    }
    out->mhz = summarize(mhz.value, mhz.n).median;
    return complain_now();
}

int rate_in_turns(struct rivals *x, int of_library, struct samples *out)
{
    work_fn *mine = of_library ? x->library : x->ours;
    struct batch a = {0}, b = {0};
    int status = -1;

    if (sample_instead) {
        add_sample(out, 1.0);
        return sample_instead(mine, x);
    }
    if (batch_new(&a, mine, x, 1, BATCH_MS) == 0 &&
        batch_new(&b, of_library ? x->ours : x->library, x, 1, BATCH_MS) == 0)
        status = take_turns(&a, &b, 2e-6 * (double)x->n * (double)x->n * (double)x->n, out);
    batch_free(&a);
    batch_free(&b);
    return status;
}
