/* barriers.h - barriers at which threads arrive and copies count their bytes: what PTX
 * calls mbarrier. Kernels call this by kernels/copy_engine.h and group_engine.h.
 *
 * A phase ends when all its arrivals and bytes have come. Bytes come as late as the
 * hardware may take: when a thread waits for them and no thread can go on before. Who
 * arrives hands over what it did, to those that wait. */
#ifndef BARRIERS_H
#define BARRIERS_H

#include "lens/lens.h"
#include "lens/order.h"

struct site;

/* All of this is of the phase that is not yet complete, but what was `last`, which those
 * who wait for the one before it are handed: by handover.h, or by clocks. */
struct barrier {
    uintptr_t address;
    unsigned arrivals, missing; /* in each phase; in this one */
    unsigned phase;
    unsigned rank, engine;      /* of its block; that which brings its bytes: order.h */
    uint64_t expected, started; /* bytes */
    const struct moment *arrived, *last;
    clocks now_known, last_known;
    int seen;                   /* a thread has waited for the end of the phase before */
    unsigned maker;             /* the thread that has initialised it, and when */
    uint32_t made;
};

/* Forgets those of the cluster before. */
void barriers_start(void);

/* The barrier at that place in the block of that rank, which is accessed there; `what` a
 * thread does "at" it. */
struct barrier *barrier_at(const uint64_t *at, unsigned rank, const char *what,
                           const void *pc);

/* "full[0]", and of another block "full[0] of block 1 of its cluster". */
const char *barrier_text(const struct barrier *b);

/* The running block has ended: finds what others do at its barriers without its having
 * waited for that. */
void barriers_block_end(void);

#endif
