/* cuda_fp16.h - half and half2 for the lens. Arithmetic rounds to nearest once
 * an operation, as the hardware's does. */
#ifndef LENS_CUDA_FP16_H
#define LENS_CUDA_FP16_H

#include "../half.h"
#include "cuda_runtime.h"

#ifndef __cplusplus
typedef struct { uint16_t bits; } __half;
typedef __half half;
#else

struct __align__(2) __half {
    uint16_t bits;
    constexpr __half() : bits(0) {} /* constant: shared arrays need no code */
    __half(float f) : bits(half_from_double(f)) {}
    __half(double d) : bits(half_from_double(d)) {}
    __half(int i) : bits(half_from_double(i)) {}
    operator float() const { return half_to_float(bits); }
};
typedef __half half;

struct __align__(4) __half2 {
#ifdef __clang__ /* lens_device.h says why */
    union {
        lens_whole<4>::type lens_all;
        struct { half x, y; };
    };
    __half2(const __half2 &from) : lens_all(from.lens_all) {}
    __half2 &operator=(const __half2 &from)
    {
        lens_all = from.lens_all;
        return *this;
    }
#else
    half x, y;
#endif
    constexpr __half2() : x(), y() {}
    __half2(half x_, half y_) : x(x_), y(y_) {}
};
typedef __half2 half2;

LENS_INLINE double lens_wide(half h) { return half_to_float(h.bits); }

LENS_INLINE half __float2half(float f) { return half(f); }
LENS_INLINE half __float2half_rn(float f) { return half(f); }
LENS_INLINE half __double2half(double d) { return half(d); }
LENS_INLINE half __int2half_rn(int i) { return half(i); }
LENS_INLINE float __half2float(half h) { return half_to_float(h.bits); }
LENS_INLINE unsigned short __half_as_ushort(half h) { return h.bits; }
LENS_INLINE half __ushort_as_half(unsigned short u)
{
    half h;
    h.bits = u;
    return h;
}

LENS_INLINE half __hadd(half a, half b) { return lens_wide(a) + lens_wide(b); }
LENS_INLINE half __hsub(half a, half b) { return lens_wide(a) - lens_wide(b); }
LENS_INLINE half __hmul(half a, half b) { return lens_wide(a) * lens_wide(b); }
LENS_INLINE half __hdiv(half a, half b) { return lens_wide(a) / lens_wide(b); }
LENS_INLINE half __hneg(half a) { return __ushort_as_half(a.bits ^ 0x8000); }
LENS_INLINE half __hfma(half a, half b, half c)
{
    return lens_wide(a) * lens_wide(b) + lens_wide(c);
}
LENS_INLINE half operator+(half a, half b) { return __hadd(a, b); }
LENS_INLINE half operator-(half a, half b) { return __hsub(a, b); }
LENS_INLINE half operator*(half a, half b) { return __hmul(a, b); }
LENS_INLINE half operator/(half a, half b) { return __hdiv(a, b); }

LENS_INLINE half operator-(half a) { return __hneg(a); }
LENS_INLINE half &operator+=(half &a, half b) { return a = __hadd(a, b); }
LENS_INLINE half &operator-=(half &a, half b) { return a = __hsub(a, b); }
LENS_INLINE half &operator*=(half &a, half b) { return a = __hmul(a, b); }
LENS_INLINE half &operator/=(half &a, half b) { return a = __hdiv(a, b); }

LENS_INLINE half2 make_half2(half x, half y) { return half2(x, y); }
LENS_INLINE half2 __halves2half2(half x, half y) { return half2(x, y); }
LENS_INLINE half2 __half2half2(half h) { return half2(h, h); }
LENS_INLINE half2 __float2half2_rn(float f) { return half2(f, f); }
LENS_INLINE half2 __floats2half2_rn(float x, float y) { return half2(x, y); }
LENS_INLINE half2 __float22half2_rn(float2 f) { return half2(f.x, f.y); }
LENS_INLINE float2 __half22float2(half2 h) { return {h.x, h.y}; }
LENS_INLINE float __low2float(half2 h) { return h.x; }
LENS_INLINE float __high2float(half2 h) { return h.y; }
LENS_INLINE half __low2half(half2 h) { return h.x; }
LENS_INLINE half __high2half(half2 h) { return h.y; }
LENS_INLINE half2 __hadd2(half2 a, half2 b)
{
    return half2(__hadd(a.x, b.x), __hadd(a.y, b.y));
}
LENS_INLINE half2 __hsub2(half2 a, half2 b)
{
    return half2(__hsub(a.x, b.x), __hsub(a.y, b.y));
}
LENS_INLINE half2 __hmul2(half2 a, half2 b)
{
    return half2(__hmul(a.x, b.x), __hmul(a.y, b.y));
}
LENS_INLINE half2 __hfma2(half2 a, half2 b, half2 c)
{
    return half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

#endif
#endif
