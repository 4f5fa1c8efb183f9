/* group_pipelines.cu - a pipeline of boxes and products of groups whose plan stands in PLAN: slots; whether the first group
 * brings, or the last; how many phases the producer is off by; whether it waits for empty slots, and the groups for full ones; the
 * groups of products that a wait leaves, and after how many tiles a slot is given back; arrivals of an empty slot; whether the last
 * wait is for all; blocks of the cluster, and whether they meet in the end; tiles. Two groups of three multiply the same. */
#include "bench/bench.h"
#include "kernels/warpgroup.h"

#include <stdio.h>
#include <stdlib.h>

enum { BOX = 64 * 128, SLOT = 3 * BOX, MOST = 4, THREADS = 3 * GROUP_THREADS };

struct plan { int slots, leads, off, empty, full, left, later, arrivals, all, cluster, meets, tiles; };

static __device__ void wait(int left)
{
    switch (left) {
    case 0: wait_for_products<0>(); break;
    case 1: wait_for_products<1>(); break;
    case 2: wait_for_products<2>(); break;
    default: wait_for_products<3>();
    }
}

/* Half of the rows of A come from each block of a cluster of two. */
static __device__ void bring(const struct plan *p, char *slots, const struct tile_map *a, const struct tile_map *b,
                             uint64_t *full, uint64_t *empty)
{
    for (int t = 0; t < p->tiles; ++t) {
        const int i = t % p->slots;
        char *slot = slots + i * SLOT;

        if (p->empty)
            wait_for(&empty[i], (t / p->slots + 1 + p->off) % 2);
        expect(&full[i], SLOT);
        if (p->cluster == 1)
            bring_box(slot, a, 0, 0, &full[i], 0);
        else
            bring_box(slot + rank_in_cluster() * BOX / 2, a, rank_in_cluster() * 32, 0, &full[i], 3);
        for (int j = 0; j < 2; ++j)
            bring_box(slot + (1 + j) * BOX, b, 0, 64 * j, &full[i], 0);
    }
}

static __device__ void release(const struct plan *p, uint64_t *empty)
{
    const int thread = threadIdx.x % GROUP_THREADS;

    if (p->cluster == 1 && thread == 0)
        arrive(empty);
    else if (p->cluster == 2 && thread < 2)
        arrive_at(empty, thread);
}

__global__ void pipeline(const struct plan p, const __grid_constant__ struct tile_map a,
                         const __grid_constant__ struct tile_map b, float *C)
{
    extern __shared__ __align__(1024) char slots[];
    __shared__ uint64_t full[MOST], empty[MOST];
    const unsigned first = p.leads ? 0 : 2 * GROUP_THREADS, group = threadIdx.x / GROUP_THREADS;
    float sums[64] = {}, sum = 0.0f;

    if (threadIdx.x == 0)
        for (int i = 0; i < p.slots; ++i) {
            init_arrivals(&full[i], 1);
            init_arrivals(&empty[i], p.cluster * p.arrivals);
        }
    if (p.cluster == 2)
        meet_cluster();
    else
        __syncthreads();
    if (threadIdx.x == first)
        bring(&p, slots, &a, &b, full, empty);
    if (group != first / GROUP_THREADS) {
        begin_products();
        for (int t = 0; t < p.tiles; ++t) {
            const char *slot = slots + t % p.slots * SLOT;

            if (p.full)
                wait_for(&full[t % p.slots], t / p.slots % 2);
            for (int s = 0; s < 4; ++s)
                group_multiply((const half *)0, sums, describe(slot, 0) + 2 * s, describe(slot + BOX, BOX) + 128 * s, 1);
            close_products();
            wait(p.left);
            if (t >= p.later)
                release(&p, &empty[(t - p.later) % p.slots]);
        }
        if (p.all)
            wait_for_products<0>();
        for (int i = 0; i < 64; ++i)
            sum += sums[i];
        if (!p.all)
            wait_for_products<0>();
    }
    if (p.meets)
        meet_cluster();
    C[blockIdx.x * THREADS + threadIdx.x] = sum;
}

static void run(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const char *plan = getenv("PLAN");
    struct plan p;
    struct tile_map a, b;

    (void)M, (void)N, (void)K, (void)alpha, (void)beta;
    if (!plan || sscanf(plan, "%d %d %d %d %d %d %d %d %d %d %d %d", &p.slots, &p.leads, &p.off, &p.empty, &p.full, &p.left,
                        &p.later, &p.arrivals, &p.all, &p.cluster, &p.meets, &p.tiles) != 12)
        abort();
    if (map_boxes(&a, 2, A, 64, 64, 128, 64 / p.cluster) || map_boxes(&b, 2, B, 64, 128, 256, 64))
        return;
    cudaFuncSetAttribute(pipeline, cudaFuncAttributeMaxDynamicSharedMemorySize, p.slots * SLOT);
    launch_clusters(pipeline, p.cluster, p.cluster, THREADS, p.slots * SLOT, p, a, b, C);
}

const struct kernel kernels[] = {{"pipeline", run, 16, 16, 16, 4096, PATTERN, 0, {0}}, {}};
