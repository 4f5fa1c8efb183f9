/* stamp.h - the card's own clocks. */
#ifndef STAMP_H
#define STAMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* What one SM, always the same, read at one moment. */
struct stamp {
    unsigned long long cycles;      /* of its clock */
    unsigned long long nanoseconds;
    unsigned taken;                 /* 0: no block came to that SM */
};

/* Enqueues the i-th of two stamps, behind what was enqueued before. */
void stamp_now(int i);

/* Waits for both. Returns the clock between them in MHz; 0 if it is unknown. */
double stamped_mhz(void);

#ifdef __cplusplus
}
#endif
#endif
