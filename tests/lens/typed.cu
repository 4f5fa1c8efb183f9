/* typed.cu - products of half, bfloat16 and TF32: right ones, ones that take or
 * sum what they should not, and accesses outside of a matrix of halves. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#define LAUNCH(name, type)                                                     \
    static void name(int M, int N, int K, float alpha, const float *A,         \
                     const float *B, float beta, float *C)                     \
    {                                                                          \
        if (M > 0 && N > 0)                                                    \
            name##_kernel<<<grid(blocks(N, 32), M), 32>>>(                     \
                M, N, K, alpha, (const type *)A, (const type *)B, beta, C);    \
    }
#define DEFINE(name, type)                                                     \
    __global__ void name##_kernel(int M, int N, int K, float alpha,            \
                                  const type *A, const type *B, float beta,    \
                                  float *C)

/* A thread an element: `take` makes a float of an operand, `keep` a sum of what
 * is added up. */
#define PRODUCT(name, type, take, keep)                                        \
    DEFINE(name, type)                                                         \
    {                                                                          \
        const size_t row = block_y(), col = blockIdx.x * 32 + threadIdx.x;     \
        float sum = 0.0f;                                                      \
                                                                               \
        if (row >= M || col >= N)                                              \
            return;                                                            \
        for (size_t k = 0; k < K && alpha != 0.0f; ++k)                        \
            sum = keep(sum + take(A[row * K + k]) * take(B[k * N + col]));     \
        put(&C[row * N + col], alpha, sum, beta);                              \
    }                                                                          \
    LAUNCH(name, type)

#define AS_IT_IS(x) (x)
#define IN_HALF(x) __half2float(__float2half(x))
#define IN_BFLOAT16(x) __bfloat162float(__float2bfloat16(x))

PRODUCT(half_in, half, __half2float, AS_IT_IS)
PRODUCT(half_sums, half, __half2float, IN_HALF)
PRODUCT(bf16_in, __nv_bfloat16, __bfloat162float, AS_IT_IS)
PRODUCT(tf32_in, float, nvcuda::wmma::__float_to_tf32, AS_IT_IS)
PRODUCT(other_type, __nv_bfloat16, __bfloat162float, AS_IT_IS)
PRODUCT(rounds_floats, float, IN_HALF, AS_IT_IS)
PRODUCT(rounds_again, half, __half2float, IN_BFLOAT16)

#define TOUCH(name, statement)                                                 \
    DEFINE(name, half)                                                         \
    {                                                                          \
        const unsigned mk = M * K, kn = K * N;                                 \
        if (threadIdx.x == 0 && mk + kn > 0)                                   \
            statement;                                                         \
    }                                                                          \
    LAUNCH(name, half)

TOUCH(before_a, C[0] = __half2float(A[-1]))
TOUCH(after_a, C[0] = __half2float(A[mk]))
TOUCH(after_b, C[0] = __half2float(B[kn + 2]))
TOUCH(stored_a, ((half *)A)[mk + 1] = __float2half(0.0f))

#define ENTRY(name, flags) {#name, name, 32, 32, 8, 8192, flags}

const struct kernel kernels[] = {
    ENTRY(half_in, HALF),
    ENTRY(half_sums, HALF | HALF_ACC),
    ENTRY(bf16_in, BFLOAT16 | NEEDS_80),
    ENTRY(tf32_in, TF32 | NEEDS_80),
    ENTRY(other_type, HALF),
    ENTRY(rounds_floats, 0),
    ENTRY(rounds_again, HALF),
    ENTRY(before_a, HALF),
    ENTRY(after_a, HALF),
    ENTRY(after_b, HALF),
    ENTRY(stored_a, HALF),
    {},
};
