/* program.h - what main() asks of the machine it runs on.
 *
 * Each room of code/ includes headers of its own, and of others no more than
 * these: nothing goes back. A program of a chapter stands in no room.
 *
 *     chapter:    bench/ kernels/ probes/
 *     kernels:    bench/bench.h
 *     probes:     bench/ bench/gpu/ loops/
 *     bench:
 *     bench/gpu:  bench/
 *     lens:       bench/ kernels/copy_engine.h kernels/tensor_engine.h kernels/group_engine.h
 *     lens:       kernels/peer_engine.h kernels/column_engine.h kernels/store_engine.h probes/nccl.h
 *     loops:      bench/columns.h bench/cubin.h
 *     tune:       bench/ bench/gpu/ kernels/ loops/
 *     tune/launchers: bench/bench.h kernels/
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "bench/bench.h"
#include "bench/options.h"

#include <stddef.h>

struct matrix;

/* Exit codes of every program. INTERRUPTED is 128 + SIGINT, as in a shell. */
enum { OK = 0, WRONG = 1, CANNOT = 2, INTERRUPTED = 130 };

struct command {
    const char *name;
    const char *help;
    int (*run)(const struct options *o); /* returns an exit code */
};

/* Each machine that programs run on supplies one: bench/gpu/gpu.c for a GPU. */
struct backend {
    const struct command *commands; /* beside list and verify; ended by {0} */
    size_t red_zone;                /* guard floats on each side of a matrix */
    int (*ready)(void);             /* 0, or -1 with a complaint */
    /* What verify tries beyond the small sizes. An exit code. */
    int (*verify_more)(const struct options *o);
    /* The card's compute capability, as in 75 or 90; null runs everything. */
    int (*capability)(void);
    /* Where a size would take more flops, its tiles made whole, verify tries
     * fewer scalars and inputs there, one at least; 0 for no limit. */
    double patience;
    /* Called before a launcher gets A, B and C in x, with this alpha and beta, and
     * with null after it: what the contract forbids it to touch is seen. Null on a
     * machine that cannot see it. */
    void (*watch)(const struct matrix *x, float alpha, float beta);
};
extern const struct backend backend;

/* What the build knew of this program: provenance.c, compiled once each. */
struct provenance {
    const char *stem;
    const char *source_sha256;
    const char *compiler;
    const char *flags;
    /* Kernels and libraries by their names, each with a blank before and behind
     * it, that the front matter of the chapter names. Headlines quote the first:
     * its rung and its `headlines:`. The second, its `alone:`, are measured for
     * the power that they draw. */
    const char *headlines, *alone;
};
extern const struct provenance provenance;

/* verify: every kernel (or --kernel) on every small size, or on --size with all
 * scalars and inputs that the backend has patience for, against the float64
 * reference; with --tight on matrices without red zones. An exit code. */
int verify(const struct options *o);

/* The entries of kernels[] that --kernel asks for: all, or one. Calls `run` on
 * each and returns the first exit code that is not OK. */
int each_kernel(const struct options *o,
                int (*run)(const struct kernel *, const struct options *));

/* The machine and what the program needs beside it: 0, or -1 with a complaint. */
int all_ready(void);

/* One line on stderr, "<stem>: <complaint>"; returns `code`. */
int report(int code);

#endif
