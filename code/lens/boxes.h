/* boxes.h - tiles that the copy engine brings, and the barriers that await them.
 *
 * The bytes of a copy arrive as late as the hardware may take: a phase of its
 * barrier ends when a thread waits for that and no thread of the block can go on
 * before. Until then their place counts as unwritten; from then on they are
 * there for those that waited for the phase, for all after the next barrier of
 * the block. The thread that starts a copy loads what is copied and stores at
 * once, as far as races go; nothing may be stored where the bytes come from or go to
 * before they have arrived.
 *
 * Not seen: that memory is not ordered between ordinary accesses and the
 * engine's by all that orders ordinary ones (fence.proxy.async). Kernels call
 * all this by kernels/copy_engine.h. Each start is counted, at the line of the
 * kernel that asks for it, as a global load of one request and of the sectors
 * that its rows have in the matrix, and as a shared store of one request and of a
 * wavefront for each 128 bytes; a card's counters do not see these copies among
 * the requests of its warps, so that a table that compares the two must except
 * them. The barriers are not counted. */
#ifndef BOXES_H
#define BOXES_H

/* Forgets the barriers of the block before; finds copies that nobody awaits. */
void boxes_block_start(void);
void boxes_block_end(void);

/* launch.c: the running thread waits. What it waits for, boxes.c knows. */
void await_box(void);

/* True when the phase that the thread waits for is complete: then the thread has
 * been handed what came. */
int boxes_passed(unsigned thread);

/* Nobody can go on: completes the phase that the thread waits for, if all have
 * arrived and all copies were started. */
void boxes_land(unsigned thread);

/* Ends the program: the thread waits for ever. */
_Noreturn void boxes_stuck(unsigned thread);

#endif
