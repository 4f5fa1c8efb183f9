/* exchange.h - what the banks of the registers cost the program's own loops. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds, once a round, the cycles of a scheduler for each FFMA of a product of n x n
 * floats, n whole tiles, by kernels[which]: as it was compiled, or exchanged, with
 * the factors of its hot loop in the other bank (loops/exchange.h). Of A, transposed,
 * and B those floats have changed places whose registers have, so that the product
 * is the same; it is checked. The kernels are those of registers.cu, whose
 * constants are tile of block, warp and thread and the number of tiles in shared
 * memory. All of them take turns, in both ways, when the first is asked for.
 * Returns 0, or -1 with its reason given to complain(). Only a card has it: on the
 * CPU it is null. */
__attribute__((weak)) int exchange_cycles(int which, int exchanged, long long n,
                                          struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
