/* search.h - finds a fast configuration without timing all of them.
 *
 * Speed is a rather smooth function of the constants' logarithms, with cliffs.
 * The search models it as a Gaussian process around what model.h predicts, and
 * always times next what promises the largest expected improvement: Jones,
 * Schonlau and Welch, Efficient Global Optimization of Expensive Black-Box
 * Functions, Journal of Global Optimization 13, 1998. It starts from the
 * model's favourites and from a few as unlike each other as can be. It asks no
 * clock and rolls no dice: the same answers lead it the same way. */
#ifndef SEARCH_H
#define SEARCH_H

#include "tune/space.h"

enum { MAX_BUDGET = 512, BATCH = 8 };

/* Times configurations pick[0 .. n-1], writing their speeds to rate[], in a unit
 * of its own; 0 where one is wrong or does not compile. Returns 0, or -1 to stop
 * the search. */
typedef int measure_fn(void *ctx, const int *pick, int n, double *rate);

struct search_step {
    int config;  /* an index into the list */
    double rate;
};

/* Searches list[0 .. count-1], of which the model expects cycles[], in at most
 * `budget` timings. Configurations that answer 0 cost nothing. trail[] gets
 * the steps, at most MAX_BUDGET. Returns how many, or -1 when stopped. */
int search(const struct config *list, const double *cycles, int count,
           int budget, measure_fn *measure, void *ctx,
           struct search_step *trail);

/* Writes the configurations of the fastest steps into pick[], the fastest
 * first, at most `most`. Returns how many. */
int search_top(const struct search_step *trail, int steps, int *pick, int most);

/* The step with the highest rate; -1 when there is none. */
int search_best(const struct search_step *trail, int steps);

#endif
