/* handover.h - what one block of a launch hands to another, through memory.
 *
 * A thread that has called __threadfence() hands over, with each atomic after
 * it, all that came before the fence: what it did itself, what its block did
 * before the last barrier and its warp before the last __syncwarp, and what
 * they had been handed. So do those that it met in a barrier or a __syncwarp since.
 * A thread that makes an atomic on the same word later, or that meets one that has,
 * and then calls __threadfence(), has taken all of it over; the lanes that meet
 * it in a __syncwarp have too, and its block has from its next barrier on.
 * (PTX ISA, "Memory Consistency Model": release and acquire patterns.)
 *
 * Blocks run one after another here, so a thread that asks too early is made
 * up: the first time that a thread asks for a word that another has set, and
 * that nothing forces it to have seen, it is given what the word was before, if
 * what it asks leaves that as it is. That question is not counted.
 *
 * Within a block a barrier of boxes.h hands over in the same way, from those that
 * arrive at it to those that wait for it. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include "lens/lens.h"

/* What somebody has been handed; null is nothing. */
struct moment;

/* At the start of a launch, of a cluster of so many blocks, when one of them runs on,
 * and when it passes a barrier. */
void handover_launch(void);
void handover_cluster(unsigned blocks);
void handover_enter(void);
void handover_barrier(unsigned threads);

/* What the running thread did and had been handed until the clock; and what the
 * block does at this very clock, with more. Both are good until the next barrier. */
const struct moment *handover_arrive(void);
const struct moment *handover_now(const struct moment *more);

/* Both of these; and hands one to a thread of the running block. */
const struct moment *handover_both(const struct moment *a,
                                   const struct moment *b);
void handover_take(unsigned thread, const struct moment *m);

/* The running thread's __threadfence(): what it did until now comes before the
 * clock, what it does from now on does not. */
void handover_fence(void);

/* The running thread made an access. */
void handover_access(void);

/* The lanes of the running warp meet in a __syncwarp. */
void handover_meet(uint32_t lanes);

/* The threads of the running block that have come meet at a barrier of their own. */
void handover_meet_threads(int (*has_come)(unsigned thread), unsigned count);

/* The running thread is about to make an atomic on a word of global memory of
 * so many bytes. One of another size at the same address is another word. */
void handover_atomic(uintptr_t address, unsigned bytes);

/* The word as it was before another set it, or null when the running thread
 * would not be too early, or has been already. */
const void *handover_early(uintptr_t address, unsigned bytes);

/* What the running thread has been handed since the barrier. */
const struct moment *handover_taken(void);

/* An access of this launch, of a thread of its block. With `by_warps` there were
 * others in the same segment, with `by_lanes` others of its warp since the last
 * __syncwarp, about which all this holds too. */
struct earlier {
    uint32_t when;
    unsigned thread, rank;
    int by_warps, by_lanes;
};

/* True when a thread of that kernel has called __threadfence(), in any launch. */
int has_handed_over(const void *entry);

/* True when it was handed to the running block, or by `taken`. */
int handed_over(struct earlier then, const struct moment *taken);

/* Of accesses of several blocks, which may go on beside one another, whoever
 * keeps the last one, at `last`, lets go of one before: with `more`, as of those
 * that it let go of since it first did. Returns 0 where nobody in the launch has
 * called __threadfence() yet, and nothing is kept. The second is true when all
 * of these were handed over. */
int handover_keep(const void *last, struct earlier then, int more);
int handed_over_beside(const void *last, const struct moment *taken);

/* What is missing for that, to end a sentence with; null where there is no
 * fence in the launch. */
const char *handover_missing(struct earlier then, unsigned thread);

#endif
