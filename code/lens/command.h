/* command.h - how a judge has `count` count. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdint.h>

/* From now on A and B are others than usual, and a product that is counted with
 * all its blocks must be right: so what a kernel does there is what it does. None
 * of its blocks may store more bytes than that, or any number if it is 0: who does
 * the work of all in one block, from memory that costs nothing, counts little. */
void count_as_judge(uint64_t seed, uint64_t most_stored);

#endif
