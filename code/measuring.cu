//> omit
/* measuring.cu - what the card can do at most, and how to find out. */
#include "bench/baseline.h"
#include "bench/bench.h"
#include "bench/inputs.h"
#include "probes/heuristics.h"
#include "probes/moving.h"
#include "probes/small.h"
#include "bench/timing.h"

#include <cuda_runtime.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
//< omit

//> nothing but fused multiply-adds
enum { THREADS = 256, ITERATIONS = 4096, SAMPLES = 15 };

template <int CHAINS>
__global__ void fused(float *out, float a, float b, int iterations)
{
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    float x[CHAINS], sum = 0.0f;

    for (int c = 0; c < CHAINS; ++c)
        x[c] = (float)(i % 64 + c);
#pragma unroll 32
    for (int s = 0; s < iterations; ++s)
        for (int c = 0; c < CHAINS; ++c)
            x[c] = fmaf(x[c], a, b);
    for (int c = 0; c < CHAINS; ++c)
        sum += x[c];
    out[i] = sum;
}
//< nothing but fused multiply-adds

//> nothing but bytes
__global__ void copy(const float4 *src, float4 *dst, size_t count)
{
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;

    if (i < count)
        dst[i] = src[i];
}
//< nothing but bytes

//> the same bytes again and again
/* The data has `parts` parts. A block reads `repeats` parts, one after
 * another. If WRITES is 1, a block copies one part `repeats` times. */
template <int WRITES>
__global__ void again(const float4 *src, float4 *dst, size_t count,
                      unsigned parts, int repeats)
{
    enum { LOADS = 4 };
    const size_t stride = (size_t)parts * THREADS;
    float4 x[LOADS], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

    for (int t = 0; t < repeats; ++t) {
        const unsigned part = (blockIdx.x + (WRITES ? 0 : t)) % parts;
        size_t i = (size_t)part * THREADS + threadIdx.x;

        for (; i < count; i += LOADS * stride) {
            for (int j = 0; j < LOADS; ++j)
                if (i + j * stride < count)
                    x[j] = __ldcg(&src[i + j * stride]); /* skips L1 */
            for (int j = 0; j < LOADS; ++j)
                if (i + j * stride >= count)
                    break;
                else if (WRITES)
                    dst[i + j * stride] = x[j];
                else
                    sum.x += x[j].x, sum.y += x[j].y, sum.z += x[j].z,
                        sum.w += x[j].w;
        }
    }
    if (!WRITES)
        dst[(size_t)blockIdx.x * THREADS + threadIdx.x] = sum;
}
//< the same bytes again and again

//> omit
struct chains {
    float *out;
    unsigned blocks;
    int chains, iterations;
};

static void launch_chains(void *ctx)
{
    const struct chains *w = (const struct chains *)ctx;
    const float a = -0.9999f, b = 0.5f; /* they never settle */
    auto kernel = fused<8>;

    if (w->chains == 1)
        kernel = fused<1>;
    else if (w->chains == 2)
        kernel = fused<2>;
    else if (w->chains == 4)
        kernel = fused<4>;
    kernel<<<w->blocks, THREADS>>>(w->out, a, b, w->iterations);
}

struct copying {
    float4 *src, *dst;
    size_t count;
};

static void launch_copy(void *ctx)
{
    const struct copying *w = (const struct copying *)ctx;
    const size_t blocks = (w->count + THREADS - 1) / THREADS;

    copy<<<(unsigned)blocks, THREADS>>>(w->src, w->dst, w->count);
}
//< omit

//> measure the arithmetic
static int measure_fma(long long chains, struct samples *out)
{
    struct chains w = {NULL, 0, (int)chains, ITERATIONS};
    int sms = 0, status;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    w.blocks = 32u * (unsigned)sms;
    const size_t threads = (size_t)w.blocks * THREADS;
    const double flops = 2.0 * (double)threads * w.chains * ITERATIONS;

    if (cuda_check(cudaMalloc((void **)&w.out, threads * sizeof(float)),
                   "memory"))
        return -1;
    status = sample_rate(launch_chains, &w, flops / 1e6, SAMPLES, out);
    cudaFree(w.out);
    return status;
}
//< measure the arithmetic

//> omit
static int measure_copy(long long bytes, struct samples *out)
{
    const size_t size = (size_t)bytes;
    struct copying w = {NULL, NULL, size / sizeof(float4)};

    return sample_moving(launch_copy, &w, size, size,
                         2.0 * (double)size, SAMPLES, out);
}
//< omit

//> omit
/* So many bytes, `repeats` times, read by the SMs between them or by
 * each of them (parts), or copied. */
struct repeated {
    float4 *src, *dst;
    size_t count;
    unsigned blocks, parts;
    int repeats, writes;
};

static void launch_again(void *ctx)
{
    const struct repeated *w = (const struct repeated *)ctx;

    (w->writes ? again<1> : again<0>)<<<w->blocks, THREADS>>>(
        w->src, w->dst, w->count, w->parts, w->repeats);
}

static int measure_again(long long bytes, int each, int writes,
                         struct samples *out)
{
    enum { AN_SM = 8, REPEATS = 64 };
    const size_t size = (size_t)bytes;
    struct repeated w = {NULL, NULL, size / sizeof(float4), 0, 0,
                         REPEATS, writes};
    int sms = 0;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    w.blocks = AN_SM * (unsigned)sms;
    w.parts = each ? (unsigned)AN_SM : w.blocks;
    return sample_moving(
        launch_again, &w, size,
        writes ? size : w.blocks * THREADS * sizeof(float4),
        (double)size * REPEATS * (writes ? 2 : 1) *
            (w.blocks / w.parts),
        SAMPLES, out);
}

static int read_l2(long long bytes, struct samples *out)
{
    return measure_again(bytes, 0, 0, out);
}

static int read_l2_each(long long bytes, struct samples *out)
{
    return measure_again(bytes, 1, 0, out);
}

static int copy_l2(long long bytes, struct samples *out)
{
    return measure_again(bytes / 2, 0, 1, out);
}
//< omit

//> omit
static int measure_transfer(long long bytes, int pinned, int up,
                            struct samples *out)
{
    const size_t size = (size_t)bytes;
    void *host_data = NULL, *device = NULL;
    int status = -1;

    if (pinned)
        cudaMallocHost(&host_data, size);
    else
        host_data = malloc(size);
    if (!host_data || cuda_check(cudaMalloc(&device, size), "memory"))
        goto done;
    memset(host_data, 0x3f, size);
    cudaMemset(device, 0x3f, size);
    for (int i = -2; i < SAMPLES; ++i) {
        const double begin = host_ms();

        if (up)
            cudaMemcpy(device, host_data, size, cudaMemcpyHostToDevice);
        else
            cudaMemcpy(host_data, device, size, cudaMemcpyDeviceToHost);
        if (cuda_check(cudaDeviceSynchronize(), "transfer"))
            goto done;
        if (i >= 0)
            add_sample(out, (double)size / 1e6 / (host_ms() - begin));
    }
    status = 0;
done:
    cudaFree(device);
    if (pinned)
        cudaFreeHost(host_data);
    else
        free(host_data);
    return status;
}

static int upload_pageable(long long bytes, struct samples *out)
{
    return measure_transfer(bytes, 0, 1, out);
}

static int upload_pinned(long long bytes, struct samples *out)
{
    return measure_transfer(bytes, 1, 1, out);
}

static int download_pinned(long long bytes, struct samples *out)
{
    return measure_transfer(bytes, 1, 0, out);
}

static int measure_allocate(long long bytes, struct samples *out)
{
    for (int i = -2; i < SAMPLES; ++i) {
        const double begin = host_ms();
        void *p = NULL;

        if (cuda_check(cudaMalloc(&p, (size_t)bytes), "memory") ||
            cuda_check(cudaFree(p), "free"))
            return -1;
        if (i >= 0)
            add_sample(out, host_ms() - begin);
    }
    return 0;
}
//< omit

//> one product to time
struct product {
    int n;
    size_t bytes;
    float *host_data, *a, *b, *c;
};

static void multiply(void *ctx)
{
    const struct product *p = (const struct product *)ctx;

    cublas(p->n, p->n, p->n, 1.0f, p->a, p->b, 0.0f, p->c);
}

static double gflop(const struct product *p)
{
    return 2e-9 * p->n * p->n * p->n;
}
//< one product to time

//> omit
static int put_operands(struct product *p)
{
    if (cuda_check(cudaMalloc((void **)&p->a, p->bytes), "memory") ||
        cuda_check(cudaMalloc((void **)&p->b, p->bytes), "memory") ||
        cuda_check(cudaMalloc((void **)&p->c, p->bytes), "memory") ||
        cuda_check(cudaMemcpy(p->a, p->host_data, p->bytes,
                              cudaMemcpyHostToDevice), "copy") ||
        cuda_check(cudaMemcpy(p->b, p->host_data, p->bytes,
                              cudaMemcpyHostToDevice), "copy"))
        return -1;
    return 0;
}

static void free_operands(struct product *p)
{
    cudaFree(p->a);
    cudaFree(p->b);
    cudaFree(p->c);
    p->a = p->b = p->c = NULL;
}

/* Sets a product of n x n matrices up, warm, and hands it to `way`. */
static int with_product(long long n, struct samples *out, int zeros,
                        int (*way)(struct product *, struct samples *))
{
    struct product p = {(int)n, (size_t)(n * n) * sizeof(float), NULL,
                        NULL, NULL, NULL};
    int status = -1;

    p.host_data = (float *)malloc(p.bytes);
    if (!p.host_data)
        return complain("out of memory on the host");
    for (size_t i = 0; i < (size_t)(n * n); ++i)
        p.host_data[i] = zeros ? 0.0f : uniform(1, i);
    if (put_operands(&p) == 0 && batch_size(multiply, &p, 200.0) > 0)
        status = way(&p, out);
    free_operands(&p);
    free(p.host_data);
    return status;
}
//< omit

//> time without waiting
static int no_wait(struct product *p, struct samples *out)
{
    for (int i = 0; i < SAMPLES; ++i) {
        const double begin = host_ms();
        multiply(p);
        const double ms = host_ms() - begin;

        add_sample(out, gflop(p) / ms * 1e3);
        cudaDeviceSynchronize();
    }
    return 0;
}
//< time without waiting

//> time with the host's clock
static int host_clock(struct product *p, struct samples *out)
{
    for (int i = 0; i < SAMPLES; ++i) {
        const double begin = host_ms();
        multiply(p);
        cudaDeviceSynchronize();
        add_sample(out, gflop(p) / (host_ms() - begin) * 1e3);
    }
    return 0;
}
//< time with the host's clock

//> time after a nap
static int after_nap(struct product *p, struct samples *out)
{
    for (int i = 0; i < SAMPLES; ++i) {
        const struct timespec nap = {0, 300000000};

        nanosleep(&nap, NULL);
        const double begin = host_ms();
        multiply(p);
        cudaDeviceSynchronize();
        add_sample(out, gflop(p) / (host_ms() - begin) * 1e3);
    }
    return 0;
}
//< time after a nap

//> time with everything around it
static int with_copies(struct product *p, struct samples *out)
{
    free_operands(p);
    for (int i = 0; i < SAMPLES; ++i) {
        const double begin = host_ms();

        if (put_operands(p) != 0)
            return -1;
        multiply(p);
        cudaMemcpy(p->host_data, p->c, p->bytes,
                   cudaMemcpyDeviceToHost);
        free_operands(p);
        add_sample(out, gflop(p) / (host_ms() - begin) * 1e3);
        for (size_t j = 0; j < p->bytes / sizeof(float); ++j)
            p->host_data[j] = uniform(1, j);
    }
    return 0;
}
//< time with everything around it

//> time as this book does
static int batches(struct product *p, struct samples *out)
{
    return sample_rate(multiply, p, gflop(p) * 1e3, SAMPLES, out);
}
//< time as this book does

//> time a whole program
static int whole_program(long long n, struct samples *out)
{
    char self[512], command[640];
    const ssize_t length = readlink("/proc/self/exe", self,
                                    sizeof self - 1);

    if (length < 0)
        return complain("cannot find this program's own file");
    self[length] = '\0';
    snprintf(command, sizeof command,
             "'%s' launch --kernel cublas --size %lld", self, n);
    for (int i = 0; i < 3; ++i) {
        const double begin = host_ms();

        if (system(command) != 0)
            return complain("'%s' failed", command);
        add_sample(out, 2e-6 * (double)n * (double)n * (double)n /
                            (host_ms() - begin));
    }
    return 0;
}
//< time a whole program

//> omit
static int time_no_wait(long long n, struct samples *out)
{
    return with_product(n, out, 0, no_wait);
}

static int time_host_clock(long long n, struct samples *out)
{
    return with_product(n, out, 0, host_clock);
}

static int time_after_nap(long long n, struct samples *out)
{
    return with_product(n, out, 0, after_nap);
}

static int time_with_copies(long long n, struct samples *out)
{
    return with_product(n, out, 0, with_copies);
}

static int time_batches(long long n, struct samples *out)
{
    return with_product(n, out, 0, batches);
}

static int time_zeros(long long n, struct samples *out)
{
    return with_product(n, out, 1, batches);
}
//< omit

//> omit
static int check_chains(int chains)
{
    enum { BLOCKS = 2, SHORT = 37, COUNT = BLOCKS * THREADS };
    struct chains w = {NULL, BLOCKS, chains, SHORT};
    float got[COUNT];

    if (cuda_check(cudaMalloc((void **)&w.out, sizeof got), "memory"))
        return -1;
    cudaMemset(w.out, 0xff, sizeof got);
    launch_chains(&w);
    cudaMemcpy(got, w.out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(w.out);
    if (cuda_check(cudaGetLastError(), "launch"))
        return -1;
    for (int i = 0; i < COUNT; ++i) {
        float sum = 0.0f;

        for (int c = 0; c < chains; ++c) {
            float x = (float)(i % 64 + c);

            for (int s = 0; s < SHORT; ++s)
                x = fmaf(x, -0.9999f, 0.5f);
            sum += x;
        }
        if (!(got[i] == sum))
            return complain("thread %d has %.9g, should have %.9g", i,
                            (double)got[i], (double)sum);
    }
    return 0;
}

static int verify_fma(void)
{
    for (int chains = 1; chains <= 8; chains *= 2)
        if (check_chains(chains) != 0)
            return -1;
    return 0;
}
//< omit

//> omit
static int verify_copy(void)
{
    enum { COUNT = 1021 };
    static float src[4 * COUNT], dst[4 * COUNT];
    struct copying w = {NULL, NULL, COUNT};

    for (int i = 0; i < 4 * COUNT; ++i)
        src[i] = uniform(3, (size_t)i);
    if (move_once(launch_copy, &w, src, dst) != 0)
        return -1;
    return memcmp(src, dst, sizeof src) == 0
               ? 0
               : complain("the copy differs from what was copied");
}
//< omit

//> omit
static int check_again(int writes)
{
    enum { COUNT = 20 * THREADS - 3, BLOCKS = 4, REPEATS = 3 };
    static float src[4 * COUNT], dst[4 * COUNT];
    struct repeated w = {NULL, NULL, COUNT, BLOCKS,
                         writes ? (unsigned)BLOCKS : 2u, REPEATS,
                         writes};
    double got = 0.0, want = 0.0;

    for (int i = 0; i < 4 * COUNT; ++i) {
        src[i] = (float)(i % 31);
        want += REPEATS * (BLOCKS / 2) * (double)src[i];
    }
    if (move_once(launch_again, &w, src, dst) != 0)
        return -1;
    for (int i = 0; i < 4 * BLOCKS * THREADS && i < 4 * COUNT; ++i)
        got += (double)dst[i];
    if (writes ? memcmp(src, dst, sizeof src) != 0 : got != want)
        return complain("read or copied again and again, something is "
                        "left out");
    return 0;
}

static int verify_again(void)
{
    return check_again(0) != 0 ? -1 : check_again(1);
}
//< omit

//> the table
enum { MIB = 1 << 20 };

#define TOP(name, unit, ...) {"ceilings", name, unit, __VA_ARGS__}
#define WAY(name, how) \
    {"timing", name, "GFLOP/s", {512, 1024, 4096}, how, NULL}
#define LIBRARY(name, how)                                             \
    {"baseline", name, "GFLOP/s",                                      \
     {256, 512, 1024, 2048, 4092, 4096, 8192}, how, NULL}
#define SMALL(name, how) \
    {"small", name, "us", {128, 256, 512, 1024}, how, NULL}
#define EMPTY(name, how) {"small", name, "us", {1, 1024}, how, NULL}

const struct probe probes[] = {
    TOP("fma", "GFLOP/s", {1, 2, 4, 8}, measure_fma, verify_fma),
    TOP("copy", "GB/s", {128 * MIB, 512 * MIB}, measure_copy,
        verify_copy),
    TOP("l2-read", "GB/s", {16 * MIB, 32 * MIB}, read_l2,
        verify_again),
    TOP("l2-read-each", "GB/s", {MIB, 16 * MIB}, read_l2_each, NULL),
    TOP("l2-copy", "GB/s", {16 * MIB}, copy_l2, verify_again),
    TOP("upload-pageable", "GB/s", {64 * MIB}, upload_pageable, NULL),
    TOP("upload-pinned", "GB/s", {64 * MIB}, upload_pinned, NULL),
    TOP("download-pinned", "GB/s", {64 * MIB}, download_pinned, NULL),
    TOP("allocate", "ms", {64 * MIB}, measure_allocate, NULL),
    WAY("whole-program", whole_program),
    WAY("with-copies", time_with_copies),
    WAY("no-wait", time_no_wait),
    WAY("after-nap", time_after_nap),
    WAY("host-clock", time_host_clock),
    WAY("batches", time_batches),
    WAY("zeros", time_zeros),
    LIBRARY("pedantic", library_pedantic),
    LIBRARY("default", library_default),
    LIBRARY("first-choice", library_first),
    LIBRARY("best-choice", library_best),
    SMALL("enqueue", small_enqueue),
    SMALL("stream", small_stream),
    SMALL("graph", small_graph),
    SMALL("between", small_between),
    SMALL("rotated-enqueue", small_rotated_enqueue),
    SMALL("rotated-stream", small_rotated_stream),
    SMALL("rotated-graph", small_rotated_graph),
    SMALL("rotated-between", small_rotated_between),
    EMPTY("empty-enqueue", empty_enqueue),
    EMPTY("empty-stream", empty_stream),
    EMPTY("empty-graph", empty_graph),
    EMPTY("empty-between", empty_between),
    {},
};
//< the table
