/* heuristics.h - probes that ask the library for its own choices. */
#ifndef HEURISTICS_H
#define HEURISTICS_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Products of n x n floats, in GFLOP/s: cublasSgemm in pedantic and in default
 * mode, and cublasLtMatmul with the first of its heuristics' choices and with
 * the fastest of eight, given 32 MiB to work in. */
PROBE_FN library_pedantic(long long n, struct samples *out);
PROBE_FN library_default(long long n, struct samples *out);
PROBE_FN library_first(long long n, struct samples *out);
PROBE_FN library_best(long long n, struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
