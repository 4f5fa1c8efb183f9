#include "probes/exchange.h"

#include "bench/cubin.h"
#include "bench/gpu/batch.h"
#include "bench/gpu/driver.h"
#include "bench/gpu/rounds.h"
#include "bench/gpu/stage.h"
#include "bench/plan.h"
#include "bench/stats.h"
#include "loops/exchange.h"
#include "loops/name.h"

#include <cuda_runtime.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 24, MOST = 16, NAME = 200, LOADS = 256 };
enum { COMPILED, EXCHANGED, WAYS };

static const double BATCH_MS = 20.0, LEAD_MS = 12.0;

/* What a kernel's constants say. */
enum { BM, BN, BK, WM, WN, TM, TN, STAGES };

/* One kernel in one of the two ways, with operands of its own. */
struct contestant {
    const struct kernel *kernel;
    CUfunction function;
    int n;
    struct matrix a, b;
    float *c;
    struct batch batch;
    struct samples cycles, mhz;
};

/* The product, and the kernels' machine code. */
struct contest {
    struct stage stage;
    struct cubin cubin;
    CUmodule module[WAYS];
    struct load load[MOST][LOADS];
    struct contestant entry[MOST * WAYS];
    int count;
};

/* This program's file, which the build has not compressed. */
static unsigned char *own_file(size_t *size)
{
    FILE *f = fopen("/proc/self/exe", "rb");
    unsigned char *file = NULL;
    long end = -1;

    if (f && fseek(f, 0, SEEK_END) == 0)
        end = ftell(f);
    if (end > 0 && fseek(f, 0, SEEK_SET) == 0 && (file = malloc((size_t)end)) &&
        fread(file, 1, (size_t)end, f) != (size_t)end) {
        free(file);
        file = NULL;
    }
    if (f)
        fclose(f);
    *size = (size_t)end;
    return file;
}

static struct function *function_called(const struct cubin *c, const char *name)
{
    char own[NAME];

    for (size_t i = 0; i < c->functions; ++i) {
        plain_name(c->function[i].symbol, own, sizeof own);
        if (strcmp(own, name) == 0)
            return &c->function[i];
    }
    return NULL;
}

/* The machine code in the file that has the function. */
static int find_cubin(struct cubin *c, const char *name)
{
    size_t size;
    unsigned char *file = own_file(&size);
    int found = 0;

    for (size_t at = 8; file && !found && at + 64 < size; at += 8) {
        if (memcmp(file + at, ELFMAG, SELFMAG) != 0)
            continue;
        unsigned char *rest = malloc(size - at);

        if (!rest)
            break;
        memcpy(rest, file + at, size - at);
        if (cubin_take(c, rest, size - at) != NULL)
            continue;
        found = function_called(c, name) != NULL;
        if (!found)
            cubin_close(c);
    }
    free(file);
    return found ? 0 : complain("this program has no machine code of %s that "
                                "can be read", name);
}

/* Exchanges the factors in a kernel's hot loop, whose loads are noted. */
static int exchange(struct cubin *c, const struct kernel *k, struct load *loads)
{
    const int *of = k->constants;
    const size_t wanted = (size_t)of[BK] * (size_t)(of[TM] + of[TN]) / 4;
    char name[NAME];
    struct loop l;
    size_t count;

    function_of(k, name, sizeof name);
    struct function *f = function_called(c, name);

    if (!f || hot_loop(f, c->arch, &l) != 1)
        return complain("the machine code of %s has no loop that is known",
                        k->name);
    if (exchange_factors(f->code, &l, loads, LOADS, &count) < 0)
        return complain("out of memory on the host");
    if (count != wanted || count > LOADS)
        return complain("%s loads %zu float4s in its loop, not %zu", k->name,
                        count, wanted);
    memcpy(c->file + f->at, f->code, f->length * sizeof *f->code);
    return 0;
}

/* The kernels' code as it is and, when all are exchanged, once more. */
static int load_code(struct contest *all)
{
    char name[NAME];

    function_of(&kernels[0], name, sizeof name);
    if (find_cubin(&all->cubin, name) != 0 ||
        driver_check(driver.load(&all->module[COMPILED], all->cubin.file),
                     "the kernels as compiled") != 0)
        return -1;
    for (int i = 0; kernels[i].name; ++i)
        if (exchange(&all->cubin, &kernels[i], all->load[i]) != 0)
            return -1;
    return driver_check(driver.load(&all->module[EXCHANGED], all->cubin.file),
                        "the exchanged kernels");
}

/* Which float of a row of the tile a register pair of a load has: of A, or of B. */
struct side {
    int block, warp, thread;
};

/* The loads of A, or of B, in a loop: those by the address register that is used by
 * as many of them as a thread needs. */
static int base_of(const struct load *loads, size_t count, size_t wanted)
{
    for (size_t i = 0; i < count; ++i) {
        size_t same = 0;

        for (size_t j = 0; j < count; ++j)
            same += loads[j].base == loads[i].base;
        if (same == wanted)
            return loads[i].base;
    }
    return -1;
}

/* 1 where column `col` of row k of an operand has changed places with its neighbour:
 * `far` columns of a warp's tile go to one load of each thread. */
static int changed(const struct load *loads, size_t count, int base,
                   struct side s, size_t k, size_t col)
{
    const int far = 4 * s.warp / s.thread;
    const unsigned at = 4 * ((unsigned)k * (unsigned)s.block +
                             (unsigned)(col % (size_t)s.warp) /
                                 (unsigned)far * (unsigned)far);

    for (size_t i = 0; i < count; ++i)
        if (loads[i].base == base && loads[i].offset == at)
            return loads[i].exchanged >> col % 4 / 2 & 1;
    return 0;
}

/* A packed operand of n rows of n floats, as a kernel wants it in one of two ways. */
static int put_side(struct matrix *x, const float *from, size_t n, struct side s,
                    const int *of, const struct load *loads)
{
    const size_t count = (size_t)of[BK] * (size_t)(of[TM] + of[TN]) / 4;
    const int base = loads ? base_of(loads, count,
                                     (size_t)(of[BK] * s.thread / 4)) : -1;
    float *to = malloc(n * n * sizeof *to);
    unsigned char *move = calloc((size_t)(of[BK] * s.warp), 1);
    int status = to && move ? 0 : complain("out of memory on the host");

    if (status == 0 && loads && base < 0)
        status = complain("loads of A and of B look alike");
    for (size_t e = 0; status == 0 && loads && e < (size_t)(of[BK] * s.warp); ++e)
        move[e] = (unsigned char)changed(loads, count, base, s,
                                         e / (size_t)s.warp,
                                         e % (size_t)s.warp);
    for (size_t k = 0; k < n && status == 0; ++k)
        for (size_t i = 0; i < n; ++i)
            to[k * n + i] =
                from[k * n + (i ^ move[k % (size_t)of[BK] * (size_t)s.warp +
                                       i % (size_t)s.warp])];
    if (status == 0)
        status = matrix_new(x, n * n) != 0 || matrix_put(x, to) != 0 ? -1 : 0;
    free(to);
    free(move);
    return status;
}

static int shared_bytes(const int *of)
{
    return of[STAGES] * of[BK] * (of[BM] + of[BN]) * (int)sizeof(float);
}

static void launch(void *ctx)
{
    struct contestant *c = ctx;
    const int *of = c->kernel->constants;
    float alpha = 1.0f, beta = 0.0f;
    void *args[] = {&c->n,      &c->n, &c->n,   &alpha, &c->a.data,
                    &c->b.data, &beta, &c->c};

    if (driver_check(driver.launch(
                         c->function, (unsigned)(c->n / of[BM] * (c->n / of[BN])),
                         1, 1, (unsigned)(of[BM] / of[TM] * (of[BN] / of[TN])), 1,
                         1, (unsigned)shared_bytes(of), CU_STREAM_PER_THREAD,
                         args, NULL), c->kernel->name) != 0)
        complain_later("%s", complaint());
}

/* Its machine code and its operands, of A transposed and B. */
static int prepare(struct contest *all, struct contestant *c, int way,
                   const float *a, const float *b, const struct load *loads)
{
    const int *of = c->kernel->constants;
    const struct side left = {of[BM], of[WM], of[TM]},
                      right = {of[BN], of[WN], of[TN]};
    char name[NAME];

    if (c->n % of[BM] != 0 || c->n % of[BN] != 0 || c->n % of[BK] != 0)
        return complain("%d is not whole tiles", c->n);
    function_of(c->kernel, name, sizeof name);
    if (driver_check(driver.find(&c->function, all->module[way],
                                 function_called(&all->cubin, name)->symbol),
                     c->kernel->name) != 0 ||
        driver_check(driver.set(c->function,
                                CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                shared_bytes(of)), c->kernel->name) != 0)
        return -1;
    return put_side(&c->a, a, (size_t)c->n, left, of, loads) != 0
               ? -1 : put_side(&c->b, b, (size_t)c->n, right, of, loads);
}

/* Its product is right, and its batch has a size. */
static int enter(struct contest *all, struct contestant *c)
{
    if (stage_ready(&all->stage) != 0)
        return -1;
    launch(c);
    if (cuda_check(cudaDeviceSynchronize(), c->kernel->name) != 0 ||
        complain_now() != 0 || stage_judge(&all->stage, c->kernel, 0, 1) != 0)
        return -1;
    return batch_new(&c->batch, launch, c, 1, BATCH_MS);
}

static int enter_all(struct contest *all, const float *a, const float *b, int n)
{
    char why[400];

    for (int i = 0; kernels[i].name; ++i)
        for (int way = COMPILED; way < WAYS; ++way) {
            struct contestant *c = &all->entry[all->count++];

            *c = (struct contestant){.kernel = &kernels[i], .n = n,
                                     .c = all->stage.c[0].data};
            if (prepare(all, c, way, a, b,
                        way == EXCHANGED ? all->load[i] : NULL) == 0 &&
                enter(all, c) == 0)
                continue;
            snprintf(why, sizeof why, "%s", complaint());
            return complain("%s%s: %s", kernels[i].name,
                            way == EXCHANGED ? ", exchanged" : "", why);
        }
    return 0;
}

static void transpose(float *x, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < i; ++j) {
            const float here = x[i * n + j];

            x[i * n + j] = x[j * n + i];
            x[j * n + i] = here;
        }
}

static int set_up(struct contest *all, int n)
{
    const struct size s = {n, n, n};
    const size_t floats = (size_t)n * (size_t)n;
    float *a = malloc(floats * sizeof *a), *b = malloc(floats * sizeof *b);
    int status = a && b ? 0 : complain("out of memory on the host");

    if (status == 0)
        status = driver_ready() != 0 || load_code(all) != 0 ||
                         stage_new(&all->stage, s, 1, WITH_REFERENCE) != 0 ||
                         matrix_get(&all->stage.a[0], a) != 0 ||
                         matrix_get(&all->stage.b[0], b) != 0
                     ? -1 : 0;
    if (status == 0) {
        transpose(a, (size_t)n);
        status = enter_all(all, a, b, n);
    }
    free(a);
    free(b);
    return status;
}

/* A scheduler's cycles, of which its FFMAs have so many each. */
static double for_each_ffma(double ms, double mhz, double n)
{
    int sms = 0;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return 1e3 * ms * mhz * 4 * sms * 32 / (n * n * n);
}

static int run_rounds(struct contest *all)
{
    struct timed t;

    for (int round = 0; round < ROUNDS; ++round)
        for (int place = 0; place < all->count; ++place) {
            struct contestant *c = &all->entry[turn(all->count, round, place)];

            if (batch_run(&c->batch, LEAD_MS, NULL, &t) != 0)
                return -1;
            if (t.mhz <= 0.0)
                return complain("this card's clock is not known");
            add_sample(&c->cycles, for_each_ffma(t.ms, t.mhz, c->n));
            add_sample(&c->mhz, t.mhz);
        }
    return 0;
}

static void clear(struct contest *all)
{
    for (int i = 0; i < all->count; ++i) {
        batch_free(&all->entry[i].batch);
        matrix_free(&all->entry[i].a);
        matrix_free(&all->entry[i].b);
    }
    for (int way = COMPILED; way < WAYS; ++way)
        if (all->module[way])
            driver.unload(all->module[way]);
    stage_free(&all->stage);
    cubin_close(&all->cubin);
}

int exchange_cycles(int which, int exchanged, long long n, struct samples *out)
{
    static struct contest all;
    const struct contestant *c = &all.entry[which * WAYS + exchanged];

    if (all.count == 0) {
        const int status = set_up(&all, (int)n) == 0 ? run_rounds(&all) : -1;

        clear(&all);
        if (status != 0)
            return -1;
    }
    *out = c->cycles;
    out->mhz = summarize(c->mhz.value, c->mhz.n).median;
    return 0;
}
