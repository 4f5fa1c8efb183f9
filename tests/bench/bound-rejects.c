#include "every.h"
#include "tap.h"

static const char *const KINDS[] = {"uniform", "integer", "one-hot"};

/* Each way of being wrong: how often it was, and how often that was missed;
 * how often it was right after all, and how often that was refused. */
struct count {
    int wrong, missed, right, refused;
};
static struct count nan_in_one, unwritten, zeros, unchanged, short_sum, one_off;

static void judge(struct count *n, int right, const struct gemm_case *c,
                  const float *got)
{
    const int accepted = accepts(c, got);

    n->wrong += !right;
    n->right += right;
    n->missed += !right && accepted;
    n->refused += right && !accepted;
    if (!right && accepted)
        printf("# missed: %d x %d x %d, alpha %g, beta %g, %s inputs\n",
               c->size.m, c->size.n, c->size.k, (double)c->with.alpha,
               (double)c->with.beta, KINDS[c->kind]);
}

/* alpha * A * B of element i, by itself, in more precision than float64. */
static long double product(const struct gemm_case *c, size_t i)
{
    const size_t n = (size_t)c->size.n, k = (size_t)c->size.k;
    long double sum = 0.0L;

    for (size_t p = 0; c->with.alpha != 0.0f && p < k; ++p)
        sum += (long double)c->a[i / n * k + p] * c->b[p * n + i % n];
    return c->with.alpha * sum;
}

static long double added(const struct gemm_case *c, size_t i)
{
    return c->with.beta != 0.0f ? (long double)c->with.beta * c->c0[i] : 0.0L;
}

static int zeros_are_right(const struct gemm_case *c)
{
    for (size_t i = 0; i < elements(c); ++i)
        if (product(c, i) + added(c, i) != 0.0L)
            return 0;
    return 1;
}

static int c0_is_right(const struct gemm_case *c)
{
    if (c->with.beta == 0.0f) /* then C0 is NaN */
        return elements(c) == 0;
    for (size_t i = 0; i < elements(c); ++i)
        if (product(c, i) + added(c, i) != c->c0[i])
            return 0;
    return 1;
}

/* How far the last step of the sum moves element i, and its magnitude. */
static double last_step(const struct gemm_case *c, size_t i)
{
    const size_t n = (size_t)c->size.n, k = (size_t)c->size.k;

    return fabs((double)c->with.alpha * c->a[i / n * k + k - 1] *
                c->b[(k - 1) * n + i % n]);
}

static void one_step_short(const struct gemm_case *c, float *got)
{
    const size_t n = (size_t)c->size.n, k = (size_t)c->size.k;
    int matters = 0, changes = 0;

    if (c->with.alpha == 0.0f || k == 0)
        return;
    for (size_t i = 0; i < elements(c); ++i) {
        const float *a = c->a + i / n * k, *b = c->b + i % n;
        const double u = ldexp(1.0, -24), steps = c->size.k + 2.0;
        double magnitude = fabs((double)added(c, i));
        float acc = 0.0f;

        for (size_t p = 0; p < k; ++p) {
            if (p + 1 < k)
                acc += a[p] * b[p * n];
            magnitude += fabs((double)c->with.alpha * a[p] * b[p * n]);
        }
        got[i] = scaled(c, acc, i);
        changes |= last_step(c, i) != 0.0;
        matters |= last_step(c, i) > 2.0 * steps * u / (1.0 - steps * u) *
                                         magnitude;
    }
    if (matters || !changes)
        judge(&short_sum, !changes, c, got);
}

static void visit(const struct gemm_case *c, float *got)
{
    const size_t count = elements(c);
    static size_t which;

    for (size_t i = 0; i < count; ++i)
        got[i] = (float)(product(c, i) + added(c, i));
    if (count > 0) {
        float *at = &got[which++ * 7919 % count], was = *at;

        *at = NAN;
        judge(&nan_in_one, 0, c, got);
        *at = nextafterf(was, INFINITY);
        if (c->kind == INTEGERS)
            judge(&one_off, 0, c, got);
    }
    for (size_t i = 0; i < count; ++i)
        got[i] = NAN;
    judge(&unwritten, count == 0, c, got);
    memset(got, 0, count * sizeof *got);
    judge(&zeros, zeros_are_right(c), c, got);
    judge(&unchanged, c0_is_right(c), c, c->c0);
    one_step_short(c, got);
}

static void result(const char *name, const struct count *n)
{
    ok(n->missed == 0 && n->wrong > 0, "%s: fails in all of %d cases", name,
       n->wrong);
    if (n->right > 0)
        ok(n->refused == 0, "%s: passes in the %d cases where it is right",
           name, n->right);
}

int main(void)
{
    const int cases = each_case(visit);

    result("NaN in one element", &nan_in_one);
    result("C never written", &unwritten);
    result("all zeros", &zeros);
    result("C0 returned unchanged", &unchanged);
    result("one step of the sum left out", &short_sum);
    result("the next float to a whole number", &one_off);
    ok(unchanged.wrong + unchanged.right == cases &&
           zeros.wrong + zeros.right == cases,
       "every one of %d cases was tried", cases);
    return tap_end();
}
