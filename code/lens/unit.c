#include "lens/unit.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Places below the largest that are kept; and of a double. No product of two floats that is
 * not 0 has an exponent below LEAST. */
enum { KEPT = 25, PLACES = 52, BIAS = 1023, LEAST = 700 };

static int64_t exponent(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits >> PLACES > LEAST ? bits >> PLACES : LEAST;
}

static double power(int64_t biased)
{
    const int64_t bits = biased << PLACES;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* What is too large becomes infinite: that is taken for granted, and not measured. */
static float cut_to_float(double x)
{
    const float f = (float)x;

    if (fabs(x) >= 0x1p128)
        return f;
    return fabs((double)f) > fabs(x) ? nextafterf(f, 0.0f) : f;
}

static void largest(double *most, const float *sums, const float *a, const float *const *b,
                    unsigned deep, unsigned columns)
{
    for (unsigned j = 0; j < columns; ++j)
        most[j] = fabs((double)sums[j]);
    for (unsigned k = 0; k < deep; ++k)
        for (unsigned j = 0; j < columns; ++j) {
            const double x = fabs((double)a[k] * (double)b[k][j]);

            most[j] = x > most[j] || x != x ? x : most[j];
        }
}

/* Where something is not finite, the sum is that of IEEE 754. */
static void add_each(float *sums, const float *a, const float *const *b, unsigned deep,
                     unsigned columns, const double *most)
{
    const float *of_column[UNIT_DEEP];

    for (unsigned j = 0; j < columns; ++j) {
        if (most[j] <= DBL_MAX) {
            for (unsigned k = 0; k < deep; ++k)
                of_column[k] = b[k] + j;
            unit_add(&sums[j], a, of_column, deep, 1);
        } else {
            for (unsigned k = 0; k < deep; ++k)
                sums[j] += a[k] * b[k][j];
        }
    }
}

/* Terms are less than 2^26 of their unit. */
void unit_add(float *sums, const float *a, const float *const *b, unsigned deep,
              unsigned columns)
{
    double most[UNIT_COLUMNS], unit[UNIT_COLUMNS], sum[UNIT_COLUMNS];
    int finite = 1;

    largest(most, sums, a, b, deep, columns);
    for (unsigned j = 0; j < columns; ++j)
        finite &= most[j] <= DBL_MAX;
    if (!finite) {
        add_each(sums, a, b, deep, columns, most);
        return;
    }
    for (unsigned j = 0; j < columns; ++j) {
        unit[j] = power(BIAS + KEPT + BIAS - exponent(most[j]));
        sum[j] = (double)(int32_t)((double)sums[j] * unit[j]);
    }
    for (unsigned k = 0; k < deep; ++k)
        for (unsigned j = 0; j < columns; ++j)
            sum[j] += (double)(int32_t)((double)a[k] * (double)b[k][j] * unit[j]);
    for (unsigned j = 0; j < columns; ++j)
        sums[j] = cut_to_float(sum[j] / unit[j]);
}
