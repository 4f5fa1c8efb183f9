/* made-up.h - the limits of a large card, and chance that repeats. */
#ifndef MADE_UP_H
#define MADE_UP_H

#include "bench/inputs.h"
#include "tune/space.h"

static const struct limits h200 = {
    .threads = 1024, .registers = 65536, .shared = 48 * 1024,
    .opt_in = 227 * 1024,
    .multiprocessors = 132, .sm_threads = 2048, .sm_blocks = 32,
    .sm_registers = 65536, .sm_shared = 228 * 1024, .reserved = 1024,
};

/* In [0, 1), the same for the same arguments. */
static inline double chance(uint64_t seed, uint64_t index)
{
    return (double)(hash64(hash64(seed) ^ index) >> 11) * 0x1p-53;
}

#endif
