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

/* The SM clock in MHz right now, from NVML, loaded at run time; 0 if it is not
 * there. clock_limit() is the highest the card may reach. */
int clock_now(void);
int clock_limit(void);

/* What NVML says of the card right now; 0 is what it does not say. */
struct reading {
    double watts;
    int mhz;                    /* of the SMs */
    int reasons_known;
    unsigned long long reasons; /* why the clock is held down: bits of NVML's
                                   clocks event reasons */
};
void card_reading(struct reading *r);

/* The driver's version, e.g. "580.95.05"; "unknown" without NVML. */
const char *driver_version(void);

#endif
