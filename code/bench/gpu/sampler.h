/* sampler.h - what the card says of itself while work runs on it. */
#ifndef SAMPLER_H
#define SAMPLER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_READINGS = 1024, REASONS = 9 };

/* Readings, added up; start with zeros. What the card does not tell stays 0. */
struct watched {
    int readings;
    double watts[MAX_READINGS], mhz[MAX_READINGS];
    int power_known, reasons_known;
    int because[REASONS]; /* readings in which a reason for throttling held */
};

/* From now on a thread reads the card every few milliseconds and adds what it
 * finds to `w`, until the next call; with null it adds nothing. The thread
 * starts at the first call. */
void watch_into(struct watched *w);

/* The median power in watts and clock in MHz; 0 when unknown. */
double watched_watts(const struct watched *w);
double watched_mhz(const struct watched *w);

/* The reasons that held in at least a tenth of the readings, joined by '+':
 * setting, power, hw, sync, thermal, brake or display; "none", or "" when the
 * card did not tell. */
const char *watched_reasons(const struct watched *w);

/* True when the power limit was one of them. */
int held_by_power(const struct watched *w);

#ifdef __cplusplus
}
#endif
#endif
