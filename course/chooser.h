/* chooser.h - what a program takes that chooses among kernels: of the unit `chooser`.
 *
 * The launcher of such a program launches nothing. It calls take() once: with the name of a way to the
 * product, with the number of parts into which the way divides K, and with the nanoseconds that the
 * program expects. The judge looks the time up that an H200 needed (regret.sh). */
#ifndef CHOOSER_H
#define CHOOSER_H

#ifndef __cplusplus /* the judge's side: course/chooser.c */
#include "bench/size.h"

/* Forgets what was taken; prints it, as a row of a count of this kernel and size. A way without a name
 * is `-`, and of a way that is taken twice the last one stands there. */
void taken_reset(void);
void taken_row(const char *kernel, struct size s);

void judged_take(const char *way, unsigned parts, double nanoseconds);
#else

extern "C" void judged_take(const char *way, unsigned parts, double nanoseconds);

static inline void take(const char *way, unsigned parts, double nanoseconds)
{
    judged_take(way, parts, nanoseconds);
}

#endif /* __cplusplus */

#endif
