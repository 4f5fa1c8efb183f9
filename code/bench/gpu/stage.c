#include "bench/gpu/stage.h"

#include "bench/gpu/device.h"
#include "bench/element.h"
#include "bench/gpu/large.h"

#include <cuda_runtime.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { C_SEED = 0 }; /* A and B have others */

static double operand_bytes(unsigned type, struct size s)
{
    return (double)element_size(type) *
               ((double)s.m * s.k + (double)s.k * s.n) +
           4.0 * s.m * s.n;
}

int stage_copies_of(unsigned type, struct size s)
{
    const double wanted = 2.0 * (double)device_l2_bytes();
    const double bytes = operand_bytes(type, s);

    return bytes >= wanted || bytes <= 0.0 ? 1 : (int)(wanted / bytes) + 1;
}

int stage_copies(struct size s)
{
    return stage_copies_of(0, s);
}

static int enough_memory(struct size s, int copies, unsigned parts)
{
    double need = copies * operand_bytes(parts, s);
    const double there = (double)device_free_memory();

    if (parts & WITH_B_TRANSPOSED)
        need += copies * (double)element_size(parts) * s.k * s.n;
    if (parts & WITH_REFERENCE)
        need += 16.0 * s.m * s.n;
    if (parts & WITH_REFERENCE && parts & HALF) /* for check_one_hot() */
        need += (double)element_size(parts) * s.m * s.k + 16.0 * s.m * s.n;
    if (need < 0.97 * there)
        return 0;
    return complain("%dx%dx%d needs %.1f GB of device memory and %.1f GB are "
                    "free", s.m, s.n, s.k, need / 1e9, there / 1e9);
}

static int fill_copy(const struct stage *st, int i)
{
    const size_t m = (size_t)st->size.m, n = (size_t)st->size.n,
                 k = (size_t)st->size.k;
    const uint64_t left = 1 + 2 * st->seed, right = left + 1;

    if (large_fill(st->type, st->a[i].data, m, k, st->kind, 1, left, 0) != 0 ||
        large_fill(st->type, st->b[i].data, k, n, st->kind, 0, right, 0) != 0)
        return -1;
    return st->bt[i].data ? large_fill(st->type, st->bt[i].data, k, n, st->kind,
                                       0, right, 1)
                          : 0;
}

static int copy_new(struct stage *st, int i, unsigned parts)
{
    const size_t m = (size_t)st->size.m, n = (size_t)st->size.n,
                 k = (size_t)st->size.k;

    if (matrix_of(&st->a[i], st->type, m * k) != 0 ||
        matrix_of(&st->b[i], st->type, k * n) != 0 ||
        matrix_new(&st->c[i], m * n) != 0)
        return -1;
    if (parts & WITH_B_TRANSPOSED &&
        matrix_of(&st->bt[i], st->type, k * n) != 0)
        return -1;
    return fill_copy(st, i) != 0 ? -1 : matrix_poison(&st->c[i]);
}

static int reference_new(struct stage *st)
{
    const size_t bytes = ((size_t)st->size.m * st->size.n + 1) * sizeof(double);

    if (cuda_check(cudaMalloc((void **)&st->want, bytes), "device memory") ||
        cuda_check(cudaMalloc((void **)&st->mag, bytes), "device memory"))
        return -1;
    return large_reference(st->type, st->size, st->a[0].data, st->b[0].data,
                           st->want, st->mag);
}

int stage_new(struct stage *st, struct size s, int copies, unsigned parts)
{
    memset(st, 0, sizeof *st);
    st->size = s;
    st->type = parts & ELEMENT;
    st->alpha = 1.0f;
    if (enough_memory(s, copies, parts) != 0)
        return -1;
    st->copies = copies;
    st->a = calloc(4 * (size_t)copies, sizeof *st->a);
    if (!st->a) {
        st->copies = 0;
        return complain("out of memory on the host");
    }
    st->b = st->a + copies;
    st->c = st->b + copies;
    st->bt = st->c + copies;
    for (int i = 0; i < copies; ++i)
        if (copy_new(st, i, parts) != 0)
            return -1;
    return parts & WITH_REFERENCE ? reference_new(st) : 0;
}

void stage_free(struct stage *st)
{
    for (int i = 0; i < 4 * st->copies; ++i)
        matrix_free(&st->a[i]);
    free(st->a);
    cudaFree(st->want);
    cudaFree(st->mag);
    memset(st, 0, sizeof *st);
}

void stage_launch(const struct stage *st, const struct kernel *k, int i)
{
    const struct matrix *b = k->flags & B_TRANSPOSED ? st->bt : st->b;

    k->launch(st->size.m, st->size.n, st->size.k, st->alpha, st->a[i].data,
              b[i].data, st->beta, st->c[i].data);
}

static int make_ready(const struct stage *st, int i)
{
    if (st->beta == 0.0f)
        return matrix_poison(&st->c[i]);
    return large_fill(0, st->c[i].data, (size_t)st->size.m, (size_t)st->size.n,
                      st->kind, 0, C_SEED, 0);
}

/* Errors of one launch are multiplied by beta in the next, and to first order each
 * adds what the bound allows it (bound.h). */
static struct outcome outcome_of(const struct stage *st, int launches)
{
    const double alpha = fabs(st->alpha), beta = fabs(st->beta);
    struct outcome o = {.of_c = 1.0, .kind = st->kind, .seed = C_SEED};
    double product = 0.0, c = 1.0; /* what stands in C, in |A||B| and in |C| */

    for (int i = 0; i < launches; ++i) {
        o.of_product = st->beta * o.of_product + st->alpha;
        o.of_c *= st->beta;
        product = beta * product + alpha;
        c *= beta;
        o.product_units = beta * o.product_units + product;
        o.c_units = beta * o.c_units + c;
    }
    return o;
}

int stage_launches(const struct stage *st)
{
    const double growth = fabs(st->beta) > 1.0 ? log(fabs(st->beta)) : 0.0;
    const double room = log(FLT_MAX) - log(4.0 + st->size.k); /* K and C's 1 */

    return growth > 0.0 ? (int)(room / growth) : INT_MAX;
}

/* Compares C of copy i with want, by its bound or, with mag null, bit for bit. */
static int judge(const struct stage *st, const struct kernel *k, int i,
                 const double *want, const double *mag, int launches,
                 double *error)
{
    const struct matrix *b = k->flags & B_TRANSPOSED ? st->bt : st->b;
    const struct size s = st->size;
    size_t worst = 0;

    if (matrix_check(&st->a[i], "A") != 0 || matrix_check(&b[i], "B") != 0 ||
        matrix_check(&st->c[i], "C") != 0 ||
        large_error(k->flags, s, st->c[i].data, want, mag,
                    outcome_of(st, launches), error, &worst) != 0)
        return -1;
    if (!(*error <= 1.0))
        return complain("C[%zu][%zu] is %s", worst / (size_t)s.n,
                        worst % (size_t)s.n,
                        mag ? "off by more than its bound"
                            : "not exact, where it should be");
    return 0;
}

static int check(const struct stage *st, const struct kernel *k,
                 const double *want, const double *mag, double *error)
{
    if (make_ready(st, 0) != 0)
        return -1;
    stage_launch(st, k, 0);
    if (cuda_check(cudaGetLastError(), "launch") != 0 ||
        cuda_check(cudaDeviceSynchronize(), "kernel") != 0)
        return -1;
    return judge(st, k, 0, want, mag, 1, error);
}

/* The product of the stage's B and an A whose rows take one of its rows each.
 * Its matrices come and go: few kernels want them. */
static int check_one_hot(const struct stage *st, const struct kernel *k)
{
    const size_t m = (size_t)st->size.m, deep = (size_t)st->size.k;
    struct stage hot = *st;
    struct matrix a;
    double error;
    int status = -1;

    hot.copies = 1;
    hot.a = &a;
    hot.alpha = 1.0f;
    hot.beta = 0.0f;
    hot.want = hot.mag = NULL;
    if (matrix_of(&a, st->type, m * deep) == 0 &&
        large_fill(st->type, a.data, m, deep, ONE_HOT, 1, 3, 0) == 0 &&
        reference_new(&hot) == 0)
        status = check(&hot, k, hot.want, NULL, &error);
    matrix_free(&a);
    cudaFree(hot.want);
    cudaFree(hot.mag);
    return status;
}

const enum inputs STAGE_KINDS[3] = {INTEGERS, LONE, UNIFORM};

int stage_fill(struct stage *st, enum inputs kind)
{
    st->kind = kind;
    if (fill_copy(st, 0) != 0)
        return -1;
    return large_reference(st->type, st->size, st->a[0].data, st->b[0].data,
                           st->want, kind == INTEGERS ? NULL : st->mag);
}

int stage_check(const struct stage *st, const struct kernel *k, double *error)
{
    const int by_parts = st->kind == LONE && k->flags & SPLIT;
    double none;

    if (st->kind != UNIFORM)
        return k->flags & HALF_ACC || (st->kind == LONE && st->beta != 0.0f)
                   ? 0 : check(st, k, st->want, by_parts ? st->mag : NULL, &none);
    if (check(st, k, st->want, st->mag, error) != 0)
        return -1;
    return k->flags & HALF_ACC ? check_one_hot(st, k) : 0;
}

int stage_judge(const struct stage *st, const struct kernel *k, int i,
                int launches)
{
    double error;

    return judge(st, k, i, st->want, st->mag, launches, &error);
}

void stage_renew(const struct stage *st)
{
    for (int i = 0; i < st->copies; ++i)
        large_fill_later(0, st->c[i].data, (size_t)st->size.m, (size_t)st->size.n,
                         st->kind, 0, C_SEED, 0);
}

int stage_ready(const struct stage *st)
{
    for (int i = 0; i < st->copies; ++i)
        if (make_ready(st, i) != 0)
            return -1;
    return 0;
}
