/* model.h - a guess at how long a configuration takes, before it is run.
 *
 * Only good for an order to try things in. A multiprocessor is taken to start
 * FMAs of 4 warps and to serve one wavefront of shared memory in a cycle. */
#ifndef MODEL_H
#define MODEL_H

#include "bench/size.h"
#include "tune/space.h"

/* Blocks of this configuration that one multiprocessor holds at a time. */
int model_occupancy(const struct space *s, const struct config *c,
                    const struct limits *l);

/* Wavefronts that a warp's loads from As and Bs take for one k. All are of a
 * float4: four wavefronts, or two if lanes 0 and 1, 2 and 3, ... want the same,
 * or else if 0 and 2, 1 and 3, ... do. The lanes of a row share those of A,
 * those of a column share those of B. A packed kernel's lanes go down and across
 * in turn (place_lane() of kernels/placement.h). */
int model_wavefronts(const struct config *c);

/* Cycles for the product: the busiest multiprocessor's tiles, at the slowest
 * of its FMAs, its shared-memory loads and its traffic with L2, and what is
 * left of the latencies that its other warps do not hide. `fma` is what
 * score.h says of its machine code; with 0 each FMA takes its slot and a part of
 * those of the loads that it needs. */
double model_cycles(const struct space *s, const struct config *c,
                    const struct limits *l, struct size size, double fma);

#endif
