#include "bench/cases.h"

#include "bench/bench.h"
#include "bench/element.h"
#include "bench/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float SCALARS[] = {0.0f, 1.0f, -0.5f};

struct scalars case_scalars(int i)
{
    return (struct scalars){SCALARS[(i + 1) % 3], SCALARS[i / 3 % 3]};
}

int case_integers(unsigned flags, int k)
{
    enum { EXACT_IN_HALF = 2048 };
    int r = 4;

    if (!(flags & HALF_ACC))
        return r;
    while (r > 0 && (long long)r * r * k > EXACT_IN_HALF)
        --r;
    return r;
}

/* A whole number from -r to r, but not 0, from one of those of inputs.h. */
static float within(float x, int r)
{
    return copysignf((float)(((int)fabsf(x) - 1) % r + 1), x);
}

static float *fill(size_t count, size_t cols, enum inputs kind, int left,
                   uint64_t seed)
{
    float *x = malloc((count + 1) * sizeof *x);

    for (size_t i = 0; x && i < count; ++i)
        x[i] = input(kind, left, seed, cols, i);
    return x;
}

/* What the kernel takes of A or B. */
static void narrow(const struct gemm_case *c, float *x, size_t count)
{
    const int r = case_integers(c->flags, c->size.k);

    for (size_t i = 0; x && i < count; ++i) {
        if (c->kind == INTEGERS && r > 0)
            x[i] = within(x[i], r);
        x[i] = rounded_to(c->flags, x[i]);
    }
}

static void fill_nan(float *x, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        x[i] = NAN;
}

int case_of(struct gemm_case *c, unsigned flags, struct size s,
            enum inputs kind, struct scalars with)
{
    const size_t a = (size_t)s.m * s.k, b = (size_t)s.k * s.n,
                 out = (size_t)s.m * s.n;
    static uint64_t seed = 1;

    *c = (struct gemm_case){.size = s, .flags = flags, .with = with,
                            .kind = kind};
    c->a = fill(a, (size_t)s.k, kind, 1, seed++);
    c->b = fill(b, (size_t)s.n, kind, 0, seed++);
    c->c0 = fill(out, (size_t)s.n, kind == ONE_HOT ? UNIFORM : kind, 0, seed++);
    narrow(c, c->a, a);
    narrow(c, c->b, b);
    c->want = malloc((out + 1) * sizeof *c->want);
    c->mag = malloc((out + 1) * sizeof *c->mag);
    if (!c->a || !c->b || !c->c0 || !c->want || !c->mag)
        return complain("out of memory on the host");
    reference(s, with.alpha, c->a, c->b, with.beta, c->c0, c->want, c->mag);
    /* What must not be read is NaN, and so is what must be written. */
    if (with.alpha == 0.0f) {
        fill_nan(c->a, a);
        fill_nan(c->b, b);
    }
    if (with.beta == 0.0f)
        fill_nan(c->c0, out);
    return 0;
}

int case_new(struct gemm_case *c, struct size s, enum inputs kind,
             struct scalars with)
{
    return case_of(c, 0, s, kind, with);
}

int small_enough(struct size s)
{
    const double elements = (double)s.m * s.k + (double)s.k * s.n +
                            (double)s.m * s.n;

    return size_flops(s) <= 0x1p30 && elements <= 0x1p26;
}

void case_free(struct gemm_case *c)
{
    free(c->a);
    free(c->b);
    free(c->c0);
    free(c->want);
    free(c->mag);
    memset(c, 0, sizeof *c);
}

/* Where a sum in half is bounded too loosely to tell much, one-hot rows help:
 * such a sum is one element of B. */
static int is_exact(const struct gemm_case *c)
{
    return c->kind == INTEGERS  ? case_integers(c->flags, c->size.k) > 0
           : c->kind == ONE_HOT ? c->flags & HALF_ACC && c->with.beta == 0.0f
                                : 0;
}

int case_accepts(const struct gemm_case *c, const float *got, size_t *worst)
{
    const size_t count = (size_t)c->size.m * (size_t)c->size.n;

    if (is_exact(c)) {
        for (*worst = 0; *worst < count; ++*worst)
            if (!((double)got[*worst] == c->want[*worst]))
                return 0;
        return 1;
    }
    return largest_error(c->flags, c->size, got, c->want, c->mag, worst) <=
           1.0;
}
