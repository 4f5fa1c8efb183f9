/* half_tiles.h - the sums of one tile of C in half by mma.sync: what kernels of
 * all shapes share. A step is 64 of K. A and B have rows that begin at multiples
 * of 16 bytes; rows of tiles are swizzled. B is K x N, or N x K: TURNED. */
#ifndef HALF_TILES_H
#define HALF_TILES_H

#include "kernels/gemm.h"
#include "kernels/mma.h"
#include "kernels/pairs.h"

//> two tiles of halves
/* A slot holds a step's tiles of A and of B. A row of A's tile (and of
 * B's if TURNED) is 64 of K: 128 bytes, eight pieces of 16 bytes. */
enum { STEP = 64, LINE = 128, PIECE = 16, HALVES = 8 };

template <int BM, int BN> struct halves_of {
    enum { B = BM * LINE, SIZE = B + BN * LINE };
};

/* Two operands, from the first row and column of a tile on. `high` rows
 * and `wide` columns of C, and `deep` of K, are left. */
template <typename T> struct operands {
    const T *a, *b;
    size_t pitch_a, pitch_b;
    int high, wide, deep;
};
//< two tiles of halves

//> where a piece lies
/* Pieces of rows that are read together lie in different banks. */
static __device__ __forceinline__ unsigned at_piece(unsigned p,
                                                    unsigned row)
{
    return (p ^ row % 8) * PIECE;
}
//< where a piece lies

//> start the copies of a step
/* Starts to copy a tile with rows of 128 bytes. Zeros are stored for
 * what lies beyond `high` rows or `deep` halves. */
template <int ROWS, int THREADS>
static __device__ __forceinline__ void start_lines(
    char *to, const half *from, size_t pitch, int high, int deep)
{
#pragma unroll
    for (unsigned e = threadIdx.x; e < ROWS * 8; e += THREADS) {
        const unsigned row = e / 8, p = e % 8;

        start_copy(to + row * LINE + at_piece(p, row),
                   from + row * pitch + p * HALVES,
                   (int)row < high && (int)(p * HALVES) < deep);
    }
}

/* The same for STEP rows of BN columns, of which deep x wide exist. */
template <int BN, int THREADS>
static __device__ __forceinline__ void start_rows(
    char *to, const half *from, size_t pitch, int deep, int wide)
{
#pragma unroll
    for (unsigned e = threadIdx.x; e < STEP * BN / HALVES;
         e += THREADS) {
        const unsigned k = e / (BN / HALVES), p = e % (BN / HALVES);

        start_copy(to + k * BN * 2 + at_piece(p, k),
                   from + k * pitch + p * HALVES,
                   (int)k < deep && (int)(p * HALVES) < wide);
    }
}

/* Starts to copy step t of both operands. */
template <int BM, int BN, int THREADS, int TURNED>
static __device__ __forceinline__ void start_step(
    char *slot, const operands<half> *x, unsigned t)
{
    const size_t k0 = t * (size_t)STEP;
    const int deep = x->deep - (int)k0;
    char *to = slot + halves_of<BM, BN>::B;

    start_lines<BM, THREADS>(slot, x->a + k0, x->pitch_a, x->high,
                             deep);
    if constexpr (TURNED)
        start_lines<BN, THREADS>(to, x->b + k0, x->pitch_b, x->wide,
                                 deep);
    else
        start_rows<BN, THREADS>(to, x->b + k0 * x->pitch_b, x->pitch_b,
                                deep, x->wide);
}
//< start the copies of a step

//> multiply a step
/* Adds to a warp's WM x WN sums, from (wy, wx) of the tile on; each
 * iteration takes 16 of K. */
template <int BM, int BN, int WM, int WN, int TURNED>
static __device__ __forceinline__ void multiply_step(
    float (*acc)[WN / 8][4], const char *slot, unsigned wy, unsigned wx)
{
    const char *Bs = slot + halves_of<BM, BN>::B;
    const unsigned lane = threadIdx.x % 32;

#pragma unroll
    for (unsigned s = 0; s < STEP / 16; ++s) {
        uint32_t a[WM / 16][4], b[WN / 16][2][2];

#pragma unroll
        for (unsigned i = 0; i < WM / 16; ++i) {
            const unsigned row = wy + 16 * i + lane % 16;

            ldmatrix_x4(a[i], slot + row * LINE
                                  + at_piece(2 * s + lane / 16, row));
        }
#pragma unroll
        for (unsigned j = 0; j < WN / 16; ++j) {
            const unsigned col = wx + 16 * j;
            const unsigned n = col + lane / 16 * 8 + lane % 8;
            const unsigned k = 16 * s + lane % 16;

            if (TURNED)
                ldmatrix_x4(b[j][0],
                            Bs + n * LINE
                                + at_piece(2 * s + lane / 8 % 2, n));
            else
                ldmatrix_x4_trans(
                    b[j][0], Bs + k * BN * 2
                                 + at_piece(col / 8 + lane / 16, k));
        }
#pragma unroll
        for (unsigned i = 0; i < WM / 16; ++i)
#pragma unroll
            for (unsigned j = 0; j < WN / 8; ++j)
                multiply_add((const half *)0, acc[i][j], a[i],
                             b[j / 2][j % 2]);
    }
}
//< multiply a step

//> the sums of some steps
/* Adds steps t to end - 1, with copies for STAGES - 1 steps under way.
 * All threads of the block call this together. After the next barrier
 * the slots can be filled again. */
template <int BM, int BN, int WM, int WN, int STAGES, int TURNED>
static __device__ __forceinline__ void add_steps(
    float (*acc)[WN / 8][4], char *slots, const operands<half> *x,
    unsigned t, unsigned end)
{
    enum {
        THREADS = BM / WM * (BN / WN) * 32,
        SIZE = halves_of<BM, BN>::SIZE
    };
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    unsigned now = 0;

    for (unsigned s = 0; s < STAGES - 1; ++s) {
        if (t + s < end)
            start_step<BM, BN, THREADS, TURNED>(slots + s * SIZE, x,
                                                t + s);
        close_batch();
    }
    for (; t < end; ++t) {
        const unsigned last = now == 0 ? STAGES - 1 : now - 1;

        wait_for_batches<STAGES - 2>();
        __syncthreads();
        if (t + STAGES - 1 < end)
            start_step<BM, BN, THREADS, TURNED>(slots + last * SIZE, x,
                                                t + STAGES - 1);
        close_batch();
        multiply_step<BM, BN, WM, WN, TURNED>(acc, slots + now * SIZE,
                                              wy, wx);
        now = now + 1 == STAGES ? 0 : now + 1;
    }
}
//< the sums of some steps

//> store a tile
/* In fragment (i, j) of 16 x 8, sum e of lane l is in row l / 4 + 8 *
 * (e / 2) and column 2 * (l % 4) + e % 2. */
template <int BN, int WM, int WN>
static __device__ __forceinline__ void store_tile(
    const float (*acc)[WN / 8][4], float *C, int M, int N,
    unsigned row0, unsigned col0, float alpha, float beta)
{
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int together = ((size_t)C / 4 | N) % 2 == 0;

    row0 += warp / (BN / WN) * WM + lane / 4;
    col0 += warp % (BN / WN) * WN + lane % 4 * 2;
#pragma unroll
    for (unsigned i = 0; i < WM / 8; ++i) {
        const unsigned row = row0 + 8 * i;

        if (row >= M)
            continue;
#pragma unroll
        for (unsigned j = 0; j < WN / 8; ++j)
            put_two(&C[(size_t)row * N + col0 + 8 * j], together,
                    N - (int)(col0 + 8 * j), alpha,
                    acc[i / 2][j][i % 2 * 2],
                    acc[i / 2][j][i % 2 * 2 + 1], beta);
    }
}
//< store a tile

#endif
