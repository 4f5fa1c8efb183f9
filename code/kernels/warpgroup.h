/* warpgroup.h - products that four warps do together: what PTX calls
 * wgmma, with what brings its tiles and takes its results away: boxes
 * of the copy engine with swizzled rows, barriers at which threads
 * arrive, clusters of blocks. PTX ISA 8.0, "Asynchronous Warpgroup
 * Level Matrix Instructions". Where nvcc is not, group_engine.h stands
 * in for the instructions. For compute capability 9.0 alone; in machine
 * code for other cards nothing happens here, and such cards leave these
 * kernels out. */
#ifndef WARPGROUP_H
#define WARPGROUP_H

#include "kernels/group_engine.h"
#include "kernels/tma.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

/* wgmma is in machine code for sm_90a, and not in that for sm_90. */
#if BULK_PTX && defined __CUDA_ARCH_FEAT_SM90_ALL
#define GROUP_PTX 1
#else
#define GROUP_PTX 0
#endif

enum { GROUP_THREADS = 128 };

//> omit
static __device__ __forceinline__ uint32_t place_of(const void *p)
{
#ifdef __NVCC__
    return (uint32_t)__cvta_generic_to_shared(p);
#else
    return engine_shared_address(p);
#endif
}
//< omit

//> a map of swizzled boxes
/* Makes the map of a rows x cols matrix with elements of `size` bytes.
 * Each row begins `pitch` bytes after the row before. A box has `high`
 * rows of 128 bytes: piece p of the eight pieces of row r is stored at
 * place p ^ r % 8. x and pitch are multiples of 16. Returns 0, or -1
 * with the reason given to complain_later(). */
static int map_boxes(struct tile_map *map, unsigned size, const void *x,
                     size_t rows, size_t cols, size_t pitch,
                     unsigned high)
{
    int status = -1;
#if BULK_PTX
    static decltype(&cuTensorMapEncodeTiled) encode;
    const cuuint64_t shape[] = {cols, rows}, step[] = {pitch};
    const cuuint32_t box[] = {128 / size, high}, all[] = {1, 1};
    const CUtensorMapDataType type =
        size == 4   ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
        : size == 2 ? CU_TENSOR_MAP_DATA_TYPE_UINT16
                    : CU_TENSOR_MAP_DATA_TYPE_UINT8;
    cudaDriverEntryPointQueryResult found;

    if (!encode)
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
                                         (void **)&encode, 12000,
                                         cudaEnableDefault, &found);
    if (encode)
        status = encode((CUtensorMap *)map, type, 2, (void *)x, shape,
                        step, box, all, CU_TENSOR_MAP_INTERLEAVE_NONE,
                        CU_TENSOR_MAP_SWIZZLE_128B,
                        CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
#elif !defined __NVCC__
    status = engine_map_boxes(map->opaque, size, x, rows, cols, pitch,
                              high, 128 / size);
#endif
    if (status != 0)
        complain_later("no map of boxes: status %d", status);
    return status ? -1 : 0;
}
//< a map of swizzled boxes

//> barriers at which threads arrive
/* A phase ends after `arrivals` arrivals, and after all bytes have come
 * that these arrivals have announced. */
static __device__ __forceinline__ void init_arrivals(uint64_t *barrier,
                                                     unsigned arrivals)
{
#ifndef __NVCC__
    engine_barrier_init(barrier, arrivals);
#elif GROUP_PTX
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\n"
                 "fence.mbarrier_init.release.cluster;" ::"r"(
                     place_of(barrier)),
                 "r"(arrivals)
                 : "memory");
#endif
}

/* Arrives at the barrier that lies at the same place in the block with
 * number `rank` of the cluster. */
static __device__ __forceinline__ void arrive_at(uint64_t *barrier,
                                                 unsigned rank)
{
#ifndef __NVCC__
    engine_barrier_arrive_at(barrier, rank);
#elif GROUP_PTX
    asm volatile(
        "{\n.reg .b32 there;\n"
        "mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(
            place_of(barrier)),
        "r"(rank)
        : "memory");
#endif
}

/* Does the same. All memory accesses that this thread has made before
 * are then complete for all threads of the cluster. */
static __device__ __forceinline__ void arrive_and_release(
    uint64_t *barrier, unsigned rank)
{
#ifndef __NVCC__
    engine_barrier_arrive_at(barrier, rank);
#elif GROUP_PTX
    asm volatile(
        "{\n.reg .b32 there;\n"
        "mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, "
        "[there];\n}" ::"r"(place_of(barrier)),
        "r"(rank)
        : "memory");
#endif
}

static __device__ __forceinline__ void arrive(uint64_t *barrier)
{
#ifndef __NVCC__
    engine_barrier_arrive(barrier);
#elif GROUP_PTX
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(
                     place_of(barrier))
                 : "memory");
#endif
}
//< barriers at which threads arrive

//> a box for the blocks of a cluster
/* Starts to copy the box at (row, col) to `to`, a multiple of 1024
 * bytes, in each block of the cluster whose bit in `blocks` is set, or
 * only in this block if `blocks` is 0. The barrier at the same place in
 * each of these blocks counts the bytes. One thread calls this. */
static __device__ __forceinline__ void bring_box(
    void *to, const struct tile_map *map, unsigned row, unsigned col,
    uint64_t *barrier, unsigned blocks)
{
#ifndef __NVCC__
    engine_copy_box(to, map->opaque, row, col, barrier, blocks);
#elif GROUP_PTX
    if (blocks == 0)
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global"
            ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
            "[%4];" ::"r"(place_of(to)),
            "l"(map), "r"(col), "r"(row), "r"(place_of(barrier))
            : "memory");
    else
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global"
            ".mbarrier::complete_tx::bytes.multicast::cluster [%0], "
            "[%1, {%2, %3}], [%4], %5;" ::"r"(place_of(to)),
            "l"(map), "r"(col), "r"(row), "r"(place_of(barrier)),
            "h"((uint16_t)blocks)
            : "memory");
#endif
}
//< a box for the blocks of a cluster

//> a box on its way out
/* Starts to copy a box from shared memory to (row, col). What lies
 * beyond the matrix is not stored. One thread calls this, after each
 * thread that has written to the box has called show_copies(), and
 * after a barrier. */
static __device__ __forceinline__ void send_box(
    const struct tile_map *map, unsigned row, unsigned col,
    const void *from)
{
#ifndef __NVCC__
    engine_store_box(map->opaque, row, col, from);
    engine_close_stores();
#elif GROUP_PTX
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
        "[%0, {%1, %2}], [%3];\n"
        "cp.async.bulk.commit_group;" ::"l"(map),
        "r"(col), "r"(row), "r"(place_of(from))
        : "memory");
#endif
}

/* The copy engine and products of groups may now read what this thread
 * has written to shared memory. */
static __device__ __forceinline__ void show_copies(void)
{
#ifndef __NVCC__
    engine_show_copies();
#elif GROUP_PTX
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/* Waits until all boxes that this thread has sent, except the PENDING
 * newest, have been read. The boxes' places may then be overwritten. */
template <int PENDING>
static __device__ __forceinline__ void wait_until_sent(void)
{
#ifndef __NVCC__
    engine_wait_for_stores(PENDING, 1);
#elif GROUP_PTX
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(PENDING)
                 : "memory");
#endif
}
//< a box on its way out

//> blocks of a cluster
static __device__ __forceinline__ unsigned rank_in_cluster(void)
{
#ifndef __NVCC__
    return engine_rank();
#elif GROUP_PTX
    unsigned rank;

    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
#else
    return 0;
#endif
}

/* All threads of all blocks of a cluster wait here for each other. */
static __device__ __forceinline__ void meet_cluster(void)
{
#ifndef __NVCC__
    engine_meet_cluster();
#elif GROUP_PTX
    asm volatile("barrier.cluster.arrive;\n"
                 "barrier.cluster.wait;" ::: "memory");
#endif
}
//< blocks of a cluster

//> some threads of a block
/* `threads` threads of the block wait here for each other. Barrier 0 is
 * the barrier of __syncthreads(). */
static __device__ __forceinline__ void meet_threads(unsigned barrier,
                                                    unsigned threads)
{
#ifndef __NVCC__
    engine_meet_threads(barrier, threads);
#elif GROUP_PTX
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads)
                 : "memory");
#endif
}
//< some threads of a block

//> registers that change hands
/* All 128 threads of a group give up registers, or take more. Each
 * thread then has COUNT registers. */
template <int COUNT>
static __device__ __forceinline__ void keep_registers(void)
{
#if GROUP_PTX
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
#endif
}

template <int COUNT>
static __device__ __forceinline__ void take_registers(void)
{
#if GROUP_PTX
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
#endif
}
//< registers that change hands

//> a descriptor
/* Describes a tile in shared memory with rows of 128 swizzled bytes. If
 * a row is one k, `leading` is the distance in bytes from 64 columns to
 * the next 64; otherwise it is 0. Eight rows are 1024 bytes. The
 * descriptor counts in units of 16 bytes. */
static __device__ __forceinline__ uint64_t describe(const void *tile,
                                                    unsigned leading)
{
    return (uint64_t)(place_of(tile) / 16 & 0x3fff)
           | (uint64_t)(leading / 16) << 16
           | (uint64_t)(1024 / 16) << 32 | (uint64_t)1 << 62;
}
//< a descriptor

//> products that run by themselves
/* Call this before the first product, and after a thread has accessed
 * its sums or has stored elements of A in registers. */
static __device__ __forceinline__ void begin_products(void)
{
#ifndef __NVCC__
    engine_begin_products();
#elif GROUP_PTX
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}

static __device__ __forceinline__ void close_products(void)
{
#ifndef __NVCC__
    engine_close_products();
#elif GROUP_PTX
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}

/* Waits for all groups of products except the PENDING newest ones. */
template <int PENDING>
static __device__ __forceinline__ void wait_for_products(void)
{
#ifndef __NVCC__
    engine_wait_for_products(PENDING);
#elif GROUP_PTX
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING)
                 : "memory");
#endif
}

/* Before this point the compiler does not read or move the sums. */
template <int COUNT, typename S>
static __device__ __forceinline__ void hold_sums(S (&sums)[COUNT])
{
#if GROUP_PTX
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        if constexpr (sizeof(S) == 4 && S(0.5f) == S(0))
            asm volatile("" : "+r"(sums[i])::"memory");
        else
            asm volatile("" : "+f"(sums[i])::"memory");
#endif
}
//< products that run by themselves

//> sums += a * b, by a group
/* The four warps of a group call this together. It computes 64 rows of
 * A by 2 * COUNT columns of B, 32 bytes of K deep. Warp w has rows 16 *
 * w to 16 * w + 15. In these rows a lane has sums as in mma.sync: four
 * sums in every eight columns. If `add` is 0, old sums do not count.
 * The first argument is null; its type says what the elements are. */
#if GROUP_PTX
#define SUMS_0                                                         \
    "%0, %1, %2, %3, %4, %5, %6, %7, "                                 \
    "%8, %9, %10, %11, %12, %13, %14, %15, "                           \
    "%16, %17, %18, %19, %20, %21, %22, %23, "                         \
    "%24, %25, %26, %27, %28, %29, %30, %31"
#define SUMS_1                                                         \
    "%32, %33, %34, %35, %36, %37, %38, %39, "                         \
    "%40, %41, %42, %43, %44, %45, %46, %47, "                         \
    "%48, %49, %50, %51, %52, %53, %54, %55, "                         \
    "%56, %57, %58, %59, %60, %61, %62, %63"
#define SUMS_2                                                         \
    "%64, %65, %66, %67, %68, %69, %70, %71, "                         \
    "%72, %73, %74, %75, %76, %77, %78, %79, "                         \
    "%80, %81, %82, %83, %84, %85, %86, %87, "                         \
    "%88, %89, %90, %91, %92, %93, %94, %95"
#define SUMS_3                                                         \
    "%96, %97, %98, %99, %100, %101, %102, %103, "                     \
    "%104, %105, %106, %107, %108, %109, %110, %111, "                 \
    "%112, %113, %114, %115, %116, %117, %118, %119, "                 \
    "%120, %121, %122, %123, %124, %125, %126, %127"
#define LIST_32 SUMS_0
#define LIST_64 LIST_32 ", " SUMS_1
#define LIST_96 LIST_64 ", " SUMS_2
#define LIST_128 LIST_96 ", " SUMS_3
#define FOUR(letter, i)                                                \
    "+" letter(sums[i]), "+" letter(sums[i + 1]),                      \
        "+" letter(sums[i + 2]), "+" letter(sums[i + 3])
#define SIXTEEN(letter, i)                                             \
    FOUR(letter, i), FOUR(letter, i + 4), FOUR(letter, i + 8),         \
        FOUR(letter, i + 12)
#define OUT_32(letter)                                                 \
    SIXTEEN(letter, 0), SIXTEEN(letter, 16)
#define OUT_64(letter)                                                 \
    OUT_32(letter), SIXTEEN(letter, 32), SIXTEEN(letter, 48)
#define OUT_96(letter)                                                 \
    OUT_64(letter), SIXTEEN(letter, 64), SIXTEEN(letter, 80)
#define OUT_128(letter)                                                \
    OUT_96(letter), SIXTEEN(letter, 96), SIXTEEN(letter, 112)
#define MULTIPLY(n, count, x, y, z, k, types, letter, rest)            \
    asm volatile(                                                      \
        "{\n.reg .pred add;\nsetp.ne.b32 add, %" z ", 0;\n"            \
        "wgmma.mma_async.sync.aligned.m64n" n k "." types "\n{"        \
        LIST_##count "}, %" x ", %" y ", add" rest ";\n}"              \
        : OUT_##count(letter)                                          \
        : "l"(a), "l"(b), "r"(add)                                     \
        : "memory")
#elif !defined __NVCC__
#define MULTIPLY(n, count, x, y, z, k, types, letter, rest)            \
    engine_group_multiply(types, 2 * count, sums, a, b, add,           \
                          sizeof rest > 8)
#else
#define MULTIPLY(n, count, x, y, z, k, types, letter, rest) ((void)0)
#endif

#define MULTIPLIES(T, S, k, types, letter, rest)                       \
    static __device__ __forceinline__ void group_multiply(             \
        const T *, S(&sums)[32], uint64_t a, uint64_t b, int add)      \
    {                                                                  \
        MULTIPLY("64", 32, "32", "33", "34", k, types, letter, rest);  \
    }                                                                  \
    static __device__ __forceinline__ void group_multiply(             \
        const T *, S(&sums)[64], uint64_t a, uint64_t b, int add)      \
    {                                                                  \
        MULTIPLY("128", 64, "64", "65", "66", k, types, letter, rest); \
    }                                                                  \
    static __device__ __forceinline__ void group_multiply(             \
        const T *, S(&sums)[96], uint64_t a, uint64_t b, int add)      \
    {                                                                  \
        MULTIPLY("192", 96, "96", "97", "98", k, types, letter, rest); \
    }                                                                  \
    static __device__ __forceinline__ void group_multiply(             \
        const T *, S(&sums)[128], uint64_t a, uint64_t b, int add)     \
    {                                                                  \
        MULTIPLY("256", 128, "128", "129", "130", k, types, letter,    \
                 rest);                                                \
    }

/* A row of B's tile is one k for 16 bits, and otherwise one column. */
MULTIPLIES(half, float, "k16", "f32.f16.f16", "f", ", 1, 1, 0, 1")
MULTIPLIES(__nv_bfloat16, float, "k16", "f32.bf16.bf16", "f",
           ", 1, 1, 0, 1")
MULTIPLIES(float, float, "k8", "f32.tf32.tf32", "f", ", 1, 1")
MULTIPLIES(int8_t, int, "k32", "s32.s8.s8", "r", "")
//< sums += a * b, by a group

//> a fragment of A from registers
/* The same for TF32, but a lane has the elements of A in registers: of
 * its warp's 16 rows, elements l % 4 of rows l / 4 and l / 4 + 8, then
 * elements l % 4 + 4 of both. Do not write to these registers before
 * wait_for_products() has shown that the products are complete. */
static __device__ __forceinline__ void group_multiply(
    const float *, float (&sums)[128], const uint32_t (&a)[4],
    uint64_t b, int add)
{
#if GROUP_PTX
    asm volatile(
        "{\n.reg .pred add;\nsetp.ne.b32 add, %133, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32\n{"
        LIST_128 "}, {%128, %129, %130, %131}, %132, add, 1, 1;\n}"
        : OUT_128("f")
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add)
        : "memory");
#elif !defined __NVCC__
    engine_group_multiply_own("f32.tf32.tf32", 256, sums, a, b, add);
#endif
}
//< a fragment of A from registers

//> launch clusters
/* Launches a kernel whose clusters have `cluster` blocks. The kernel
 * calls wait_for_kernel() before it reads global memory, and may start
 * before the previous kernel has ended. */
template <typename F, typename... T>
static void launch_clusters(F *kernel, unsigned cluster,
                            unsigned blocks, unsigned threads,
                            unsigned bytes, T... arguments)
{
#if BULK_PTX
    cudaLaunchAttribute how[2] = {};
    cudaLaunchConfig_t config = {};

    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    how[1].id = cudaLaunchAttributeClusterDimension;
    how[1].val.clusterDim.x = cluster;
    how[1].val.clusterDim.y = how[1].val.clusterDim.z = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = bytes;
    config.attrs = how;
    config.numAttrs = 2;
    cudaLaunchKernelEx(&config, kernel, arguments...);
#else
    engine_clusters_of(cluster);
    kernel<<<blocks, threads, bytes>>>(arguments...);
#endif
}
//< launch clusters

#endif
