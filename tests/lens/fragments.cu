/* fragments.cu - a product on WMMA fragments, from global memory and through
 * shared memory, in every layout and every type; and what a half and a bfloat16
 * can hold. */
#include "bench/bench.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <stdlib.h>

using namespace nvcuda;

enum { N = 48, COUNT = N * N };

/* One warp a fragment of C. */
#define PRODUCT(name, word, type, depth, sum, layout_a, layout_b, at_a, at_b)  \
    __global__ void name(const void *a_, const void *b_, void *c_)             \
    {                                                                          \
        const word *A = (const word *)a_, *B = (const word *)b_;               \
        sum *C = (sum *)c_;                                                    \
        const int row = blockIdx.y * 16, col = blockIdx.x * 16;                \
        wmma::fragment<wmma::matrix_a, 16, 16, depth, type, wmma::layout_a> a; \
        wmma::fragment<wmma::matrix_b, 16, 16, depth, type, wmma::layout_b> b; \
        wmma::fragment<wmma::accumulator, 16, 16, depth, sum> c;               \
        wmma::fill_fragment(c, 0.0f);                                          \
        for (int k = 0; k < N; k += depth) {                                   \
            wmma::load_matrix_sync(a, A + at_a, N);                            \
            wmma::load_matrix_sync(b, B + at_b, N);                            \
            wmma::mma_sync(c, a, b, c);                                        \
        }                                                                      \
        for (int i = 0; i < c.num_elements; ++i)                               \
            c.x[i] = (sum)(2.0f * (float)c.x[i]);                              \
        wmma::store_matrix_sync(C + row * N + col, c, N, wmma::mem_row_major); \
    }
#define LAYOUTS(name, ...)                                                     \
    PRODUCT(name##_rows_rows, __VA_ARGS__, row_major, row_major, row * N + k,  \
            k * N + col)                                                       \
    PRODUCT(name##_rows_cols, __VA_ARGS__, row_major, col_major, row * N + k,  \
            col * N + k)                                                       \
    PRODUCT(name##_cols_rows, __VA_ARGS__, col_major, row_major, k * N + row,  \
            k * N + col)

LAYOUTS(half, half, half, 16, float)
LAYOUTS(half_sums, half, half, 16, half)
LAYOUTS(bf16, __nv_bfloat16, __nv_bfloat16, 16, float)
LAYOUTS(tf32, float, wmma::precision::tf32, 8, float)

/* The same with the tiles of A and B in shared memory. */
__global__ void staged(const void *a_, const void *b_, void *c_)
{
    const half *A = (const half *)a_, *B = (const half *)b_;
    float *C = (float *)c_;
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

/* Sums that are loaded, in either order, and stored in the other. */
#define TURN(name, type)                                                       \
    __global__ void name(const type *from, type *to)                           \
    {                                                                          \
        wmma::fragment<wmma::accumulator, 16, 16, 16, type> c;                 \
        wmma::load_matrix_sync(c, from, 16, wmma::mem_row_major);              \
        wmma::store_matrix_sync(to, c, 24, wmma::mem_col_major);               \
    }

TURN(turn_floats, float)
TURN(turn_halves, half)

/* Small integers, which every type holds exactly. */
static int value(int i)
{
    return i * 7 % 11 - 5;
}

enum format { HALF_IN, BF16_IN, TF32_IN };

/* TF32 gets a little more than v, too little for the type to hold. */
static void put(enum format format, void *x, int i, int v)
{
    if (format == HALF_IN)
        ((half *)x)[i] = __int2half_rn(v);
    else if (format == BF16_IN)
        ((__nv_bfloat16 *)x)[i] = __float2bfloat16((float)v);
    else
        ((float *)x)[i] = (float)v * (1.0f + 0x1p-12f);
}

static int try_product(void (*kernel)(const void *, const void *, void *),
                       enum format format, int half_out, int a_cols, int b_cols)
{
    static float a[COUNT], b[COUNT], c[COUNT];
    static int va[COUNT], vb[COUNT];
    float *A, *B, *C;

    for (int i = 0; i < COUNT; ++i) {
        va[i] = value(i);
        vb[i] = value(3 * i + 1);
        put(format, a, i, va[i]);
        put(format, b, i, vb[i]);
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
        const float got = half_out ? __half2float(((half *)c)[i]) : c[i];
        const int row = i / N, col = i % N;
        int want = 0;

        for (int k = 0; k < N; ++k)
            want += 2 * va[a_cols ? k * N + row : row * N + k] *
                    vb[b_cols ? col * N + k : k * N + col];
        if (got != (float)want)
            return complain("C[%d][%d] is %g, should be %d", row, col,
                            (double)got, want);
    }
    return 0;
}

#define VERIFY(name, format, half_out)                                         \
    static int verify_##name##_rows_rows(void)                                 \
    {                                                                          \
        return try_product(name##_rows_rows, format, half_out, 0, 0);          \
    }                                                                          \
    static int verify_##name##_rows_cols(void)                                 \
    {                                                                          \
        return try_product(name##_rows_cols, format, half_out, 0, 1);          \
    }                                                                          \
    static int verify_##name##_cols_rows(void)                                 \
    {                                                                          \
        return try_product(name##_cols_rows, format, half_out, 1, 0);          \
    }

VERIFY(half, HALF_IN, 0)
VERIFY(half_sums, HALF_IN, 1)
VERIFY(bf16, BF16_IN, 0)
VERIFY(tf32, TF32_IN, 0)
static int verify_staged(void) { return try_product(staged, HALF_IN, 0, 0, 0); }

#define VERIFY_TURN(name, type)                                                \
    static int verify_##name(void)                                             \
    {                                                                          \
        type from[256], to[16 * 24], *in, *out;                                \
                                                                               \
        for (int i = 0; i < 256; ++i)                                          \
            from[i] = (type)(float)i;                                          \
        cudaMalloc(&in, sizeof from);                                          \
        cudaMalloc(&out, sizeof to);                                           \
        cudaMemcpy(in, from, sizeof from, cudaMemcpyHostToDevice);             \
        name<<<1, 32>>>(in, out);                                              \
        cudaMemcpy(to, out, sizeof to, cudaMemcpyDeviceToHost);                \
        cudaFree(in);                                                          \
        cudaFree(out);                                                         \
        for (int i = 0; i < 256; ++i)                                          \
            if ((float)to[i % 16 * 24 + i / 16] != (float)i)                   \
                return complain("element %d is not in its place", i);          \
        return 0;                                                              \
    }

VERIFY_TURN(turn_floats, float)
VERIFY_TURN(turn_halves, half)

/* Sums in half are rounded after each product: 2048 + 1 is 2048. */
__global__ void add_ones(half *to)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;

    wmma::fill_fragment(a, __float2half(0.25f));
    wmma::fill_fragment(b, __float2half(0.25f));
    wmma::fill_fragment(c, __float2half(2046.0f));
    for (int i = 0; i < 5; ++i)
        wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(to, c, 16, wmma::mem_row_major);
}

static int verify_half_rounds(void)
{
    half c[256], *out;

    cudaMalloc(&out, sizeof c);
    add_ones<<<1, 32>>>(out);
    cudaMemcpy(c, out, sizeof c, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 256; ++i)
        if (__half2float(c[i]) != 2048.0f)
            return complain("2046 and five ones are %g",
                            (double)__half2float(c[i]));
    return 0;
}

static int verify_bf16(void)
{
    for (unsigned i = 0; i < 65536; ++i) {
        const __nv_bfloat16 b = __ushort_as_bfloat16((unsigned short)i);
        const float f = __bfloat162float(b);

        if (f == f && __bfloat16_as_ushort(__float2bfloat16(f)) != i)
            return complain("bfloat16 0x%04x comes back changed", i);
    }
    if (__bfloat16_as_ushort(__float2bfloat16(257.0f)) != 0x4380 ||
        __bfloat16_as_ushort(__float2bfloat16(259.0f)) != 0x4382 ||
        __bfloat16_as_ushort(__float2bfloat16(0x1.fffffep127f)) != 0x7f80)
        return complain("a float is rounded wrongly to bfloat16");
    return 0;
}

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

#define PROBE(name) {"wmma", #name, "ms", {1}, nothing, verify_##name},
#define PRODUCTS(name)                                                         \
    PROBE(name##_rows_rows) PROBE(name##_rows_cols) PROBE(name##_cols_rows)

const struct probe probes[] = {
    PRODUCTS(half) PRODUCTS(half_sums) PRODUCTS(bf16) PRODUCTS(tf32)
    PROBE(staged) PROBE(turn_floats) PROBE(turn_halves)
    PROBE(half_rounds) PROBE(half) PROBE(bf16)
    {},
};
