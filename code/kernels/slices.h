/* slices.h - tiles of A and of B in lines of 128 bytes, multiplied a slice of 32
 * bytes at a time by mma.sync: the kernels of mma.cu.
 */
#ifndef SLICES_H
#define SLICES_H

#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/mma.h"
#include "kernels/pairs.h"
#include "kernels/pitch.h"
#include "kernels/placement.h"

//> the steps of the ladder
/* How a kernel works: a sum of these numbers. LDMATRIX: ldmatrix loads
 * the fragments. SWIZZLED: pieces of 16 bytes change places, and rows
 * have no padding. EARLY: fragments are loaded one slice early.
 * GROUPED: adjacent tiles of C are computed at the same time. WIDE: C
 * is stored by way of shared memory. */
enum { LDMATRIX = 1, SWIZZLED = 2, EARLY = 4, GROUPED = 8, WIDE = 16 };
//< the steps of the ladder

//> parts that can be left out
/* For measurements; C is then wrong. A kernel leaves out copies after
 * the first tiles, waits and barriers, or loads of later fragments. */
enum { NO_COPIES = 32, NO_BARRIERS = 64, NO_LOADS = 128 };
//< parts that can be left out

//> a tile in bytes
/* A row of a tile of A has 128 bytes: four slices of 32 bytes, or eight
 * pieces of 16 bytes. The type T decides how many elements a row has,
 * and which type the sums have. */
enum { ROW = 128, SLICE = 32, SLICES = ROW / SLICE, PIECE = 16 };

template <typename T> struct sum { typedef float type; };
template <> struct sum<int8_t> { typedef int type; };

template <typename T, int BM, int BN, int HOW> struct tiles_of {
    enum {
        BK = ROW / sizeof(T), WIDTH_B = BN * sizeof(T),
        PADDING = HOW & SWIZZLED ? 0 : PIECE, PITCH_A = ROW + PADDING,
        PITCH_B = WIDTH_B + PADDING, B = BM * PITCH_A,
        SIZE = B + BK * PITCH_B
    };
};
//< a tile in bytes

//> where a piece lies
/* Where piece p lies in its row, in bytes. Rows that are read together
 * have different masks, so their pieces lie in different banks. */
template <int HOW>
static __device__ __forceinline__ unsigned place(unsigned p,
                                                 unsigned xor_mask)
{
    return PIECE * (HOW & SWIZZLED ? p ^ xor_mask : p);
}

//> the mask of a row of B
/* The mask of row k of a tile of B. Eight rows of halves or bytes (see
 * load_b()), or four rows of floats, are read together. */
template <typename T>
static __device__ __forceinline__ unsigned xor_mask_of(unsigned k)
{
    return sizeof(T) == 4   ? k % 4 * 2
           : sizeof(T) == 2 ? k % 8
                            : k % 2 + k / 4 % 4 * 2;
}
//< the mask of a row of B
//< where a piece lies

//> start the copies of a tile
/* Where a thread's copies for the next tiles begin, in A and in B. From
 * there `high` rows of A and `wide` bytes of a row of B are left; from
 * these tiles on, `deep` of K. The next row that the thread copies is
 * step_a or step_b bytes further. */
struct source {
    const char *a, *b;
    size_t step_a, step_b;
    int high, wide, deep;
};

/* Starts to copy the next tiles to `slot`. A thread copies one piece of
 * 16 bytes from every (THREADS / 8)-th row of 128 bytes. Zeros are
 * stored for pieces that lie beyond the matrices. */
template <typename T, int BM, int BN, int THREADS, int HOW>
static __device__ __forceinline__ void start_tiles(char *slot,
                                                   struct source *from)
{
    typedef tiles_of<T, BM, BN, HOW> tiles;
    enum { ROWS = THREADS / 8 };
    const unsigned row = threadIdx.x / 8, p = threadIdx.x % 8;
    const int here = (int)(PIECE / sizeof(T) * p) < from->deep;
    char *to_a = slot + row * tiles::PITCH_A + place<HOW>(p, row % 8);
    char *to_b = slot + tiles::B + row * tiles::PITCH_B
                 + place<HOW>(p, xor_mask_of<T>(row));

#pragma unroll
    for (int i = 0; i < BM / ROWS; ++i)
        start_copy(to_a + i * ROWS * tiles::PITCH_A,
                   from->a + i * from->step_a,
                   here && i * ROWS < from->high);
#pragma unroll
    for (int i = 0; i < tiles::BK / ROWS; ++i)
#pragma unroll
        for (int j = 0; j < tiles::WIDTH_B; j += ROW)
            start_copy(to_b + i * ROWS * tiles::PITCH_B + j,
                       from->b + i * from->step_b + j,
                       (int)row + i * ROWS < from->deep
                           && j < from->wide);
    from->deep -= tiles::BK;
    from->a += ROW;
    from->b += tiles::BK / ROWS * from->step_b;
}
//< start the copies of a tile

//> a fragment of A
/* Loads rows `row` to row + 15 of a slice as one fragment. */
template <int HOW, int PITCH>
static __device__ __forceinline__ void load_a(uint32_t a[4],
                                              const char *As,
                                              unsigned row,
                                              unsigned slice)
{
    const unsigned lane = threadIdx.x % 32;

    if (HOW & LDMATRIX) {
        ldmatrix_x4(a,
                    As + (row + lane % 16) * PITCH
                        + place<HOW>(2 * slice + lane / 16, lane % 8));
//> or word by word
    } else {
#pragma unroll
        for (unsigned i = 0; i < 4; ++i)
            a[i] = *(const uint32_t *)(
                As + (row + lane / 4 + i % 2 * 8) * PITCH
                + place<HOW>(2 * slice + i / 2, lane / 4)
                + lane % 4 * 4);
//< or word by word
    }
}
//< a fragment of A

//> two fragments of B
/* Loads columns col to col + 15 of a slice, for elements of 16 bits. */
template <typename T, int HOW, int PITCH>
static __device__ __forceinline__ void load_b(
    const T *, uint32_t b[2][2], const char *Bs, unsigned col,
    unsigned slice)
{
    const unsigned lane = threadIdx.x % 32, k0 = slice * SLICE / 2;

    if (HOW & LDMATRIX) {
        const unsigned k = lane % 16;

        ldmatrix_x4_trans(b[0], Bs + (k0 + k) * PITCH
                                    + place<HOW>(col / 8 + lane / 16,
                                                 xor_mask_of<T>(k)));
//> or half by half
    } else {
#pragma unroll
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned k = lane % 4 * 2 + i % 2 * 8;
            const unsigned p = col / 8 + i / 2;
            const char *from = Bs + (k0 + k) * PITCH + lane / 4 * 2;

            b[i / 2][i % 2] =
                *(const uint16_t *)(
                    from + place<HOW>(p, xor_mask_of<T>(k)))
                | *(const uint16_t *)(
                      from + PITCH
                      + place<HOW>(p, xor_mask_of<T>(k + 1)))
                      << 16;
        }
//< or half by half
    }
}
//< two fragments of B

//> two fragments of B, of floats
/* ldmatrix cannot transpose words, so a lane loads them one by one. */
template <typename T, int HOW, int PITCH>
static __device__ __forceinline__ void load_b(
    const float *, uint32_t b[2][2], const char *Bs, unsigned col,
    unsigned slice)
{
    const unsigned lane = threadIdx.x % 32, k0 = slice * SLICE / 4;

#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned k = lane % 4 + i % 2 * 4;
        const unsigned n = col + lane / 4 + i / 2 * 8;

        b[i / 2][i % 2] = *(const uint32_t *)(
            Bs + (k0 + k) * PITCH
            + place<HOW>(n / 4, xor_mask_of<T>(k)) + n % 4 * 4);
    }
}
//< two fragments of B, of floats

//> two fragments of B, of bytes
/* ldmatrix transposes pairs of bytes. The bytes of two pairs go to two
 * fragments: even columns to the first, odd columns to the second. A
 * lane needs bytes of four consecutive rows, two rows from each of two
 * matrices. */
template <typename T, int HOW, int PITCH>
static __device__ __forceinline__ void load_b(
    const int8_t *, uint32_t b[2][2], const char *Bs, unsigned col,
    unsigned slice)
{
    const unsigned r = threadIdx.x % 8, matrix = threadIdx.x % 32 / 8;
    const unsigned k =
        r / 2 * 4 + r % 2 + matrix % 2 * 2 + matrix / 2 * 16;
    uint32_t pairs[4];

    ldmatrix_x4_trans(pairs,
                      Bs + (slice * SLICE + k) * PITCH
                          + place<HOW>(col / 16, xor_mask_of<T>(k)));
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
        const uint32_t x = pairs[2 * i], y = pairs[2 * i + 1];

        b[0][i] = __byte_perm(x, y, 0x6420);
        b[1][i] = __byte_perm(x, y, 0x7531);
    }
}
//< two fragments of B, of bytes

//> the fragments of a slice
template <typename T, int BM, int BN, int FM, int FN, int HOW>
static __device__ __forceinline__ void load_slice(
    uint32_t a[FM][4], uint32_t b[FN / 2][2][2], const char *slot,
    unsigned wy, unsigned wx, unsigned slice)
{
    typedef tiles_of<T, BM, BN, HOW> tiles;

#pragma unroll
    for (unsigned i = 0; i < FM; ++i)
        load_a<HOW, tiles::PITCH_A>(a[i], slot, wy + 16 * i, slice);
#pragma unroll
    for (unsigned j = 0; j < FN / 2; ++j)
        load_b<T, HOW, tiles::PITCH_B>((const T *)0, b[j],
                                       slot + tiles::B, wx + 16 * j,
                                       slice);
}
//< the fragments of a slice

//> multiply a slice
/* Each fragment of A is used for one row of products. Every second row
 * runs backwards, so a row starts with the fragment of B used last. */
template <typename T, int FM, int FN, typename S>
static __device__ __forceinline__ void multiply(
    S acc[FM][FN][4], const uint32_t a[FM][4],
    const uint32_t b[FN / 2][2][2])
{
#pragma unroll
    for (unsigned i = 0; i < FM; ++i)
#pragma unroll
        for (unsigned n = 0; n < FN; ++n) {
            const unsigned j = i % 2 ? FN - 1 - n : n;

            multiply_add((const T *)0, acc[i][j], a[i],
                         b[j / 2][j % 2]);
        }
}
//< multiply a slice

//> store the sums
/* In fragment (i, j) of 16 x 8, sum e of lane l is in row l / 4 + 8 *
 * (e / 2) and column 2 * (l % 4) + e % 2. For bytes, fragments j and j
 * + 1 have the even and the odd ones of 16 columns. */
template <typename T, int FM, int FN, typename S>
static __device__ __forceinline__ void store(
    const S acc[FM][FN][4], float *C, int M, int N, unsigned row0,
    unsigned col0, float alpha, float beta)
{
    enum { BYTES = sizeof(T) == 1 };
    const unsigned lane = threadIdx.x % 32;
    const int together = ((size_t)C / 4 | N) % 2 == 0;

#pragma unroll
    for (unsigned i = 0; i < 2 * FM; ++i) {
        const unsigned row = row0 + lane / 4 + 8 * i;

        if (row >= M)
            continue;
#pragma unroll
        for (unsigned j = 0; j < FN; ++j) {
            const unsigned e = i % 2 * 2, even = j / 2 * 2;
            const unsigned col =
                col0 + (BYTES ? even * 8 + lane % 4 * 4 + j % 2 * 2
                              : j * 8 + lane % 4 * 2);
            const S x = BYTES ? acc[i / 2][even][e + j % 2]
                              : acc[i / 2][j][e];
            const S y = BYTES ? acc[i / 2][even + 1][e + j % 2]
                              : acc[i / 2][j][e + 1];

            put_two(&C[(size_t)row * N + col], together, N - (int)col,
                    alpha, (float)x, (float)y, beta);
        }
    }
}
//< store the sums

//> store the sums by way of shared memory
/* A warp stores 16 rows of its results in `room`, which only this warp
 * uses. Then it reads them row by row, two floats for each lane. */
template <int FM, int FN>
static __device__ __forceinline__ void store_wide(
    const float acc[FM][FN][4], float *room, float *C, int M, int N,
    unsigned row0, unsigned col0, float alpha, float beta)
{
    enum { COLS = 8 * FN, PITCH = COLS + 8 };
    const unsigned lane = threadIdx.x % 32;
    const int together = ((size_t)C / 4 | N) % 2 == 0;

#pragma unroll
    for (unsigned i = 0; i < FM; ++i) {
        __syncwarp();
#pragma unroll
        for (unsigned j = 0; j < FN; ++j)
#pragma unroll
            for (unsigned e = 0; e < 4; e += 2)
                *(float2 *)&room[(lane / 4 + e / 2 * 8) * PITCH + 8 * j
                                 + lane % 4 * 2] =
                    make_float2(acc[i][j][e], acc[i][j][e + 1]);
        __syncwarp();
        for (unsigned r = 0; r < 16; ++r)
#pragma unroll
            for (unsigned c = 2 * lane; c < COLS; c += 64) {
                const unsigned row = row0 + 16 * i + r;
                const float2 v = *(const float2 *)&room[r * PITCH + c];

                if (row < M)
                    put_two(&C[(size_t)row * N + col0 + c], together,
                            N - (int)(col0 + c), alpha, v.x, v.y, beta);
            }
    }
}
//< store the sums by way of shared memory

//> a product by mma
template <typename T, int BM, int BN, int WM, int WN, int SLOTS,
          int LEAST, int HOW>
__global__ void __launch_bounds__(BM / WM * (BN / WN) * 32, LEAST)
product(int M, int N, int K, float alpha, const T *A, size_t pitch_a,
        const T *B, size_t pitch_b, float beta, float *C)
{
    typedef tiles_of<T, BM, BN, HOW> tiles;
    enum {
        FM = WM / 16, FN = WN / 8, BK = tiles::BK,
        THREADS = BM / WM * (BN / WN) * 32
    };
    extern __shared__ __align__(128) char slots[];
    const unsigned warp = threadIdx.x / 32;
    const unsigned wy = warp / (BN / WN) * WM;
    const unsigned wx = warp % (BN / WN) * WN;
    const unsigned row = threadIdx.x / 8, byte = threadIdx.x % 8 * 16;
    const int depth = alpha != 0.0f ? K : 0;
    const unsigned count = ((unsigned)depth + BK - 1) / BK;
    unsigned row0, col0, next_slot = 0;
    uint32_t a[2][FM][4], b[2][FN / 2][2][2];
    typename sum<T>::type acc[FM][FN][4] = {};

    if (HOW & GROUPED) {
        place_tile<BM, BN>(M, N, blockIdx.x, &row0, &col0);
    } else {
        const unsigned across = ((unsigned)N + BN - 1) / BN;

        row0 = blockIdx.x / across * BM;
        col0 = blockIdx.x % across * BN;
    }
    struct source from = {
        (const char *)A + (row0 + row) * pitch_a + byte,
        (const char *)(B + col0) + row * pitch_b + byte,
        THREADS / 8 * pitch_a, THREADS / 8 * pitch_b,
        M - (int)(row0 + row),
        min(N - (int)col0, (int)BN) * (int)sizeof(T) - (int)byte, depth
    };

//> before the loop
    for (int t = 0; t < SLOTS - 1; ++t) {
        start_tiles<T, BM, BN, THREADS, HOW>(slots + t * tiles::SIZE,
                                             &from);
        close_batch();
    }
    if (HOW & EARLY) {
        wait_for_batches<SLOTS - 2>();
        __syncthreads();
        load_slice<T, BM, BN, FM, FN, HOW>(a[0], b[0], slots, wy, wx,
                                           0);
    }
//< before the loop
//> the loop
    for (unsigned t = 0; t < count; ++t) {
        const char *slot = slots + next_slot * tiles::SIZE;
        const unsigned fill_slot =
            next_slot == 0 ? SLOTS - 1 : next_slot - 1;

        next_slot = next_slot + 1 == SLOTS ? 0 : next_slot + 1;
//> wait here if fragments do not come early
        if (!(HOW & (EARLY | NO_BARRIERS))) {
            wait_for_batches<SLOTS - 2>();
            __syncthreads();
        }
//< wait here if fragments do not come early
#pragma unroll
        for (int s = 0; s < SLICES; ++s) {
            const int x = HOW & EARLY ? s % 2 : 0;
            const int y = HOW & EARLY ? 1 - x : 0;
            const int next_slice = HOW & EARLY ? (s + 1) % SLICES : s;

            if (s == 0 && !(HOW & NO_COPIES))
                start_tiles<T, BM, BN, THREADS, HOW>(
                    slots + fill_slot * tiles::SIZE, &from);
            if (s == 0)
                close_batch();
            if (HOW & EARLY && s + 1 == SLICES) {
                if (!(HOW & NO_BARRIERS)) {
                    wait_for_batches<SLOTS - 2>();
                    __syncthreads();
                }
                slot = slots + next_slot * tiles::SIZE;
            }
            if (!(HOW & NO_LOADS))
                load_slice<T, BM, BN, FM, FN, HOW>(a[y], b[y], slot, wy,
                                                   wx, next_slice);
            multiply<T, FM, FN>(acc, a[x], b[x]);
        }
    }
//< the loop
    wait_for_batches<0>();
    if constexpr (HOW & WIDE) {
        __syncthreads();
        store_wide<FM, FN>(acc,
                           (float *)slots + warp * 16 * (WN + 8), C, M,
                           N, row0 + wy, col0 + wx, alpha, beta);
    } else {
        store<T, FM, FN>(acc, C, M, N, row0 + wy, col0 + wx, alpha,
                         beta);
    }
}
//< a product by mma

//> launch a product
template <typename T, int BM, int BN, int WM, int WN, int SLOTS,
          int LEAST, int HOW>
static void run_product(int M, int N, int K, float alpha,
                        const float *A, const float *B, float beta,
                        float *C)
{
    const int bytes = SLOTS * tiles_of<T, BM, BN, HOW>::SIZE;
    const auto kernel = product<T, BM, BN, WM, WN, SLOTS, LEAST, HOW>;
    size_t pitch_a = 0, pitch_b = 0;

    if (M == 0 || N == 0)
        return;
    if (alpha != 0.0f && K > 0
        && widen_rows(sizeof(T), M, N, K, &A, &B, &pitch_a, &pitch_b))
        return;
    cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<blocks(M, BM) * blocks(N, BN), BM / WM * (BN / WN) * 32,
             bytes>>>(M, N, K, alpha, (const T *)A, pitch_a,
                      (const T *)B, pitch_b, beta, C);
}
//< launch a product

#endif
