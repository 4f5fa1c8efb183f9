/* within.h - races within a warp whose lanes wait for some of each other only.
 *
 * A __syncwarp of all lanes orders all that its warp did before it, and check.h
 * needs to know no more than when it was. One of some lanes orders theirs, and
 * what these have come to know of others. Where a warp makes one, each lane has
 * for each other the moment before which it knows what that lane did, and each
 * byte (or word, where nothing is narrower) remembers the last access of each
 * lane. */
#ifndef WITHIN_H
#define WITHIN_H

/* Checks the log of the running warp, lane against lane. */
void check_within(void);

#endif
