/* launch.h - what the rest of the lens may ask of a running launch. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "lens.h"

/* Runs a kernel<<<>>>: every block, or those that sample_weight() picks, one
 * after another; the warps of a block one after another from barrier to
 * barrier; the lanes of a warp likewise. A refused launch sets the error that
 * cudaGetLastError() gives. */
void lens_run(const struct lens_launch *launch);

/* See lens_device.h. */
typedef void lens_act(void *const brought[WARP], unsigned mask);
void lens_meet(const char *what, int line, unsigned mask, void *mine,
               lens_act *act);
void lens_barrier(int line);
int lens_barrier_vote(int line, int predicate, int kind);
unsigned lens_lane(void);

#endif
