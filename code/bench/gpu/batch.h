/* batch.h - calls that are timed together, at their own clock. */
#ifndef BATCH_H
#define BATCH_H

#include "bench/gpu/sampler.h"
#include "bench/timing.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls that are short are recorded once, as a CUDA graph, and replayed: between
 * two of them passes what the card needs, and not what the host does. */
struct batch {
    work_fn *work;
    void *ctx;
    double ms;      /* of one call, about */
    int times;      /* calls that are timed */
    int group;      /* calls in the graph; 0: they are enqueued one by one */
    void *graph;    /* cudaGraphExec_t */
    work_fn *renew; /* null, or what goes before every `room` calls */
    int room;
};

struct timed {
    double ms;      /* of one call, from device events around all */
    double mhz;     /* the SMs' clock meanwhile, from their cycles; 0: unknown */
};

/* Sizes a batch of at least `least` milliseconds, warming up on the way. Calls
 * repeat themselves after `period` of them (operands rotate). One call of more
 * than 50 ms is a batch. Returns 0, or -1 with a complaint. */
int batch_new(struct batch *b, work_fn *work, void *ctx, int period,
              double least);

/* Makes it so many times longer. */
void batch_stretch(struct batch *b, int factor);

/* From now on a run calls renew(ctx), which may enqueue, before every `room` calls
 * of its lead-in at most, and before those that are timed, which are no more. */
void batch_renew(struct batch *b, work_fn *renew, int room);

/* Times it, behind an untimed lead-in of at least so many milliseconds of the
 * same calls (none for one call that makes a batch): it finds caches cold and
 * the clock where others left it. What the card says meanwhile is added to w; with
 * null, whoever watches goes on.
 * Returns 0, or -1 with a complaint. */
int batch_run(const struct batch *b, double lead, struct watched *w,
              struct timed *out);

void batch_free(struct batch *b);

#ifdef __cplusplus
}
#endif
#endif
