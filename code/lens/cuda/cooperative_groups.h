/* cooperative_groups.h - blocks, and tiles of a warp, for the lens. Of the grid
 * no group exists: its blocks run one after another. */
#ifndef LENS_COOPERATIVE_GROUPS_H
#define LENS_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

#define LENS_METHOD static inline __attribute__((always_inline))

struct thread_block {
    LENS_METHOD void sync(void) { __syncthreads(); }
    static unsigned thread_rank()
    {
        return threadIdx.x + blockDim.x * (threadIdx.y +
                                           blockDim.y * threadIdx.z);
    }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
};
static inline thread_block this_thread_block() { return {}; }

/* SIZE neighbouring lanes, a power of two up to 32. */
template <unsigned SIZE, typename = void> struct thread_block_tile {
    static_assert(SIZE > 0 && SIZE <= 32 && (SIZE & (SIZE - 1)) == 0,
                  "the lens has tiles of 1, 2, 4, 8, 16 and 32 threads");

    static unsigned mask()
    {
        return (SIZE == 32 ? ~0u : (1u << SIZE % 32) - 1)
               << (lens_lane() & ~(SIZE - 1));
    }
    LENS_METHOD void sync(void) { __syncwarp(mask()); }
    static unsigned thread_rank() { return lens_lane() & (SIZE - 1); }
    static constexpr unsigned size() { return SIZE; }
    static constexpr unsigned num_threads() { return SIZE; }
    static unsigned meta_group_rank()
    {
        return thread_block::thread_rank() / SIZE;
    }
    static unsigned meta_group_size()
    {
        return (thread_block::size() + SIZE - 1) / SIZE;
    }
    template <typename T>
    LENS_METHOD T shfl(T v, int from)
    {
        return __shfl_sync(mask(), v, from, SIZE);
    }
    template <typename T>
    LENS_METHOD T shfl_up(T v, unsigned by)
    {
        return __shfl_up_sync(mask(), v, by, SIZE);
    }
    template <typename T>
    LENS_METHOD T shfl_down(T v, unsigned by)
    {
        return __shfl_down_sync(mask(), v, by, SIZE);
    }
    template <typename T>
    LENS_METHOD T shfl_xor(T v, int by)
    {
        return __shfl_xor_sync(mask(), v, by, SIZE);
    }
    LENS_METHOD int any(int p)
    {
        return __any_sync(mask(), p);
    }
    LENS_METHOD int all(int p)
    {
        return __all_sync(mask(), p);
    }
    LENS_METHOD unsigned ballot(int p)
    {
        return __ballot_sync(mask(), p) >> (lens_lane() & ~(SIZE - 1));
    }
};

template <unsigned SIZE, typename G>
static inline thread_block_tile<SIZE> tiled_partition(const G &)
{
    return {};
}
template <typename G>
LENS_INLINE void sync(const G &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
