#define _POSIX_C_SOURCE 200809L
#include "tune/trial.h"

#include "bench/baseline.h"
#include "bench/bench.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/nvml.h"
#include "bench/progress.h"
#include "bench/gpu/rounds.h"
#include "bench/gpu/stage.h"
#include "bench/timing.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const double WARM_MS = 300.0;
static const double PATIENCE = 60.0; /* seconds for a batch */

static struct stage stage;
static struct samples clocks; /* the last that were seen */
static int clock_count;

static struct kernel tuned_kernel = {.name = "tuned", .launch = tuned_launch};
static struct kernel library = {.name = "cublas"};

struct runner {
    const struct loaded *kernel; /* null for the library */
    int next, failed;
    struct batch batch;
    double ms[MAX_ROUNDS];
};

static void launch_next(void *ctx)
{
    struct runner *r = ctx;

    if (r->kernel)
        card_use(r->kernel);
    stage_launch(&stage, r->kernel ? &tuned_kernel : &library, r->next);
    r->next = (r->next + 1) % stage.copies;
}

int trial_open(unsigned type, struct size s)
{
    struct runner warm = {0};
    const double begin = host_ms();

    tuned_kernel.flags = library.flags = type;
    library.launch = type & HALF ? cublas_fp16 : cublas;
    if (stage_new(&stage, s, stage_copies_of(type, s),
                  WITH_REFERENCE | type) != 0)
        return -1;
    do {
        if (batch_ms(launch_next, &warm, 1) < 0.0)
            return -1;
    } while (host_ms() - begin < WARM_MS && !stopped());
    return 0;
}

void trial_close(void)
{
    stage_free(&stage);
}

int trial_check(const struct loaded *k)
{
    char why[400] = "";
    double error;

    card_use(k);
    if (stage_check(&stage, &tuned_kernel, &error) != 0)
        snprintf(why, sizeof why, "%s", complaint());
    if (card_wait(PATIENCE) != 0) /* a refused launch explains the product */
        return -1;
    return why[0] ? complain("%s", why) : 0;
}

/* A runner is marked when it fails: its launch, or the kernel on the card. */
static void mark(struct runner *r, int status)
{
    if (status != 0 || (r->kernel && card_wait(PATIENCE) != 0))
        r->failed = 1;
}

/* Milliseconds of one call in a batch, behind at least one that is not timed. */
static double batch(struct runner *r)
{
    struct timed t = {-1.0, 0.0};

    if (!r->failed)
        mark(r, batch_run(&r->batch, 0.0, NULL, &t));
    return r->failed ? -1.0 : t.ms;
}

static void size_batch(struct runner *r, double least)
{
    mark(r, batch_new(&r->batch, launch_next, r, stage.copies, least));
}

static void see_clock(void)
{
    const int mhz = clock_now();

    if (mhz <= 0)
        return;
    if (clocks.n < MAX_ROUNDS)
        add_sample(&clocks, mhz);
    else
        clocks.value[clock_count % MAX_ROUNDS] = mhz;
    ++clock_count;
}

static void summarise(const struct runner *r, const struct runner *lib,
                      int rounds, struct trial *out)
{
    double rate[MAX_ROUNDS], ratio[MAX_ROUNDS];

    memset(out, 0, sizeof *out);
    out->failed = r->failed;
    if (r->failed)
        return;
    for (int i = 0; i < rounds; ++i) {
        rate[i] = size_flops(stage.size) / r->ms[i] / 1e6;
        ratio[i] = lib->ms[i] / r->ms[i];
    }
    out->rate = summarize(rate, rounds);
    out->ratio = summarize(ratio, rounds);
}

static int run_rounds(struct runner *field, int n, int rounds)
{
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < n; ++i) {
            struct runner *r = &field[turn(n, round, i)];

            if (stopped())
                return complain("interrupted");
            r->ms[round] = batch(r);
        }
    return field[0].failed ? complain("the library failed beside them") : 0;
}

int trial_time(struct loaded *const *k, int n, int rounds, double least,
               struct trial *out)
{
    static struct runner field[MAX_FIELD + 1]; /* the library is the first */
    int status;

    memset(field, 0, sizeof field);
    for (int i = 0; i <= n; ++i) {
        field[i].kernel = i > 0 ? k[i - 1] : NULL;
        size_batch(&field[i], least);
    }
    status = run_rounds(field, n + 1, rounds);
    see_clock();
    for (int i = 0; i <= n; ++i)
        batch_free(&field[i].batch);
    for (int i = 0; status == 0 && i < n; ++i)
        summarise(&field[i + 1], &field[0], rounds, &out[i]);
    return status;
}

void trial_tail(char *out, size_t size)
{
    const time_t now = time(NULL);
    char date[32], seen[64] = "unknown";
    double lo = 1e9, hi = 0.0;

    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    for (int i = 0; i < clocks.n; ++i) {
        lo = clocks.value[i] < lo ? clocks.value[i] : lo;
        hi = clocks.value[i] > hi ? clocks.value[i] : hi;
    }
    if (clocks.n > 0)
        snprintf(seen, sizeof seen, "%.0f %.0f %.0f", lo,
                 summarize(clocks.value, clocks.n).median, hi);
    snprintf(out, size, "# clock-mhz: %s\n# date: %s\n", seen, date);
}
