/* law.h - what the register file's banks make of a warp's FFMAs.
 *
 * Registers lie in two banks, those with even and those with odd numbers, and each
 * bank gives one register a cycle. A register that stands twice in an FFMA is read
 * once; an operand whose slot (a, b, c) keeps just that register is not read: the slot
 * keeps what the FFMA before it had there with the reuse flag. Instructions of other
 * kinds in between leave alone what a slot keeps, as the compiler too takes for
 * granted, unless they carry a flag of their own.
 *
 * By itself an FFMA takes as many cycles as the fuller bank has registers to read, and
 * one at least. In a row they take less: an FFMA may read over WINDOW cycles, so that
 * one with two even registers overlaps one with two odd ones. It is issued in the first
 * cycle from which both banks have room for its reads within the window.
 *
 * That is one warp. Two warps share the banks of a scheduler, and one may use what the
 * other leaves free. A bound for any number of warps is what the scheduler and the banks
 * can do at all: an instruction a cycle, and a read of each bank. */
#ifndef LAW_H
#define LAW_H

#include "loops/sass.h"

enum { WINDOW = 3 };

struct cost {
    int reads[2]; /* from even registers, from odd ones */
    int cycles;   /* by itself */
    unsigned kept; /* bit s: slot s had its register */
};

/* What the slots keep. */
struct slots {
    int keeps[SLOTS];
};

void nothing_kept(struct slots *s);

/* The next instruction of the warp: 1 and what it costs if it is an FFMA, else 0. */
int next(struct slots *s, const struct word *w, struct ffma *x, struct cost *cost);

struct score {
    size_t instructions, ffmas; /* NOPs do not count */
    size_t by_cycles[SLOTS + 1];
    size_t kept;  /* operands that were not read */
    size_t reads[2]; /* even, odd */
    /* Cycles for each FFMA: each by itself, nothing else counted; the same with a cycle
     * for each other instruction; the loop in a row, an instruction a cycle at most, where
     * nothing but banks and issue slots takes time: what one warp takes at least; and what
     * any number of warps take at least. */
    double alone, sum, in_a_row, bound;
};

/* A loop that has FFMAs, turn after turn. */
struct score score_of(const struct function *f, const struct loop *l);

#endif
