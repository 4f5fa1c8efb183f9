/* best.h - the fastest of the ways to a product that cublasLt proposes. */
#ifndef BEST_H
#define BEST_H

#include "bench/bench.h"
#include "bench/gpu/stage.h"

#define BEST "cublas-best"

/* Asks the heuristics of cublasLt for eight ways to the stage's product, given
 * 32 MiB to work in, and takes the first one or, with best_choose(), times all
 * that run, with the stage's operands, and takes the fastest. Return 0, or -1
 * with a complaint. */
int best_ask(const struct stage *st);
int best_choose(const struct stage *st);

/* The product in the way that was taken last, of operands of that stage's size and
 * type. */
gemm_fn cublas_best;

#endif
