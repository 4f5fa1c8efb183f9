#include "every.h"
#include "tap.h"

typedef float dot_fn(const float *a, const float *b, size_t n, size_t k);

static float forward(const float *a, const float *b, size_t n, size_t k)
{
    float acc = 0.0f;

    for (size_t p = 0; p < k; ++p)
        acc += a[p] * b[p * n];
    return acc;
}

static float backward(const float *a, const float *b, size_t n, size_t k)
{
    float acc = 0.0f;

    for (size_t p = k; p-- > 0;)
        acc += a[p] * b[p * n];
    return acc;
}

static float fused(const float *a, const float *b, size_t n, size_t k)
{
    float acc = 0.0f;

    for (size_t p = 0; p < k; ++p)
        acc = fmaf(a[p], b[p * n], acc);
    return acc;
}

static float pairwise(const float *a, const float *b, size_t n, size_t k)
{
    if (k <= 4)
        return forward(a, b, n, k);
    return pairwise(a, b, n, k / 2) +
           pairwise(a + k / 2, b + k / 2 * n, n, k - k / 2);
}

static const struct {
    const char *name;
    dot_fn *dot;
} orders[] = {
    {"forward", forward}, {"backward", backward},
    {"fused", fused},     {"pairwise", pairwise},
};
enum { ORDERS = sizeof orders / sizeof *orders };

static int refused[ORDERS];

static void visit(const struct gemm_case *c, float *got)
{
    const size_t n = (size_t)c->size.n, k = (size_t)c->size.k;

    for (int order = 0; order < ORDERS; ++order) {
        for (size_t i = 0; i < elements(c); ++i) {
            const float *a = c->a + i / n * k, *b = c->b + i % n;

            got[i] = scaled(c, c->with.alpha != 0.0f
                                   ? orders[order].dot(a, b, n, k) : 0.0f, i);
        }
        refused[order] += !accepts(c, got);
    }
}

int main(void)
{
    const int cases = each_case(visit);

    for (int order = 0; order < ORDERS; ++order)
        ok(refused[order] == 0, "summed %s: %d of %d products refused",
           orders[order].name, refused[order], cases);
    return tap_end();
}
