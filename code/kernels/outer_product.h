/* outer_product.h - one step of K: a thread loads what it needs, and multiplies. */
#ifndef OUTER_PRODUCT_H
#define OUTER_PRODUCT_H

//> load a step
/* Loads a thread's elements for one k, TM of A and TN of B, in groups
 * of four floats that are FAR_M and FAR_N floats apart. */
template <int TM, int TN, int FAR_M, int FAR_N>
static __device__ __forceinline__ void load_step(float *a_k, float *b_k,
                                                 const float *As,
                                                 const float *Bs)
{
#pragma unroll
    for (int i = 0; i < TM; i += 4)
        *(float4 *)&a_k[i] = *(const float4 *)(As + i / 4 * FAR_M);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
        *(float4 *)&b_k[j] = *(const float4 *)(Bs + j / 4 * FAR_N);
}
//< load a step

//> there and back
/* The ORDER of an outer product: each row forwards (ROWS), or every
 * second row backwards (ZIGZAG). */
enum { ROWS, ZIGZAG };

template <int TM, int TN, int ORDER>
static __device__ __forceinline__ void multiply(float (*acc)[TN],
                                                const float *a_k,
                                                const float *b_k)
{
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            const int j = ORDER == ZIGZAG && i % 2 ? TN - 1 - n : n;

            acc[i][j] += a_k[i] * b_k[j];
        }
}
//< there and back

#endif
