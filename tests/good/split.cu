/* split.cu - products of floats by products of parts that are right, with parts that are less
 * usual. Each must be accepted. A warp has 16 x 8 results. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"

enum { STEP = 16 };

/* What is unusual, added up: high parts are cut off and not rounded, so that low parts have the
 * sign of the float and low * low counts; sums are promoted after each instruction; the largest of
 * a row is from 2^14 to 2^15, and low parts are not scaled, so that one sum has all products. */
enum { CUT = 1, EACH = 2, HIGH_UP = 4 };

template <int HOW>
static __device__ int exponent(const float *x, size_t step, int count)
{
    unsigned most = 0;

    for (int i = 0; i < count; ++i)
        most = max(most, __float_as_uint(x[i * step]) & 0x7fffffffu);
    return (HOW & HIGH_UP ? 141 : 127) - (int)(most >> 23);
}

static __device__ float power(int e)
{
    return ldexpf(1.0f, e);
}

template <int HOW>
static __device__ void load(uint32_t *high, uint32_t *low, const float *x, size_t step, int there,
                            int k, int depth, float factor)
{
    *high = *low = 0;
    for (int i = 0; i < 2; ++i) {
        const float v = there && k + i < depth ? x[(k + i) * step] * factor : 0.0f;
        const half h = __float2half_rn(
            HOW & CUT ? __uint_as_float(__float_as_uint(v) & ~0x1fffu) : v);
        const float rest = (v - __half2float(h)) * (HOW & HIGH_UP ? 1.0f : 2048.0f);

        *high |= (uint32_t)__half_as_ushort(h) << 16 * i;
        *low |= (uint32_t)__half_as_ushort(__float2half_rn(rest)) << 16 * i;
    }
}

static __device__ void add(float total[4], float sums[4], float factor)
{
    for (int e = 0; e < 4; ++e) {
        total[e] += factor * sums[e];
        sums[e] = 0.0f;
    }
}

template <int HOW>
__global__ void product(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    enum { STRETCH = HOW & EACH ? STEP : 64 };
    const int lane = threadIdx.x, col = blockIdx.x * 8 + lane / 4;
    const int depth = alpha != 0.0f ? K : 0;
    const float back = HOW & HIGH_UP ? 1.0f : 1.0f / 2048;
    float high[4] = {}, low[4] = {}, least[4] = {}, total[4] = {};
    uint32_t a[2][4], b[2][2];
    int row[2], of_row[2] = {}, of_col = 0;

    for (int i = 0; i < 2; ++i) {
        row[i] = block_y() * 16 + lane / 4 + 8 * i;
        if (row[i] < M)
            of_row[i] = exponent<HOW>(A + (size_t)row[i] * K, 1, depth);
    }
    if (col < N)
        of_col = exponent<HOW>(B + col, N, depth);
    for (int k = 0; k < depth; k += STEP) {
        for (int i = 0; i < 4; ++i)
            load<HOW>(&a[0][i], &a[1][i], A + (size_t)row[i % 2] * K, 1, row[i % 2] < M,
                      k + lane % 4 * 2 + i / 2 * 8, depth, power(of_row[i % 2]));
        for (int i = 0; i < 2; ++i)
            load<HOW>(&b[0][i], &b[1][i], B + col, N, col < N, k + lane % 4 * 2 + i * 8, depth,
                      power(of_col));
        if (HOW & CUT)
            multiply_add((const half *)0, HOW & HIGH_UP ? high : least, a[1], b[1]);
        multiply_add((const half *)0, HOW & HIGH_UP ? high : low, a[0], b[1]);
        multiply_add((const half *)0, HOW & HIGH_UP ? high : low, a[1], b[0]);
        multiply_add((const half *)0, high, a[0], b[0]);
        if ((k + STEP) % STRETCH == 0 || k + STEP >= depth)
            add(total, high, 1.0f);
    }
    add(total, low, back);
    add(total, least, back * back);
    for (int e = 0; e < 4; ++e) {
        const int r = row[e / 2], c = blockIdx.x * 8 + lane % 4 * 2 + e % 2;

        if (r >= M || c >= N)
            continue;
        if (depth > 0)
            total[e] *= power(-of_row[e / 2]) * power(-exponent<HOW>(B + c, N, depth));
        put(&C[(size_t)r * N + c], alpha, total[e], beta);
    }
}

template <int HOW>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    if (M > 0 && N > 0)
        product<HOW><<<grid(blocks(N, 8), blocks(M, 16)), 32>>>(M, N, K, alpha, A, B, beta, C);
}

#define MADE(name, HOW) {name, run<HOW>, 16, 8, 16, 4096, SPLIT | NEEDS_80, 0, {0}},

const struct kernel kernels[] = {
    MADE("four-products-of-cut-parts", CUT)
    MADE("one-sum-of-all", HIGH_UP | EACH)
    {},
};
