/* readers.h - all that have loaded bytes of a word, or updated them, since they were stored,
 * where no order among them is known: order.h. check.c keeps the last of them by itself. */
#ifndef READERS_H
#define READERS_H

#include <stdint.h>

struct access {
    uint32_t when, who;
};

enum { ALL_BYTES = 0xf };

/* One of them: a bit for each of four bytes; with `updates`, not loads. */
struct reader {
    struct access is;
    uint8_t bytes, updates;
};

/* Adds one to the list, whose head *list is 0 when it is empty. Two are of the same actor
 * when they agree as far as `actor` goes: of the bytes only the newer is kept. */
void readers_add(uint32_t *list, struct reader one, uint32_t actor);
uint32_t readers_next(uint32_t at, struct reader *out);

/* Forgets what was said of these bytes, by all or by an actor. */
void readers_clear(uint32_t *list, unsigned bytes);
void readers_clear_of(uint32_t *list, struct reader one, uint32_t actor);

#endif
