/* runtime.h - what launches and the CUDA functions share. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

/* Bytes of shared memory that a block may ask for on this card, and whether the program has
 * asked how many that are, as one does that runs with less too. */
extern struct most_shared {
    int bytes, is_asked;
} most_shared;

/* Keeps a cudaError_t for cudaGetLastError(). Returns it. */
int set_error(int error);

/* The same, with a reason that cudaGetErrorString() gives beside its text. */
int set_error_because(int error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Bytes of dynamic shared memory that a launch of the kernel may have, which has
 * so many of static shared memory. */
size_t shared_limit(const void *kernel, size_t fixed);

#endif
