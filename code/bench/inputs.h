/* inputs.h - test matrices that the CPU and the GPU make alike, bit for bit.
 *
 * Every element is a function of (kind, seed, index) alone, so a matrix can be
 * made where it is needed, in any order and at any size. */
#ifndef INPUTS_H
#define INPUTS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define INPUTS_FN static __host__ __device__ inline
#else
#define INPUTS_FN static inline
#endif

enum inputs {
    UNIFORM,  /* odd multiples of 2^-24 in (-1, 1): never zero */
    INTEGERS, /* -4 .. 4 without 0: products and sums are exact in float32 */
    ONE_HOT,  /* A has a single 1 in each row; B is uniform */
    INPUT_KINDS,
    LONE = INPUT_KINDS, /* of 12 bits: A has one in each row; a product is exact
                           in float, and is not if an operand was rounded to
                           fewer bits: what TF32 and bfloat16 have */
    LEADING, /* in each sum a 1, and then products of 2^-27 to 2^-25: beside a sum
                of 1 or more each of them is cut off or rounded away */
    SCALED,  /* uniform, but rows of A and columns of B times powers of two, from
                2^-40 to 2^40 */
};

/* splitmix64's finaliser: Steele, Lea and Flood, OOPSLA 2014. */
INPUTS_FN uint64_t hash64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

INPUTS_FN float uniform(uint64_t seed, size_t index)
{
    const uint64_t bits = hash64(hash64(seed) ^ index) >> 40; /* 24 bits */

    return ((float)bits - 8388607.5f) * (1.0f / 8388608.0f);
}

INPUTS_FN float small_integer(uint64_t seed, size_t index)
{
    const int v = (int)(hash64(hash64(seed) ^ index) >> 61); /* 0 .. 7 */

    return (float)(v < 4 ? v - 4 : v - 3);
}

/* An odd number of 12 bits with a sign: 2049 .. 4095. */
INPUTS_FN float twelve_bits(uint64_t seed, size_t index)
{
    const int v = (int)(hash64(hash64(seed) ^ index) >> 53); /* 11 bits */

    return (float)((v & 1 ? -1 : 1) * (2049 + 2 * (v >> 1)));
}

INPUTS_FN int is_hot(uint64_t seed, size_t cols, size_t index)
{
    return hash64(hash64(seed) ^ (index / cols)) % cols == index % cols;
}

/* Elements of A, or of B, that make such sums; `k` is the one's place in them. */
INPUTS_FN float behind_a_one(int left, uint64_t seed, size_t k, size_t index)
{
    return k == 0 ? 1.0f
                  : (0.75f + 0.25f * uniform(seed, index)) *
                        (left ? 1.0f / 4096 : 1.0f / 8192);
}

/* The power of two that belongs to a row or a column. */
INPUTS_FN int exponent_of(uint64_t seed, size_t line)
{
    return (int)(hash64(~hash64(seed) ^ line) % 81) - 40;
}

/* Element `index` of a matrix with `cols` columns. `left` is true for A. */
INPUTS_FN float input(enum inputs kind, int left, uint64_t seed, size_t cols,
                      size_t index)
{
    if (kind == INTEGERS)
        return small_integer(seed, index);
    if (kind == ONE_HOT && left)
        return (float)is_hot(seed, cols, index);
    if (kind == LEADING)
        return behind_a_one(left, seed, left ? index % cols : index / cols,
                            index);
    if (kind == SCALED)
        return ldexpf(uniform(seed, index),
                      exponent_of(seed, left ? index / cols : index % cols));
    if (kind == LONE)
        return left && !is_hot(seed, cols, index) ? 0.0f
                                                  : twelve_bits(seed, index);
    return uniform(seed, index);
}

#endif
