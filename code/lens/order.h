/* order.h - what comes before what where threads wait for each other in other ways than
 * by a barrier of the whole block: barriers at which some threads arrive, clusters,
 * engines that read and write by themselves.
 *
 * Each thread, and each engine of a block, is an actor. A thread knows of each actor
 * until when that has been handed to it: a vector of clocks. An access comes before
 * what a thread does now if its clock is below what the thread knows of its actor. All
 * blocks of a cluster have their actors in one vector. Of the threads of a block that
 * have loaded a word of global memory, only the last is asked whether a store comes after
 * it. Kernels that need none of this
 * pay nothing: it begins with the first map of boxes, or with the first call of such
 * a barrier. */
#ifndef ORDER_H
#define ORDER_H

#include "lens/lens.h"

/* The engines of a block: the products of its groups of warps, then the copies that a
 * barrier counts. An actor of a block is a thread, or IS_ENGINE and an engine. */
enum {
    MAX_GROUPS = MAX_THREADS / GROUP,
    COPIES_BY = MAX_GROUPS,
    MAX_ENGINES = MAX_GROUPS + 64,
    IS_ENGINE = 1 << 10
};

/* True once it has begun; and lets it begin. */
extern int ordering;
void order_begin(void);

/* What is known of all actors: null is nothing. */
typedef uint32_t *clocks;

/* A cluster of so many blocks of so many threads starts: nobody knows anything. */
void order_cluster(unsigned blocks, unsigned threads);

/* Adds what the running thread knows, and that it has come here, to *to, which is made
 * where it is null. Its accesses until now must have ended their piece. */
void order_arrive(clocks *to);

/* Adds `from` to what a thread of the running block knows; or to *to. */
void order_take(unsigned thread, const uint32_t *from);
void order_join(clocks *to, const uint32_t *from);

/* What an engine of the running block has done until the clock is added. */
void order_engine(clocks *to, unsigned engine, uint32_t until);
void order_take_engine(unsigned thread, unsigned engine, uint32_t until);

/* What a thread of the running block knows; until when of an actor of that rank. */
clocks order_of(unsigned thread);
uint32_t order_until(const uint32_t *known, unsigned rank, unsigned actor);

/* Threads of the running block, or all of the cluster, have met: each knows what all
 * did. */
void order_meet(int (*has_come)(unsigned thread));
void order_meet_lanes(unsigned warp, uint32_t lanes);
void order_meet_cluster(void);

/* True when what the actor of that rank did at the clock comes before what the thread
 * of that rank does now. */
int order_knows(unsigned rank, unsigned thread, unsigned other_rank, unsigned actor,
                uint32_t when);

/* The thread of the running block shows its stores to engines: fence.proxy.async. */
void order_show(void);
/* True when it has done so since it stored, at `when`, and the thread of that rank,
 * at `now`, knows of that. */
int order_shown(unsigned rank, unsigned thread, unsigned other_rank, unsigned storer,
                uint32_t when, uint32_t at);

void order_forget(clocks *x);

#endif
