/* check.h - accesses that no order of threads makes right.
 *
 * Every four bytes of memory, or every byte where accesses are narrower,
 * remember their last store and their last load, or whether several threads
 * have loaded: when, by which thread, at which site. Two accesses of
 * one byte, one of them a store, race unless something orders them: a barrier
 * of the block, a __syncwarp when one warp made both, or the end of a launch.
 * Atomics do not race with atomics. Every byte also remembers whether it was
 * ever written; shared memory forgets at the start of each block. Arrays that
 * a kernel takes as const, and that are written throughout, need no memory:
 * hooks.c sees to it that nothing is stored there. */
#ifndef CHECK_H
#define CHECK_H

#include "lens/lens.h"

/* Notes that the host, or cudaMalloc(), wrote or emptied these bytes. */
void mark_written(uintptr_t address, size_t bytes);
void mark_unwritten(uintptr_t address, size_t bytes);
int all_written(uintptr_t address, size_t bytes);

/* The same of one element of global memory of 1, 2, 4 or 8 bytes, at a multiple
 * of its size, whatever was written before it. */
int is_element_written(uintptr_t address, unsigned size);

/* What is checked from now on is of the running block: of its cluster another ran. */
void check_enter(void);

/* Empties the shared memory of the block before. */
void check_block_start(size_t dynamic_bytes);

/* Checks a request (one event a lane, all of one site), or some events of one
 * lane, of the running warp at now.when; ends the program on a race. */
void check_request(const event *e, uint32_t lanes);
void check_events(const event *e, size_t count, unsigned lane);

/* The same, where within.h has seen to the warp's lanes among each other. */
void check_events_outside(const event *e, size_t count, unsigned lane);

/* What a copy has brought is there from now.clock on, for whom that is handed. It
 * was started by the thread, at the site; or, with order.h, brought by that engine. */
void check_arrival(uintptr_t a, size_t bytes, unsigned site, unsigned thread);

/* The running thread starts a copy to there in the block of that rank, which is not its
 * own. */
void check_remote_issue(unsigned rank, uintptr_t a, size_t bytes, unsigned site);

/* The running thread loads from there in the block of that rank. */
void check_remote_load(unsigned rank, uintptr_t a, size_t bytes, unsigned site);

/* The products of a group no longer read what so many requests FEED: now they have. */
void check_fed(uintptr_t a, size_t bytes, unsigned site, unsigned group, unsigned holds);

/* A copy no longer reads what it was made to HOLD. */
void check_released(uintptr_t a, size_t bytes);

/* Ends the program: two threads of the block, at these sites, race at the
 * address. */
_Noreturn void report_pair(uintptr_t a, unsigned site, unsigned thread,
                           unsigned other_site, unsigned other);

/* Called at a barrier and at the end of a block: an unwritten byte that was
 * read and that nobody has raced to write is a mistake of its own. Where order.h has
 * it, called at once. */
void check_segment_end(void);

#endif
