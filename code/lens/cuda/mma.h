/* mma.h - WMMA for the lens: 16 x 16 x 16, half in, float out. Any other shape
 * or type does not compile. What is counted, and where the elements lie, is in
 * warp.h. */
#ifndef LENS_MMA_H
#define LENS_MMA_H

#include "cuda_fp16.h"

extern "C" {
void lens_load_half(uint16_t x[16], const uint16_t *from, unsigned stride);
void lens_load_float(float x[8], const float *from, unsigned stride,
                     int col_major);
void lens_store_float(float *to, const float x[8], unsigned stride,
                      int col_major);
struct lens_product {
    const uint16_t *a, *b;
    const float *c;
    float *d;
    int a_col_major, b_col_major;
};
lens_act lens_multiply;
}

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major { enum { by_column = 0 }; };
struct col_major { enum { by_column = 1 }; };
enum layout_t { mem_row_major, mem_col_major };

template <typename Use, int M, int N, int K, typename T, typename Layout = void>
struct fragment {
    static_assert(sizeof(Use *) == 0,
                  "the lens has only 16 x 16 x 16 fragments, half in, "
                  "float out");
};

struct lens_half_fragment {
    enum { num_elements = 16 };
    half x[16];
};

template <typename L>
struct fragment<matrix_a, 16, 16, 16, half, L> : lens_half_fragment {
};
template <typename L>
struct fragment<matrix_b, 16, 16, 16, half, L> : lens_half_fragment {
};
template <> struct fragment<accumulator, 16, 16, 16, float, void> {
    enum { num_elements = 8 };
    float x[8];
};
typedef fragment<accumulator, 16, 16, 16, float> lens_accumulator;

template <typename F, typename T> LENS_INLINE void fill_fragment(F &f, T value)
{
    for (auto &x : f.x)
        x = value;
}

LENS_INLINE void load_matrix_sync(lens_half_fragment &f, const half *from,
                                  unsigned stride)
{
    lens_load_half(&f.x[0].bits, &from->bits, stride);
}

LENS_INLINE void load_matrix_sync(lens_accumulator &f, const float *from,
                                  unsigned stride, layout_t layout)
{
    lens_load_float(f.x, from, stride, layout == mem_col_major);
}

LENS_INLINE void store_matrix_sync(float *to, const lens_accumulator &f,
                                   unsigned stride, layout_t layout)
{
    lens_store_float(to, f.x, stride, layout == mem_col_major);
}

template <typename LA, typename LB>
LENS_INLINE void mma_sync(lens_accumulator &d,
                          const fragment<matrix_a, 16, 16, 16, half, LA> &a,
                          const fragment<matrix_b, 16, 16, 16, half, LB> &b,
                          const lens_accumulator &c,
                          int line = __builtin_LINE())
{
    lens_product mine = {&a.x[0].bits, &b.x[0].bits, c.x, d.x, LA::by_column,
                         LB::by_column};
    lens_meet("mma_sync", line, 0xffffffffu, &mine, lens_multiply);
}

} // namespace wmma
} // namespace nvcuda

#endif
