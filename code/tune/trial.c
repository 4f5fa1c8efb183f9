#define _POSIX_C_SOURCE 200809L
#include "tune/trial.h"

#include "bench/baseline.h"
#include "bench/bench.h"
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
    int next, times, failed;
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

/* Milliseconds of one call in a batch; marks the runner that fails. */
static double batch(struct runner *r, int times)
{
    const double ms = r->failed ? -1.0 : batch_ms(launch_next, r, times);

    if (!r->failed && (ms < 0.0 || (r->kernel && card_wait(PATIENCE) != 0)))
        r->failed = 1;
    return r->failed ? -1.0 : ms;
}

static void size_batch(struct runner *r, double least)
{
    r->times = batch_size(launch_next, r, least);
    if (r->times == 0 || (r->kernel && card_wait(PATIENCE) != 0))
        r->failed = 1;
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
                      int rounds, struct timed *out)
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

int trial_time(struct loaded *const *k, int n, int rounds, double least,
               struct timed *out)
{
    static struct runner field[MAX_FIELD + 1]; /* the library is the first */

    memset(field, 0, sizeof field);
    for (int i = 0; i <= n; ++i) {
        field[i].kernel = i > 0 ? k[i - 1] : NULL;
        size_batch(&field[i], least);
    }
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i <= n; ++i) {
            struct runner *r = &field[turn(n + 1, round, i)];

            if (stopped())
                return complain("interrupted");
            r->ms[round] = batch(r, r->times);
        }
    see_clock();
    if (field[0].failed)
        return complain("the library failed beside them");
    for (int i = 0; i < n; ++i)
        summarise(&field[i + 1], &field[0], rounds, &out[i]);
    return 0;
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
