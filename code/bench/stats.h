/* stats.h - medians and quartiles. */
#ifndef STATS_H
#define STATS_H

struct summary {
    double median, lo, hi; /* lo and hi are the quartiles */
    int runs;
};

/* Summarises n >= 1 values, in any order and left as they are (n is at most
 * MAX_ROUNDS of bench.h). Quartiles interpolate linearly between order
 * statistics: type 7 of Hyndman and Fan, The American Statistician, 1996. */
struct summary summarize(const double *value, int n);

/* Sorts n values, as many as they are, and returns their median; 0 of none. */
double sort_to_median(double *value, int n);

#endif
