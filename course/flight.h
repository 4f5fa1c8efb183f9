/* flight.h - loads whose waits the judge counts: of the unit `latency`.
 *
 * A warp goes on after a load, and stops at the first instruction that needs its value. So here a load
 * and the use of its value are two calls: load() begins it, landed() gives the value and waits for
 * it. Between them a value is `flying`, and nothing can be done with it but to keep it and to copy it.
 *
 * The judge has a clock for each thread, which counts latencies: a load that begins at 3 can land at 4.
 * landed() moves the clock to that time, if it is not there yet; nothing else does. So ten loads that
 * begin before the first of them lands take one latency, and ten in a chain take ten. */
#ifndef FLIGHT_H
#define FLIGHT_H

#ifndef __cplusplus /* the judge's side: course/flight.c */
#include "bench/size.h"

/* Forgets what was counted; prints it, as rows of a count of this kernel and size. */
void flight_reset(void);
void flight_rows(const char *kernel, struct size s);

unsigned judged_begin(const float *from, float value);
float judged_end(unsigned ticket);
#else

#ifdef __NVCC__ /* on a card the hardware waits */
typedef float flight_ticket;
#define judged_begin(from, value) (value)
#define judged_end(ticket) (ticket)
#else
typedef unsigned flight_ticket;
extern "C" unsigned judged_begin(const float *from, float value);
extern "C" float judged_end(unsigned ticket);
#endif

class flying;
static __device__ flying load(const float *from);
static __device__ float landed(const flying &x);

class flying {
    flight_ticket ticket;
    friend __device__ flying load(const float *from);
    friend __device__ float landed(const flying &x);
};

static __device__ __forceinline__ flying load(const float *from)
{
    flying x;

    x.ticket = judged_begin(from, *from);
    return x;
}

static __device__ __forceinline__ float landed(const flying &x)
{
    return judged_end(x.ticket);
}

#endif /* __cplusplus */

#endif
