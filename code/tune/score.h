/* score.h - what a compiled kernel takes at least, by its machine code alone. */
#ifndef SCORE_H
#define SCORE_H

/* Cycles of a scheduler for each FFMA of a warp in the cubin's hot loop, if
 * nothing but issue slots and the register file's banks took time: in_a_row of
 * code/loops/law.h. 0 where the machine code is not understood, as that of an
 * architecture which code/loops does not know. */
double score(const char *cubin);

#endif
