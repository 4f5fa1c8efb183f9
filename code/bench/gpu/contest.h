/* contest.h - kernels and libraries timed side by side at one size. */
#ifndef CONTEST_H
#define CONTEST_H

#include "bench/columns.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/launched.h"
#include "bench/plan.h"
#include "bench/gpu/stage.h"

/* What is planned at one size, set up for each library of it. */
struct setup {
    const struct planned *planned;
    int planned_count;
    const struct kernel *library[MAX_LIBRARIES];
    struct stage stage[MAX_LIBRARIES];
    int count;
};

/* Returns 0, or -1 with a complaint; setup_free() either way. */
int setup_new(struct setup *at, const struct planned *planned, int count);
void setup_free(struct setup *at);

/* One kernel at one size; the libraries are the first among them. */
struct contestant {
    struct rotation calls;
    struct launched launched; /* by a library */
    int library;           /* the number of the one that it is compared with */
    struct batch batch;
    double error;
    double ms[MAX_ROUNDS];
    double mhz[MAX_ROUNDS]; /* of the SMs; 0 where unknown */
    struct watched watched;
};

struct contest {
    struct contestant entry[MAX_KERNELS + MAX_LIBRARIES];
    int count;
    struct pace pace;
    int rounds;
    double lead;           /* milliseconds, untimed, before each batch */
};

/* Enters all that is set up, checks each product to the bit
 * and within its bound, and times all of them in balanced rounds (rounds.h).
 * Each is checked again after its last batch, whose outcome must be right too.
 * Where beta is not 0 each launch adds to what the one before left: C begins anew
 * before each batch, which ends before it overflows.
 * Returns 0, or -1 with a complaint that says who is wrong, and where. Ends
 * early when stopped(). */
int contest_run(struct contest *c, struct setup *at, const struct pace *pace);

/* The i-th contestant's row in a record of products. */
struct cells contest_row(const struct contest *c, int i);

/* A line for a person. */
void contest_line(const struct contest *c, int i, char *line, size_t size);

#endif
