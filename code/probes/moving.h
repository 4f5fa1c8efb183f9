/* moving.h - probes that read what lies in `src` and write to `dst`. */
#ifndef MOVING_H
#define MOVING_H

#include "bench/bench.h"
#include "bench/timing.h"

#include <cuda_runtime.h>

/* WORK is what a launch takes: a struct with pointers src and dst, for which the
 * card here has so many bytes each. give_back() either way. */
template <typename WORK>
static int take_room(WORK *w, size_t src, size_t dst)
{
    w->src = w->dst = NULL;
    return cuda_check(cudaMalloc((void **)&w->src, src), "memory") != 0
               ? -1 : cuda_check(cudaMalloc((void **)&w->dst, dst), "memory");
}

template <typename WORK>
static void give_back(WORK *w)
{
    cudaFree((void *)w->src);
    cudaFree((void *)w->dst);
}

/* Adds the rate of a launch that moves so many bytes, in GB/s, once a sample. */
template <typename WORK>
static int sample_moving(work_fn *launch, WORK *w, size_t src, size_t dst,
                         double moved, int sample_count, struct samples *out)
{
    int status = take_room(w, src, dst);

    if (status == 0) {
        cudaMemset((void *)w->src, 0x3f, src);
        status = sample_rate(launch, w, moved / 1e6, sample_count, out);
    }
    give_back(w);
    return status;
}

/* One launch with this in `src`; what it leaves in `dst`, NaN before, comes back. */
template <typename WORK, size_t SRC, size_t DST>
static int move_once(work_fn *launch, WORK *w, const float (&src)[SRC],
                     float (&dst)[DST])
{
    int status = take_room(w, sizeof src, sizeof dst);

    if (status == 0) {
        cudaMemcpy((void *)w->src, src, sizeof src, cudaMemcpyHostToDevice);
        cudaMemset((void *)w->dst, 0xff, sizeof dst);
        launch(w);
        cudaMemcpy(dst, w->dst, sizeof dst, cudaMemcpyDeviceToHost);
        status = cuda_check(cudaGetLastError(), "launch");
    }
    give_back(w);
    return status;
}

#endif
