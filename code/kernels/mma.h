/* mma.h - the tensor cores' instruction, and the loads and copies that
 * feed it: what PTX calls mma.sync, ldmatrix and cp.async, one function
 * each. PTX ISA 8.0, "Warp-level Matrix Instructions". All lanes of a
 * warp call the first two kinds together. Where nvcc is not,
 * tensor_engine.h stands in for the instructions. From compute capability
 * 8.0 on; in machine code for older cards nothing happens here, and such
 * cards leave these kernels out. */
#ifndef MMA_H
#define MMA_H

#include "kernels/tensor_engine.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

#if defined __NVCC__ && __CUDA_ARCH__ >= 800
#define MMA_PTX 1
#else
#define MMA_PTX 0
#endif

//> four matrices of 8 rows of 16 bytes
/* Lane l gives the address of row l % 8 of matrix l / 8. The address is
 * in shared memory and a multiple of 16. Lane l gets four bytes of each
 * matrix: bytes 4 * (l % 4) to 4 * (l % 4) + 3 of row l / 4. */
static __device__ __forceinline__ void ldmatrix_x4(uint32_t out[4],
                                                   const void *row)
{
#if MMA_PTX
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
        "{%0, %1, %2, %3}, [%4];"
        : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
        : "r"((uint32_t)__cvta_generic_to_shared(row))
        : "memory");
#elif !defined __NVCC__
    engine_load_rows(out, row);
#endif
}
//< four matrices of 8 rows of 16 bytes

//> the same, transposed
/* Lane l gets two elements of two bytes from each matrix. Both are from
 * column l / 4: the first from row 2 * (l % 4), the second from the row
 * below. */
static __device__ __forceinline__ void
ldmatrix_x4_trans(uint32_t out[4], const void *row)
{
#if MMA_PTX
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "
        "{%0, %1, %2, %3}, [%4];"
        : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
        : "r"((uint32_t)__cvta_generic_to_shared(row))
        : "memory");
#elif !defined __NVCC__
    engine_load_columns(out, row);
#endif
}
//< the same, transposed

//> sixteen bytes on their way
/* Copies 16 bytes from global to shared memory; if `there` is 0, stores
 * zeros instead. Does not wait until the copy is complete. */
static __device__ __forceinline__ void start_copy(void *to,
                                                  const void *from,
                                                  int there)
{
#if MMA_PTX
    asm volatile(
        "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(
            (uint32_t)__cvta_generic_to_shared(to)),
        "l"(from), "r"(there ? 16 : 0)
        : "memory");
#elif !defined __NVCC__
    engine_start_copy(to, from, there);
#endif
}

/* Makes one batch of all copies that this thread has started since its
 * last call of this function. */
static __device__ __forceinline__ void close_batch(void)
{
#if MMA_PTX
    asm volatile("cp.async.commit_group;" ::: "memory");
#elif !defined __NVCC__
    engine_close_group();
#endif
}

/* Waits for all batches of this thread except the LEFT newest ones. */
template <int LEFT>
static __device__ __forceinline__ void wait_for_batches(void)
{
#if MMA_PTX
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
#elif !defined __NVCC__
    engine_wait_for_groups(LEFT);
#endif
}
//< sixteen bytes on their way

//> c += a * b
/* Adds to 16 x 8 sums. A row of A and a column of B have 32 bytes, in
 * two halves. Lane l has four bytes of each half, from 4 * (l % 4) on:
 * of rows l / 4 and l / 4 + 8 of A, and of column l / 4 of B. Its sums
 * are columns 2 * (l % 4) and 2 * (l % 4) + 1 of those two rows. The
 * first argument is null; its type says what the elements are. */
#if MMA_PTX
#define MMA(shape, types, sum, letter)                                 \
    asm(                                                               \
        "mma.sync.aligned." shape ".row.col." types                    \
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "              \
        "{%0, %1, %2, %3};"                                            \
        : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]),        \
          "+" letter(c[3])                                             \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),       \
          "r"(b[1]))
#elif !defined __NVCC__
#define MMA(shape, types, sum, letter)                                 \
    engine_multiply_##sum(types, c, a, b)
#else
#define MMA(shape, types, sum, letter) ((void)0)
#endif

static __device__ __forceinline__ void multiply_add(
    const half *, float c[4], const uint32_t a[4], const uint32_t b[2])
{
    MMA("m16n8k16", "f32.f16.f16.f32", float, "f");
}

static __device__ __forceinline__ void multiply_add(
    const __nv_bfloat16 *, float c[4], const uint32_t a[4],
    const uint32_t b[2])
{
    MMA("m16n8k16", "f32.bf16.bf16.f32", float, "f");
}

/* TF32: the tensor core reads only the upper 19 bits of each float. */
static __device__ __forceinline__ void multiply_add(
    const float *, float c[4], const uint32_t a[4], const uint32_t b[2])
{
    MMA("m16n8k8", "f32.tf32.tf32.f32", float, "f");
}

static __device__ __forceinline__ void multiply_add(
    const int8_t *, int c[4], const uint32_t a[4], const uint32_t b[2])
{
    MMA("m16n8k32", "s32.s8.s8.s32", int, "r");
}

/* Eight bits, four of them exponent; from compute capability 8.9 on. */
struct e4m3 {};

static __device__ __forceinline__ void multiply_add(
    const struct e4m3 *, float c[4], const uint32_t a[4],
    const uint32_t b[2])
{
#if !defined __NVCC__ || __CUDA_ARCH__ >= 890
    MMA("m16n8k32", "f32.e4m3.e4m3.f32", float, "f");
#endif
}
//< c += a * b

#endif
