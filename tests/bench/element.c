#include "bench/element.h"
#include "bench/inputs.h"
#include "tap.h"

#include <math.h>

/* A 16-bit number by its definition. */
static double value(unsigned bits, int exponent_bits, int fraction_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const unsigned fraction = bits & ((1u << fraction_bits) - 1);
    const int exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const double sign = bits & 0x8000 ? -1.0 : 1.0;

    if (exponent == (1 << exponent_bits) - 1)
        return fraction ? (double)NAN : sign * (double)INFINITY;
    return sign * ldexp(exponent ? (double)(fraction | 1u << fraction_bits)
                                 : (double)fraction,
                        (exponent ? exponent : 1) - bias - fraction_bits);
}

struct type {
    const char *name;
    unsigned flag;
    int exponent_bits, fraction_bits;
    float (*to)(uint16_t);
    uint16_t (*from)(float);
};

static void every_value(const struct type *t)
{
    int right = 1, back = 1;

    for (unsigned i = 0; i < 65536; ++i) {
        const double want = value(i, t->exponent_bits, t->fraction_bits);
        const float got = t->to((uint16_t)i);

        right &= want != want ? got != got : (double)got == want &&
                                                 !signbit(got) == !(i >> 15);
        back &= got != got ? t->to(t->from(got)) != t->to(t->from(got))
                           : t->from(got) == i;
    }
    ok(right, "each %s is the number that IEEE 754 says", t->name);
    ok(back, "each comes back from a float as it was");
}

/* Between two neighbours the nearer one, in the middle the even one. */
static int between(const struct type *t, uint16_t low)
{
    const double a = t->to(low), b = t->to((uint16_t)(low + 1));
    const float middle = (float)((a + b) / 2.0);
    const uint16_t even = (uint16_t)(low + (low & 1));

    return t->from(middle) == even &&
           t->from(nextafterf(middle, (float)a)) == low &&
           t->from(nextafterf(middle, (float)b)) == low + 1 &&
           t->from(-middle) == (even | 0x8000);
}

static void rounding(const struct type *t)
{
    const unsigned largest = ((1u << t->exponent_bits) - 1) << t->fraction_bits;
    int right = 1;

    for (unsigned i = 0; i + 1 < largest; ++i)
        right &= between(t, (uint16_t)i);
    ok(right, "a float between two of them goes to the nearer, or the even");
    /* Half a step beyond the largest number is where infinity begins. */
    const double top = t->to((uint16_t)(largest - 1));
    const float edge = (float)(top + (top - (double)t->to((uint16_t)(largest - 2)))
                                         / 2.0);

    ok(t->from(edge) == largest && t->from(nextafterf(edge, 0)) == largest - 1,
       "and one beyond them all to infinity");
}

static void tf32(void)
{
    int eleven = 1, nearest = 1;

    for (size_t i = 0; i < 100000; ++i) {
        const float x = ldexpf(uniform(1, i), (int)(i % 200) - 100);
        const float got = rounded_to(TF32, x);
        const float step = ldexpf(1.0f, ilogbf(x) - 10);

        eleven &= (bits_of(got) & 0x1fff) == 0;
        nearest &= fabsf(got - x) <= step / 2.0f;
    }
    ok(eleven, "a TF32 has eleven significant bits");
    ok(nearest, "and is no further than half a step from the float");
    ok(rounded_to(TF32, 1.0f + 0x1p-11f) == 1.0f &&
           rounded_to(TF32, 1.0f + 0x1.8p-10f) == 1.0f + 0x1p-9f,
       "in the middle it is the even one");
    ok(rounded_to(TF32, NAN) != rounded_to(TF32, NAN) &&
           rounded_to(TF32, -INFINITY) == -INFINITY, "NaN and infinity stay");
}

static void places(void)
{
    uint16_t two[4] = {0};
    float four[2] = {0};

    element_put(HALF | NEEDS_80, two, 1, -2.0f);
    element_put(BFLOAT16, two, 2, 3.0f);
    element_put(0, four, 1, 0.1f);
    ok(two[0] == 0 && two[1] == 0xc000 && two[2] == 0x4040 && two[3] == 0 &&
           four[0] == 0.0f && four[1] == 0.1f, "an element goes to its place");
    ok(element_get(HALF, two, 1) == -2.0f &&
           element_get(BFLOAT16, two, 2) == 3.0f &&
           element_get(0, four, 1) == 0.1f, "and comes back");
    ok(element_size(HALF) == 2 && element_size(BFLOAT16 | SWEEP) == 2 &&
           element_size(TF32) == 4 && element_size(B_TRANSPOSED) == 4,
       "halves and bfloat16s take two bytes, the others four");
    ok(rounded_to(HALF | HALF_ACC, 2049.0f) == 2048.0f &&
           rounded_to(BFLOAT16, 257.0f) == 256.0f &&
           rounded_to(SWEEP, 0.1f) == 0.1f, "a type rounds, no type does not");
}

int main(void)
{
    const struct type half = {"half", HALF, 5, 10, half_to, half_from};
    const struct type bfloat16 = {"bfloat16", BFLOAT16, 8, 7, bfloat16_to,
                                  bfloat16_from};

    every_value(&half);
    rounding(&half);
    every_value(&bfloat16);
    rounding(&bfloat16);
    tf32();
    places();
    return tap_end();
}
