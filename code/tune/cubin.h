/* cubin.h - what a compiled kernel is called. */
#ifndef CUBIN_H
#define CUBIN_H

#include <stddef.h>

/* The name of the one kernel in a cubin, mangled as the driver wants it; NVRTC
 * and nvcc both write such files. Returns 0, or -1 with a complaint when this
 * is no cubin, or has no kernel or several. */
int cubin_kernel(const char *path, char *name, size_t size);

#endif
