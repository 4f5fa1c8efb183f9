/* pairs.h - two adjacent results at once. */
#ifndef PAIRS_H
#define PAIRS_H

#include "kernels/gemm.h"

//> two results of a row
/* Stores two results of a row. Reads old values only if beta != 0. */
static __device__ __forceinline__ void put_two(float *c, int together,
                                               int left, float alpha,
                                               float x, float y,
                                               float beta)
{
    if (together && left >= 2) {
        float2 old = make_float2(0.0f, 0.0f);

        if (beta != 0.0f)
            old = *(const float2 *)c;
        *(float2 *)c = make_float2(alpha * x + beta * old.x,
                                   alpha * y + beta * old.y);
        return;
    }
    if (left >= 1)
        put(c, alpha, x, beta);
    if (left >= 2)
        put(c + 1, alpha, y, beta);
}
//< two results of a row

#endif
