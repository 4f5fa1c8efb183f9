/* cuda_bf16.h - __nv_bfloat16 for the lens: conversions, and what an operand of
 * WMMA needs. */
#ifndef LENS_CUDA_BF16_H
#define LENS_CUDA_BF16_H

#include "../half.h"
#include "cuda_runtime.h"

#ifndef __cplusplus
typedef struct { uint16_t bits; } __nv_bfloat16;
#else

struct __align__(2) __nv_bfloat16 {
    uint16_t bits;
    constexpr __nv_bfloat16() : bits(0) {}
    __nv_bfloat16(float f) : bits(bfloat16_from_float(f)) {}
    operator float() const { return bfloat16_to_float(bits); }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
#ifdef __clang__ /* lens_device.h says why */
    union {
        lens_whole<4>::type lens_all;
        struct { __nv_bfloat16 x, y; };
    };
    __nv_bfloat162(const __nv_bfloat162 &from) : lens_all(from.lens_all) {}
    __nv_bfloat162 &operator=(const __nv_bfloat162 &from)
    {
        lens_all = from.lens_all;
        return *this;
    }
#else
    __nv_bfloat16 x, y;
#endif
    constexpr __nv_bfloat162() : x(), y() {}
    __nv_bfloat162(__nv_bfloat16 x_, __nv_bfloat16 y_) : x(x_), y(y_) {}
};
typedef __nv_bfloat162 nv_bfloat162;

LENS_INLINE __nv_bfloat16 __float2bfloat16(float f) { return f; }
LENS_INLINE __nv_bfloat16 __float2bfloat16_rn(float f) { return f; }
LENS_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162(x, y);
}
LENS_INLINE float __bfloat162float(__nv_bfloat16 b) { return b; }
LENS_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 b)
{
    return b.bits;
}
LENS_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short u)
{
    __nv_bfloat16 b;
    b.bits = u;
    return b;
}

#endif
#endif
