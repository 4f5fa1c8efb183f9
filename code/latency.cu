//> omit
/* latency.cu - how long a load takes, and how many to begin at once. */
#include "bench/bench.h"
#include "bench/timing.h"
#include "probes/moving.h"

#include <cuda_runtime.h>

#include <stdlib.h>

enum { SAMPLES = 15 };
//< omit

//> a ring of lines
struct line {
    struct line *next;
    char rest[120];
};

/* Links lines to a ring in mixed order. `count` is a power of two. */
__global__ void link(struct line *lines, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        lines[i].next = lines + (i * 1664525u + 1013904223u) % count;
}
//< a ring of lines

//> follow the ring
static __device__ struct line *next_of(struct line *p)
{
    return (struct line *)__ldca((unsigned long long *)p);
}

/* One thread follows the ring from the line where the last launch
 * stopped. L1 is empty at first, so the first loads are not timed. */
__global__ void chase(struct line **position, unsigned warmup_loads,
                      unsigned timed_loads, long long *cycles)
{
    struct line *p = *position;

    for (unsigned i = 0; i < warmup_loads; ++i)
        p = next_of(p);
    const long long begin = clock64();
    for (unsigned i = 0; i < timed_loads; ++i)
        p = next_of(p);
    *cycles = clock64() - begin;
    *position = p;
}
//< follow the ring

//> a ring in shared memory
enum { SHARED = 1024 };

__global__ void chase_shared(unsigned timed_loads, unsigned *last,
                             long long *cycles)
{
    __shared__ unsigned next[SHARED];

    for (unsigned i = threadIdx.x; i < SHARED; i += blockDim.x)
        next[i] = (i * 1664525u + 1013904223u) % SHARED * sizeof *next;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    unsigned p = 0;
    const long long begin = clock64();
    for (unsigned i = 0; i < timed_loads; ++i)
        p = *(unsigned *)((char *)next + p); /* p counts bytes */
    *cycles = clock64() - begin;
    *last = p;
}
//< a ring in shared memory

//> time each load
/* Times each load of a lap, from its start until its data arrive. */
__global__ void lap(struct line *p, unsigned timed_loads,
                    unsigned *took)
{
    for (unsigned i = 0; i < timed_loads; ++i) {
        const long long begin = clock64();

        p = next_of(p);
        if (!p)
            return; /* never, but the test makes the clock wait for p */
        took[i] = (unsigned)(clock64() - begin);
    }
}
//< time each load

//> so many loads in flight
/* Reads an array of so many lines, 32 floats each, `repeats` times. */
template <int LOADS>
__global__ void in_flight(const float *src, size_t lines, int repeats,
                          float *sink)
{
    const size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t warp = thread / 32;
    const size_t warps = gridDim.x * blockDim.x / 32;
    float sum = 0.0f;

    for (; repeats > 0; --repeats)
        for (size_t i = warp * LOADS;
             (i + LOADS <= lines) & (sum == sum); i += warps * LOADS) {
            float x[LOADS];

            for (int j = 0; j < LOADS; ++j)
                x[j] = __ldcg(&src[(i + j) * 32 + threadIdx.x % 32]);
            for (int j = 0; j < LOADS; ++j)
                sum += x[j];
        }
    sink[thread] = sum;
}
//< so many loads in flight

//> chains of multiply-adds
template <int CHAINS>
__global__ void multiply_adds(int iterations, float *sink,
                              long long *cycles)
{
    float x[CHAINS], sum = 0.0f;

    for (int c = 0; c < CHAINS; ++c)
        x[c] = (float)(threadIdx.x + c);
    __syncthreads();
    const long long begin = clock64();
#pragma unroll 256 / CHAINS
    for (int i = 0; i < iterations; ++i)
        for (int c = 0; c < CHAINS; ++c)
            x[c] = fmaf(x[c], -1.9999f, x[c]);
    __syncthreads();
    if (threadIdx.x == 0)
        *cycles = clock64() - begin;
    for (int c = 0; c < CHAINS; ++c)
        sum += x[c];
    sink[threadIdx.x] = sum;
}
//< chains of multiply-adds

//> loads with and without a chain, to be counted
template <int CHAINED>
__global__ void walk(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    const float *p = A + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; ++k) {
        const float x = *p;

        sum += x;
        p += CHAINED && x != x ? 0 : 32; /* no element is NaN */
    }
    C[threadIdx.x] = sum;
}
//< loads with and without a chain, to be counted

//> omit
template <int CHAINED>
static void run_walk(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    walk<CHAINED><<<1, 32>>>(M, N, K, alpha, A, B, beta, C);
}

/* A ring in device memory, and where a walk on it is. */
struct ring {
    struct line *lines, **position;
    long long *cycles;
};

static void free_ring(struct ring *r)
{
    cudaFree(r->lines);
    cudaFree(r->position);
    cudaFree(r->cycles);
}

static int new_ring(struct ring *r, long long bytes)
{
    const unsigned threads = 128, line = sizeof(struct line);
    const unsigned count = (unsigned)(bytes / line);

    *r = {NULL, NULL, NULL};
    if (cuda_check(cudaMalloc((void **)&r->lines, (size_t)bytes),
                   "memory") ||
        cuda_check(cudaMalloc((void **)&r->position,
                              sizeof *r->position), "memory") ||
        cuda_check(cudaMalloc((void **)&r->cycles, sizeof *r->cycles),
                   "memory"))
        return -1;
    link<<<(count + threads - 1) / threads, threads>>>(r->lines, count);
    cudaMemcpy(r->position, &r->lines, sizeof r->lines,
               cudaMemcpyHostToDevice);
    return cuda_check(cudaGetLastError(), "launch");
}

/* What a launch leaves on the card. */
static int fetch(void *dst, const void *src, size_t bytes)
{
    if (cuda_check(cudaGetLastError(), "launch"))
        return -1;
    return cuda_check(cudaMemcpy(dst, src, bytes,
                                 cudaMemcpyDeviceToHost), "kernel");
}

static int run_chase(const struct ring *r, unsigned warmup_loads,
                     unsigned timed_loads, long long *cycles)
{
    chase<<<1, 1>>>(r->position, warmup_loads, timed_loads, r->cycles);
    return fetch(cycles, r->cycles, sizeof *cycles);
}

/* A lap of a short ring, behind one that is not timed; of a long one a
 * part, in each sample another, behind as much as L2 may hold. */
static int measure_ring(long long bytes, struct samples *out)
{
    const unsigned small = 1u << 12, part = 1u << 15, many = 1u << 19;
    const unsigned lines =
        (unsigned)((size_t)bytes / sizeof(struct line));
    const unsigned warmup_loads = lines > small ? 0 : lines;
    const unsigned timed_loads = lines < part ? lines : part;
    struct ring r;
    long long cycles;
    int status = new_ring(&r, bytes);

    if (status == 0)
        status = run_chase(&r, lines < many ? lines : many, 1, &cycles);
    for (int i = 0; i < SAMPLES && status == 0; ++i) {
        status = run_chase(&r, warmup_loads, timed_loads, &cycles);
        add_sample(out, (double)cycles / timed_loads);
    }
    free_ring(&r);
    return status;
}

/* Cycles that a launch counts for each of so many operations, once a
 * sample, behind launches that are not timed; it has room for what it
 * computes. */
template <typename RESULT, typename LAUNCH>
static int sample_cycles(int untimed, size_t results, double operations,
                         struct samples *out, LAUNCH launch)
{
    long long *cycles = NULL, got;
    RESULT *dst = NULL;
    int status = cuda_check(cudaMalloc((void **)&cycles, sizeof got),
                            "memory");

    if (status == 0)
        status = cuda_check(cudaMalloc((void **)&dst,
                                       results * sizeof *dst),
                            "memory");
    for (int i = -untimed; i < SAMPLES && status == 0; ++i) {
        launch(dst, cycles);
        status = fetch(&got, cycles, sizeof got);
        if (i >= 0 && status == 0)
            add_sample(out, (double)got / operations);
    }
    cudaFree(cycles);
    cudaFree(dst);
    return status;
}

static int measure_shared(long long timed_loads, struct samples *out)
{
    return sample_cycles<unsigned>(
        0, 1, (double)timed_loads, out,
        [=](unsigned *last, long long *cycles) {
            chase_shared<<<1, 32>>>((unsigned)timed_loads, last,
                                    cycles);
        });
}

static int by_value(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

    return (x > y) - (x < y);
}

/* Within how many cycles the data of so many per cent of a ring's loads
 * arrive, in the first lap or the second. Nearly all SMs wrote the
 * ring. */
static int measure_lap(int which, long long percent,
                       struct samples *out)
{
    enum { LINES = 1 << 14 };
    static unsigned got[LINES];
    const long long bytes = LINES * (long long)sizeof(struct line);
    unsigned *took = NULL;
    int status = cuda_check(cudaMalloc((void **)&took, sizeof got),
                            "memory");

    for (int i = 0; i < SAMPLES && status == 0; ++i) {
        struct ring r;

        status = new_ring(&r, bytes);
        for (int j = 0; j < which && status == 0; ++j)
            lap<<<1, 1>>>(r.lines, LINES, took);
        if (status == 0)
            status = fetch(got, took, sizeof got);
        free_ring(&r);
        qsort(got, LINES, sizeof *got, by_value);
        add_sample(out, got[LINES * percent / 100]);
    }
    cudaFree(took);
    return status;
}

static int measure_first(long long percent, struct samples *out)
{
    return measure_lap(1, percent, out);
}

static int measure_second(long long percent, struct samples *out)
{
    return measure_lap(2, percent, out);
}

/* Loads of so many lines by each warp of each SM, `repeats` times over
 * all lines. */
struct stream {
    float *src, *dst;
    size_t lines;
    unsigned blocks, threads;
    int loads, repeats;
};

static void launch_stream(void *ctx)
{
    const struct stream *s = (const struct stream *)ctx;
    auto kernel = in_flight<8>;

    if (s->loads == 1)
        kernel = in_flight<1>;
    else if (s->loads == 2)
        kernel = in_flight<2>;
    else if (s->loads == 4)
        kernel = in_flight<4>;
    kernel<<<s->blocks, s->threads>>>(s->src, s->lines, s->repeats,
                                      s->dst);
}

static int measure_stream(int warps, int loads, size_t bytes,
                          int repeats, struct samples *out)
{
    enum { LINE = sizeof(struct line), MOST = 32 };
    struct stream s = {NULL, NULL, bytes / LINE, 0, 0, loads, repeats};
    int sms = 0;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    s.blocks = (unsigned)(sms * ((warps + MOST - 1) / MOST));
    s.threads = 32u * (unsigned)(warps < MOST ? warps : MOST);
    return sample_moving(launch_stream, &s, bytes,
                         s.blocks * s.threads * sizeof(float),
                         (double)bytes * repeats, SAMPLES, out);
}

template <int LOADS>
static int from_memory(long long warps, struct samples *out)
{
    return measure_stream((int)warps, LOADS, 1u << 30, 1, out);
}

template <int LOADS>
static int from_l2(long long warps, struct samples *out)
{
    return measure_stream((int)warps, LOADS, 1u << 24, 32, out);
}

template <int CHAINS>
static int measure_ffma(long long warps, struct samples *out)
{
    enum { ITERATIONS = 8192 };
    const unsigned threads = 128u * (unsigned)warps;

    return sample_cycles<float>(
        1, threads, (double)warps * CHAINS * ITERATIONS, out,
        [=](float *sink, long long *cycles) {
            multiply_adds<CHAINS><<<1, threads>>>(ITERATIONS, sink,
                                                  cycles);
        });
}
//< omit

//> omit
/* A ring must come back to its first line after all others. */
static int verify_ring(void)
{
    enum { COUNT = 64 };
    const long long line = sizeof(struct line);
    struct ring r;
    struct line *position = NULL;
    long long cycles;
    int status = new_ring(&r, COUNT * line);

    for (int i = 1; i <= COUNT && status == 0; ++i) {
        status = run_chase(&r, 0, 1, &cycles);
        cudaMemcpy(&position, r.position, sizeof position,
                   cudaMemcpyDeviceToHost);
        if (status == 0 && (position == r.lines) != (i == COUNT))
            status = complain("after %d of %d hops it is at line %d", i,
                              (int)COUNT, (int)(position - r.lines));
    }
    free_ring(&r);
    return status;
}

/* Every line is read as often as it should. */
static int check_stream(int loads)
{
    enum { LINES = 96, THREADS = 64, BLOCKS_HERE = 3, REPEATS = 2 };
    static float src[LINES * 32], sums[BLOCKS_HERE * THREADS];
    struct stream s = {NULL, NULL, LINES, BLOCKS_HERE, THREADS, loads,
                       REPEATS};
    double got = 0.0, want = 0.0;

    for (int i = 0; i < LINES * 32; ++i) {
        src[i] = (float)(i % 61);
        want += REPEATS * (double)src[i];
    }
    if (move_once(launch_stream, &s, src, sums) != 0)
        return -1;
    for (int i = 0; i < BLOCKS_HERE * THREADS; ++i)
        got += (double)sums[i];
    return got == want ? 0
                       : complain("with %d loads in flight the sum is "
                                  "%g, should be %g", loads, got, want);
}

static int verify_stream(void)
{
    for (int loads = 1; loads <= 8; loads *= 2)
        if (check_stream(loads) != 0)
            return -1;
    return 0;
}
//< omit

//> the table
enum { KIB = 1 << 10, MIB = 1 << 20 };

//> how a probe is listed
#define FLIGHT(name, how) \
    {"flight", name, "GB/s", {1, 2, 4, 8, 16, 32, 64}, how, \
     verify_stream}
#define LAP(name, how) \
    {"laps", name, "cycles", \
     {1, 5, 10, 20, 30, 40, 45, 50, 55, 60, 70, 80, 90, 95, 99}, how, \
     NULL}
#define FFMA(name, how) \
    {"ffma", name, "cycles", {1, 2, 3, 4, 6, 8}, how, NULL}

//< how a probe is listed
#define WALK(name, chained) \
    {name, run_walk<chained>, 1, 1, 1, 8192, PATTERN, \
     "walk<" #chained ">"}

const struct kernel kernels[] = {
    WALK("chained", 1),
    WALK("independent", 0),
    {},
};

//> the probes
const struct probe probes[] = {
    {"chains", "shared", "cycles", {4096}, measure_shared, NULL},
    {"chains", "ring", "cycles",
     {16 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, MIB, 4 * MIB, 16 * MIB,
      32 * MIB, 64 * MIB, 128 * MIB, 256 * MIB, 1024LL * MIB},
     measure_ring, verify_ring},
    LAP("first-lap", measure_first),
    LAP("second-lap", measure_second),
    FLIGHT("memory-1", from_memory<1>),
    FLIGHT("memory-2", from_memory<2>),
    FLIGHT("memory-4", from_memory<4>),
    FLIGHT("memory-8", from_memory<8>),
    FLIGHT("l2-1", from_l2<1>),
    FLIGHT("l2-2", from_l2<2>),
    FLIGHT("l2-4", from_l2<4>),
    FLIGHT("l2-8", from_l2<8>),
    FFMA("chains-1", measure_ffma<1>),
    FFMA("chains-2", measure_ffma<2>),
    FFMA("chains-4", measure_ffma<4>),
    FFMA("chains-8", measure_ffma<8>),
    {},
};
//< the probes
//< the table
