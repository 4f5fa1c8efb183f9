#include "bench/inputs.h"
#include "bench/reference.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

struct operands {
    float *a, *b, *c0;
    double *want, *mag;
};

static float *matrix(size_t rows, size_t cols, uint64_t seed)
{
    float *x = malloc((rows * cols + 1) * sizeof *x);

    for (size_t i = 0; i < rows * cols; ++i)
        x[i] = 10.0f * uniform(seed, i);
    return x;
}

static struct operands operands_new(struct size s)
{
    const size_t m = (size_t)s.m, n = (size_t)s.n, k = (size_t)s.k;

    return (struct operands){matrix(m, k, 1), matrix(k, n, 2), matrix(m, n, 3),
                             malloc((m * n + 1) * sizeof(double)),
                             malloc((m * n + 1) * sizeof(double))};
}

static void operands_free(struct operands *o)
{
    free(o->a);
    free(o->b);
    free(o->c0);
    free(o->want);
    free(o->mag);
}

/* True when want and mag are those of three loops in long double. */
static int agrees(struct size s, float alpha, float beta,
                  const struct operands *o)
{
    const size_t m = (size_t)s.m, n = (size_t)s.n, k = (size_t)s.k;

    for (size_t i = 0; i < m; ++i)
        for (size_t j = 0; j < n; ++j) {
            const size_t at = i * n + j;
            long double sum = 0.0L, size = 0.0L;

            for (size_t p = 0; alpha != 0.0f && p < k; ++p) {
                const long double x = (long double)o->a[i * k + p] *
                                      o->b[p * n + j];

                sum += alpha * x;
                size += fabsl(alpha * x);
            }
            if (beta != 0.0f) {
                sum += (long double)beta * o->c0[at];
                size += fabsl((long double)beta * o->c0[at]);
            }
            if (!(fabsl(sum - o->want[at]) <= (k + 3.0L) * 0x1p-52L * size &&
                  fabsl(size - o->mag[at]) <= (k + 3.0L) * 0x1p-52L * size))
                return 0;
        }
    return 1;
}

static const float SCALARS[] = {0.0f, 1.0f, -0.5f};

static void try_size(int m, int n, int k)
{
    const struct size s = {m, n, k};
    struct operands o = operands_new(s);
    int good = 1;

    for (int i = 0; i < 9; ++i) {
        reference(s, SCALARS[i / 3], o.a, o.b, SCALARS[i % 3], o.c0, o.want,
                  o.mag);
        good &= agrees(s, SCALARS[i / 3], SCALARS[i % 3], &o);
    }
    ok(good, "%d x %d x %d: as three loops in long double", m, n, k);
    operands_free(&o);
}

static void unread(void)
{
    const struct size s = {7, 5, 9};
    struct operands o = operands_new(s);
    int null_c0 = 1, nan_c0 = 1, null_ab = 1, nan_ab = 1;
    float nothing[63];

    for (size_t i = 0; i < 63; ++i)
        nothing[i] = NAN;
    for (int i = 0; i < 3; ++i) {
        reference(s, SCALARS[i], o.a, o.b, 0.0f, NULL, o.want, o.mag);
        null_c0 &= agrees(s, SCALARS[i], 0.0f, &o);
        reference(s, SCALARS[i], o.a, o.b, -0.0f, nothing, o.want, o.mag);
        nan_c0 &= agrees(s, SCALARS[i], 0.0f, &o);
        reference(s, 0.0f, NULL, NULL, SCALARS[i], o.c0, o.want, o.mag);
        null_ab &= agrees(s, 0.0f, SCALARS[i], &o);
        reference(s, 0.0f, nothing, nothing, SCALARS[i], o.c0, o.want, o.mag);
        nan_ab &= agrees(s, 0.0f, SCALARS[i], &o);
    }
    ok(null_c0, "beta = 0: C0 may be null");
    ok(nan_c0, "beta = 0: NaN in C0 does not come through");
    ok(null_ab, "alpha = 0: A and B may be null");
    ok(nan_ab, "alpha = 0: NaN in A and B does not come through");
    operands_free(&o);
}

int main(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {0, 5, 7}, {5, 0, 7}, {5, 7, 0}, {1, 33, 17}, {33, 1, 17},
        {17, 33, 1}, {31, 37, 41}, {3, 5, 2001},
    };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        try_size(sizes[i][0], sizes[i][1], sizes[i][2]);
    unread();
    return tap_end();
}
