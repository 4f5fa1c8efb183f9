/* devices.h - several cards that the lens pretends, for a program that asks for NCCL
 * (probes/nccl.h): two, or as many as LENS_CARDS says. Any other program has one.
 *
 * All have the one memory. What is checked is whose an allocation, a stream and an event
 * are: a kernel runs on the current card, in a stream of that card, and touches another
 * card's memory only after cudaDeviceEnablePeerAccess(). */
#ifndef DEVICES_H
#define DEVICES_H

#include <stddef.h>

enum { MAX_DEVICES = 64 };

int device_count(void);
int device_now(void); /* the current one */

/* From now on there are as many as the environment says. */
void devices_pretend(void);

/* An allocation is the current card's, and it is gone. */
void device_takes(const void *allocation, size_t bytes);
void device_gives(const void *allocation);

/* Whose memory that is; -1 for nobody's, and where there is one card. */
int device_of(const void *address);

/* True when a kernel on this card may touch that memory. */
int device_reaches(int device, const void *address);

#endif
