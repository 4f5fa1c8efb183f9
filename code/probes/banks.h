/* banks.h - what an FFMA costs by the registers that it reads. */
#ifndef BANKS_H
#define BANKS_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sequence of FFMAs, repeated: for each the operands a, b and c, in letters.
 *   e, o   another register of an even (odd) number than the one before
 *   -      that of the FFMA before, which sets the operand's reuse flag
 *   _      that of the FFMA before, without the flag
 *   =      that of a
 * c is the accumulator, and what is written. Adds the cycles of a scheduler for
 * each FFMA, with so many warps on it, once a round. Returns 0, or -1 with its
 * reason given to complain(): the card's machine code is not known, say. Only a
 * card has it: on the CPU it is null. */
__attribute__((weak)) int bank_cycles(const char *pattern, int warps,
                                      struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
