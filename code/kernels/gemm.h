/* gemm.h - what the kernels of all chapters share. */
#ifndef GEMM_H
#define GEMM_H

#include <stddef.h>

//> the end of every kernel
/* Stores one element of C. With beta == 0 the old value is not even
 * read: whatever stands there, NaN included, must not get through. */
static __device__ __forceinline__ void put(float *c, float alpha,
                                           float acc, float beta)
{
    *c = beta == 0.0f ? alpha * acc : alpha * acc + beta * *c;
}
//< the end of every kernel

//> a grid without a ceiling
/* blocks(m, b): how many tiles of b cover m elements. */
static inline unsigned blocks(int m, int b)
{
    return ((unsigned)m + b - 1) / b;
}

//> more rows of blocks than gridDim.y can count
/* A grid of x by y blocks. gridDim.y ends at 65,535, so what is more
 * is folded into z; block_y() is the y that was asked for. */
static inline dim3 grid(unsigned x, unsigned y)
{
    const unsigned folds = (y + 65534) / 65535;

    return dim3(x, (y + folds - 1) / folds, folds);
}

static __device__ __forceinline__ unsigned block_y(void)
{
    return blockIdx.z * gridDim.y + blockIdx.y;
}
//< more rows of blocks than gridDim.y can count
//< a grid without a ceiling

#endif
