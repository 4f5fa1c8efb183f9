/* columns.h - products of four warps whose rows are columns of B: A's
 * rows are the other operand, of which there may be any multiple of 8.
 * PTX ISA 8.0, "wgmma.mma_async", with its first operand transposed. For
 * compute capability 9.0 alone, as warpgroup.h. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "kernels/column_engine.h"
#include "kernels/warpgroup.h"

//> 64 columns of B by rows of A
/* The four warps of a group multiply 64 columns of B by 2 * COUNT rows
 * of A, for 16 values of k. `b` describes a tile with a row for each k,
 * `a` a tile with K along its rows. Warp w has columns 16 * w to
 * 16 * w + 15. For every eight rows of A, a lane has four sums, as with
 * mma.sync. The old sums are added only if `add` is not 0. */
#if GROUP_PTX
#define LIST_20                                                        \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "          \
    "%13, %14, %15, %16, %17, %18, %19"
#define LIST_36                                                        \
    LIST_32 ", %32, %33, %34, %35"
#define LIST_44                                                        \
    LIST_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, "          \
    "%41, %42, %43"
#define LIST_52                                                        \
    LIST_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, "          \
    "%41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51"
#define LIST_84                                                        \
    LIST_64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, "          \
    "%73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83"
#define OUT_20(letter)                                                 \
    SIXTEEN(letter, 0), FOUR(letter, 16)
#define OUT_36(letter)                                                 \
    OUT_32(letter), FOUR(letter, 32)
#define OUT_44(letter)                                                 \
    OUT_32(letter), FOUR(letter, 32), FOUR(letter, 36),                \
        FOUR(letter, 40)
#define OUT_52(letter)                                                 \
    OUT_32(letter), SIXTEEN(letter, 32), FOUR(letter, 48)
#define OUT_84(letter)                                                 \
    OUT_64(letter), SIXTEEN(letter, 64), FOUR(letter, 80)
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

MULTIPLY_COLUMNS("40", 20, "20", "21", "22")
MULTIPLY_COLUMNS("72", 36, "36", "37", "38")
MULTIPLY_COLUMNS("88", 44, "44", "45", "46")
MULTIPLY_COLUMNS("104", 52, "52", "53", "54")
MULTIPLY_COLUMNS("168", 84, "84", "85", "86")
MULTIPLY_COLUMNS("192", 96, "96", "97", "98")
//< 64 columns of B by rows of A

#endif
