/* trial.h - loaded configurations at one shape: right, and how fast. */
#ifndef TRIAL_H
#define TRIAL_H

#include "bench/size.h"
#include "bench/stats.h"
#include "tune/card.h"

enum { MAX_FIELD = 32 };

/* Sets the shape up: operands of a type (bench.h; 0 are floats), reference, the
 * library warm. Returns 0, or -1 with a complaint; trial_close() either way. */
int trial_open(unsigned type, struct size s);
void trial_close(void);

/* Returns 0 when the product of this shape is right, else -1. */
int trial_check(const struct loaded *k);

struct trial {
    struct summary rate;  /* GFLOP/s */
    struct summary ratio; /* of the library's, in the same rounds */
    int failed;           /* a launch did; nothing else is known then */
};

/* Times n kernels and the library, interleaved: in each of `rounds` rounds a
 * batch of at least `least` ms of each, in the order of rounds.h. Short calls are
 * replayed as a graph (batch.h), so that the host does not hold them back.
 * Returns 0, or -1 with a complaint when it was interrupted or the library
 * failed. A kernel's own failure is in out[], and its complaint remains. */
int trial_time(struct loaded *const *k, int n, int rounds, double least,
               struct trial *out);

/* Lines for the end of a record's head: the clock that was seen, the date. */
void trial_tail(char *out, size_t size);

#endif
