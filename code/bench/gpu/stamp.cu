#include "bench/gpu/stamp.h"

#include <cuda_runtime.h>

static struct stamp *stamps; /* two, in device memory */
static int blocks;

/* Of many small blocks one comes to SM 0 at least; the first there writes. */
static __global__ void read_clocks(struct stamp *s)
{
    unsigned sm;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm == 0 && threadIdx.x == 0 && atomicExch(&s->taken, 1u) == 0) {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(s->nanoseconds));
        s->cycles = (unsigned long long)clock64();
    }
}

static int prepare(void)
{
    int sms = 0;

    if (stamps)
        return 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    blocks = 8 * sms;
    return cudaMalloc((void **)&stamps, 2 * sizeof *stamps) == cudaSuccess ? 0
                                                                         : -1;
}

void stamp_now(int i)
{
    if (prepare() != 0)
        return;
    cudaMemsetAsync(&stamps[i], 0, sizeof *stamps, 0);
    read_clocks<<<blocks, 32>>>(&stamps[i]);
}

double stamped_mhz(void)
{
    struct stamp s[2] = {};

    if (!stamps || cudaMemcpy(s, stamps, sizeof s, cudaMemcpyDeviceToHost) !=
                       cudaSuccess)
        return 0.0;
    if (!s[0].taken || !s[1].taken || s[1].nanoseconds <= s[0].nanoseconds)
        return 0.0;
    return 1e3 * (double)(s[1].cycles - s[0].cycles) /
           (double)(s[1].nanoseconds - s[0].nanoseconds);
}
