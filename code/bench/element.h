/* element.h - the element types of A and B, and floats rounded to them.
 *
 * A type is 0 for float or one of HALF, BFLOAT16 and TF32 (bench.h); of other
 * flags beside it nothing is seen. Rounding is to nearest, ties to even; TF32
 * is a float with 11 significant bits. IEEE 754-2019, and PTX ISA, "Alternate
 * Floating-Point Data Formats". */
#ifndef ELEMENT_H
#define ELEMENT_H

#include "bench/bench.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
#define ELEMENT_FN static __host__ __device__ inline
#else
#define ELEMENT_FN static inline
#endif

enum { ELEMENT = HALF | BFLOAT16 | TF32 };

ELEMENT_FN uint32_t bits_of(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

ELEMENT_FN float float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* bits with the last n rounded off, though not cut off. A carry goes into the
 * exponent, as it should. */
ELEMENT_FN uint32_t nearest(uint32_t bits, int n)
{
    const uint32_t half = 1u << (n - 1);

    return bits + half - 1 + (bits >> n & 1);
}

ELEMENT_FN uint16_t half_from(float x)
{
    const uint32_t bits = bits_of(x) & 0x7fffffff;
    const uint32_t sign = bits_of(x) >> 16 & 0x8000;

    if (bits > 0x7f800000)
        return 0x7fff;
    if (bits >= 0x477ff000) /* 65520 and more */
        return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000) /* subnormal: a multiple of 2^-24, as in 0.5f */
        return (uint16_t)(sign | (bits_of(float_of(bits) + 0.5f) - 0x3f000000));
    return (uint16_t)(sign | (nearest(bits, 13) - 0x38000000) >> 13);
}

ELEMENT_FN float half_to(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    const uint32_t rest = (uint32_t)(h & 0x7fff) << 13;

    if (rest >= 0x0f800000) /* infinity and NaN */
        return float_of(sign | rest | 0x70000000);
    return float_of(sign | bits_of(float_of(rest) * 0x1p112f));
}

ELEMENT_FN uint16_t bfloat16_from(float x)
{
    if (x != x)
        return 0x7fff;
    return (uint16_t)(nearest(bits_of(x), 16) >> 16);
}

ELEMENT_FN float bfloat16_to(uint16_t b)
{
    return float_of((uint32_t)b << 16);
}

ELEMENT_FN float tf32_from(float x)
{
    return x - x != 0.0f ? x : float_of(nearest(bits_of(x), 13) & ~0x1fffu);
}

ELEMENT_FN size_t element_size(unsigned type)
{
    return type & (HALF | BFLOAT16) ? sizeof(uint16_t) : sizeof(float);
}

/* x[i] = value, rounded to the type, and back. */
ELEMENT_FN void element_put(unsigned type, void *x, size_t i, float value)
{
    if (type & HALF)
        ((uint16_t *)x)[i] = half_from(value);
    else if (type & BFLOAT16)
        ((uint16_t *)x)[i] = bfloat16_from(value);
    else
        ((float *)x)[i] = type & TF32 ? tf32_from(value) : value;
}

ELEMENT_FN float element_get(unsigned type, const void *x, size_t i)
{
    return type & HALF       ? half_to(((const uint16_t *)x)[i])
           : type & BFLOAT16 ? bfloat16_to(((const uint16_t *)x)[i])
                             : ((const float *)x)[i];
}

/* The value of the type that is nearest to x. */
ELEMENT_FN float rounded_to(unsigned type, float x)
{
    return type & HALF       ? half_to(half_from(x))
           : type & BFLOAT16 ? bfloat16_to(bfloat16_from(x))
           : type & TF32     ? tf32_from(x)
                             : x;
}

#endif
