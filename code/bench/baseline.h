/* baseline.h - what the kernels are compared with: products by cuBLAS, which the
 * machine that programs run on supplies, as it does the backend (program.h): a
 * GPU all of them, and the lens the first, which fails there. */
#ifndef BASELINE_H
#define BASELINE_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* cublasSgemm for row-major operands in pedantic FP32: the baseline of kernels
 * for floats. The handle is made at the first call. */
gemm_fn cublas;

/* cublasGemmEx on tensor cores, A and B in half, bfloat16 or TF32 behind their
 * pointers, sums and C in float: the baselines of kernels for these types. */
gemm_fn cublas_fp16, cublas_bf16, cublas_tf32;

#ifdef __cplusplus
}
#endif
#endif
