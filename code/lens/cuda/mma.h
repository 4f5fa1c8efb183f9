/* mma.h - WMMA for the lens: fragments of 16 x 16 x 16 with half in and float
 * or half out, or with bfloat16 in and float out; and of 16 x 16 x 8 with TF32
 * in and float out. Any other shape or type does not compile. What is counted,
 * and where the elements lie, is in engine.h. */
#ifndef LENS_MMA_H
#define LENS_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major { enum { by_column = 0 }; };
struct col_major { enum { by_column = 1 }; };
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; }

/* As cvt.rna: to nearest, ties away from zero. */
LENS_INLINE float __float_to_tf32(float f)
{
    const unsigned bits = __float_as_uint(f);

    return f - f != 0.0f ? f : __uint_as_float((bits + 0x1000) & ~0x1fffu);
}

template <typename Use, int M, int N, int K, typename T, typename Layout = void>
struct fragment {
    static_assert(sizeof(Use *) == 0,
                  "the lens has only 16 x 16 x 16 fragments of half and "
                  "bfloat16, and 16 x 16 x 8 of tf32");
};

/* N elements of type T in each lane. */
template <typename T, int N> struct lens_elements {
    enum { num_elements = N };
    T x[N];
};
typedef lens_elements<half, 16> lens_halves;
typedef lens_elements<__nv_bfloat16, 8> lens_bfloats;
typedef lens_elements<float, 4> lens_words;

#define LENS_OPERANDS(K, type, elements)                                       \
    template <typename L>                                                      \
    struct fragment<matrix_a, 16, 16, K, type, L> : elements {};               \
    template <typename L>                                                      \
    struct fragment<matrix_b, 16, 16, K, type, L> : elements {};
LENS_OPERANDS(16, half, lens_halves)
LENS_OPERANDS(16, __nv_bfloat16, lens_bfloats)
LENS_OPERANDS(8, precision::tf32, lens_words)

#define LENS_SUMS(K, type)                                                     \
    template <> struct fragment<accumulator, 16, 16, K, type, void>            \
        : lens_elements<type, 8> {};
LENS_SUMS(16, float)
LENS_SUMS(16, half)
LENS_SUMS(8, float)

template <typename F, typename T> LENS_INLINE void fill_fragment(F &f, T value)
{
    for (auto &x : f.x)
        x = value;
}

#define LENS_LOAD                                                              \
    lens_together("load_matrix_sync", from, sizeof *from, stride)

LENS_INLINE void load_matrix_sync(lens_halves &f, const half *from,
                                  unsigned stride)
{
    LENS_LOAD;
    lens_load_halves(&f.x[0].bits, &from->bits, stride);
    for (int i = 0; i < 8; ++i)
        f.x[i + 8] = f.x[i];
}
LENS_INLINE void load_matrix_sync(lens_bfloats &f, const __nv_bfloat16 *from,
                                  unsigned stride)
{
    LENS_LOAD;
    lens_load_bfloats(&f.x[0].bits, &from->bits, stride);
}
template <typename L>
LENS_INLINE void
load_matrix_sync(fragment<matrix_a, 16, 16, 8, precision::tf32, L> &f,
                 const float *from, unsigned stride)
{
    LENS_LOAD;
    lens_load_words(f.x, from, stride, !L::by_column);
}
template <typename L>
LENS_INLINE void
load_matrix_sync(fragment<matrix_b, 16, 16, 8, precision::tf32, L> &f,
                 const float *from, unsigned stride)
{
    LENS_LOAD;
    lens_load_words(f.x, from, stride, L::by_column);
}

template <typename T>
LENS_INLINE void load_matrix_sync(lens_elements<T, 8> &f, const T *from,
                                  unsigned stride, layout_t layout)
{
    LENS_LOAD;
    lens_load_sums(f.x, from, sizeof *from, stride, layout == mem_col_major);
}
template <typename T>
LENS_INLINE void store_matrix_sync(T *to, const lens_elements<T, 8> &f,
                                   unsigned stride, layout_t layout)
{
    lens_together("store_matrix_sync", to, sizeof *to, stride);
    lens_store_sums(to, f.x, sizeof *to, stride, layout == mem_col_major);
}

#define LENS_MULTIPLY(format, K, type, sum, half_sums)                         \
    template <typename LA, typename LB>                                        \
    LENS_INLINE void mma_sync(fragment<accumulator, 16, 16, K, sum> &d,        \
                              const fragment<matrix_a, 16, 16, K, type, LA> &a,\
                              const fragment<matrix_b, 16, 16, K, type, LB> &b,\
                              const fragment<accumulator, 16, 16, K, sum> &c)  \
    {                                                                          \
        lens_product mine = {format, a.x, b.x, c.x, d.x, half_sums,            \
                             LA::by_column, LB::by_column};                    \
        lens_together("mma_sync", nullptr, 0, 0);                              \
        lens_meet("mma_sync", lens_here(), 0xffffffffu, &mine,                 \
                  lens_multiply);                                              \
    }
LENS_MULTIPLY(LENS_HALF, 16, half, float, 0)
LENS_MULTIPLY(LENS_HALF, 16, half, half, 1)
LENS_MULTIPLY(LENS_BFLOAT16, 16, __nv_bfloat16, float, 0)
LENS_MULTIPLY(LENS_TF32, 8, precision::tf32, float, 0)

} // namespace wmma
} // namespace nvcuda

#endif
