/* streams.h - what streams and events order, and what they do not.
 *
 * Launches, copies and settings of memory run one after another here, in the order in
 * which the program asks for them. Two of them race all the same when one stores what
 * the other touches and nothing orders them: that they are of one stream, that one's
 * stream waits for an event after the other, or that the host has waited for the first
 * before it asked for the second. The default stream is one that each thread has of
 * its own, as the programs of this book are compiled: it waits for no other. cudaFree()
 * and cudaDeviceSynchronize() wait for all.
 *
 * A program that creates no stream pays nothing. Of more than 64 that the host has not
 * waited for, the oldest are forgotten. Not seen: what the host reads or writes in its
 * own memory before a copy there is over. */
#ifndef STREAMS_H
#define STREAMS_H

#include "lens/lens.h"

#include <cuda_runtime.h>

/* Something begins in the stream, by that name, and is over; where the host waits for
 * it, nothing of it is remembered. */
void stream_begin(cudaStream_t stream, const char *name, int waits);
void stream_end(void);

/* The running warp's accesses to global memory, as walk.c sees them. */
void stream_accesses(void);

/* Between the two, of a copy or a setting: it loads or stores these bytes. */
void stream_loads(const void *from, size_t bytes);
void stream_stores(const void *to, size_t bytes);

/* True in a stream of the current card. */
int stream_is_here(cudaStream_t stream);

/* The host has waited for all of a stream, or for everything. */
void stream_waited(cudaStream_t stream);
void stream_waited_for_all(void);

#endif
