/* product.h - the library's product on any of several cards, in any stream. */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "bench/bench.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_CARDS = 16 };

/* Enqueues C = A*B, or C += A*B if `adds`, as cublasGemmEx makes it, for row-major A
 * and B of a type (HALF or BFLOAT16) and C in float, on the current card, which is
 * number `card` of those in use. The product leaves `spared` multiprocessors alone, where the library can.
 * Returns 0, or -1 with a complaint. One card's calls come one after another. */
PROBE_FN library_product(int card, cudaStream_t stream, unsigned type, int spared,
                         int M, int N, int K, const void *A, const void *B, float *C,
                         int adds);

/* Frees what the calls before have taken, on all cards. */
PROBE_FN library_close(void);

#ifdef __cplusplus
}
#endif
#endif
