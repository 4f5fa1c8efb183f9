/* packed.h - operands as kernels want them that copy float4s. */
#ifndef PACKED_H
#define PACKED_H

#ifdef __cplusplus
extern "C" {
#endif

/* Enqueues what kernels/packing.h does before such a kernel: A is turned, its rows
 * padded to multiples of bm, and the rows of B begin at float4s. *A and *B point
 * to what is packed, which stays until the next call. Returns 0, or -1 with its
 * reason given to complain_later(). */
int pack_operands(int bm, int M, int N, int K, const float **A,
                  const float **B);

#ifdef __cplusplus
}
#endif
#endif
