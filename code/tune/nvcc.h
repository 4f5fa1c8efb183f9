/* nvcc.h - nvcc, where it was when the tuner was made, and other programs. */
#ifndef NVCC_H
#define NVCC_H

#include <stddef.h>

extern const char NVCC_PATH[];

/* What a command prints, in out, cut at `size`. Returns 0 when it ends well. */
int listen_to(const char *command, char *out, size_t size);

/* All that nvcc says of its version, in out; "" where there is no nvcc. */
void nvcc_about(char *out, size_t size);

/* Its version in short, such as "13.0", from what it says. */
void nvcc_version(const char *about, char *out, size_t size);

/* The options that decide what it makes: those of the chapter's program. */
void nvcc_options(const char *arch, char *out, size_t size);

#endif
