/* tuner.h - the search for the constants of one stem on one card.
 *
 * A first pass times configurations as NVRTC makes them, which is quick: all of
 * them, those that the search asks for, or both. A final at each shape times
 * the search's fastest and those close to the best once more, as nvcc makes
 * them with the options of the chapter's program: what is timed in the end is
 * what runs. The winner, the best, and the search's choice among its own
 * fastest come out of that one final, and so do their speeds; the tuning record
 * and the search's steps keep NVRTC's. Without nvcc at run time, NVRTC's code
 * is in the final, too; the head of the winners says whose it was, and by how
 * much the two compilers' code differs in speed over all finalists: a
 * finalist's share of the library's speed in the final, against that in the
 * first pass. */
#ifndef TUNER_H
#define TUNER_H

#include "bench/options.h"
#include "bench/size.h"

enum { MAX_SHAPES = 16 };

enum modes { EXHAUSTIVE = 1, SEARCH = 2, BOTH = 3 };

struct request {
    const char *stem;
    struct size sizes[MAX_SHAPES];    /* --size; none means the usual four */
    int size_count;
    const char *configs[MAX_ASKED];   /* --config: these and no others */
    int config_count;
    enum modes mode;                  /* --mode */
    int budget;                       /* --budget, or 0: a tenth */
    int margin;                       /* --margin: per cent of the best's ratio
                                         that a finalist may lack */
    const char *folder;               /* --data DIR, or null */
    const char *arch;                 /* --arch sm_90, or null */
    int compile_only;                 /* --compile-only */
};

/* What the program exits with beside program.h's codes: that a kernel has left
 * the card unusable, which only a new process mends. */
enum { AGAIN = 75 };

/* Reads argv: `tune STEM options`. Returns 0, or -1 with a complaint. */
int parse_request(int argc, char **argv, struct request *q);

/* Tunes. Configurations that are wrong are recorded and never timed; all rows
 * are journaled, so that a run goes on where another one stopped. Returns an
 * exit code, and prints what it found. */
int tune(const struct request *q);

/* Prints every configuration of the stem's space, a tab, and `valid` or why it
 * is not, for this card or, with --arch, for any. Returns an exit code. */
int print_space(const struct request *q);

#endif
