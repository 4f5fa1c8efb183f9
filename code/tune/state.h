/* state.h - the tuner's parts and what they share.
 *
 * listing.c sorts the space out, journal.c keeps the records, ready.c compiles
 * and verifies, pass.c times the first pass, with or without the search,
 * final.c decides, tuner.c goes through all of it. What returns a code returns
 * one of program.h or of tuner.h, and has said why. */
#ifndef STATE_H
#define STATE_H

#include "tune/card.h"
#include "tune/compile.h"
#include "tune/rows.h"
#include "tune/trial.h"
#include "tune/tuner.h"

/* A first pass over everybody, as NVRTC makes it, then a final among those
 * close to the best and the search's fastest, as nvcc makes them. A batch has
 * so many milliseconds at least. */
enum { GROUP = 16, PASS_ROUNDS = 3, FINAL_ROUNDS = 15,
       MAX_FINALISTS = MAX_FIELD, TOP_PICKS = 8,
       PART = 10 /* of all runs the search has one in so many */ };
static const double PASS_MS = 1.5, FINAL_MS = 5.0;

enum phase { COMPILE, VERIFY, TIME, FINAL, PHASES };

/* A configuration as one compiler makes it. */
struct build {
    struct loaded loaded;
    int ready;            /* 1: loaded and right; -1: what `status` says */
    char status[STATUS];
};

/* What is known of one configuration in this process. */
struct entry {
    struct config config;
    char name[CONFIG_NAME];
    struct build by[MAKERS];
    double fma;           /* score.h, of the first pass; 0 while unknown */
    struct outcome at[MAX_SHAPES];
};

/* What the search recommends: its fastest, and in how many runs. */
struct found {
    int pick[TOP_PICKS], count, runs;
};

struct state {
    const struct request *asked;
    const struct space *space;
    struct card card;
    struct compiler compiler;
    struct size shape[MAX_SHAPES];
    int shapes;
    struct entry *entry;         /* the valid ones */
    struct config *valid;        /* their configurations, for the search */
    int count;
    struct config *rejected;
    const char **reason;
    int rejections;
    struct record tuning, winners, search;
    struct record final; /* its journal, or "-" */
    int recording;
    double seconds[PHASES], since;
};
extern struct state t;

/* Whose code the first pass times, NVRTC's where it can make it, and whose the
 * final times: nvcc's, as the program is; where there is no nvcc, that of the
 * first pass. */
enum maker first_maker(void);
enum maker finalist(void);

/* `r`, or null where no records are kept. */
struct record *record(struct record *r);

/* Adds the time since the last call to a phase. */
void spent(enum phase p);

/* Prints the complaint. Returns `code`. */
int say(int code);

/* Fills t.entry, t.valid and t.rejected, for t.card. Returns 0, or -1. */
int list_space(void);

/* The card, or what stands for it where an architecture is given instead. */
int know_card(const struct request *q);

/* Records are opened, resumed and, when all is timed, finished; or abandoned
 * with their rows kept. Return 0, or -1 with a complaint. */
int open_records(void);
int resume(void);
int finish_records(void);
void abandon_records(void);

/* What the two compilers' code differs by, in words; "" where one made all. */
void compilers(char *out, size_t size);

/* True when a configuration's outcome at a shape is known. */
int known(const struct entry *e, int shape);

/* Compiles pick[0 .. n-1], or everybody of whom a shape is still unknown, and
 * for a search all others too; what fails is marked. Return 0, or -1 with a
 * complaint. */
int compile_these(enum maker by, const int *pick, int n, int show);
int compile_all(enum maker by);

/* Scores what the first pass has. What is not made, or not understood, has 0. */
void score_all(void);

/* True when the configuration is right on small products and at this shape. */
int right(struct entry *e, enum maker by);

/* Marks a build with the complaint. */
void fault(struct build *b);

/* Time everybody, or whom the search asks for. Return a code. */
int everybody(int shape);
int search_shape(int shape, struct found *found);

/* How many were timed; how much of all the work a run is. */
int timed_at(int shape);
double run_weight(int shape);

/* The final, and the row of winners. Returns a code. */
int final(int shape, const struct found *found);

#endif
