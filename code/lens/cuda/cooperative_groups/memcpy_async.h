/* memcpy_async.h - copies that the threads of a group make together, for the lens:
 * each those pieces that are its own, as large as cp.async and the addresses allow. */
#ifndef LENS_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define LENS_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cooperative_groups.h"

namespace cooperative_groups {

template <typename G>
LENS_INLINE void memcpy_async(const G &group, void *to, const void *from,
                              size_t bytes)
{
    const uintptr_t all = (uintptr_t)to | (uintptr_t)from | bytes;
    const unsigned piece = all % 16 == 0 ? 16 : all % 8 == 0 ? 8
                           : all % 4 == 0 ? 4 : 1;

    for (size_t i = group.thread_rank() * piece; i < bytes;
         i += group.size() * piece)
        if (piece > 1)
            lens_copy_async((char *)to + i, (const char *)from + i, piece, 0);
        else
            ((char *)to)[i] = ((const char *)from)[i];
    lens_copy_commit();
}
/* Of as many elements as both have. */
template <typename G, typename T>
LENS_INLINE void memcpy_async(const G &group, T *to, size_t room,
                              const T *from, size_t elements)
{
    memcpy_async(group, (void *)to, (const void *)from,
                 (room < elements ? room : elements) * sizeof(T));
}

/* Until all but the last N copies have come, of all threads of the group. */
template <unsigned N, typename G>
LENS_INLINE void wait_prior(const G &group)
{
    lens_copy_wait(N);
    group.sync();
}
template <typename G>
LENS_INLINE void wait(const G &group)
{
    wait_prior<0>(group);
}

} // namespace cooperative_groups

#endif
