/* split.h - floats as sums of two or three numbers that a tensor core
 * takes: the parts of a float, matrices of parts, and results that are
 * stored.
 *
 * Three products of parts stand for one of floats: high * low, low *
 * high, and high * high. What is left out, low * low, is 2^-22 of a
 * product, and each operand is off by 2^-23 of itself at most. Of three
 * parts six products are made, and the operands are exact.
 *
 * Half has too few exponents. So rows of A and columns of B are
 * brought to where the largest of each is from 2^14 to 2^15, by a power
 * of two: a high part has 11 bits there if it is no 2^28 times smaller,
 * and high and low part together are never off by more than 2^-39 of
 * the largest. That is the one thing in which such a product departs
 * from one of floats: an element that is 2^16 times smaller than the
 * largest of its row begins to lose bits. TF32 and bfloat16 have
 * float's exponents and no scale; parts below 2^-126 lose bits there.
 *
 * Infinities and NaN need no more than this: with one of them among
 * what it is made of, a sum of parts is infinite or NaN. Such a sum is
 * made once more, from A and B as they came, and is what float makes of
 * it. So is one that passes the largest float. */
#ifndef SPLIT_H
#define SPLIT_H

#include "kernels/gemm.h"
#include "kernels/packing.h"
#include "kernels/pairs.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

//> parts of a float
/* A float has PARTS parts. An instruction takes DEEP elements of a row.
 * If SCALED, the floats are first multiplied by a power of two. */
template <typename T> struct parts_of;
template <> struct parts_of<half> {
    enum { PARTS = 2, DEEP = 16, SCALED = 1 };
};
template <> struct parts_of<float> {
    enum { PARTS = 2, DEEP = 8, SCALED = 0 };
};
template <> struct parts_of<__nv_bfloat16> {
    enum { PARTS = 3, DEEP = 16, SCALED = 0 };
};

/* Rounds to the nearest float with eleven significant bits. */
static __device__ __forceinline__ float nearest_tf32(float x)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    uint32_t bits;

    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
#else
    const uint32_t bits = (__float_as_uint(x) + 0x1000) & ~0x1fffu;

    return x - x == 0.0f ? __uint_as_float(bits) : x;
#endif
}

//> take a part
static __device__ __forceinline__ float take_part(half *part, float x)
{
    *part = __float2half_rn(x);
    return x - __half2float(*part);
}
//< take a part

static __device__ __forceinline__ float take_part(float *part, float x)
{
    *part = nearest_tf32(x);
    return x - *part;
}

static __device__ __forceinline__ float take_part(__nv_bfloat16 *part,
                                                  float x)
{
    *part = __float2bfloat16_rn(x);
    return x - __bfloat162float(*part);
}

//> split a float
/* The highest part comes first; each part is the rounded rest of x. */
template <typename T>
static __device__ __forceinline__ void split_float(
    T (&part)[parts_of<T>::PARTS], float x)
{
#pragma unroll
    for (int p = 0; p < parts_of<T>::PARTS; ++p)
        x = take_part(&part[p], x);
}
//< split a float
//< parts of a float

//> which parts are multiplied
/* The parts of product i of six; the smallest products come first. If
 * only three products are made, they are the last three. */
enum { PRODUCTS_END = 6 };

static __device__ __forceinline__ constexpr int part_of_a(int i)
{
    return i == 0 ? 2 : i == 1 || i == 3 ? 1 : 0;
}

static __device__ __forceinline__ constexpr int part_of_b(int i)
{
    return i == 2 ? 2 : i == 1 || i == 4 ? 1 : 0;
}
//< which parts are multiplied

//> powers of two
/* The exponent s for which the largest of a row, times 2^s, is from
 * 2^14 to 2^15; found from the bits of its magnitude. s is at most 126:
 * smaller numbers have so few bits that two halves hold them. */
static __device__ __forceinline__ int exponent_for(uint32_t largest)
{
    return min(141 - (int)(largest >> 23), 126);
}

/* 2^e, for e from -126 to 127. */
static __device__ __forceinline__ float power_of_two(int e)
{
    return __uint_as_float((uint32_t)(e + 127) << 23);
}

/* x * 2^e, for e from -252 to 254. If 2^e is no float, two steps do it;
 * neither overflows or loses bits unless the result does. */
static __device__ __forceinline__ float times_power(float x, int e)
{
    if (e >= -126 && e <= 127)
        return x * power_of_two(e);
    return x * power_of_two(e / 2) * power_of_two(e - e / 2);
}

static __device__ __forceinline__ uint32_t magnitude(float x)
{
    return __float_as_uint(x) & 0x7fffffffu;
}
//< powers of two

//> a matrix of parts
/* A row of 128 bytes has four slices of 32 bytes; an instruction takes
 * one slice. Two parts have two slices each; three parts have one slice
 * each, and the fourth slice is 0. A row thus holds only STEP elements
 * of the matrix, so a matrix of parts is deeper. In a tile of B, rows
 * take the place of the elements of a row. */
template <typename T> struct matrix_of {
    enum {
        WIDE = 128 / sizeof(T), SLICE = parts_of<T>::DEEP,
        EACH = parts_of<T>::PARTS == 2 ? 2 : 1, STEP = EACH * SLICE
    };
};

/* Where the parts of A, the parts of B and the exponents lie, counted
 * in floats. A row of A's parts has `deep` elements. */
struct split_room {
    size_t b, scale_a, scale_b, largest, all;
    unsigned deep, pitch_b, chunks;
};

enum { CHUNK = 128 }; /* rows of B of which the largest is sought */

template <typename T, int TURNED>
static __host__ __device__ __forceinline__ struct split_room
room_of(unsigned M, unsigned N, unsigned K)
{
    typedef matrix_of<T> parts;
    struct split_room r;

    r.deep = (K + parts::STEP - 1) / parts::STEP * parts::WIDE;
    r.pitch_b = TURNED ? r.deep : (N + 7) / 8 * 8;
    r.chunks = (K + CHUNK - 1) / CHUNK;
    r.b = (size_t)M * r.deep * sizeof(T) / 4;
    r.scale_a = r.b
                + (size_t)(TURNED ? N : r.deep) * r.pitch_b * sizeof(T)
                      / 4;
    r.scale_b = r.scale_a + (M + 7) / 8 * 8;
    r.largest = r.scale_b + (N + 7) / 8 * 8;
    r.all = r.largest
            + (parts_of<T>::SCALED ? (size_t)r.chunks * N : 0);
    return r;
}
//< a matrix of parts

//> rows of A into parts
/* Two adjacent elements, or the parts of two. */
template <typename T> struct alignas(2 * sizeof(T)) two_of {
    T x, y;
};

template <typename T>
static __device__ __forceinline__ void put_parts(T *to, size_t step,
                                                 float x, float y)
{
    enum { PARTS = parts_of<T>::PARTS };
    T of_x[PARTS], of_y[PARTS];

    split_float(of_x, x);
    split_float(of_y, y);
#pragma unroll
    for (int p = 0; p < PARTS; ++p) {
        const two_of<T> two = {of_x[p], of_y[p]};

        *(two_of<T> *)(to + p * step) = two;
    }
    if (PARTS == 3)
        *(two_of<T> *)(to + 3 * step) = two_of<T>();
}

/* Loads two floats from x on; those beyond `left` floats are 0. */
static __device__ __forceinline__ float2 two_floats(const float *x,
                                                    int together,
                                                    int left)
{
    if (together && left >= 2)
        return *(const float2 *)x;
    return make_float2(left >= 1 ? x[0] : 0.0f,
                       left >= 2 ? x[1] : 0.0f);
}

/* A warp has a row. If SCALED, the warp first finds the row's largest
 * magnitude and then reads the row again. The warp stores the parts. */
template <typename T>
static __global__ void __launch_bounds__(256)
split_rows(unsigned rows, unsigned cols, const float *from, T *to,
           unsigned deep, int *scale)
{
    typedef matrix_of<T> parts;
    const unsigned all = deep / parts::WIDE * parts::STEP;
    const unsigned lane = threadIdx.x % 32, first = threadIdx.x / 32;
    const int together = ((size_t)from / 4 | cols) % 2 == 0;

    for (size_t row = blockIdx.x * (size_t)8 + first; row < rows;
         row += gridDim.x * (size_t)8) {
        const float *x = from + row * cols;
        float factor = 1.0f;

        if (parts_of<T>::SCALED) {
            uint32_t most = 0;

#pragma unroll 8
            for (unsigned k = 2 * lane; k < cols; k += 64) {
                const float2 v =
                    two_floats(x + k, together, (int)(cols - k));

                most = max(most, max(magnitude(v.x), magnitude(v.y)));
            }
            for (int d = 16; d > 0; d /= 2)
                most = max(most, __shfl_xor_sync(0xffffffffu, most, d));
            const int s = exponent_for(most);

            factor = power_of_two(s);
            if (lane == 0)
                scale[row] = s;
        }
#pragma unroll 8
        for (unsigned k = 2 * lane; k < all; k += 64) {
            const float2 v =
                two_floats(x + k, together, (int)(cols - k));

            put_parts(to + row * deep + k / parts::STEP * parts::WIDE
                          + k % parts::STEP,
                      parts::STEP, factor * v.x, factor * v.y);
        }
    }
}
//< rows of A into parts

//> columns of B into parts
/* Finds the largest magnitude of each column in CHUNK rows. */
static __global__ void __launch_bounds__(256)
largest_of_columns(unsigned rows, unsigned cols, const float *from,
                   uint32_t *largest)
{
    const unsigned col = blockIdx.x * 256 + threadIdx.x;
    const unsigned first = block_y() * CHUNK;
    const unsigned last = min(first + CHUNK, rows);
    uint32_t most = 0;

    if (col >= cols || first >= rows)
        return;
#pragma unroll 8
    for (unsigned k = first; k < last; ++k)
        most = max(most, magnitude(from[(size_t)k * cols + col]));
    largest[(size_t)block_y() * cols + col] = most;
}

/* A block has 128 columns and `high` rows. A thread has two columns and
 * every fourth row. */
template <typename T>
static __global__ void __launch_bounds__(256)
split_columns(unsigned rows, unsigned cols, const float *from, T *to,
              unsigned deep, unsigned pitch, unsigned high, int *scale,
              const uint32_t *largest, unsigned chunks)
{
    typedef matrix_of<T> parts;
    const unsigned col = blockIdx.x * 128 + threadIdx.x % 64 * 2;
    const unsigned all = deep / parts::WIDE * parts::STEP;
    const unsigned first = block_y() * high;
    const unsigned last = min(first + high, all);
    const int together = ((size_t)from / 4 | cols) % 2 == 0;
    float factor[2] = {1.0f, 1.0f};

    if (col >= pitch || first >= all)
        return;
    for (unsigned i = 0; parts_of<T>::SCALED && i < 2; ++i) {
        uint32_t most = 0;

        if (col + i < cols)
            for (unsigned c = 0; c < chunks; ++c)
                most = max(most, largest[(size_t)c * cols + col + i]);
        const int s = exponent_for(most);

        factor[i] = power_of_two(s);
        if (block_y() == 0 && threadIdx.x < 64)
            scale[col + i] = s;
    }
#pragma unroll 4
    for (unsigned k = first + threadIdx.x / 64; k < last; k += 4) {
        const float2 v =
            two_floats(from + (size_t)k * cols + col, together,
                       k < rows ? (int)(cols - col) : 0);

        put_parts(to
                      + (size_t)(k / parts::STEP * parts::WIDE
                                 + k % parts::STEP) * pitch + col,
                  (size_t)parts::STEP * pitch, factor[0] * v.x,
                  factor[1] * v.y);
    }
}
//< columns of B into parts

//> columns of B become rows of parts
/* For instructions that need B with K along its rows. A block
 * transposes 64 x 64 floats. */
template <typename T>
static __global__ void __launch_bounds__(256)
split_turned(unsigned rows, unsigned cols, const float *from, T *to,
             unsigned deep)
{
    typedef matrix_of<T> parts;
    __shared__ float tile[64][65];
    const unsigned k0 = blockIdx.x * 64, col0 = block_y() * 64;
    const unsigned all = deep / parts::WIDE * parts::STEP;

    if (col0 >= cols)
        return;
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < 64 * 64; i += 256) {
        const unsigned k = k0 + i / 64, col = col0 + i % 64;

        tile[i / 64][i % 64] =
            k < rows && col < cols ? from[(size_t)k * cols + col]
                                   : 0.0f;
    }
    __syncthreads();
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < 64 * 32; i += 256) {
        const unsigned in = i % 32 * 2, k = k0 + in, c = i / 32;

        if (col0 + c < cols && k < all)
            put_parts(to + (size_t)(col0 + c) * deep
                          + k / parts::STEP * parts::WIDE
                          + k % parts::STEP,
                      parts::STEP, tile[in][c], tile[in + 1][c]);
    }
}
//< columns of B become rows of parts

//> make the parts
/* What a product reads: matrices of parts, the distances of their rows
 * in bytes, and the exponents (null if there are none). */
struct parts_at {
    const void *a, *b;
    size_t pitch_a, pitch_b;
    const int *scale_a, *scale_b;
};

/* Stores parts of A and of B in `room`, which has as many floats as
 * room_of() says and begins at a multiple of 128 bytes. */
template <typename T, int TURNED>
static struct parts_at make_parts(int M, int N, int K, const float *A,
                                  const float *B, float *room,
                                  cudaStream_t stream)
{
    const struct split_room r = room_of<T, TURNED>(M, N, K);
    int *scale_a = (int *)(room + r.scale_a);
    int *scale_b = (int *)(room + r.scale_b);
    uint32_t *largest = (uint32_t *)(room + r.largest);
    T *of_a = (T *)room, *of_b = (T *)(room + r.b);
    const unsigned all =
        r.deep / matrix_of<T>::WIDE * matrix_of<T>::STEP;
    const unsigned high = max((all + 2047) / 2048 * 128, 128u);
    const struct parts_at at = {
        of_a, of_b, r.deep * sizeof(T), r.pitch_b * sizeof(T),
        parts_of<T>::SCALED ? scale_a : NULL,
        parts_of<T>::SCALED ? scale_b : NULL
    };

    split_rows<T><<<min(blocks(M, 8), 1u << 20), 256, 0, stream>>>(
        M, K, A, of_a, r.deep, scale_a);
    if (TURNED) {
        split_turned<T><<<grid((all + 63) / 64, blocks(N, 64)), 256, 0,
                          stream>>>(K, N, B, of_b, r.deep);
        return at;
    }
    if (parts_of<T>::SCALED)
        largest_of_columns<<<grid(blocks(N, 256), r.chunks), 256, 0,
                             stream>>>(K, N, B, largest);
    split_columns<T><<<grid(blocks(N, 128), (all + high - 1) / high),
                       256, 0, stream>>>(
        K, N, B, of_b, r.deep, r.pitch_b, high, scale_b, largest,
        r.chunks);
    return at;
}
//< make the parts

//> a sum of floats
/* One element, computed by FMAs in float from the unsplit A and B. */
static __device__ __noinline__ float sum_of_floats(
    int N, int K, const float *a, const float *b)
{
    float sum = 0.0f;

    for (int k = 0; k < K; ++k)
        sum = fmaf(a[k], b[(size_t)k * N], sum);
    return sum;
}
//< a sum of floats

//> store sums of parts
/* Stores a warp's 16 x 8 * FN sums to C, from (row0, col0) on. Lanes
 * have sums as in mma.sync. If there are exponents, the scaling is
 * undone. Results that are not finite are computed again, in float. */
template <typename T, int FN>
static __device__ __forceinline__ void store_sums(
    const float (&sums)[4 * FN], int M, int N, int K, float alpha,
    const float *A, const float *B, float beta, float *C,
    const struct parts_at &at, unsigned row0, unsigned col0)
{
    enum { SCALED = parts_of<T>::SCALED };
    const unsigned lane = threadIdx.x % 32;
    const int together = ((size_t)C / 4 | N) % 2 == 0;
    uint32_t again = 0;

    int of_row[2] = {}, of_col[2] = {};

    for (unsigned i = 0; SCALED && i < 2; ++i)
        if (row0 + lane / 4 + 8 * i < M)
            of_row[i] = at.scale_a[row0 + lane / 4 + 8 * i];
#pragma unroll
    for (unsigned j = 0; j < FN; ++j) {
        const unsigned col = col0 + 8 * j + lane % 4 * 2;

        if (col >= N)
            continue;
        for (unsigned i = 0; SCALED && i < 2; ++i)
            of_col[i] = at.scale_b[col + i];
#pragma unroll
        for (unsigned e = 0; e < 4; e += 2) {
            const unsigned row = row0 + lane / 4 + 4 * e;
            float x = sums[4 * j + e], y = sums[4 * j + e + 1];

            if (row >= M)
                continue;
            if (SCALED) {
                x = times_power(x, -of_row[e / 2] - of_col[0]);
                y = times_power(y, -of_row[e / 2] - of_col[1]);
            }
            if (x - x == 0.0f && y - y == 0.0f)
                put_two(&C[(size_t)row * N + col], together,
                        N - (int)col, alpha, x, y, beta);
            else
                again |= 1u << (j * 2 + e / 2);
        }
    }
    while (again) {
        const unsigned p = __ffs(again) - 1;
        const unsigned row = row0 + lane / 4 + p % 2 * 8;
        const unsigned col = col0 + p / 2 * 8 + lane % 4 * 2;

        again &= again - 1;
        for (unsigned i = col; i < col + 2 && i < N; ++i)
            put(&C[(size_t)row * N + i], alpha,
                sum_of_floats(N, K, A + (size_t)row * K, B + i), beta);
    }
}
//< store sums of parts

//> where there is nothing to multiply
static __global__ void __launch_bounds__(256)
scale(size_t count, float beta, float *C)
{
    const size_t step = (size_t)gridDim.x * 256;

    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < count;
         i += step)
        put(&C[i], 0.0f, 0.0f, beta);
}

/* Returns 1, with C computed, if the product A * B is not needed. */
static int no_product(int M, int N, int K, float alpha, float beta,
                      float *C, cudaStream_t stream)
{
    if (M == 0 || N == 0)
        return 1;
    if (alpha != 0.0f && K > 0)
        return 0;
    scale<<<1024, 256, 0, stream>>>((size_t)M * N, beta, C);
    return 1;
}
//< where there is nothing to multiply

#endif
