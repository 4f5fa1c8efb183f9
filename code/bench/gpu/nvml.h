/* nvml.h - what the card says of itself right now, by NVML, loaded at run time. */
#ifndef NVML_H
#define NVML_H

/* The SM clock in MHz right now; 0 if NVML is not there. clock_limit() is the
 * highest the card may reach. */
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
