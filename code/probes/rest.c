#define _POSIX_C_SOURCE 200809L
#include "probes/rest.h"

#include "bench/baseline.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/stage.h"
#include "bench/stats.h"

#include <time.h>

enum { N = 4096, ROUNDS = 9 };

static const double BATCH_MS = 40.0, LEAD_MS = 40.0, WARM_MS = 1000.0;
static const struct timespec PAUSE = {0, 700000000};
static const struct kernel library = {
    .name = "cublas-fp16", .launch = cublas_fp16, .flags = HALF};

/* Batches of some calls, each behind a pause, or as many as the bench takes, behind
 * others. */
static int run(struct batch *b, int calls, struct samples *out)
{
    struct samples mhz = {0};
    struct timed t;

    if (calls > 0)
        b->times = calls;
    else if (batch_run(b, WARM_MS, NULL, &t) != 0)
        return -1;
    for (int i = 0; i < ROUNDS; ++i) {
        if (calls > 0)
            nanosleep(&PAUSE, NULL);
        if (batch_run(b, calls > 0 ? 0.0 : LEAD_MS, NULL, &t) != 0)
            return -1;
        add_sample(out, 2e-6 * N * N * N / t.ms);
        add_sample(&mhz, t.mhz);
    }
    out->mhz = summarize(mhz.value, mhz.n).median;
    return 0;
}

static int measure(int calls, struct samples *out)
{
    const struct size s = {N, N, N};
    struct stage stage;
    struct rotation of = {.stage = &stage, .kernel = &library};
    struct batch b = {0};
    int status = -1;

    if (stage_new(&stage, s, stage_copies_of(HALF, s), HALF) == 0 &&
        batch_new(&b, stage_launch_next, &of, stage.copies, BATCH_MS) == 0)
        status = run(&b, calls, out);
    batch_free(&b);
    stage_free(&stage);
    return status;
}

int library_sustained(long long n, struct samples *out)
{
    (void)n;
    return measure(0, out);
}

int library_rested(long long calls, struct samples *out)
{
    return measure((int)calls, out);
}
