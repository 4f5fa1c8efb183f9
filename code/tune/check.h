/* check.h - small products that a configuration must get right. */
#ifndef CHECK_H
#define CHECK_H

#include "bench/size.h"
#include "tune/card.h"

enum { MAX_CHECKS = 48 };

/* Sizes that try the edges of a tile: ragged in M, N and K together and one by
 * one, rows that are and that are not a multiple of four words, single and
 * empty. Returns how many. */
int check_sizes(const struct config *c, struct size *out, int capacity);

/* Runs a loaded configuration on each with several scalars and inputs of a type
 * (bench.h; 0 are floats), between red zones, C poisoned, against the float64
 * reference and the bench's bound. Returns 0, or -1 with a complaint. Operands stay for the next configuration
 * of the same tile; check_end() frees them. */
int check(const struct loaded *k, unsigned type);
void check_end(void);

#endif
