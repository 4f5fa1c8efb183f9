/* parts.h - sums over parts of K, which several blocks make of one tile of C
 * and one of them adds up in a fixed order: so C is the same each time. */
#ifndef PARTS_H
#define PARTS_H

#include "bench/bench.h"
#include "kernels/gemm.h"
#include "kernels/warpgroup.h"

//> a place for parts
/* Returns device memory for `floats` floats, for one call at a time. It
 * is owned here and kept for the next call. Returns null, with a
 * complaint, if there is not enough memory. */
static float *room_of_parts(size_t floats)
{
    static float *kept;
    static size_t size;

    if (floats > size) {
        cudaFree(kept);
        kept = NULL;
        size = 0;
        if (cudaMalloc((void **)&kept, floats * sizeof *kept) != 0) {
            complain_later("no memory for %zu sums of parts", floats);
            return NULL;
        }
        size = floats;
    }
    return kept;
}
//< a place for parts

//> leave a part
/* Stores a thread's sums. Adjacent threads store adjacent float4s. */
template <int COUNT, int THREADS>
static __device__ __forceinline__ void leave_part(const float *sums,
                                                  float *part)
{
    float4 *mine = (float4 *)part + threadIdx.x;

#pragma unroll
    for (int i = 0; i < COUNT; i += 4)
        __stcg(&mine[i / 4 * THREADS],
               make_float4(sums[i], sums[i + 1], sums[i + 2],
                           sums[i + 3]));
}
//< leave a part

//> the counters of tiles
/* How many blocks have stored their part of each tile. A product with
 * more tiles does not divide K. Two products must not run at once. */
enum { MAX_SPLIT_TILES = 4096 };
static __device__ unsigned arrived[MAX_SPLIT_TILES];

/* All threads of the block wait for each other. But if BARRIER_THREADS
 * is not 0, only these first threads wait for each other, at barrier 1.
 */
template <int BARRIER_THREADS>
static __device__ __forceinline__ void sync_threads(void)
{
    if (BARRIER_THREADS > 0)
        meet_threads(1, BARRIER_THREADS);
    else
        __syncthreads();
}
//< the counters of tiles
//> who is the last
/* True in the last of `count` blocks that call this for a tile. That
 * block can read the parts of all others. atomicInc() turns count - 1
 * into 0 again, so the counter is ready for the next product. */
template <int BARRIER_THREADS = 0>
static __device__ __forceinline__ bool is_last(unsigned tile,
                                               unsigned count)
{
    __shared__ unsigned old_count;

    sync_threads<BARRIER_THREADS>();
    if (threadIdx.x == 0) {
        __threadfence();
        old_count = atomicInc(&arrived[tile], count - 1);
        __threadfence();
    }
    sync_threads<BARRIER_THREADS>();
    return old_count == count - 1;
}
//< who is the last

//> add a part
template <int COUNT, int THREADS>
static __device__ __forceinline__ void add_part(float *sums,
                                                const float *part)
{
    const float4 *its = (const float4 *)part + threadIdx.x;

#pragma unroll
    for (int i = 0; i < COUNT; i += 4) {
        const float4 v = __ldcg(&its[i / 4 * THREADS]);

        sums[i] += v.x;
        sums[i + 1] += v.y;
        sums[i + 2] += v.z;
        sums[i + 3] += v.w;
    }
}

/* The last block adds all parts of a tile, also its own, from first to
 * last. In the other blocks the result is false: they are finished. */
template <int COUNT, int THREADS>
static __device__ __forceinline__ bool add_all(float *sums,
                                               float *partials,
                                               unsigned tile,
                                               unsigned part,
                                               unsigned count)
{
    const size_t size = (size_t)COUNT * THREADS;
    float *first = partials + (size_t)tile * count * size;

    leave_part<COUNT, THREADS>(sums, first + part * size);
    if (!is_last(tile, count))
        return false;
#pragma unroll
    for (int i = 0; i < COUNT; ++i)
        sums[i] = 0.0f;
    for (unsigned p = 0; p < count; ++p)
        add_part<COUNT, THREADS>(sums, first + p * size);
    return true;
}
//< add a part

#endif
