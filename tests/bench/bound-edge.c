#include "bench/bound.h"
#include "bench/inputs.h"
#include "bench/reference.h"
#include "tap.h"

#include <math.h>

/* The bound by its definition, in more precision. */
static long double bound(long double mag, int k)
{
    const long double nu = (k + 2.0L) / 16777216.0L;

    return nu / (1.0L - nu) * mag;
}

static int right(float got, double want, double mag, int k)
{
    return error_over_bound(got, want, mag, k) <= 1.0;
}

/* Floats on both sides of want + bound and of want - bound. */
static int edge_holds(double want, double mag, int k)
{
    const long double b = bound(mag, k);

    for (int side = -1; side <= 1; side += 2) {
        float got = (float)(want + side * b);

        for (int i = 0; i < 4; ++i)
            got = nextafterf(got, -INFINITY);
        for (int i = 0; i < 8; ++i, got = nextafterf(got, INFINITY))
            if (right(got, want, mag, k) != (fabsl(got - (long double)want)
                                             <= b))
                return 0;
    }
    return 1;
}

static void near_the_edge(void)
{
    static const int depths[] = {0, 1, 2, 17, 1031, 8192, 1 << 20};
    int held = 0, tried = 0;

    for (size_t d = 0; d < sizeof depths / sizeof *depths; ++d)
        for (size_t i = 0; i < 2000; ++i) {
            const double mag = 1e3 * fabs((double)uniform(1, i));

            held += edge_holds(mag * (double)uniform(2, i), mag, depths[d]);
            ++tried;
        }
    ok(held == tried, "each of the floats about %d bounds falls where the "
       "definition puts it", tried);
}

/* A magnitude whose bound is 1.5 to the last bit. */
static void at_the_edge(void)
{
    const int k = 1022;
    double mag = 1.5 * (1.0 - 1024.0 / 16777216.0) * 16777216.0 / 1024.0;

    for (int i = 0; i < 8 && gamma_n(k + 2.0, UNIT_ROUNDOFF_FP32) * mag < 1.5;
         ++i)
        mag = nextafter(mag, INFINITY);
    ok(gamma_n(k + 2.0, UNIT_ROUNDOFF_FP32) * mag == 1.5 &&
           fabsl(bound(mag, k) - 1.5L) < 1e-15L, "a bound of 1.5, exactly");
    ok(right(1.5f, 0.0, mag, k) && right(-1.5f, 0.0, mag, k),
       "an error of the bound is right");
    ok(!right(nextafterf(1.5f, 2.0f), 0.0, mag, k),
       "the next larger error is wrong");
    for (int i = 0; i < 8; ++i)
        mag = nextafter(mag, 0.0);
    ok(!right(1.5f, 0.0, mag, k) && !right(-1.5f, 0.0, mag, k),
       "the same error is wrong under a bound a little smaller");
}

static void no_bound(void)
{
    ok(right(0.0f, 0.0, 0.0, 5) && right(-0.0f, 0.0, 0.0, 5),
       "a bound of zero takes zero");
    ok(!right(0x1p-149f, 0.0, 0.0, 5) && !right(-0x1p-149f, 0.0, 0.0, 5),
       "a bound of zero takes nothing else, however small");
    ok(right(3.0f, 3.0, 0.0, 5) && !right(nextafterf(3.0f, 4.0f), 3.0, 0.0, 5),
       "a bound of zero takes the exact value alone");
}

static void not_numbers(void)
{
    static const double mags[] = {0.0, 1.0, 1e30, INFINITY};
    int nan = 0, infinite = 0;

    for (int i = 0; i < 4; ++i) {
        nan |= right(NAN, 1.0, mags[i], 5) || right(-NAN, 0.0, mags[i], 5);
        infinite |= right(INFINITY, 1.0, mags[i], 5) ||
                    right(-INFINITY, 1.0, mags[i], 5);
    }
    ok(!nan, "NaN is wrong under every bound");
    ok(!infinite, "infinity is wrong under every bound");
    ok(!right(1.0f, (double)NAN, 1.0, 5),
       "nothing is right where the reference is NaN");
}

static void worst_element(void)
{
    const struct size s = {2, 3, 4};
    const double want[6] = {0}, mag[6] = {1, 1, 1, 1, 1, 1};
    float got[6] = {0};
    size_t worst = 99;

    ok(largest_error(0, s, got, want, mag, &worst) == 0.0, "no error is 0");
    got[1] = 1e-6f;
    got[4] = -2e-6f;
    ok(largest_error(0, s, got, want, mag, &worst) ==
               error_over_bound(got[4], 0.0, 1.0, 4) && worst == 4,
       "the largest error is found, with its element");
    got[2] = NAN;
    ok(largest_error(0, s, got, want, mag, &worst) == (double)INFINITY &&
           worst == 2, "NaN is the largest of all");
    ok(largest_error(0, s, got, want, mag, NULL) == (double)INFINITY,
       "nobody has to ask where");
}

int main(void)
{
    near_the_edge();
    at_the_edge();
    no_bound();
    not_numbers();
    worst_element();
    return tap_end();
}
