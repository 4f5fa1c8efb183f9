/* pipelines.cu - a pipeline of copies whose plan stands in PLAN: slots, groups that a wait leaves, whether the next copies
 * start before the wait, whether a barrier follows it, whether one ends an iteration, and tiles. Two warps: each copies half of what
 * both read. */
#include "bench/bench.h"
#include "kernels/mma.h"

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 64, SLOT = THREADS * 16 };

struct plan { int slots, left, first, barrier, end, tiles; };

static __device__ void wait(int left)
{
    switch (left) {
    case 0: wait_for_batches<0>(); break;
    case 1: wait_for_batches<1>(); break;
    case 2: wait_for_batches<2>(); break;
    case 3: wait_for_batches<3>(); break;
    case 4: wait_for_batches<4>(); break;
    default: wait_for_batches<5>();
    }
}

static __device__ void start(char *slots, const struct plan *p, const float *A, int t)
{
    start_copy(slots + t % p->slots * SLOT + threadIdx.x * 16, A + 4 * threadIdx.x, t < p->tiles); // starts
    close_batch();
}

__global__ void pipeline(int slots_, int left, int first, int barrier, int end, int tiles, const float *A, float *C)
{
    __shared__ __align__(128) char slots[5 * SLOT];
    const struct plan p = {slots_, left, first, barrier, end, tiles};
    float sum = 0.0f;

    for (int t = 0; t < p.slots - 1; ++t)
        start(slots, &p, A, t);
    for (int t = 0; t < p.tiles; ++t) {
        if (p.first)
            start(slots, &p, A, t + p.slots - 1);
        wait(p.left);
        if (p.barrier)
            __syncthreads();
        if (!p.first)
            start(slots, &p, A, t + p.slots - 1);
        sum += *(const float *)(slots + t % p.slots * SLOT + (threadIdx.x ^ 32) * 16); // reads
        if (p.end)
            __syncthreads();
    }
    wait(0);
    C[threadIdx.x] = sum;
}

static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    struct plan p = {1, 0, 1, 1, 1, 1};
    const char *plan = getenv("PLAN");

    (void)M, (void)N, (void)K, (void)alpha, (void)B, (void)beta;
    if (!plan || sscanf(plan, "%d %d %d %d %d %d", &p.slots, &p.left, &p.first, &p.barrier, &p.end,
                        &p.tiles) != 6)
        abort();
    pipeline<<<1, THREADS>>>(p.slots, p.left, p.first, p.barrier, p.end, p.tiles, A, C);
}

const struct kernel kernels[] = {{"pipeline", run, 16, 16, 16, 4096, PATTERN, 0, {0}}, {}};
