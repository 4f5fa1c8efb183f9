/* readers.h - all that have loaded a word since it was stored, where no order among them is
 * known: order.h. check.c keeps the last of them by itself. */
#ifndef READERS_H
#define READERS_H

#include <stdint.h>

struct access {
    uint32_t when, who;
};

/* Adds one to the list, whose head *list is 0 when it is empty; forgets those of the same
 * actor as one of the two, which are `who` as far as `mask` goes. */
void readers_add(uint32_t *list, struct access one, uint32_t actor, uint32_t mask);
uint32_t readers_next(uint32_t at, struct access *out);
void readers_free(uint32_t *list);

#endif
