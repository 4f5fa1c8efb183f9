#include "probes/small.h"

#include "bench/baseline.h"
#include "bench/gpu/batch.h"
extern "C" {
#include "bench/gpu/stage.h"
}

#include <cuda_runtime.h>

enum { SAMPLES = 15, CALLS = 200, BETWEEN = 32 };

static __global__ void nothing(void) {}

/* Keeps the card busy while the host enqueues what is to be timed. */
static __global__ void spin(unsigned long long nanoseconds)
{
    unsigned long long begin, now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < nanoseconds);
}

static __global__ void read_clock(unsigned long long *now)
{
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(*now));
}

/* Calls of the library on each copy of a stage in turn or, without one, of a
 * kernel that does nothing. */
struct calls {
    struct stage stage;
    unsigned blocks;
    int copies, next;
};

static void call(void *ctx)
{
    struct calls *c = (struct calls *)ctx;
    static const struct kernel library = {"cublas", cublas, 0, 0, 0, 0, 0, 0};

    if (c->blocks)
        nothing<<<c->blocks, 32>>>();
    else
        stage_launch(&c->stage, &library, c->next);
    c->next = (c->next + 1) % c->copies;
}

static int enqueue(struct calls *c, struct samples *out)
{
    for (int i = 0; i < SAMPLES; ++i) {
        const double begin = host_ms();

        for (int j = 0; j < CALLS; ++j)
            call(c);
        add_sample(out, 1e3 * (host_ms() - begin) / CALLS);
        if (cuda_check(cudaDeviceSynchronize(), "kernel") != 0)
            return -1;
    }
    return 0;
}

static int stream(struct calls *c, struct samples *out)
{
    const int repeats = batch_size(call, c, 10.0);

    for (int i = 0; i < SAMPLES && repeats > 0; ++i) {
        const double ms = batch_ms(call, c, repeats);

        if (ms < 0.0)
            return -1;
        add_sample(out, 1e3 * ms);
    }
    return repeats > 0 ? 0 : -1;
}

static int graph(struct calls *c, struct samples *out)
{
    struct batch b;
    struct timed t;
    int status = batch_new(&b, call, c, c->copies, 10.0);

    for (int i = 0; i < SAMPLES && status == 0; ++i) {
        status = batch_run(&b, 2.0, NULL, &t);
        if (status == 0)
            add_sample(out, 1e3 * t.ms);
    }
    batch_free(&b);
    return status;
}

static int between(struct calls *c, struct samples *out)
{
    unsigned long long *clocks, got[2 * BETWEEN];
    int status = cuda_check(cudaMalloc((void **)&clocks, sizeof got), "memory");

    for (int i = 0; i < SAMPLES && status == 0; ++i) {
        double sum = 0.0;

        spin<<<1, 1>>>(2000000);
        for (int j = 0; j < BETWEEN; ++j) {
            read_clock<<<1, 1>>>(&clocks[2 * j]);
            call(c);
            read_clock<<<1, 1>>>(&clocks[2 * j + 1]);
        }
        status = cuda_check(cudaMemcpy(got, clocks, sizeof got,
                                       cudaMemcpyDeviceToHost), "kernel");
        for (int j = 0; j < BETWEEN; ++j)
            sum += 1e-3 * (double)(got[2 * j + 1] - got[2 * j]);
        add_sample(out, sum / BETWEEN);
    }
    cudaFree(clocks);
    return status;
}

typedef int way_fn(struct calls *c, struct samples *out);

static int of_library(long long n, int rotated, way_fn *way,
                      struct samples *out)
{
    const struct size s = {(int)n, (int)n, (int)n};
    struct calls c = {};
    int status = -1;

    c.copies = rotated ? stage_copies(s) : 1;
    if (stage_new(&c.stage, s, c.copies, 0) == 0 &&
        batch_size(call, &c, 200.0) > 0)
        status = way(&c, out);
    stage_free(&c.stage);
    return status;
}

static int of_nothing(long long blocks, way_fn *way, struct samples *out)
{
    struct calls c = {};

    c.copies = 1;
    c.blocks = (unsigned)blocks;
    return batch_size(call, &c, 200.0) > 0 ? way(&c, out) : -1;
}

#define PROBE(way)                                                             \
    int small_##way(long long n, struct samples *out)                          \
    {                                                                          \
        return of_library(n, 0, way, out);                                     \
    }                                                                          \
    int small_rotated_##way(long long n, struct samples *out)                  \
    {                                                                          \
        return of_library(n, 1, way, out);                                     \
    }                                                                          \
    int empty_##way(long long blocks, struct samples *out)                     \
    {                                                                          \
        return of_nothing(blocks, way, out);                                   \
    }

PROBE(enqueue)
PROBE(stream)
PROBE(graph)
PROBE(between)
