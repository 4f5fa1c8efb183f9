/* rounds.h - in which order contestants take their turns. */
#ifndef ROUNDS_H
#define ROUNDS_H

/* Which of `count` contestants is the place-th of a round, both from 0. Over
 * `count` rounds, or twice as many where count is odd, each follows each of the
 * others equally often within a round and stands at each place equally often; over
 * fewer, nobody follows anybody more than once, or twice. What one leaves behind,
 * heat and a lowered clock, so meets all alike, but for the first of a round, which
 * follows the last of the one before: Williams, "Experimental designs
 * balanced for the estimation of residual effects of treatments", Australian
 * Journal of Scientific Research A 2, 1949. */
int turn(int count, int round, int place);

#endif
