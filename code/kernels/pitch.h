/* pitch.h - matrices whose rows begin at multiples of 16 bytes. */
#ifndef PITCH_H
#define PITCH_H

#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/packing.h"

#include <stdint.h>

//> rows at multiples of 16 bytes
/* Copies a matrix to rows of `pitch` elements. Zeros fill the ends of
 * rows. */
template <typename T>
static __global__ void __launch_bounds__(256)
spread(unsigned rows, unsigned cols, const T *from, T *to,
       unsigned pitch)
{
    for (unsigned row = blockIdx.x; row < rows; row += gridDim.x)
        for (unsigned i = threadIdx.x; i < pitch; i += 256)
            to[(size_t)row * pitch + i] =
                i < cols ? from[(size_t)row * cols + i] : T();
}

/* The same for elements of `size` bytes (1, 2 or 4). */
static inline void spread_rows(size_t size, int rows, int cols,
                               const void *from, void *to,
                               unsigned pitch)
{
    const unsigned high = rows < 4096 ? rows : 4096;

    if (size == 1)
        spread<uint8_t><<<high, 256>>>(
            rows, cols, (const uint8_t *)from, (uint8_t *)to, pitch);
    else if (size == 2)
        spread<uint16_t><<<high, 256>>>(
            rows, cols, (const uint16_t *)from, (uint16_t *)to, pitch);
    else
        spread<uint32_t><<<high, 256>>>(
            rows, cols, (const uint32_t *)from, (uint32_t *)to, pitch);
}
//< rows at multiples of 16 bytes

//> widen what needs it
/* Sets the distances of rows in bytes. Copies A or B into the workspace
 * if its rows do not begin at multiples of 16 bytes, and changes the
 * pointer. Returns 0, or -1 if the workspace has no room. */
static inline int widen_rows(size_t size, int M, int N, int K,
                             const float **A, const float **B,
                             size_t *pitch_a, size_t *pitch_b)
{
    const unsigned piece = 16 / size;
    const unsigned wide_a = blocks(K, piece) * piece;
    const unsigned wide_b = blocks(N, piece) * piece;
    const int moves_a = wide_a != (unsigned)K;
    const int moves_b = wide_b != (unsigned)N;
    const size_t of_a = moves_a ? (size_t)M * wide_a * size : 0;
    const size_t of_b = moves_b ? (size_t)K * wide_b * size : 0;
    char *room = NULL;

    *pitch_a = wide_a * size;
    *pitch_b = wide_b * size;
    if (of_a + of_b > 0)
        room = (char *)workspace((of_a + of_b) / sizeof(float));
    if (of_a + of_b > 0 && !room)
        return -1;
    if (of_a > 0) {
        spread_rows(size, M, K, *A, room, wide_a);
        *A = (const float *)room;
    }
    if (of_b > 0) {
        spread_rows(size, K, N, *B, room + of_a, wide_b);
        *B = (const float *)(room + of_a);
    }
    return 0;
}
//< widen what needs it

#endif
