/* rivals.h - the library's products of numbers of eight bits, and with results of 16, in
 * turns with ours. */
#ifndef RIVALS_H
#define RIVALS_H

#include "bench/bench.h"
#include "bench/timing.h"

#ifdef __cplusplus
extern "C" {
#endif

/* C = alpha A B of n x n, in device memory. Of e4m3 the rows of both operands have K
 * along them, so that b is the transpose of B. The scales are ours alone. */
struct rivals {
    int n;
    float alpha;
    void *a, *b, *c;
    const float *of_a, *of_b;
    work_fn *ours, *library;
};

/* cublasLt's products with the fastest of eight that its heuristics propose, given 32 MiB
 * to work in: of e4m3 with results in float, sums as the library chooses or with what it
 * calls fast accumulation; of halves, and of bfloat16, with results of 16 bits. Work for
 * timing.h, on a struct rivals; what fails is complained of later. */
PROBE_FN library_ready(struct rivals *x, int kind);
enum { EIGHTS, EIGHTS_FAST, HALVES, BFLOATS };

/* GFLOP/s of x->ours or of x->library, in batches that take turns with those of the
 * other. */
PROBE_FN rate_in_turns(struct rivals *x, int of_library, struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
