/* columns.h - products of four warps whose rows are columns of B: A's rows are the
 * other operand, of which there may be any multiple of 8. PTX ISA 8.0, "wgmma.mma_async",
 * with its first operand transposed. For compute capability 9.0 alone, as warpgroup.h. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "kernels/column_engine.h"
#include "kernels/warpgroup.h"

//> 64 columns of B by rows of A
/* The four warps of a group call this together: 64 columns of B by
 * 2 * COUNT rows of A, 16 of K deep. `b` describes a tile of which a
 * row is one k, and `a` one with K along its rows. Warp w has columns
 * 16 * w to 16 * w + 15; in them a lane has sums as of mma.sync, for
 * every eight rows of A four. Old sums count only if `add` is not 0. */
#if GROUP_PTX
#define LIST_8 "%0, %1, %2, %3, %4, %5, %6, %7"
#define LIST_80                                                        \
    LIST_64 ", %64, %65, %66, %67, %68, %69, %70, %71, "               \
            "%72, %73, %74, %75, %76, %77, %78, %79"
#define OUT_8(letter) FOUR(letter, 0), FOUR(letter, 4)
#define OUT_80(letter) OUT_64(letter), SIXTEEN(letter, 64)
#define COLUMNS(n, count, x, y, z)                                     \
    asm volatile(                                                      \
        "{\n.reg .pred add;\nsetp.ne.b32 add, %" z ", 0;\n"            \
        "wgmma.mma_async.sync.aligned.m64n" n                          \
        "k16.f32.f16.f16\n{" LIST_##count "}, %" x ", %" y             \
        ", add, 1, 1, 1, 0;\n}"                                        \
        : OUT_##count("f")                                             \
        : "l"(b), "l"(a), "r"(add)                                     \
        : "memory")
#elif !defined __NVCC__
#define COLUMNS(n, count, x, y, z)                                     \
    engine_multiply_columns("f32.f16.f16", 2 * count, sums, b, a, add)
#else
#define COLUMNS(n, count, x, y, z) ((void)0)
#endif

#define MULTIPLY_COLUMNS(n, count, x, y, z)                            \
    static __device__ __forceinline__ void multiply_columns(           \
        float(&sums)[count], uint64_t b, uint64_t a, int add)          \
    {                                                                  \
        COLUMNS(n, count, x, y, z);                                    \
    }

MULTIPLY_COLUMNS("16", 8, "8", "9", "10")
MULTIPLY_COLUMNS("160", 80, "80", "81", "82")
MULTIPLY_COLUMNS("192", 96, "96", "97", "98")
//< 64 columns of B by rows of A

#endif
