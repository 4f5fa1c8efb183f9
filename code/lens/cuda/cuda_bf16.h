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

LENS_INLINE __nv_bfloat16 __float2bfloat16(float f) { return f; }
LENS_INLINE __nv_bfloat16 __float2bfloat16_rn(float f) { return f; }
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
