/* A whole program on a made-up card, whose compute capability CARD says: all of
 * the bench but what is timed. */
#include "bench/baseline.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/best.h"
#include "bench/gpu/device.h"
#include "bench/element.h"
#include "bench/gpu/launched.h"
#include "host.h"
#include "bench/gpu/measure.h"
#include "bench/gpu/nvml.h"
#include "bench/program.h"
#include "bench/record.h"
#include "bench/gpu/stage.h"
#include "bench/timing.h"

static void multiply(unsigned type, struct size s, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    const size_t n = (size_t)s.n, k = (size_t)s.k;

    for (size_t i = 0; i < (size_t)s.m * n; ++i) {
        float sum = 0.0f;

        for (size_t p = 0; alpha != 0.0f && p < k; ++p)
            sum += element_get(type, A, i / n * k + p) *
                   element_get(type, B, p * n + i % n);
        C[i] = alpha * sum + (beta != 0.0f ? beta * C[i] : 0.0f);
    }
}

#define PRODUCT(name, type)                                                    \
    void name(int M, int N, int K, float alpha, const float *A,                \
              const float *B, float beta, float *C)                            \
    {                                                                          \
        fprintf(stderr, "run " #name "\n");                                    \
        multiply(type, (struct size){M, N, K}, alpha, A, B, beta, C);          \
    }

static gemm_fn half, bf16;
PRODUCT(half, HALF)
PRODUCT(bf16, BFLOAT16)
PRODUCT(cublas, 0)
PRODUCT(cublas_best, 0)
PRODUCT(cublas_fp16, HALF)
PRODUCT(cublas_bf16, BFLOAT16)
PRODUCT(cublas_tf32, TF32)

const struct provenance provenance = {"card", "", "", "", " cublas-best ", ""};
const struct kernel kernels[] = {
    {"half", half, 16, 16, 16, 8192, HALF, 0, {0}},
    {"bf16", bf16, 16, 16, 16, 8192, BFLOAT16 | NEEDS_80, 0, {0}},
    {0},
};

static int take(long long size, struct samples *out)
{
    add_sample(out, (double)size);
    return 0;
}

static int right(void) { return 0; }

const struct program_word program_words[] = {{0}};
const struct probe probes[] = {
    {"errors", "old", "relative", {1}, take, right, 0, 0},
    {"errors", "new", "relative", {1}, take, right, 0, NEEDS_80},
    {0},
};

int (*sample_instead)(work_fn *work, void *ctx);

double host_ms(void)
{
    static double now;

    return now += 1000.0;
}

int batch_new(struct batch *b, work_fn *work, void *ctx, int period,
              double least)
{
    (void)period, (void)least;
    *b = (struct batch){.work = work, .ctx = ctx, .times = 1};
    return 0;
}

int batch_run(const struct batch *b, double lead, struct watched *w,
              struct timed *out)
{
    (void)lead, (void)w;
    b->work(b->ctx);
    *out = (struct timed){1.0, 1000.0};
    return 0;
}

void batch_renew(struct batch *b, work_fn *renew, int room) { (void)b, (void)renew, (void)room; }

struct launched launched_by(work_fn *work, void *ctx)
{
    (void)work, (void)ctx;
    return (struct launched){{0}, {0}};
}

void batch_stretch(struct batch *b, int factor) { (void)b, (void)factor; }
void batch_free(struct batch *b) { (void)b; }
void card_reading(struct reading *r) { *r = (struct reading){0}; }

int stage_new(struct stage *st, struct size s, int copies, unsigned parts)
{
    *st = (struct stage){.size = s, .copies = copies, .type = parts & ELEMENT,
                         .c = malloc(sizeof *st->c)};
    return matrix_new(st->c, 0);
}

void stage_free(struct stage *st)
{
    matrix_free(st->c);
    free(st->c);
}

int stage_copies_of(unsigned type, struct size s) { (void)type, (void)s; return 1; }

void stage_launch(const struct stage *st, const struct kernel *k, int i)
{
    (void)st, (void)i;
    k->launch(0, 0, 0, 1.0f, NULL, NULL, 0.0f, NULL);
}

int stage_check(const struct stage *st, const struct kernel *k, double *error)
{
    stage_launch(st, k, 0);
    *error = 0.5;
    return 0;
}

const enum inputs STAGE_KINDS[3] = {INTEGERS, LONE, UNIFORM};
int stage_fill(struct stage *st, enum inputs kind) { st->kind = kind; return 0; }
int best_choose(const struct stage *st) { (void)st; return 0; }
void stage_renew(const struct stage *st) { (void)st; }
int stage_ready(const struct stage *st) { (void)st; return 0; }
int stage_launches(const struct stage *st) { (void)st; return 64; }

int stage_judge(const struct stage *st, const struct kernel *k, int i,
                int launches)
{
    (void)st, (void)k, (void)i, (void)launches;
    return 0;
}

int device_capability(void) { return atoi(getenv("CARD")); }
int device_ready(void) { return 0; }
const char *device_name(void) { return "Made Up"; }
int clock_now(void) { return 1000; }
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

void device_head(const struct provenance *p, const char *kind, char *out,
                 size_t size)
{
    (void)p;
    snprintf(out, size, "# record: tiles 1\n# kind: %s\n# device: Made Up\n",
             kind);
}
