/* rows.h - the records of tuning, row by row.
 *
 * tuning:  one row for each valid configuration and shape, and one for each
 *          that was rejected, with no shape and its reason for a status;
 * winners: one row a shape: who stays, who was fastest, what the search found;
 * search:  one row a step: what was tried, the best so far, and what was known
 *          before: `cycles` for each FFMA by its machine code, or 0, its
 *          `place` in the order that the model would try all in, and
 *          `blind`, its place without that;
 * final:   one row for each finalist and shape; a journal, never a record.
 *
 * Tuning and winners name a configuration's constants, those of code/registers.cu
 * only where the stem has them. */
#ifndef ROWS_H
#define ROWS_H

#include "bench/record.h"
#include "bench/size.h"
#include "tune/space.h"
#include "tune/winner.h"

enum { STATUS = 200 };

/* What became of a configuration at one shape. */
struct outcome {
    char status[STATUS];  /* ok, spills, wrong: ..., does not compile: ...; ""
                             while nothing is known */
    int registers, shared, runs;
    double gflops, lo, hi, ratio; /* 0 when it was not timed */
};

/* Each writes one row into record r, or nothing when r is null. `size` is null
 * for a configuration that was rejected. Return 0 or -1. */
int tuning_row(struct record *r, const struct config *c,
               const struct size *size, const struct outcome *o);
int search_row(struct record *r, struct size size, int step,
               const struct config *c, double gflops, double best,
               double cycles, int place, int blind);

/* `ratio` is that of nvcc's code in the final, `first` that of NVRTC's in the
 * first pass. A row that is there stays as it is. */
int final_row(struct record *r, struct size size, const struct config *c,
              double ratio, double first);

/* How far nvcc's code is from NVRTC's over all rows, |ratio / first - 1|: the
 * median and the largest. Returns how many rows there are. */
int final_differences(const struct record *r, double *median, double *largest);

struct winners {
    struct size size;
    struct config winner, best, found; /* found.bm is 0 without a search */
    struct summary rate;               /* of the winner */
    double ratio, best_gflops, found_gflops;
    int runs, search_runs;
};
int winners_row(struct record *r, const struct winners *w);

/* True, with the outcome in *o, when an earlier run has left the row. */
int tuning_known(const struct record *r, const struct config *c,
                 const struct size *size, struct outcome *o);
int winners_known(const struct record *r, struct size size);

/* Sets the status, without what would end a cell or a row. */
void set_status(struct outcome *o, const char *kind, const char *why);

#endif
