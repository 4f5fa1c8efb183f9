/* Sums as tensor cores make them, and as nobody should, of every case. */
#include "bench/bound.h"
#include "bench/element.h"
#include "every.h"
#include "tap.h"

#include <stdint.h>

typedef double add_fn(double sum, double product);

static double in_float(double sum, double product)
{
    return (float)(sum + product);
}

/* As a tensor core: what a float cannot hold is cut off, not rounded. */
static double cut(double sum, double product)
{
    const double exact = sum + product;
    const float f = (float)exact;

    return fabs((double)f) > fabs(exact) ? (double)nextafterf(f, 0.0f)
                                         : (double)f;
}

static double in_half(double sum, double product)
{
    return half_to(half_from((float)(sum + half_to(half_from((float)product)))));
}

/* An operand that the type does not hold. */
static float unrounded(float x)
{
    return x * (1.0f + 0x1p-9f);
}

struct how {
    const char *name;
    unsigned flags;
    add_fn *add;
    int right, unrounded;
};

static const struct how HOWS[] = {
    {"half, float sums", HALF, in_float, 1, 0},
    {"half, sums cut", HALF, cut, 1, 0},
    {"bfloat16, sums cut", BFLOAT16, cut, 1, 0},
    {"TF32, sums cut", TF32, cut, 1, 0},
    {"half, half sums", HALF | HALF_ACC, in_half, 1, 0},
    {"half sums that should be float", HALF, in_half, 0, 0},
    {"half, operands not rounded", HALF, in_float, 0, 1},
    {"bfloat16, operands not rounded", BFLOAT16, in_float, 0, 1},
    {"TF32, operands not rounded", TF32, in_float, 0, 1},
};

static void multiply(const struct gemm_case *c, const struct how *how,
                     float *got)
{
    const size_t n = (size_t)c->size.n, k = (size_t)c->size.k;

    for (size_t i = 0; i < elements(c); ++i) {
        double sum = 0.0;

        for (size_t p = 0; c->with.alpha != 0.0f && p < k; ++p) {
            const float a = c->a[i / n * k + p];

            sum = how->add(sum, (double)(how->unrounded ? unrounded(a) : a) *
                                    c->b[p * n + i % n]);
        }
        got[i] = scaled(c, (float)sum, i);
    }
}

static struct gemm_case made(unsigned flags, struct size s, enum inputs kind,
                             int pair)
{
    struct gemm_case c;

    if (case_of(&c, flags, s, kind, case_scalars(pair)) != 0)
        abort();
    return c;
}

static int accepted(const struct how *how, struct size s, enum inputs kind,
                    int pair)
{
    struct gemm_case c = made(how->flags, s, kind, pair);
    float *got = malloc(((size_t)s.m * s.n + 1) * sizeof *got);
    int yes;

    multiply(&c, how, got);
    yes = accepts(&c, got);
    case_free(&c);
    free(got);
    return yes;
}

/* What is right is accepted everywhere, what is not is refused where a product
 * has some depth. */
static void judge(const struct how *how)
{
    struct size sizes[MAX_SIZES];
    const int count = verify_sizes(128, 128, 32, sizes, MAX_SIZES);
    int tried = 0, yes = 0;

    for (int i = 0; i < count; ++i)
        for (int j = 0; j < INPUT_KINDS; ++j, ++tried)
            yes += accepted(how, sizes[i], (enum inputs)j, i);
    if (how->right)
        ok(yes == tried, "%s: %d of %d accepted", how->name, yes, tried);
    else
        ok(!accepted(how, (struct size){31, 37, 199}, UNIFORM, 0),
           "%s: refused", how->name);
}

static void rounded_inputs(void)
{
    static const unsigned types[] = {HALF, BFLOAT16, TF32};

    for (int t = 0; t < 3; ++t) {
        struct gemm_case c = made(types[t], (struct size){9, 11, 13}, UNIFORM, 0);
        struct gemm_case d = made(types[t], (struct size){9, 11, 13}, UNIFORM, 8);
        double want = 0.0;
        int all = 1, c0 = 0;

        for (size_t i = 0; i < 9 * 13; ++i)
            all &= c.a[i] == rounded_to(types[t], c.a[i]);
        for (size_t i = 0; i < 11 * 13; ++i)
            all &= c.b[i] == rounded_to(types[t], c.b[i]);
        for (size_t p = 0; p < 13; ++p)
            want += (double)c.a[p] * c.b[p * 11];
        for (size_t i = 0; i < 9 * 11; ++i)
            c0 |= d.c0[i] != rounded_to(types[t], d.c0[i]);
        ok(all && fabs(want - c.want[0]) < 1e-12,
           "A and B of type %u are rounded, and so is their reference", types[t]);
        ok(c0, "C0 is a float");
        case_free(&c);
        case_free(&d);
    }
}

/* Integers of half sums are as large as can be exact, and judged to the bit. */
static void integers(void)
{
    static const int depths[] = {1, 128, 129, 227, 228, 512, 513, 2048, 2049};
    int fits = 1, bits = 1;

    for (int i = 0; i < 9; ++i) {
        const int r = case_integers(HALF | HALF_ACC, depths[i]);

        fits &= (long long)r * r * depths[i] <= 2048 &&
                (r == 4 || (r + 1LL) * (r + 1) * depths[i] > 2048);
    }
    ok(fits, "no sum of integers in half passes 2048, and a larger one could");
    ok(case_integers(HALF, 1 << 20) == 4, "sums in float take them all");
    for (int k = 1; k < 600; k += 99) {
        const struct how *how = &HOWS[4];
        struct gemm_case c = made(how->flags, (struct size){3, 5, k}, INTEGERS, 0);
        float got[15];

        multiply(&c, how, got);
        bits &= accepts(&c, got);
        got[7] = nextafterf(got[7], INFINITY);
        bits &= !accepts(&c, got);
        case_free(&c);
    }
    ok(bits, "the next float to a whole number is wrong");
}

static void one_hot(void)
{
    struct gemm_case c = made(HALF | HALF_ACC, (struct size){3, 5, 4000},
                              ONE_HOT, 1);
    float got[15];

    multiply(&c, &HOWS[4], got);
    ok(accepts(&c, got), "half sums of one-hot rows are elements of B");
    got[7] = nextafterf(got[7], INFINITY);
    ok(!accepts(&c, got), "to the bit, however deep");
    case_free(&c);
}

/* The bounds by their definitions. */
static void bounds(void)
{
    int cut_at = 1, half_at = 1;

    for (int k = 1; k < 5000; k = 3 * k + 1) {
        const double nu = (k + 2.0) * 0x1p-23;
        const double half = k * 0x1p-11 + 2.0 * 0x1p-24 / (1.0 - 2.0 * 0x1p-24);

        cut_at &= fabs(bound_of(HALF, 3.0, k) / (3.0 * nu / (1.0 - nu)) - 1.0) <
                  1e-12 && bound_of(TF32, 3.0, k) == bound_of(HALF, 3.0, k) &&
                  bound_of(BFLOAT16, 3.0, k) == bound_of(HALF, 3.0, k);
        half_at &= fabs(bound_of(HALF | HALF_ACC, 3.0, k) /
                        (3.0 * half + k * 0x1p-25) - 1.0) < 1e-12;
    }
    ok(cut_at, "float sums on tensor cores: gamma(K+2) with u = 2^-23");
    ok(half_at, "half sums: K*u with u = 2^-11, and what underflows");
    ok(bound_of(0, 3.0, 17) == gamma_n(19.0, 0x1p-24) * 3.0 &&
           bound_of(0, 3.0, 17) == bound_of(SWEEP, 3.0, 17),
       "floats: gamma(K+2) with u = 2^-24");
    ok(bound_of(HALF | HALF_ACC, 0.0, 17) == 0.0 && bound_of(HALF, 0.0, 17) == 0.0,
       "nothing added up, nothing allowed");
}

int main(void)
{
    for (size_t i = 0; i < sizeof HOWS / sizeof *HOWS; ++i)
        judge(&HOWS[i]);
    rounded_inputs();
    integers();
    one_hot();
    bounds();
    return tap_end();
}
