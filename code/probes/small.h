/* small.h - probes of what a call costs beside a small product. */
#ifndef SMALL_H
#define SMALL_H

#include "bench/bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a call of cublas() costs at n, in us: the host's time to enqueue it; the
 * time from call to call where a stream gives them; where a graph replays them
 * (on a card where a call is longer than 0.1 ms, a stream gives them too);
 * and between two clock readings on the card, one before and one after it, with
 * enough work before them that nobody waits for the host. The same with other
 * operands for each call, too many for the L2 cache (rotated), and of a kernel
 * that does nothing, of n blocks (empty). */
PROBE_FN small_enqueue(long long n, struct samples *out);
PROBE_FN small_stream(long long n, struct samples *out);
PROBE_FN small_graph(long long n, struct samples *out);
PROBE_FN small_between(long long n, struct samples *out);
PROBE_FN small_rotated_enqueue(long long n, struct samples *out);
PROBE_FN small_rotated_stream(long long n, struct samples *out);
PROBE_FN small_rotated_graph(long long n, struct samples *out);
PROBE_FN small_rotated_between(long long n, struct samples *out);
PROBE_FN empty_enqueue(long long blocks, struct samples *out);
PROBE_FN empty_stream(long long blocks, struct samples *out);
PROBE_FN empty_graph(long long blocks, struct samples *out);
PROBE_FN empty_between(long long blocks, struct samples *out);

#ifdef __cplusplus
}
#endif
#endif
