/* rest.h - the library on tensor cores, without rest and behind a pause. */
#ifndef REST_H
#define REST_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* GFLOP/s of the library's product of 4096 x 4096 x 4096 in half, A, B and C each
 * time the same, and the clock of the batches. Sustained: one batch after another, once
 * they have run for a second. Rested: so many calls at once, after .7 s in which the
 * card had nothing to do. */
PROBE_FN library_sustained(long long n, struct samples *out);
PROBE_FN library_rested(long long calls, struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
