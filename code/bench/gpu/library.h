/* library.h - cuBLAS, as entries like those of kernels[]. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "bench/bench.h"

/* One entry for each element type that the products of kernels[] take, in the
 * order of their first; ended by one without a name. The first is "cublas",
 * whatever its type (float where there are no products); the others say their
 * type: cublas-fp32, cublas-fp16, cublas-bf16, cublas-tf32. Where headlines name it
 * (program.h), the last is "cublas-best" (best.h), of the first one's type. */
const struct kernel *libraries(void);

/* The entry that a kernel is compared with: that of its own type. */
const struct kernel *library_of(const struct kernel *k);

/* The entry of this name, or null. */
const struct kernel *library_named(const char *name);

#endif
