/* count.h - requests become sums. */
#ifndef COUNT_H
#define COUNT_H

#include "lens/lens.h"
#include "lens/cost.h"

/* Sums of one kind of access; their names are in lens.h. */
struct sums {
    uint64_t requests, asked, units, ideal;
};

/* The sums of one (line, space, op, array) since count_reset(). */
struct row {
    const char *file; /* lens_source itself for the program's own */
    int line;
    enum space space;
    enum op op;
    char array[48];
    struct sums sums;
};

void count_reset(void);

void add_sums(struct sums *to, const struct sums *more);

/* Adds up a request: one event a lane, all of one site; idle lanes hold a copy
 * of the first active one's. */
void count_request(const event *e, uint32_t lanes);

/* Adds up what a box costs at one of its ends: boxes.h. */
struct site;
void count_box(const struct site *s, uintptr_t address, struct sums made);

void count_barrier(const void *pc);

/* A launch: forgets what was counted since the last start; adds up what a
 * block did, or a cluster of several, `weight` times, and returns a word that two blocks have in common
 * if, to all likelihood, they did the same; adds all of it to the rows, for
 * the launch's regions are about to change. */
void count_launch_start(void);
uint64_t count_block(uint64_t weight, unsigned blocks);
void count_launch_end(void);

/* The rows in order of file, the program's first, line, space, op and array. */
const struct row *count_rows(int *n);

/* Barriers passed, blocks in the grids and run, and the most bytes that one of
 * these stored or updated in global memory, since count_reset(). */
struct totals {
    uint64_t barriers, blocks, run, most_stored;
};
struct totals count_totals(void);
struct totals count_totals_of_launch(void);

#endif
