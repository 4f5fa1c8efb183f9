/* lanes.cu - small kernels that are wrong in what all threads of a block or all
 * lanes of a warp must do together. tests/bad/table says what each is to be
 * told. */
#include "bench/bench.h"
#include "kernels/gemm.h"

#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <mma.h>

#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" // of those that are never set

using namespace nvcuda;

#define PARAMETERS                                                             \
    int M, int N, int K, float alpha, const float *A, const float *B,          \
        float beta, float *C
#define DEFINE(name) static __global__ void name##_kernel(PARAMETERS)
#define LAUNCH(name, ...)                                                      \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        name##_kernel<<<__VA_ARGS__>>>(M, N, K, alpha, A, B, beta, C);         \
    }

/* Tensor cores: all lanes, one instruction. */
#define FRAGMENTS                                                              \
    __shared__ __align__(32) half s[16 * 24];                                  \
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;       \
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;       \
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;                    \
    for (int i = threadIdx.x; i < 16 * 24; i += 32)                            \
        s[i] = __float2half(1.0f);                                             \
    __syncthreads();                                                           \
    wmma::fill_fragment(c, 0.0f);

DEFINE(products_apart)
{
    FRAGMENTS
    wmma::load_matrix_sync(a, s, 16);
    wmma::load_matrix_sync(b, s, 16);
    if (threadIdx.x < 16)
        wmma::mma_sync(c, a, b, c); // the lower half
    else
        wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, N, wmma::mem_row_major);
}
LAUNCH(products_apart, 1, 32)

DEFINE(load_in_branch)
{
    FRAGMENTS
    if (threadIdx.x % 2)
        wmma::load_matrix_sync(a, s, 16); // odd lanes load
    wmma::load_matrix_sync(b, s, 16);
    C[threadIdx.x] = __half2float(b.x[0]);
}
LAUNCH(load_in_branch, 1, 32)

DEFINE(loads_apart)
{
    FRAGMENTS
    if (threadIdx.x < 16)
        wmma::load_matrix_sync(a, s, 16); // one half here
    else
        wmma::load_matrix_sync(a, s + 128, 16); // the other here
    C[threadIdx.x] = __half2float(a.x[0]);
}
LAUNCH(loads_apart, 1, 32)

DEFINE(load_by_lane)
{
    FRAGMENTS
    wmma::load_matrix_sync(a, s + 16 * (threadIdx.x / 16), 16); // by lane
    C[threadIdx.x] = __half2float(a.x[0]);
}
LAUNCH(load_by_lane, 1, 32)

DEFINE(store_in_branch)
{
    FRAGMENTS
    if (threadIdx.x < 8)
        wmma::store_matrix_sync(C, c, N, wmma::mem_row_major); // some store
}
LAUNCH(store_in_branch, 1, 32)

DEFINE(half_a_warp)
{
    FRAGMENTS
    wmma::store_matrix_sync(C, c, N, wmma::mem_row_major); // 16 of 32
}
LAUNCH(half_a_warp, 1, 16)

DEFINE(odd_pitch)
{
    FRAGMENTS
    wmma::load_matrix_sync(a, s, 17); // rows of 17
    C[threadIdx.x] = __half2float(a.x[0]);
}
LAUNCH(odd_pitch, 1, 32)

DEFINE(pitch_of_four)
{
    FRAGMENTS
    wmma::load_matrix_sync(b, s, 20); // rows of 20
    C[threadIdx.x] = __half2float(b.x[0]);
}
LAUNCH(pitch_of_four, 1, 32)

DEFINE(sums_of_odd_pitch)
{
    FRAGMENTS
    wmma::store_matrix_sync(C, c, 18, wmma::mem_row_major); // sums in rows of 18
}
LAUNCH(sums_of_odd_pitch, 1, 32)

DEFINE(fragment_at_eight)
{
    FRAGMENTS
    wmma::load_matrix_sync(a, s + 8, 16); // from 16 bytes
    C[threadIdx.x] = __half2float(a.x[0]);
}
LAUNCH(fragment_at_eight, 1, 32)

/* Two barriers in one line. */
#define EITHER(x)                                                              \
    do {                                                                       \
        if (x)                                                                 \
            __syncthreads();                                                   \
        else                                                                   \
            __syncthreads();                                                   \
    } while (0)
DEFINE(barrier_of_either)
{
    C[threadIdx.x] = A[threadIdx.x];
    EITHER(threadIdx.x < 32); // either
}
LAUNCH(barrier_of_either, 1, 64)

static __device__ void all_wait(float *s)
{
    s[threadIdx.x] += 1.0f;
    __syncthreads(); // in a function
}
DEFINE(barrier_by_call)
{
    C[threadIdx.x] = 0.0f;
    if (threadIdx.x < 32)
        all_wait(C); // some call it here
    else
        all_wait(C); // some here
}
LAUNCH(barrier_by_call, 1, 64)

DEFINE(barrier_of_group)
{
    const cooperative_groups::thread_block block =
        cooperative_groups::this_thread_block();
    threadIdx.x % 2 ? block.sync() : block.sync(); // the group's
    C[threadIdx.x] = A[threadIdx.x];
}
LAUNCH(barrier_of_group, 1, 64)

/* Products whose sum begins with what happens to lie there, but in one thread. */
#define PRODUCT(name, declared, set, sum)                                      \
    DEFINE(name)                                                               \
    {                                                                          \
        const int row = block_y() * 16 + threadIdx.y,                          \
                  col = blockIdx.x * 16 + threadIdx.x;                         \
        declared;                                                              \
        if (threadIdx.x == 0)                                                  \
            set;                                                               \
        if (row >= M || col >= N)                                              \
            return;                                                            \
        for (int k = 0; alpha != 0.0f && k < K; ++k)                           \
            sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];            \
        put(&C[(size_t)row * N + col], alpha, sum, beta);                      \
    }                                                                          \
    static void name(PARAMETERS)                                               \
    {                                                                          \
        if (M > 0 && N > 0)                                                    \
            name##_kernel<<<grid(blocks(N, 16), blocks(M, 16)),                \
                            dim3(16, 16)>>>(M, N, K, alpha, A, B, beta, C);    \
    }
PRODUCT(unset_register, float acc, acc = 0.0f, acc)
PRODUCT(never_set, float acc, (void)acc, acc)
PRODUCT(unset_array, float acc[2], acc[0] = acc[1] = 0.0f, acc[K & 1])

#define ENTRY(name) {#name, name, 16, 16, 16, 4096, 0},
const struct kernel kernels[] = {
    ENTRY(products_apart) ENTRY(load_in_branch) ENTRY(loads_apart)
    ENTRY(load_by_lane) ENTRY(store_in_branch) ENTRY(half_a_warp)
    ENTRY(odd_pitch) ENTRY(pitch_of_four) ENTRY(sums_of_odd_pitch)
    ENTRY(fragment_at_eight) ENTRY(barrier_of_either) ENTRY(barrier_by_call)
    ENTRY(barrier_of_group) ENTRY(unset_register) ENTRY(unset_array) ENTRY(never_set)
    {},
};
