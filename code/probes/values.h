/* values.h - what the numbers in the matrices do to speed, clock and power; and the
 * library's product of bytes. */
#ifndef VALUES_H
#define VALUES_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All 0; whole numbers from -4 to 4 without 0; uniform in (-1, 1); normal, with mean 0
 * and deviation 1. */
enum values { ZEROS, SMALL, UNIFORM_VALUES, NORMAL };

/* GFLOP/s, or watts, of `run` on halves of such values, of n x n x n, one batch after
 * another once they have run for a second; and the clock of the batches. */
PROBE_FN speed_on(gemm_fn *run, enum values values, long long n, struct samples *out);
PROBE_FN watts_on(gemm_fn *run, enum values values, long long n, struct samples *out);

/* GFLOP/s of the library's product of bytes with sums in int32_t, n x n x n; of B as it
 * is or transposed. */
PROBE_FN library_bytes(long long n, struct samples *out);
PROBE_FN library_bytes_transposed(long long n, struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
