/* bench.h - what a chapter's program gives the bench, and what it gets back.
 *
 * A program is its kernels, their launchers and one table. The bench supplies
 * main() and the words it answers to: list, describe, verify, and those of the
 * machine it runs on (program.h). Everything here is C; kernels are CUDA C and
 * include this header from a .cu file. */
#ifndef BENCH_H
#define BENCH_H

#ifdef __cplusplus
extern "C" {
#endif

/* The contract of every kernel: C = alpha*A*B + beta*C, row-major.
 * A is M x K, B is K x N, C is M x N, all in device memory and owned by the
 * caller. Right for every M, N, K >= 0. beta == 0 does not read C, alpha == 0
 * reads neither A nor B. A launcher enqueues its kernel on the default stream,
 * which each thread has of its own (so that calls can be recorded), and returns;
 * the caller asks cudaGetLastError() whether the launch was accepted and waits
 * for it. A, B and C start at multiples of 32 bytes. */
typedef void gemm_fn(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C);

enum kernel_flags {
    B_TRANSPOSED = 1, /* B arrives as N x K: its columns are contiguous */
    PATTERN = 2,      /* accesses without a product: only to be counted */
    SWEEP = 4,        /* one of many variants: measured at 4096 only, profiled
                         at 128 too, counted at 128, verified like all */
    MULTIPLES = 8,    /* takes only multiples of bm, bn and bk; other sizes are
                         refused by name */
    /* A and B arrive rounded to another type, behind the pointers of gemm_fn
     * (TF32 in floats); C stays float, and so do the sums. */
    HALF = 16, BFLOAT16 = 32, TF32 = 64,
    HALF_ACC = 128,   /* but of this kernel, whose sums are half */
    NEEDS_80 = 256,   /* runs from compute capability 8.0 on; an older card
                         leaves it out with one sentence */
    NEEDS_90 = 512,   /* the same from 9.0 on */
    HEADLINE = 1024,  /* a library's: measured where headlines quote sizes only */
    ONLY_90 = 2048,   /* runs where machine code for 9.0 alone does: on 9.0 */
    SPLIT = 4096,     /* of floats, by parts that a tensor core takes: held to
                         bounds that are closer at large K than those of sums
                         in float (bound.h), and tried on more inputs */
    FEW_ROWS = 8192,  /* measured at no more than four rows of tiles, unless
                         asked for by its name */
    PROFILED = 16384  /* of a probe: its launch is counted by a profiler, too */
};

enum { MAX_CONSTANTS = 12, NO_MORE = -1000 };

struct kernel {
    const char *name;  /* as records, figures and the command line say it */
    gemm_fn *launch;
    int bm, bn, bk;    /* the tile of a block; verify tries the edges of it */
    int largest;       /* measure leaves out sizes with a larger M, N or K */
    unsigned flags;
    /* Its device function as `cuobjdump | c++filt` names it, without return
     * type and parameters, blanks apart: "tiled<32>". Null: its name, '-' as
     * '_'. The constants of a template may stand behind it instead, ended by
     * NO_MORE; the first of them is not 0. */
    const char *function;
    int constants[MAX_CONSTANTS + 1];
};

/* Entries of the table for a template OF with the launcher run_OF: its constants
 * begin with the tile, or the tile is said before them. */
#define KERNEL(name, flags, of, bm, bn, bk, ...)                               \
    KERNEL_AT(name, flags, of, bm, bn, bk, bm, bn, bk, __VA_ARGS__)
#define KERNEL_AT(name, flags, of, bm, bn, bk, ...)                            \
    {name, run_##of<__VA_ARGS__>, bm, bn, bk, 8192, flags, #of,                \
     {__VA_ARGS__, NO_MORE}}

/* Supplied by the chapter, at most 63, ended by an entry without a name. */
extern const struct kernel kernels[];

/* A probe measures something that is no matrix product: a ceiling, a way of
 * timing. Its record is data/<device>/<stem>-<topic>.csv. */
struct samples;
enum { MAX_PROBE_SIZES = 15 };

struct probe {
    const char *topic;
    const char *name;
    const char *unit;       /* GFLOP/s, GB/s, ms, us, W, cycles, relative
                               (an error) or element (its number) */
    /* Bytes, or n of an n x n x n product, or what the chapter says; 0 ends. */
    long long sizes[MAX_PROBE_SIZES + 1];
    /* Adds one value, in the unit above, for each round. Returns 0, or -1
     * with its reason given to complain(). */
    int (*measure)(long long size, struct samples *out);
    /* Checks what the probe's own kernel computes, on a small size; may be
     * null. Returns 0, or -1 with its reason given to complain(). */
    int (*verify)(void);
    /* Not 0: the sizes are all those from sizes[0] to this one. */
    long long last;
    unsigned flags;         /* NEEDS_80, NEEDS_90, ONLY_90, PROFILED or 0 */
};

/* How a function of code/probes/ is declared that only a card has: on the CPU, where no
 * probe is measured, it is null. */
#define PROBE_FN __attribute__((weak)) int

/* Supplied by a program that needs more than a card: 0, or -1 with a complaint that
 * says what is missing. Where it has no kernels, its probes alone are measured. */
PROBE_FN program_ready(void);

/* Supplied by the chapter when it has any, ended like kernels[]. */
extern const struct probe probes[];

/* A word of the program's own, which needs no card: run() prints, and gets what
 * --seed and --count say, or -1. Returns 0, or -1 with a complaint. Supplied
 * like probes[]. */
struct program_word {
    const char *name, *help;
    int (*run)(int seed, int count);
};
extern const struct program_word program_words[];

/* Values of one quantity, round by round. */
enum { MAX_ROUNDS = 64 };
struct samples {
    int n;
    double value[MAX_ROUNDS];
    double mhz; /* the clock meanwhile, where a probe knows it better than
                   what the bench reads while it runs; or 0 */
};
void add_sample(struct samples *s, double value); /* drops what is too much */

/* Keeps one sentence on what went wrong; main() prints it. Returns -1. */
int complain(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;
const char *complaint(void);

/* The same where nobody takes an answer, as in a launcher: the next cuda_check()
 * fails with the first such sentence. */
void complain_later(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;
int complain_now(void); /* -1 when there was one, which is the complaint now */

/* Turns a cudaError_t into 0, or -1 with the complaint "<what>: <reason>". */
int cuda_check(int status, const char *what);

#ifdef __cplusplus
}
#endif
#endif
