/* cost.h - what one request of a warp costs. Pure arithmetic. */
#ifndef COST_H
#define COST_H

#include "lens/lens.h"

/* The lanes in `lanes` (bit i for lane i) each access `size` bytes, a power of
 * two up to 16, at their address, a multiple of `size`. */
struct request {
    uint32_t lanes;
    unsigned size;
    enum op op;
    uintptr_t address[WARP];
};

struct cost {
    uint64_t asked;      /* bytes_asked, and so on: see lens.h */
    uint64_t units;      /* sectors (global) or wavefronts (shared) */
    uint64_t ideal;
};

struct cost global_cost(const struct request *r);
struct cost shared_cost(const struct request *r);

#endif
