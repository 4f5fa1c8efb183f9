/* plan.h - which kernels are measured, profiled and counted at which sizes. */
#ifndef PLAN_H
#define PLAN_H

#include "bench/bench.h"
#include "bench/options.h"

#include <stddef.h>

/* The product at which the ladder compares kernels. */
extern const struct size LADDER_SIZE;

/* How much `measure` takes of each kernel. */
struct pace {
    const struct size *sizes; /* when --size asks for none */
    int size_count;
    int rounds, slow_rounds;  /* of batches; slow: of those over 100 ms */
    double batch_ms;          /* the least a batch lasts */
    double lead_small_ms;     /* the same calls run so long before it, untimed: */
    double lead_ms;           /* at small sizes, at others, and where the power */
    double lead_held_ms;      /* limit sets the clock */
    double warm_ms;           /* the library runs so long first */
    double alone_warm_ms;     /* a kernel alone: so long before, and while, what */
    double alone_ms;          /* the card draws is read; 0: it is not */
};

/* All of it or, with --quick, what fits the ladder into two minutes. */
struct pace pace_of(const struct options *o);

/* One kernel, or library, in the n-th contest. */
struct planned {
    const struct kernel *kernel;
    struct size size;
    float alpha, beta;
    int n;
};

/* A library for each type of elements, and one more. */
enum { MAX_KERNELS = 64, MAX_LIBRARIES = 5,
       MAX_PLANNED = 2 * MAX_ASKED * (MAX_KERNELS + MAX_LIBRARIES) };

/* Writes all that is to be measured into out[MAX_PLANNED], size by size, at each
 * the libraries first: of these (library.h) the first, and those of a type that
 * is measured there. Then the kernels: each that makes a product, or the one that
 * --kernel asks for, that takes the size, and runs here, as does its library;
 * what is made for fewer rows only where --kernel asks for it,
 * and unless --size asks for the size, it is no larger than the kernel's largest
 * and, in a sweep, is LADDER_SIZE. All of these with alpha = 1 and beta = 0.
 *
 * Where headlines quote a size, those kernels that they quote (program.h) follow
 * in a contest of their own, with alpha = .5 and beta = 3, beside the libraries of
 * their types. The sizes are 1024, 2048 and 4096, of kernels that take no floats
 * the last; --quick leaves this out. Returns how many. */
int plan_of(const struct options *o, const struct kernel *libraries,
            struct planned *out);

/* True when the names, each between blanks, have this one. */
int is_among(const char *names, const char *name);

/* The sizes at which a kernel's accesses are counted one by one: those that
 * --size asks for, else the standard ones, of which a sweep takes only the
 * whole tiles, and what is made for few rows the first. A pattern is the same at every size and counted at 128. Count in
 * *n. */
const struct size *count_sizes(const struct kernel *k, const struct options *o,
                               int *n);

/* The same where the card's counters read them: at 1000 too, which is no multiple
 * of a tile, unless it is a sweep. */
const struct size *profile_sizes(const struct kernel *k,
                                 const struct options *o, int *n);

/* True when a profile takes the probe: a ceiling of arithmetic. */
int profiled_probe(const struct probe *p);

/* True when the kernel takes the size; else the complaint says which it takes.
 * Every kernel takes every size, unless it is one for MULTIPLES. */
int takes(const struct kernel *k, struct size s);

/* True unless the kernel is made for fewer rows (FEW_ROWS). */
int few_rows(const struct kernel *k, struct size s);

/* True when the card that is there runs a kernel or a probe with these flags;
 * else the complaint says what it lacks. */
int runs_here(const char *name, unsigned flags);

/* The i-th size of a probe, from 0; 0 after the last one. */
long long probe_size(const struct probe *p, long long i);

/* True when s is one of the standard sizes of the kernel's profile, and it runs
 * here. */
int counted(const struct kernel *k, struct size s);

/* True when kernels[] has entries and none of them makes a product, or has none
 * in a program that needs more than a card: there is nothing to compare with the
 * library. */
int only_patterns(void);

/* Writes what the compiler calls a kernel, as struct kernel says, without blanks:
 * "tiled<32>". */
void function_of(const struct kernel *k, char *out, size_t size);

#endif
