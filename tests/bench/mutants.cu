/* mutants.cu - kernels that are wrong where small uniform products do not show
 * it. tests/bench/mutants.sh measures them on a card. */
#include "bench/bench.h"
#include "bench/element.h"
#include "kernels/gemm.h"

enum mistake { NONE, TO_TF32, TO_BF16, LAST_K, BY_SIZE, STRAY };

template <int MISTAKE>
__global__ void mutant(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const size_t row = block_y(), col = blockIdx.x * 256 + threadIdx.x;
    const unsigned as = MISTAKE == TO_TF32                ? TF32
                        : MISTAKE == TO_BF16              ? BFLOAT16
                        : MISTAKE == BY_SIZE && M >= 2048 ? TF32
                                                          : 0;
    const int end = MISTAKE == LAST_K && K >= 8192 ? K - 1 : K;
    float sum = 0.0f;

    if (row >= M || col >= N)
        return;
    for (int k = 0; alpha != 0.0f && k < end; ++k)
        sum += rounded_to(as, A[row * K + k]) * rounded_to(as, B[(size_t)k * N + col]);
    put(&C[row * N + col], alpha, sum, beta);
    if (MISTAKE == STRAY && row == 0 && col == 0)
        C[(size_t)M * N + 5000] = 1.0f;
}

template <int MISTAKE>
static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    if (M > 0 && N > 0)
        mutant<MISTAKE><<<grid(blocks(N, 256), M), 256>>>(M, N, K, alpha, A, B,
                                                          beta, C);
}

/* `largest` is the size at which each shows itself. */
const struct kernel kernels[] = {
    {"right", run<NONE>, 1, 256, 1, 2048, 0, "mutant<0>"},
    {"to-tf32", run<TO_TF32>, 1, 256, 1, 8192, 0, "mutant<1>"},
    {"to-bf16", run<TO_BF16>, 1, 256, 1, 8192, 0, "mutant<2>"},
    {"last-k", run<LAST_K>, 1, 256, 1, 8192, 0, "mutant<3>"},
    {"by-size", run<BY_SIZE>, 1, 256, 1, 2048, 0, "mutant<4>"},
    {"stray", run<STRAY>, 1, 256, 1, 256, 0, "mutant<5>"},
    {},
};
