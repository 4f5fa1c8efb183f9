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

/* Where a launch puts a block's shared memory. */
static __device__ __forceinline__ char *given(void)
{
    extern __shared__ __align__(128) char tiles[];
    return tiles;
}

template <typename... P>
static void launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t bytes,
                   P... arguments)
{
    kernel<<<grid, block,
             bytes>>>(arguments...);
}

static __device__ __attribute__((noinline)) void outlined(float *c)
{
    c[threadIdx.x] = 1.0f;
}

#endif
