/* half.h - IEEE binary16 and bfloat16 to and from float, by their bits, and e4m3 to float. For C,
 * and for the stand-ins for cuda_fp16.h and cuda_bf16.h. */
#ifndef HALF_H
#define HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Exact. */
static inline float half_to_float(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    const uint32_t rest = (uint32_t)(h & 0x7fff) << 13;
    uint32_t bits = rest >= 0x0f800000 ? rest | 0x70000000 : rest;
    float f;

    memcpy(&f, &bits, sizeof f);
    if (rest < 0x0f800000)
        f *= 0x1p112f; /* moves the exponent, subnormals included */
    memcpy(&bits, &f, sizeof f);
    bits |= sign;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Rounds to nearest, ties to even, from a double so that sums and products of
 * halves are rounded once. */
static inline uint16_t half_from_double(double d)
{
    const uint16_t sign = signbit(d) ? 0x8000 : 0;
    int exponent;

    if (isnan(d))
        return 0x7fff;
    d = fabs(d);
    if (d >= 65520.0)
        return (uint16_t)(sign | 0x7c00);
    if (d < 0x1p-14) /* subnormal: a multiple of 2^-24 */
        return (uint16_t)(sign | (uint16_t)nearbyint(d * 0x1p24));
    frexp(d, &exponent);
    const double mantissa = nearbyint(ldexp(d, 11 - exponent)); /* 1024..2048 */

    return (uint16_t)(sign | ((exponent + 13) * 1024 + (int)mantissa));
}

/* A bfloat16 is the upper half of a float. Exact. */
static inline float bfloat16_to_float(uint16_t b)
{
    const uint32_t bits = (uint32_t)b << 16;
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Rounds to nearest, ties to even. */
static inline uint16_t bfloat16_from_float(float f)
{
    uint32_t bits;

    if (isnan(f))
        return 0x7fff;
    memcpy(&bits, &f, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Eight bits, four of them an exponent; the largest pattern is NaN. Exact. */
static inline float e4m3_to_float(uint8_t x)
{
    const int exponent = x >> 3 & 15, fraction = x & 7;
    const float size = (x & 0x7f) == 0x7f ? NAN
                       : exponent > 0     ? ldexpf((float)(8 + fraction), exponent - 10)
                                          : ldexpf((float)fraction, -9);

    return x & 0x80 ? -size : size;
}

#endif
