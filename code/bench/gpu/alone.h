/* alone.h - a kernel that has the card for itself, and what the card draws then. */
#ifndef ALONE_H
#define ALONE_H

#include "bench/gpu/batch.h"
#include "bench/plan.h"

struct drawn {
    struct samples watts; /* the mean of each batch */
    struct samples mhz;   /* the clock of each */
};

/* Runs nothing but this kernel or library at LADDER_SIZE: until the card is warm,
 * and then in batches of a tenth of a second. Returns 0, or -1 with a complaint;
 * nothing is drawn where the card does not tell. */
int draw_alone(const struct kernel *k, const struct pace *pace, struct drawn *out);

#endif
