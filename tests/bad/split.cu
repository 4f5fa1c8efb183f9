/* split.cu - a product of floats by three products of halves with one mistake at a time, of those
 * that people make with parts, scales and promoted sums. tests/bad/table says what each is to be
 * told; `right` has none. A warp has 16 x 8 results; low parts are times 2^11, and have sums of
 * their own. */
#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"

enum { STEP = 16, STRETCH = 128 };

enum mistake {
    RIGHT, LOW_NOT_BACK, PRODUCT_FORGOTTEN, NEVER_PROMOTED, ROW_SCALE_STAYS, COLUMN_SCALE_ON_ROWS,
    HIGH_CUT, NOT_CLEARED, LAST_STRETCH_LOST, ONE_SCALE
};

/* The power of two that brings the largest of these to 1 or above, and below 2. */
static __device__ int exponent(const float *x, size_t step, int count)
{
    unsigned most = 0;

    for (int i = 0; i < count; ++i)
        most = max(most, __float_as_uint(x[i * step]) & 0x7fffffffu);
    return 127 - (int)(most >> 23);
}

static __device__ float power(int e)
{
    return ldexpf(1.0f, e);
}

struct parts {
    half high, low;
};

template <int WRONG> static __device__ struct parts split(float x)
{
    struct parts p;

    p.high = __float2half_rn(x);
    p.low = __float2half_rn((x - __half2float(p.high)) * 2048.0f);
    if (WRONG == HIGH_CUT)
        p.high = __float2half_rn(__uint_as_float(__float_as_uint(x) & ~0x1fffu));
    return p;
}

/* Two elements of A or B, `step` apart, from k on. */
template <int WRONG>
static __device__ void load(uint32_t *high, uint32_t *low, const float *x, size_t step, int there,
                            int k, int depth, float factor)
{
    *high = *low = 0;
    for (int i = 0; i < 2; ++i) {
        const float v = there && k + i < depth ? x[(k + i) * step] * factor : 0.0f;
        const struct parts p = split<WRONG>(v);

        *high |= (uint32_t)__half_as_ushort(p.high) << 16 * i;
        *low |= (uint32_t)__half_as_ushort(p.low) << 16 * i;
    }
}

template <int WRONG>
__global__ void product(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    const int lane = threadIdx.x, col = blockIdx.x * 8 + lane / 4;
    const int depth = alpha != 0.0f ? K : 0;
    float high[4] = {}, low[4] = {}, total[4] = {};
    uint32_t a[2][4], b[2][2];
    int row[2], of_row[2] = {}, of_col = 0;

    for (int i = 0; i < 2; ++i) {
        row[i] = block_y() * 16 + lane / 4 + 8 * i;
        if (row[i] < M)
            of_row[i] = exponent(A + (size_t)row[i] * K, 1, depth);
    }
    if (col < N)
        of_col = exponent(B + col, N, depth);
    for (int k = 0; k < depth; k += STEP) {
        for (int i = 0; i < 4; ++i) {
            const int r = row[i % 2];

            load<WRONG>(&a[0][i], &a[1][i], A + (size_t)r * K, 1, r < M,
                        k + lane % 4 * 2 + i / 2 * 8, depth,
                        power(WRONG == COLUMN_SCALE_ON_ROWS ? of_col : of_row[i % 2]));
        }
        for (int i = 0; i < 2; ++i)
            load<WRONG>(&b[0][i], &b[1][i], B + col, N, col < N, k + lane % 4 * 2 + i * 8, depth,
                        power(of_col));
        if (WRONG != PRODUCT_FORGOTTEN)
            multiply_add((const half *)0, low, a[0], b[1]);
        multiply_add((const half *)0, low, a[1], b[0]);
        multiply_add((const half *)0, high, a[0], b[0]);
        for (int e = 0; e < 4 && (k + STEP) % STRETCH == 0 && WRONG != NEVER_PROMOTED; ++e) {
            total[e] += high[e];
            if (WRONG != NOT_CLEARED)
                high[e] = 0.0f;
        }
    }
    for (int e = 0; e < 4; ++e) {
        const int r = row[e / 2], c = blockIdx.x * 8 + lane % 4 * 2 + e % 2;

        if (r >= M || c >= N)
            continue;
        if (WRONG != LAST_STRETCH_LOST)
            total[e] += high[e];
        total[e] += WRONG == LOW_NOT_BACK ? low[e] : low[e] / 2048.0f;
        if (depth > 0) {
            const int back = exponent(B + (WRONG == ONE_SCALE ? 0 : c), N, depth);

            total[e] *= power(-back);
            if (WRONG != ROW_SCALE_STAYS)
                total[e] *= power(-of_row[e / 2]);
        }
        put(&C[(size_t)r * N + c], alpha, total[e], beta);
    }
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C)
{
    if (M > 0 && N > 0)
        product<WRONG><<<grid(blocks(N, 8), blocks(M, 16)), 32>>>(M, N, K, alpha, A, B, beta, C);
}

#define MADE(name, WRONG) {name, run<WRONG>, 16, 8, 16, 4096, SPLIT | NEEDS_80, 0, {0}},

const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("low-not-back", LOW_NOT_BACK)
    MADE("product-forgotten", PRODUCT_FORGOTTEN)
    MADE("never-promoted", NEVER_PROMOTED)
    MADE("row-scale-stays", ROW_SCALE_STAYS)
    MADE("column-scale-on-rows", COLUMN_SCALE_ON_ROWS)
    MADE("high-part-cut", HIGH_CUT)
    MADE("sum-not-cleared", NOT_CLEARED)
    MADE("last-stretch-lost", LAST_STRETCH_LOST)
    MADE("one-column-scale", ONE_SCALE)
    {},
};
