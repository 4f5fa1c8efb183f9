/* fragments.cu - a product on WMMA fragments, from global memory and through
 * shared memory, in every layout; and what a half can hold. */
#include "bench/bench.h"

#include <cuda_fp16.h>
#include <mma.h>

#include <stdlib.h>

using namespace nvcuda;

enum { N = 48, COUNT = N * N };

/* One warp a fragment of C. */
#define PRODUCT(name, layout_a, layout_b, at_a, at_b)                          \
    __global__ void name(const half *A, const half *B, float *C)               \
    {                                                                          \
        const int row = blockIdx.y * 16, col = blockIdx.x * 16;                \
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::layout_a> a;    \
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::layout_b> b;    \
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;                \
        wmma::fill_fragment(c, 0.0f);                                          \
        for (int k = 0; k < N; k += 16) {                                      \
            wmma::load_matrix_sync(a, A + at_a, N);                            \
            wmma::load_matrix_sync(b, B + at_b, N);                            \
            wmma::mma_sync(c, a, b, c);                                        \
        }                                                                      \
        for (int i = 0; i < c.num_elements; ++i)                               \
            c.x[i] *= 2.0f;                                                    \
        wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major); \
    }

PRODUCT(rows_rows, row_major, row_major, row * N + k, k * N + col)
PRODUCT(rows_cols, row_major, col_major, row * N + k, col * N + k)
PRODUCT(cols_rows, col_major, row_major, k * N + row, k * N + col)

/* The same with the tiles of A and B in shared memory. */
__global__ void staged(const half *A, const half *B, float *C)
{
    __shared__ __align__(32) half As[16][24], Bs[16][24];
    const int row = blockIdx.y * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;

    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < N; k += 16) {
        for (int i = threadIdx.x; i < 256; i += 32) {
            As[i / 16][i % 16] = A[(row + i / 16) * N + k + i % 16];
            Bs[i / 16][i % 16] = B[(k + i / 16) * N + col + i % 16];
        }
        __syncwarp();
        wmma::load_matrix_sync(a, &As[0][0], 24);
        wmma::load_matrix_sync(b, &Bs[0][0], 24);
        wmma::mma_sync(c, a, b, c);
        __syncwarp();
    }
    for (int i = 0; i < c.num_elements; ++i)
        c.x[i] *= 2.0f;
    wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major);
}

/* Small integers, which half and float hold exactly. */
static int value(int i)
{
    return i * 7 % 11 - 5;
}

static float element(const half *x, int transposed, int row, int col)
{
    return __half2float(x[transposed ? col * N + row : row * N + col]);
}

static int try_product(void (*kernel)(const half *, const half *, float *),
                       int a_cols, int b_cols)
{
    static half a[COUNT], b[COUNT];
    static float c[COUNT];
    half *A, *B;
    float *C;

    for (int i = 0; i < COUNT; ++i) {
        a[i] = __int2half_rn(value(i));
        b[i] = __int2half_rn(value(3 * i + 1));
    }
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&B, sizeof b);
    cudaMalloc(&C, sizeof c);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b, sizeof b, cudaMemcpyHostToDevice);
    kernel<<<dim3(N / 16, N / 16), 32>>>(A, B, C);
    cudaMemcpy(c, C, sizeof c, cudaMemcpyDeviceToHost);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    for (int i = 0; i < COUNT; ++i) {
        float want = 0.0f;

        for (int k = 0; k < N; ++k)
            want += element(a, a_cols, i / N, k) * element(b, b_cols, k, i % N);
        if (c[i] != 2.0f * want)
            return complain("C[%d][%d] is %g, should be %g", i / N, i % N,
                            (double)c[i], (double)(2.0f * want));
    }
    return 0;
}

static int verify_rows_rows(void) { return try_product(rows_rows, 0, 0); }
static int verify_rows_cols(void) { return try_product(rows_cols, 0, 1); }
static int verify_cols_rows(void) { return try_product(cols_rows, 1, 0); }
static int verify_staged(void) { return try_product(staged, 0, 0); }

/* Every half survives the way to float and back; rounding is to even. */
static int verify_half(void)
{
    for (unsigned i = 0; i < 65536; ++i) {
        const half h = __ushort_as_half((unsigned short)i);
        const float f = __half2float(h);

        if (f == f && __half_as_ushort(__float2half(f)) != i)
            return complain("half 0x%04x comes back changed", i);
    }
    if (__half_as_ushort(__float2half(2049.0f)) != 0x6800 ||
        __half_as_ushort(__float2half(2051.0f)) != 0x6802 ||
        __half_as_ushort(__float2half(65519.0f)) != 0x7bff ||
        __half_as_ushort(__float2half(65520.0f)) != 0x7c00 ||
        __half_as_ushort(__float2half(0x1p-25f)) != 0 ||
        __half_as_ushort(__float2half(0x1.8p-25f)) != 1)
        return complain("a float is rounded wrongly to half");
    return 0;
}

static int nothing(long long size, struct samples *out)
{
    (void)size, (void)out;
    return complain("there is nothing to measure here");
}

const struct probe probes[] = {
    {"wmma", "rows-rows", "ms", {1}, nothing, verify_rows_rows},
    {"wmma", "rows-cols", "ms", {1}, nothing, verify_rows_cols},
    {"wmma", "cols-rows", "ms", {1}, nothing, verify_cols_rows},
    {"wmma", "staged", "ms", {1}, nothing, verify_staged},
    {"half", "rounding", "ms", {1}, nothing, verify_half},
    {},
};
