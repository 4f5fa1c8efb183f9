/* progress.h - one line that says how far long work is; silent in a pipe. */
#ifndef PROGRESS_H
#define PROGRESS_H

/* Starts counting `steps` of unequal weight that add up to `total`. */
void progress_start(const char *what, double total);

/* Shows `doing`, with `weight` more of the total done before it. */
void progress(const char *doing, double weight);

/* Wipes the line. */
void progress_end(void);

/* From the first call on, Ctrl-C (and SIGTERM) only sets a flag; stopped()
 * says whether it came. A second Ctrl-C ends the program at once. */
void catch_interrupt(void);
int stopped(void);

#endif
