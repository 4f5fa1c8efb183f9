#include "bench/bench.h"
#include "bench/cases.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

enum { M = 5, N = 7, DEEP = 4096 };

/* A product whose sums begin anew after `stretch`, rounded and added in float. */
static void multiply(const struct gemm_case *c, int stretch, float *got)
{
    for (int i = 0; i < c->size.m * c->size.n; ++i) {
        const int row = i / c->size.n, col = i % c->size.n;
        float total = 0.0f, sum = 0.0f;

        for (int k = 0; k < c->size.k; ++k) {
            if (k > 0 && k % stretch == 0) {
                total += sum;
                sum = 0.0f;
            }
            sum = fmaf(c->a[row * c->size.k + k], c->b[k * c->size.n + col], sum);
        }
        got[i] = total + sum;
    }
}

static int accepts(unsigned flags, enum inputs kind, struct size s, int stretch, int power)
{
    struct gemm_case c;
    float got[M * N];
    size_t worst;
    int right = 0;

    if (case_of(&c, flags, s, kind, case_scalars(0)) == 0) {
        multiply(&c, stretch, got);
        got[M * N - 1] = ldexpf(got[M * N - 1], power);
        right = case_accepts(&c, got, &worst);
    }
    case_free(&c);
    return right;
}

/* Half of the elements that are not 0 lose their low part: 11 bits of each are left. */
static int accepts_eleven_bits(int k)
{
    struct gemm_case c;
    float got[M * N];
    size_t worst;
    int right = 1;

    if (case_of(&c, SPLIT, (struct size){M, N, k}, UNIFORM, case_scalars(0)) == 0) {
        for (int i = 0; i < M * k; ++i)
            c.a[i] = rintf(c.a[i] * 0x1p11f) * 0x1p-11f;
        multiply(&c, k, got);
        right = case_accepts(&c, got, &worst);
    }
    case_free(&c);
    return right;
}

int main(void)
{
    const struct size deep = {M, N, DEEP}, small = {M, N, 97};

    ok(accepts(SPLIT, LEADING, deep, 128, 0), "a sum that is promoted every 128 is taken");
    ok(!accepts(SPLIT, LEADING, deep, DEEP, 0), "one long sum is not");
    ok(accepts(0, LEADING, deep, DEEP, 0), "which is right for what adds in float");
    ok(accepts(SPLIT, UNIFORM, deep, 128, 0), "of uniform inputs, too");
    ok(accepts(SPLIT, SCALED, small, 128, 0), "rows and columns of very different sizes are right");
    ok(!accepts(SPLIT, SCALED, small, 128, 1), "not with a power of two too many");
    ok(!accepts_eleven_bits(1) && !accepts_eleven_bits(64), "nor parts of one operand alone");
    return tap_end();
}
