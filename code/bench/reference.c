#include "bench/reference.h"

#include "bench/bound.h"

void reference(struct size s, float alpha, const float *a, const float *b,
               float beta, const float *c0, double *want, double *mag)
{
    const size_t m = (size_t)s.m, n = (size_t)s.n, k = (size_t)s.k;

    for (size_t i = 0; i < m * n; ++i) {
        want[i] = beta != 0.0f ? (double)beta * c0[i] : 0.0;
        mag[i] = fabs(want[i]);
    }
    if (alpha == 0.0f)
        return;
    for (size_t row = 0; row < m; ++row)
        for (size_t p = 0; p < k; ++p) {
            const double x = (double)alpha * a[row * k + p];

            for (size_t col = 0; col < n; ++col) {
                const double product = x * b[p * n + col];

                want[row * n + col] += product;
                mag[row * n + col] += fabs(product);
            }
        }
}

double largest_error(unsigned flags, struct size s, const float *got,
                     const double *want, const double *mag, size_t *worst)
{
    double largest = 0.0;

    for (size_t i = 0; i < (size_t)s.m * (size_t)s.n; ++i) {
        const double e = error_over(got[i], want[i],
                                    bound_of(flags, mag[i], s.k));

        if (!(e <= largest)) {
            largest = e;
            if (worst)
                *worst = i;
        }
    }
    return largest;
}
