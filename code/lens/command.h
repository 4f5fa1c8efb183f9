/* command.h - how a judge has `count` count. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdint.h>

/* From now on A and B are others than usual, and a product that is counted with
 * all its blocks must be right: so what a kernel does there is what it does. */
void count_as_judge(uint64_t seed);

#endif
