#include "bench/element.h"
#include "host.h"
#include "bench/matrix.h"
#include "bench/program.h"
#include "tap.h"

#include <math.h>
#include <stdint.h>

const struct backend backend = {.red_zone = 5};

static const unsigned TYPES[] = {0, HALF, BFLOAT16, TF32};

static struct matrix fresh(unsigned type, size_t count)
{
    struct matrix x;

    if (matrix_of(&x, type, count) != 0)
        abort();
    return x;
}

static void aligned(void)
{
    int all = 1;

    for (int t = 0; t < 4; ++t)
        for (size_t count = 1; count < 40; ++count) {
            struct matrix x = fresh(TYPES[t], count);

            all &= (uintptr_t)x.data % 32 == 0 &&
                   (char *)x.data > (char *)x.base;
            matrix_free(&x);
        }
    ok(all, "each starts at a multiple of 32 bytes, behind its zone");
}

static void poisonous(void)
{
    int all = 1;

    for (int t = 0; t < 4; ++t) {
        struct matrix x = fresh(TYPES[t], 7);

        for (size_t i = 7; i < 12; ++i)
            all &= isnan(element_get(x.type, x.data, i)) != 0;
        for (size_t i = 1; i < 6; ++i)
            all &= isnan(element_get(x.type, (char *)x.data -
                                                 i * element_size(x.type), 0)) != 0;
        matrix_poison(&x);
        for (size_t i = 0; i < 7; ++i)
            all &= isnan(element_get(x.type, x.data, i)) != 0;
        all &= matrix_check(&x, "A") == 0;
        matrix_free(&x);
    }
    ok(all, "zones are NaN in every type, and so is what is poisoned");
}

static int said(const struct matrix *x, const char *want)
{
    return matrix_check(x, "A") != 0 && strcmp(complaint(), want) == 0;
}

static void strays(void)
{
    int past = 1, before = 1;

    for (int t = 0; t < 4; ++t) {
        const size_t size = element_size(TYPES[t]);
        struct matrix x = fresh(TYPES[t], 7);
        char *at = (char *)x.data;

        past &= matrix_check(&x, "A") == 0;
        at[9 * size] ^= 1;
        past &= said(&x, "wrote 3 elements past the end of A");
        at[7 * size + size - 1] ^= 1;
        past &= said(&x, "wrote 1 element past the end of A");
        matrix_free(&x);
        x = fresh(TYPES[t], 7);
        at = (char *)x.data;
        *(at - 2 * size) ^= 1;
        before &= said(&x, "wrote 2 elements before A");
        matrix_free(&x);
    }
    ok(past, "a store past the end is told by elements of two and four bytes");
    ok(before, "and so is one before the start");
}

static void there_and_back(void)
{
    const float host[3] = {2049.0f, -0.3f, 0x1p-24f};
    float got[3];
    int right = 1;

    for (int t = 0; t < 4; ++t) {
        struct matrix x = fresh(TYPES[t] | HALF_ACC, 3);

        right &= matrix_put(&x, host) == 0 && matrix_get(&x, got) == 0;
        for (int i = 0; i < 3; ++i)
            right &= got[i] == rounded_to(TYPES[t], host[i]);
        right &= matrix_check(&x, "A") == 0;
        matrix_free(&x);
    }
    ok(right, "floats arrive rounded to the type and come back so");
}

static void no_zones(void)
{
    struct matrix x;

    matrix_tighten();
    x = fresh(HALF, 3);
    ok((void *)x.data == x.base && matrix_check(&x, "A") == 0,
       "a tight one has no zones");
    matrix_free(&x);
}

int main(void)
{
    aligned();
    poisonous();
    strays();
    there_and_back();
    no_zones();
    return tap_end();
}
