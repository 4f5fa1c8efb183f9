/* A program whose card is made up: bench/gpu/measure.c on stages and clocks that
 * only keep count. A launch takes as long as the kernel's name says, in ms. */
#include "bench/baseline.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/best.h"
#include "bench/gpu/device.h"
#include "bench/element.h"
#include "bench/gpu/library.h"
#include "bench/gpu/launched.h"
#include "bench/gpu/measure.h"
#include "bench/gpu/nvml.h"
#include "bench/program.h"
#include "bench/record.h"
#include "bench/gpu/stage.h"
#include "bench/timing.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void none(int M, int N, int K, float alpha, const float *A,
                 const float *B, float beta, float *C)
{
    (void)M, (void)N, (void)K, (void)alpha, (void)A, (void)B, (void)beta;
    (void)C;
}

#ifndef TABLE
#define TABLE                                               \
    {"1-ms", none, 32, 32, 8, 8192, 0, 0, {0}},                     \
    {"2-ms-sweep", none, 32, 32, 8, 8192, SWEEP, 0, {0}},           \
    {"3-ms-sweep", none, 32, 32, 8, 8192, SWEEP, 0, {0}},           \
    {"4-ms-small", none, 32, 32, 8, 1024, 0, 0, {0}},               \
    {"60-ms", none, 32, 32, 8, 4096, 0, 0, {0}},                    \
    {"150-ms-least", none, 32, 32, 8, 256, 0, 0, {0}},              \
    {"5-ms-pattern", none, 1, 1, 1, 8192, PATTERN, 0, {0}},
#endif

#ifndef PROBES
#define PROBES
#endif

#ifndef HEADLINES
#define HEADLINES ""
#define SOLO ""
#endif

const struct provenance provenance = {"made-up", "", "", "", HEADLINES, SOLO};
const struct kernel kernels[] = {TABLE {0}};

static int take(long long size, struct samples *out)
{
    add_sample(out, (double)size);
    out->mhz = size == 2 ? 1234.0 : 0.0;
    return 0;
}

const struct program_word program_words[] = {{0}};
const struct probe probes[] = {
    {"ceilings", "height", "ms", {1, 2}, take, NULL, 0, 0},
    {"ways", "path", "ms", {1}, take, NULL, 0, 0},
    PROBES
    {0},
};

static double now;
static const struct kernel *launched;
static double beta, calls; /* of its stage; since C began anew */

double host_ms(void) { return now; }

/* The library takes 1 ms, but 2 in bfloat16 and 4 in TF32. With WOBBLE, a kernel
 * of 2 ms takes one time longer than another. The fastest of the library's ways
 * takes half as long as the first. */
static double duration(void)
{
    static int turn;

    if (getenv("WOBBLE") && strcmp(launched->name, "2-ms") == 0)
        return 2.0 + ++turn % 5;
    if (!library_named(launched->name))
        return atof(launched->name);
    return launched->flags & BFLOAT16 ? 2.0 : launched->flags & TF32 ? 4.0
           : launched->flags & HEADLINE ? 0.5 : 1.0;
}

static void run(const struct batch *b, const char *how)
{
    b->work(b->ctx);
    if (getenv("TELL"))
        fprintf(stderr, "%s %s%s\n", how, launched->name, beta != 0.0 ? " C" : "");
    now += b->times * duration();
}

int batch_new(struct batch *b, work_fn *work, void *ctx, int period,
              double least)
{
    (void)period;
    *b = (struct batch){.work = work, .ctx = ctx, .times = 1};
    run(b, "size");
    b->ms = duration();
    b->times = (int)(least / b->ms) + 1;
    return 0;
}

/* A kernel that is named so is held by the power limit; it runs at half of the
 * clock of the others. */
int batch_run(const struct batch *b, double lead, struct watched *w,
              struct timed *out)
{
    char how[64];

    snprintf(how, sizeof how, "batch %g %d", lead, b->times);
    if (b->renew)
        b->renew(b->ctx);
    run(b, how);
    calls += b->times;
    *out = (struct timed){duration(), strstr(launched->name, "held") ? 900 : 1800};
    if (w) {
        w->watts[w->readings++] = 300.0;
        w->power_known = w->reasons_known = 1;
        w->because[2] += strstr(launched->name, "held") != NULL;
    }
    return 0;
}

void batch_renew(struct batch *b, work_fn *renew, int room)
{
    b->renew = renew;
    b->times = b->times < room ? b->times : room;
    b->room = room;
}

struct launched launched_by(work_fn *work, void *ctx)
{
    struct launched l = {{0}, "8x16x1"};

    work(ctx);
    snprintf(l.names, sizeof l.names, "%s-kernel", launched->name);
    return l;
}

void batch_stretch(struct batch *b, int factor)
{
    b->times *= factor;
    if (b->renew && b->times > b->room)
        b->times = b->room;
}

void batch_free(struct batch *b) { (void)b; }
void card_reading(struct reading *r) { *r = (struct reading){0}; }

#define LIBRARY(name)                                                    \
    void name(int M, int N, int K, float alpha, const float *A,         \
              const float *B, float beta, float *C)                     \
    {                                                                   \
        none(M, N, K, alpha, A, B, beta, C);                            \
    }

LIBRARY(cublas)
LIBRARY(cublas_best)
LIBRARY(cublas_fp16)
LIBRARY(cublas_bf16)
LIBRARY(cublas_tf32)

int stage_new(struct stage *st, struct size s, int copies, unsigned parts)
{
    *st = (struct stage){.size = s, .type = parts & ELEMENT, .copies = copies,
                         .c = calloc((size_t)copies, sizeof *st->c)};
    return 0;
}

void stage_free(struct stage *st) { free(st->c); }
int stage_copies_of(unsigned type, struct size s) { (void)type, (void)s; return 1; }

void stage_launch(const struct stage *st, const struct kernel *k, int i)
{
    (void)i;
    if (st->type != (k->flags & ELEMENT))
        abort();
    launched = k;
    beta = st->beta;
}

/* The ways are chosen among for each stage. */
int best_choose(const struct stage *st)
{
    if (getenv("TELL"))
        fprintf(stderr, "choose %d%s\n", st->size.n, st->beta != 0.0f ? " C" : "");
    return 0;
}

const enum inputs STAGE_KINDS[3] = {INTEGERS, LONE, UNIFORM};

int stage_fill(struct stage *st, enum inputs kind)
{
    st->kind = kind;
    return 0;
}

/* WRONG names a kernel, and on what it is wrong: the number of a kind of input,
 * or "late" for what its last batch leaves; or a matrix beside which one writes. */
static int wrong_on(const struct kernel *k, const char *what)
{
    const char *wrong = getenv("WRONG");
    char text[80];

    snprintf(text, sizeof text, "%s %s", k->name, what);
    return wrong && strcmp(wrong, text) == 0 ? complain("off") : 0;
}

int stage_check(const struct stage *st, const struct kernel *k, double *error)
{
    const char kind[] = {(char)('0' + (int)st->kind), '\0'};

    *error = 0.5;
    return wrong_on(k, kind);
}

static int poisoned;

int stage_ready(const struct stage *st)
{
    (void)st;
    return poisoned = 1, 0;
}

void stage_renew(const struct stage *st)
{
    if (getenv("TELL"))
        fprintf(stderr, "ready %d\n", st->size.n);
    calls = 0.0;
}

/* What adds up in C overflows after so many launches. */
int stage_launches(const struct stage *st) { return st->beta != 0.0f ? 70 : INT_MAX; }

int stage_judge(const struct stage *st, const struct kernel *k, int i,
                int launches)
{
    (void)i;
    if (!poisoned || launches > stage_launches(st) ||
        (st->beta != 0.0f && launches != ceil(calls / st->copies)))
        abort();
    poisoned = 0;
    return wrong_on(k, "late");
}

int matrix_check(const struct matrix *x, const char *name)
{
    const char *wrong = getenv("WRONG");

    (void)x;
    return wrong && strcmp(wrong, name) == 0 ? complain("beside %s", name) : 0;
}

/* That of the made-up card: of an older one where CARD says so. */
static int capability(void)
{
    return getenv("CARD") ? atoi(getenv("CARD")) : 90;
}

int device_ready(void) { return 0; }
const char *device_name(void) { return "Made Up"; }
int clock_now(void) { return 1000; }

void device_head(const struct provenance *p, const char *kind, char *out,
                 size_t size)
{
    (void)p;
    snprintf(out, size, "# record: tiles 1\n# kind: %s\n# device: Made Up\n",
             kind);
}

static int ready(void) { return 0; }
static int no_more(const struct options *o) { (void)o; return OK; }
int verify(const struct options *o) { (void)o; return OK; }

static const struct command commands[] = {{"measure", "", measure}, {0}};
const struct backend backend = {commands, 0, ready, no_more, capability, 0.0, NULL};
