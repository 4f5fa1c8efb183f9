/* clusters.h - blocks that run together, each with a shared memory of its own: launch.c
 * runs them in turns. And barriers of some threads of a block: what PTX calls bar.sync
 * with a number. */
#ifndef CLUSTERS_H
#define CLUSTERS_H

/* Blocks of a cluster of the next launch, which are then forgotten; or 0. */
unsigned clusters_of_next(void);

/* A cluster begins; the running block of it has ended. */
void clusters_start(void);
void clusters_block_end(void);

#endif
