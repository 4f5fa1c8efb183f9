/* gemm.h - what the kernels of all chapters share. */
#ifndef GEMM_H
#define GEMM_H

#include <stddef.h>

//> the end of every kernel
/* Stores one element of C. If beta is 0, the old element is not read:
 * no old value, not even NaN, may then change the result. */
static __device__ __forceinline__ void put(float *c, float alpha,
                                           float acc, float beta)
{
    *c = beta == 0.0f ? alpha * acc : alpha * acc + beta * *c;
}
//< the end of every kernel

//> a grid without a ceiling
/* blocks(m, b): the number of tiles of b that cover m elements. */
static inline unsigned blocks(int m, int b)
{
    return ((unsigned)m + b - 1) / b;
}

//> more rows of blocks than gridDim.y can count
/* A grid of x by y blocks. gridDim.y is at most 65,535: if y is larger,
 * the grid is folded into z. block_y() computes the unfolded index. */
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
