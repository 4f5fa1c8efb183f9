/* timing.h - how long does work on the device take? */
#ifndef TIMING_H
#define TIMING_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Work that can be enqueued on the default stream again and again. */
typedef void work_fn(void *ctx);

/* Milliseconds of one call of `work`, from device events around a batch of
 * `times` calls that follow one untimed call. Negative, with a complaint, when
 * a launch failed. */
double batch_ms(work_fn *work, void *ctx, int times);

/* The same of one call that follows none, for work so long that a cold start is
 * nothing beside it. */
double lone_ms(work_fn *work, void *ctx);

/* How many calls make a batch of at least `least` milliseconds; 0 with a
 * complaint when a launch failed. Warms up on the way. */
int batch_size(work_fn *work, void *ctx, double least);

/* Host clock in milliseconds; monotonic. */
double host_ms(void);

/* The default for a probe: `rounds` batches of at least 10 ms after a warm-up,
 * each adding work_done / time to `out` (work_done in 1e6 units a call, so
 * that FLOPs give GFLOP/s and bytes GB/s: pass FLOPs or bytes / 1e6).
 * Returns 0, or -1 with a complaint. */
int sample_rate(work_fn *work, void *ctx, double work_done, int rounds,
                struct samples *out);

/* Where not null, sample_rate() calls it once instead, and adds 1: a profiler
 * wants one launch. Returns 0, or -1 with a complaint. */
extern int (*sample_instead)(work_fn *work, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
