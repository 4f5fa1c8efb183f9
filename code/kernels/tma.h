/* tma.h - tiles that the copy engine brings: what the kernels share that use
 * the Tensor Memory Accelerator of compute capability 9.0. In machine code for
 * older cards nothing happens here; such cards leave these kernels out. */
#ifndef TMA_H
#define TMA_H

#include "bench/bench.h"
#include "kernels/copy_engine.h"

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#if !defined __NVCC__ || CUDART_VERSION < 12000
#define BULK_PTX 0
#else
#define BULK_PTX 1
#include <cuda.h>
#if CUDART_VERSION < 12050
#define cudaGetDriverEntryPointByVersion(name, to, version, ...)       \
    cudaGetDriverEntryPoint(name, to, __VA_ARGS__)
#endif
#endif

//> a map of tiles
/* What the copy engine knows of a matrix (in cuda.h: CUtensorMap). */
struct tile_map {
    alignas(64) uint64_t opaque[16];
};
//< a map of tiles

//> make a map of tiles
/* Makes the map of a rows x cols matrix, in tiles of high x wide
 * floats. Each row begins `pitch` floats after the row before; x and
 * pitch are multiples of 16 bytes. If swizzled, wide is 16, and the
 * float4 with number q of row r is stored at q ^ r / 2 % 4. Returns 0,
 * or -1 with the reason given to complain_later(). */
static int map_tiles(struct tile_map *map, const float *x, size_t rows,
                     size_t cols, size_t pitch, unsigned high,
                     unsigned wide, int swizzled)
{
    int status = -1;
#if BULK_PTX
    static decltype(&cuTensorMapEncodeTiled) encode;
    const cuuint64_t size[] = {cols, rows}, step[] = {4 * pitch};
    const cuuint32_t box[] = {wide, high}, all[] = {1, 1};
    cudaDriverEntryPointQueryResult found;

    if (!encode)
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
                                         (void **)&encode, 12000,
                                         cudaEnableDefault, &found);
    if (encode)
        status = encode((CUtensorMap *)map,
                        CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)x,
                        size, step, box, all,
                        CU_TENSOR_MAP_INTERLEAVE_NONE,
                        swizzled ? CU_TENSOR_MAP_SWIZZLE_64B
                                 : CU_TENSOR_MAP_SWIZZLE_NONE,
                        CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
#elif !defined __NVCC__
    status = engine_map_tiles(map->opaque, x, rows, cols, pitch, high,
                              wide, swizzled);
#endif
    if (status != 0)
        complain_later("no map of tiles: status %d", status);
    return status ? -1 : 0;
}
//< make a map of tiles

//> a barrier that counts bytes
/* The barrier lies in shared memory. A phase ends after one thread has
 * announced a number of bytes and these bytes have arrived. Then the
 * next phase begins. The first phase is phase 0; the last bit of the
 * number tells phases apart. */
static __device__ __forceinline__ void init_barrier(uint64_t *barrier)
{
#ifndef __NVCC__
    engine_barrier_init(barrier, 1);
#elif BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                 "fence.mbarrier_init.release.cluster;" ::"r"(
                     (uint32_t)__cvta_generic_to_shared(barrier))
                 : "memory");
#endif
}

static __device__ __forceinline__ void expect(uint64_t *barrier,
                                              unsigned bytes)
{
#ifndef __NVCC__
    engine_barrier_expect(barrier, bytes);
#elif BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
            (uint32_t)__cvta_generic_to_shared(barrier)),
        "r"(bytes)
        : "memory");
#endif
}

static __device__ __forceinline__ void wait_for(uint64_t *barrier,
                                                unsigned phase)
{
#ifndef __NVCC__
    engine_barrier_wait(barrier, phase);
#elif BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile(
        "{\n.reg .pred there;\n"
        "ask: mbarrier.try_wait.parity.shared::cta.b64 there, [%0], "
        "%1;\n@!there bra ask;\n}" ::"r"(
            (uint32_t)__cvta_generic_to_shared(barrier)),
        "r"(phase)
        : "memory");
#endif
}
//< a barrier that counts bytes

//> a tile by one instruction
/* Starts to copy the tile whose first float is (row, col) to `to`, a
 * multiple of 128 bytes in shared memory (swizzled: of 512). Floats
 * beyond the matrix arrive as zeros. One thread calls this. */
static __device__ __forceinline__ void start_box(
    float *to, const struct tile_map *map, unsigned row, unsigned col,
    uint64_t *barrier)
{
#ifndef __NVCC__
    engine_copy_tile(to, map->opaque, row, col, barrier);
#elif BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global"
        ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
            "r"((uint32_t)__cvta_generic_to_shared(to)),
        "l"(map), "r"(col), "r"(row),
        "r"((uint32_t)__cvta_generic_to_shared(barrier))
        : "memory");
#endif
}
//< a tile by one instruction

//> close behind
/* If a kernel calls this, the next kernel may start where there is
 * room. It waits in wait_for_kernel() until this kernel has ended. */
static __device__ __forceinline__ void let_next_start(void)
{
#if BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

static __device__ __forceinline__ void wait_for_kernel(void)
{
#if BULK_PTX && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
//< close behind

//> launch close behind
/* Launches a kernel that calls wait_for_kernel() before it reads global
 * memory. The kernel may start before the previous kernel has ended. */
template <typename F, typename... T>
static void launch_behind(F *kernel, unsigned blocks, unsigned threads,
                          unsigned bytes, T... arguments)
{
#if BULK_PTX
    cudaLaunchAttribute behind = {};
    cudaLaunchConfig_t how = {};

    behind.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    behind.val.programmaticStreamSerializationAllowed = 1;
    how.gridDim = dim3(blocks);
    how.blockDim = dim3(threads);
    how.dynamicSmemBytes = bytes;
    how.attrs = &behind;
    how.numAttrs = 1;
    cudaLaunchKernelEx(&how, kernel, arguments...);
#else
    kernel<<<blocks, threads, bytes>>>(arguments...);
#endif
}
//< launch close behind

#endif
