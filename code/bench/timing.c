#define _POSIX_C_SOURCE 200809L
#include "bench/timing.h"

#include "bench/matrix.h"

#include <cuda_runtime.h>
#include <time.h>

//> time a batch with events
static double timed(work_fn *work, void *ctx, int times)
{
    static cudaEvent_t start, stop;
    float ms = 0.0f;

    if (!start) {
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
    }
    cudaEventRecord(start, 0);
    for (int i = 0; i < times; ++i)
        work(ctx);
    cudaEventRecord(stop, 0);
    if (cuda_check(cudaGetLastError(), "launch") != 0 ||
        cuda_check(cudaEventSynchronize(stop), "kernel") != 0)
        return -1.0;
    cudaEventElapsedTime(&ms, start, stop);
    return (double)ms / times;
}

double batch_ms(work_fn *work, void *ctx, int times)
{
    work(ctx); /* not timed: caches are still cold and clocks low */
    return timed(work, ctx, times);
}
//< time a batch with events

double lone_ms(work_fn *work, void *ctx)
{
    return timed(work, ctx, 1);
}

/* What should be enough at this speed, but no leap on one short timing. */
static int more_times(int times, double ms, double least)
{
    const double needed = ms > 0.0 ? 1.05 * least / ms : 1e9;

    return needed > 16.0 * times ? 16 * times
           : needed > times + 1 ? (int)needed : times + 1;
}

int batch_size(work_fn *work, void *ctx, double least)
{
    int times = 1;

    for (;;) {
        const double ms = batch_ms(work, ctx, times);

        if (ms < 0.0)
            return 0;
        if (ms * times >= least || times >= 1 << 20)
            return times;
        times = more_times(times, ms, least);
    }
}

double host_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int (*sample_instead)(work_fn *work, void *ctx);

int sample_rate(work_fn *work, void *ctx, double work_done, int rounds,
                struct samples *out)
{
    if (sample_instead) {
        add_sample(out, 1.0);
        return sample_instead(work, ctx);
    }
    const double begin = host_ms();
    const int times = batch_size(work, ctx, 10.0);

    if (times == 0)
        return -1;
    while (host_ms() - begin < 200.0)
        if (batch_ms(work, ctx, times) < 0.0)
            return -1;
    for (int i = 0; i < rounds; ++i) {
        const double ms = batch_ms(work, ctx, times);

        if (ms < 0.0)
            return -1;
        add_sample(out, work_done / ms);
    }
    return 0;
}
