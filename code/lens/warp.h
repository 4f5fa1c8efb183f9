/* warp.h - what lanes do together, and accesses that are no single load or
 * store: shuffles, votes, WMMA fragments, asynchronous copies. Kernels call
 * them by engine.h. */
#ifndef WARP_H
#define WARP_H

#include "lens/lens.h"

/* Lets the running thread's copies land: it has ended. */
void copies_end(void);

/* The lanes of the warp have met, or are at a barrier or their end: each must have
 * called by now what others called of lens_together(). */
void calls_end(unsigned warp);

/* As lens_together() and lens_copy_async() of engine.h, at `pc`. */
void lens_together_from(const char *what, const void *matrix,
                        unsigned bytes, unsigned stride, const void *pc);
void lens_copy_async_from(void *to, const void *from, size_t bytes,
                          size_t zeros, const void *pc);

/* hooks.c: an access as if the kernel had made it at `pc`. */
void lens_touch_from(const void *address, unsigned size, int op,
                     const void *pc);

#endif
