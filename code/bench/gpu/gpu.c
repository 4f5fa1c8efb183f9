/* gpu.c - the words a program answers to on a machine with a GPU. */
#include "bench/cases.h"
#include "bench/gpu/best.h"
#include "bench/gpu/device.h"
#include "bench/element.h"
#include "bench/gpu/library.h"
#include "bench/gpu/measure.h"
#include "bench/plan.h"
#include "bench/program.h"
#include "bench/record.h"
#include "bench/gpu/stage.h"
#include "bench/timing.h"

#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

/* Sizes that verify adds on a GPU: middling, more tiles along y or x than one
 * grid dimension of 65,535 holds, and (--huge) offsets beyond 2^32 in A, B, C
 * in turn: 32-bit arithmetic, signed or not, gets these wrong. */
static const struct size LARGE[] = {
    {511, 513, 1029},  {512, 1024, 768},  {1000, 1003, 997},
    {2097200, 3, 5},   {3, 2097200, 5},
};
static const struct size HUGE_SIZES[] = {
    {131101, 3, 32771}, {3, 131101, 32771}, {65543, 65551, 2},
};

/* The product of inputs of every kind. */
static int check_kinds(struct stage *st, const struct kernel *k)
{
    double error = 0.0;

    for (size_t i = 0; i < sizeof STAGE_KINDS / sizeof *STAGE_KINDS; ++i)
        if (stage_fill(st, STAGE_KINDS[i]) != 0 ||
            stage_check(st, k, &error) != 0)
            return -1;
    return 0;
}

static int verify_large(const struct kernel *k, struct size s, int *right)
{
    struct stage st;
    const unsigned parts = WITH_REFERENCE | (k->flags & ELEMENT) |
                           (k->flags & B_TRANSPOSED ? WITH_B_TRANSPOSED : 0);
    int code = OK;

    if (stage_new(&st, s, 1, parts) != 0) {
        report(OK); /* too large for this card: said, and passed over */
    } else if (check_kinds(&st, k) != 0) {
        fprintf(stderr, "%s: %s at %dx%dx%d: %s\n", provenance.stem, k->name,
                s.m, s.n, s.k, complaint());
        code = WRONG;
    } else {
        ++*right;
    }
    stage_free(&st);
    return code;
}

static int verify_list(const struct kernel *k, const struct size *s, int count)
{
    int code = OK, right = 0;

    for (int i = 0; i < count && code == OK; ++i)
        if (takes(k, s[i]))
            code = verify_large(k, s[i], &right);
    if (code == OK && right > 0)
        printf("%-20s %3d large products are right\n", k->name, right);
    return code;
}

static int verify_kernel(const struct kernel *k, const struct options *o)
{
    /* One row of blocks too many for two equal folds of grid(). */
    const struct size folded = {65537 * k->bm - 5, 3, 5};
    struct size asked[MAX_ASKED];
    int count = 0, code;

    if (k->flags & PATTERN || !runs_here(k->name, k->flags))
        return OK;
    for (int i = 0; i < o->size_count; ++i)
        if (!small_enough(o->sizes[i]))
            asked[count++] = o->sizes[i];
    if (o->size_count > 0)
        return verify_list(k, asked, count);
    code = verify_list(k, LARGE, sizeof LARGE / sizeof *LARGE);
    if (code == OK)
        code = verify_list(k, &folded, 1);
    if (code == OK && o->huge)
        code = verify_list(k, HUGE_SIZES,
                           sizeof HUGE_SIZES / sizeof *HUGE_SIZES);
    return code;
}

/* The library is held to the same bound as everybody else; its fastest way is where
 * it is measured. */
static int verify_more(const struct options *o)
{
    int code = each_kernel(o, verify_kernel);

    if (o->kernel)
        return code;
    for (const struct kernel *l = libraries(); l->name && code == OK; ++l)
        if (!(l->flags & HEADLINE))
            code = verify_kernel(l, o);
    return code;
}

/* Between profiler marks. */
static int marked(work_fn *work, void *ctx)
{
    int status;

    cudaProfilerStart();
    work(ctx);
    status = cuda_check(cudaGetLastError(), "launch");
    if (status == 0)
        status = cuda_check(cudaDeviceSynchronize(), "kernel");
    cudaProfilerStop();
    return status;
}

struct staged {
    struct stage stage;
    const struct kernel *kernel;
};

static void launch_staged(void *ctx)
{
    const struct staged *x = ctx;

    stage_launch(&x->stage, x->kernel, 0);
}

/* launch: one launch between profiler marks, for ncu, of one kernel or probe, or
 * of each kernel that is profiled at that size, in the order of the table. */
static int launch_kernel(const struct kernel *k, const struct options *o)
{
    const struct size s = o->size_count > 0 ? o->sizes[0] : LADDER_SIZE;
    struct staged x = {.kernel = k};
    int code = OK;

    if (!o->kernel && !counted(k, s))
        return OK;
    if (!runs_here(k->name, k->flags))
        return report(CANNOT);
    const unsigned parts = WITH_B_TRANSPOSED | (k->flags & ELEMENT);

    if (stage_new(&x.stage, s, 1, parts) != 0 ||
        (k->flags & HEADLINE && best_choose(&x.stage) != 0)) {
        code = report(CANNOT);
    } else {
        if (library_named(k->name)) {
            launch_staged(&x);
            cudaDeviceSynchronize();
        }
        if (marked(launch_staged, &x) != 0)
            code = report(WRONG);
    }
    stage_free(&x.stage);
    return code;
}

static int launch_probe(const struct probe *p, const struct options *o)
{
    struct samples none = {0};

    if (!runs_here(p->name, p->flags))
        return report(CANNOT);
    sample_instead = marked;
    if (p->measure(o->size_count > 0 ? o->sizes[0].m : p->sizes[0], &none) != 0)
        return report(WRONG);
    return OK;
}

/* A kernel may have the name of a probe: then the size tells which is meant. */
static int has_size(const struct probe *p, const struct options *o)
{
    const long long asked = o->size_count > 0 ? o->sizes[0].m : p->sizes[0];
    long long i = 0;

    while (probe_size(p, i) != 0 && probe_size(p, i) != asked)
        ++i;
    return probe_size(p, i) == asked;
}

static int launch(const struct options *o)
{
    if (device_ready() != 0)
        return report(CANNOT);
    if (o->kernel && library_named(o->kernel))
        return launch_kernel(library_named(o->kernel), o);
    for (const struct probe *p = probes; o->kernel && p->name; ++p)
        if (profiled_probe(p) && strcmp(p->name, o->kernel) == 0 &&
            has_size(p, o))
            return launch_probe(p, o);
    return each_kernel(o, launch_kernel);
}

static int device(const struct options *o)
{
    char name[128];

    (void)o;
    if (device_ready() != 0)
        return report(CANNOT);
    slug(device_name(), name, sizeof name);
    puts(name);
    return OK;
}

static int ready(const struct options *o)
{
    (void)o;
    return all_ready() == 0 ? OK : report(CANNOT);
}

static int head(const struct options *o)
{
    char text[RECORD_TEXT];

    (void)o;
    if (device_ready() != 0)
        return report(CANNOT);
    device_head(&provenance, "counters", text, sizeof text);
    fputs(text, stdout);
    return OK;
}

static int print_sizes(const struct kernel *k, const struct options *o)
{
    int count;
    const struct size *sizes = profile_sizes(k, o, &count);

    if (!runs_here(k->name, k->flags))
        return report(OK);
    for (int i = 0; i < count; ++i)
        if (takes(k, sizes[i]))
            printf("%s %dx%dx%d\n", k->name, sizes[i].m, sizes[i].n,
                   sizes[i].k);
    return OK;
}

/* A third word tells a probe from a kernel: it is launched by its name alone. */
static void print_probes(void)
{
    long long size;

    for (const struct probe *p = probes; p->name; ++p)
        for (long long i = 0; profiled_probe(p) && runs_here(p->name, p->flags) &&
                              (size = probe_size(p, i)); ++i)
            printf("%s %lldx%lldx%lld probe\n", p->name, size, size, size);
}

/* profiled: the launches that make a profile. */
static int profiled(const struct options *o)
{
    int code;

    if (o->kernel && library_named(o->kernel))
        return print_sizes(library_named(o->kernel), o);
    code = each_kernel(o, print_sizes);
    if (o->kernel || code != OK)
        return code;
    for (const struct kernel *l = libraries(); l->name && code == OK; ++l)
        if (!only_patterns() && !(l->flags & HEADLINE))
            code = print_sizes(l, o);
    if (o->size_count == 0)
        print_probes();
    return code;
}

static const struct command commands[] = {
    {"measure", "[--size MxNxK]... [--kernel NAME] [--quick]\n"
                 "                 [--topic NAME] [--out FILE | --data DIR]",
     measure},
    {"launch", "[--size MxNxK] [--kernel NAME]   once, for a profiler", launch},
    {"ready", "whether all that the program needs is here", ready},
    {"device", "the folder of this card's records", device},
    {"head", "the first lines of a record of counters", head},
    {"profiled", "[--size MxNxK]... [--kernel NAME]   what a profile launches",
     profiled},
    {0},
};

/* Guards of 64 KiB: a row of the largest matrix that is timed, and more. */
const struct backend backend = {commands, 16384, device_ready, verify_more,
                                device_capability, 0.0, NULL};
