/* exchange.h - the same loop with factors in the other bank.
 *
 * A load of a float4 from shared memory fills four neighbouring registers, the even
 * ones and the odd ones of a pair with what is there. If each FFMA that has one of a
 * pair as a factor takes the other one instead, and the two floats in shared memory
 * change places, the FFMA computes what it did, from the other bank. No other bit of
 * the loop is touched. A pair stays as it is where one of the two registers is wanted
 * for something else before the last FFMA has read the other. */
#ifndef LOOPS_EXCHANGE_H
#define LOOPS_EXCHANGE_H

#include "loops/sass.h"

/* A load of a float4 in a loop. */
struct load {
    int base;           /* the register that holds the address */
    unsigned offset;    /* in bytes, from there */
    unsigned exchanged; /* bit 0: its first pair, bit 1: its second */
};

/* Exchanges what it can in the code of a loop, and tells its loads, in order: as many
 * as there are go to *count, and no more than `most` to `loads`. Returns the FFMAs of
 * which both factors are exchanged, or -1 where memory is short. */
long exchange_factors(struct word *code, const struct loop *l, struct load *loads, size_t most,
                      size_t *count);

#endif
