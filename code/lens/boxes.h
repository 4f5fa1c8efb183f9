/* boxes.h - tiles that the copy engine brings.
 *
 * The bytes of a copy arrive as late as the hardware may take: a phase of its
 * barrier ends when a thread waits for that and no thread of the block can go on
 * before. Until then their place counts as unwritten; from then on they are
 * there for those that waited for the phase, for all after the next barrier of
 * the block. The thread that starts a copy loads what is copied and stores at
 * once, as far as races go; nothing may be stored where the bytes come from or go to
 * before they have arrived. A copy may go to several blocks of a cluster.
 *
 * Kernels call all this by kernels/copy_engine.h and group_engine.h. Each start is
 * counted, at the line of the kernel that asks for it, as a global load of one request
 * and of the sectors that its rows have in the matrix, and in each block that it goes to
 * as a shared store of one request and of a
 * wavefront for each 128 bytes; a card's counters do not see these copies among
 * the requests of its warps, so that a table that compares the two must except
 * them. The barriers are not counted. */
#ifndef BOXES_H
#define BOXES_H

#include "lens/count.h"
#include "lens/lens.h"

struct barrier;
struct site;

/* The running block has ended: finds copies to it that nobody awaits. */
void boxes_block_end(void);

/* What the barrier, of the running block, counts has come. */
void boxes_land(const struct barrier *b);

/* For those that copy boxes to shared memory, or from it. */

enum { PIECE = 16 };

/* Bytes of a row of a map's box, and of all of it. */
size_t row_of_box(const uint64_t *map);
size_t bytes_of_box(const uint64_t *map);

/* The part of row i of a box that lies in the matrix, which begins at byte `skip` of that
 * row; `count` is 0 where there is none. */
char *part_of_row(const uint64_t *map, int64_t row, int64_t col, unsigned *skip,
                  unsigned *count);

/* Where byte i of a row of a box goes in shared memory, from its beginning on. */
size_t place_in_box(const uint64_t *map, unsigned row, unsigned i);

/* Ends the program where the map was never made, or where the place in shared memory is
 * none for such a box; `what` is done "to" it. */
void must_fit_box(const uint64_t *map, const void *at, const char *what,
                  const struct site *s, const void *pc);
void must_be_in_shared(const void *a, const char *what, const void *pc);

/* An access by an engine, in pieces of 16 bytes or in elements. */
const struct site *touch_box(const void *a, unsigned size, enum op op, const void *pc);
void touch_part(const char *from, unsigned count, unsigned element, enum op op,
                const void *pc);

/* What moving a box costs in shared memory; and in the matrix adds a row's part to
 * *made, of which the sector after the last is *next. */
struct sums cost_of_box(const uint64_t *map);
void add_part(struct sums *made, uintptr_t *next, const char *from, unsigned count);

#endif
