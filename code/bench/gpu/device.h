/* device.h - facts about the card, for the head of each record. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stddef.h>

/* Returns 0 when a usable GPU is there, else -1 with a complaint that says
 * what is missing and what works without it. */
int device_ready(void);

/* The card's name, as the driver gives it; "" without a card. */
const char *device_name(void);

/* Its compute capability, ten times; 0 without a card. */
int device_capability(void);

/* Writes the `# key: value` lines of a record of this kind (gemm, probe,
 * counters) for a program, this one or another (program.h), without clock and
 * date. */
struct provenance;
void device_head(const struct provenance *program, const char *kind, char *out,
                 size_t size);

/* Free device memory in bytes. */
size_t device_free_memory(void);
size_t device_l2_bytes(void);

/* cublasGetVersion(), e.g. 130002. */
int cublas_version(void);

#endif
