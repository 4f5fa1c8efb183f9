/* groups.h - products that the four warps of a group ask for together, and that run by
 * themselves: what PTX calls wgmma. Kernels call this by kernels/group_engine.h.
 *
 * A product is made as late as the hardware may make it: when a thread of its group waits
 * for it and no thread can go on before. Until then nothing may be stored where its
 * operands are, and each thread may neither load nor store its sums before it has itself
 * waited, nor store its elements of A. What a thread has stored to shared memory an engine
 * may read only after a fence.proxy.async of that thread. A warp reads its rows of A and
 * all of B, in the name of the last of its lanes to ask. The reads are not counted. Who has
 * waited for products comes after what all of the group did before they closed them. */
#ifndef GROUPS_H
#define GROUPS_H

#include "lens/memory.h"

/* A cluster begins; the running block of it has ended; so has the running thread. */
void groups_start(void);
void groups_block_end(void);
void products_end_of_thread(void);

/* Local memory of the running thread that products know, and an access there, of hooks.c;
 * the lens loads or stores there for the kernel. */
extern struct range watched;
void watch_thread(void);
void watched_access(uintptr_t a, unsigned size, enum op op, const void *pc);
void watch_own(const void *x, unsigned bytes, enum op op, const void *pc);

#endif
