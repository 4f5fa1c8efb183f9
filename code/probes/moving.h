/* moving.h - probes that read what lies in `from` and write to `to`. */
#ifndef MOVING_H
#define MOVING_H

#include "bench/bench.h"
#include "bench/timing.h"

#include <cuda_runtime.h>

/* WORK is what a launch takes: a struct with pointers from and to, for which the
 * card here has so many bytes each. give_back() either way. */
template <typename WORK>
static int take_room(WORK *w, size_t from, size_t to)
{
    w->from = w->to = NULL;
    return cuda_check(cudaMalloc((void **)&w->from, from), "memory") != 0
               ? -1 : cuda_check(cudaMalloc((void **)&w->to, to), "memory");
}

template <typename WORK>
static void give_back(WORK *w)
{
    cudaFree((void *)w->from);
    cudaFree((void *)w->to);
}

/* Adds the rate of a launch that moves so many bytes, in GB/s, once a round. */
template <typename WORK>
static int sample_moving(work_fn *launch, WORK *w, size_t from, size_t to,
                         double moved, int rounds, struct samples *out)
{
    int status = take_room(w, from, to);

    if (status == 0) {
        cudaMemset((void *)w->from, 0x3f, from);
        status = sample_rate(launch, w, moved / 1e6, rounds, out);
    }
    give_back(w);
    return status;
}

/* One launch with this in `from`; what it leaves in `to`, NaN before, comes back. */
template <typename WORK, size_t FROM, size_t TO>
static int move_once(work_fn *launch, WORK *w, const float (&from)[FROM],
                     float (&to)[TO])
{
    int status = take_room(w, sizeof from, sizeof to);

    if (status == 0) {
        cudaMemcpy((void *)w->from, from, sizeof from, cudaMemcpyHostToDevice);
        cudaMemset((void *)w->to, 0xff, sizeof to);
        launch(w);
        cudaMemcpy(to, w->to, sizeof to, cudaMemcpyDeviceToHost);
        status = cuda_check(cudaGetLastError(), "launch");
    }
    give_back(w);
    return status;
}

#endif
