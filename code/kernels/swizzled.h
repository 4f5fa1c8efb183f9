/* swizzled.h - sixteen steps of K whose rows of A the copy engine has swizzled. */
#ifndef SWIZZLED_H
#define SWIZZLED_H

//> sixteen steps, rows of A swizzled
/* As holds 16 floats of each row of A: float4 q of row r is stored at q
 * ^ r / 2 % 4. A lane has TM rows, from row1 on, four rows apart.
 * Because row1 % 8 is less than four, two addresses are enough; all
 * other distances are constants. A float4 is four steps of a row. The
 * loop takes four rows at a time. */
template <int TM, int TN, int BN, int FAR_N>
static __device__ __forceinline__ void multiply_swizzled(
    float (*acc)[TN], const float *As, unsigned row1, const float *Bs)
{
    const float *even = As + row1 * 16 + row1 / 2 % 2 * 4;
    const float *odd = As + row1 * 16 - row1 / 2 % 2 * 4;

#pragma unroll
    for (int k = 0; k < 16; k += 4) {
        __align__(16) float b[4][TN], a[4][4];

#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int j = 0; j < TN; j += 4) {
                const float *from = Bs + (k + q) * BN + j / 4 * FAR_N;

                *(float4 *)&b[q][j] = *(const float4 *)from;
            }
#pragma unroll
        for (int i = 0; i < TM; i += 4) {
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                const int at = k ^ n % 2 * 8;
                const float *from = at / 4 % 2 ? odd : even;

                *(float4 *)a[n] =
                    *(const float4 *)(from + (i + n) * 4 * 16 + at);
            }
#pragma unroll
            for (int q = 0; q < 4; ++q)
#pragma unroll
                for (int n = 0; n < 4; ++n)
#pragma unroll
                    for (int e = 0; e < TN; ++e) {
                        const int j = n % 2 ? TN - 1 - e : e;

                        acc[i + n][j] += a[n][q] * b[q][j];
                    }
        }
    }
}
//< sixteen steps, rows of A swizzled

#endif
