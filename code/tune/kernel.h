/* kernel.h - a kernel as a compiler has left it. */
#ifndef KERNEL_H
#define KERNEL_H

#include "bench/cubin.h"

/* Opens a cubin of one kernel, as a chapter's source makes it with CONSTANTS;
 * NVRTC and nvcc both write such files. Returns 0, and then cubin_close() is due,
 * or -1 with a complaint when this is no cubin, or has no kernel or several. */
int kernel_open(struct cubin *c, const char *path);

#endif
