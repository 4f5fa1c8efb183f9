/* compile.h - many configurations of one source, compiled side by side.
 *
 * There are two compilers. NVRTC, a library, is quick, and makes all of them.
 * nvcc makes the chapter's program, so what it makes is what runs: the machine
 * code of a configuration is the same in its cubin and in the program. The two
 * do not make the same code of the same source.
 *
 * Both run under `make` (cubins.mk), as processes that never touch the GPU. A
 * cubin is kept in the folder that snapshot.sh names, as CONFIG.cubin or as
 * CONFIG.nvcc.cubin, so that nothing is compiled twice.
 *
 * A kernel for tensor cores comes with its launcher, which maps operands and
 * launches clusters. That is host code, so nvcc alone makes it: CONFIG.so, a
 * shared object (launchers/launcher.h). */
#ifndef COMPILE_H
#define COMPILE_H

#include "bench/cubin.h"
#include "tune/space.h"

enum { WHY = 160 };

enum maker { BY_NVRTC, BY_NVCC, MAKERS };

struct compiler {
    char stem[64], arch[16];
    char target[20];       /* what it compiles for: "sm_90", or "sm_90a" */
    int launchers;         /* it makes shared objects */
    char nvcc[32];         /* its version, such as "13.0"; "": there is none */
    char folder[512];      /* of the cubins */
    char sha256[65];       /* of the stem's kernels, as tools/hash.sh */
};

/* Takes the source of a space as it is now, for `arch` ("sm_90"). Returns 0, or
 * -1 with a complaint. */
int compiler_start(struct compiler *c, const struct space *s, const char *arch);

/* What one configuration came to. */
struct compiled {
    int done;       /* 1: there is a cubin; 0: stopped before; -1: why */
    char why[WHY];  /* the first error */
};

/* Compiles list[pick[0 .. n-1]] that has no cubin `by` that compiler yet; out[]
 * runs beside pick. `progress` may be null; it hears of each that is done.
 * Returns 0, or -1 with a complaint when it cannot go on or was interrupted. */
int compile(struct compiler *c, enum maker by, const struct config *list,
            const int *pick, int n, struct compiled *out,
            void (*progress)(const char *name));

/* Path of a configuration's cubin, or shared object. */
void cubin_path(const struct compiler *c, enum maker by,
                const struct config *config, char *out, size_t size);

/* Opens a cubin of one kernel, as a chapter's source makes it with CONSTANTS.
 * Returns 0, and then cubin_close() is due, or -1 with a complaint when this is
 * no cubin, or has no kernel or several. */
int kernel_open(struct cubin *c, const char *path);

#endif
