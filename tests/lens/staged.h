/* staged.h - a header's device functions, for templates.cu: what they access
 * belongs to the line that calls them. */
#ifndef STAGED_H
#define STAGED_H

template <int T>
__device__ void bring(float (&tile)[T][T], const float *from, int stride)
{
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * stride + threadIdx.x];
}

template <int T>
__device__ __forceinline__ float dot(const float (&a)[T][T],
                                     const float (&b)[T][T])
{
    float acc = 0.0f;

#pragma unroll
    for (int k = 0; k < T; ++k)
        acc += a[threadIdx.y][k] * b[k][threadIdx.x];
    return acc;
}

static __device__ __attribute__((noinline)) void outlined(float *c)
{
    c[threadIdx.x] = 1.0f;
}

#endif
