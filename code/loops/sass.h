/* sass.h - as much of the machine code as the register file's banks ask for. NVIDIA
 * documents none of it: the fields are what nvcc 13.0 was seen to write, bit 0 the
 * lowest of `lo`, bit 64 the lowest of `hi`.
 *
 *   0-11     operation; of these 9-11 say what is a register: 0x223 all of an FFMA
 *   12-15    predicate, 7 for always
 *   16-23    destination
 *   24-31    operand a
 *   32-39    operand b, or 32 bits of a constant in its place
 *   64-71    operand c
 *   87-90    of a branch and of EXIT one more predicate
 *   122-124  reuse flags of a, b and c
 */
#ifndef SASS_H
#define SASS_H

#include "bench/cubin.h"

enum { SLOTS = 3, NO_REGISTER = 255 }; /* RZ is always nought, and not read */

/* d = a * b + c */
struct ffma {
    int to, from[SLOTS]; /* NO_REGISTER also of a constant */
    unsigned reuse;      /* bit s: slot s keeps its register */
};

/* True for the architectures, as 90 for sm_90, of which this holds. */
int known_arch(int arch);

/* The fields, also of another instruction; is it an FFMA? */
int as_ffma(const struct word *w, struct ffma *out);

/* A function's loop, from the instruction `first` to the branch `last` back to it. */
struct loop {
    size_t first, last, ffmas;
};

/* The hot loop, as code/tools/mix.awk finds it: of the loops with most FFMAs the
 * innermost that keeps at least half of them; no loop is what goes on to its end only
 * from elsewhere. Returns 1, 0 where no loop has an FFMA,
 * or -1 where a branch leads to no instruction of the function, or the architecture
 * is not known, so that its machine code is not understood. */
int hot_loop(const struct function *f, int arch, struct loop *out);

/* Does nothing: not counted. */
int is_nop(const struct word *w);

#endif
