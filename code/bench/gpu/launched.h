/* launched.h - the kernels that a call of the library launches. */
#ifndef LAUNCHED_H
#define LAUNCHED_H

#include "bench/timing.h"

enum { LAUNCHED_TEXT = 200 };

struct launched {
    char names[LAUNCHED_TEXT]; /* identifier.h */
    char grids[LAUNCHED_TEXT]; /* their blocks, XxYxZ */
};

/* Calls `work`, records another call, which does not run, and reads what it would
 * launch: several kernels are joined by '+'. What the driver does not tell stays
 * empty. */
struct launched launched_by(work_fn *work, void *ctx);

#endif
