/* winner.h - who stays when the fastest is hardly faster.
 *
 * The simpler of two kernels is the one whose block takes less of the chip:
 * fewer bytes of registers and shared memory. It leaves room for other blocks
 * on other cards, and it is the one to explain. */
#ifndef WINNER_H
#define WINNER_H

#include "bench/stats.h"

struct finalist {
    int config;
    long on_chip;        /* bytes: 4 * registers * threads + shared */
    struct summary rate; /* GFLOP/s, all finalists interleaved */
};

long on_chip(int registers, int threads, long shared);

/* True when a's median is above b's by more than the wider of their two
 * interquartile ranges. */
int beats(const struct finalist *a, const struct finalist *b);

/* The index of the fastest by median; n >= 1. */
int fastest(const struct finalist *f, int n);

/* The index of the simplest whom the fastest does not beat; the fastest
 * itself, when it beats all that are simpler. */
int winner(const struct finalist *f, int n);

#endif
