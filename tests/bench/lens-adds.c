#include "bench/element.h"
#include "bench/inputs.h"
#include "lens/unit.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EDGE = 64, SEEDS = 5, AT_ONCE = 16, MOST = 1024 };

/* The largest error of a sum, in units of |a||b|, of the inputs of precision.cu. */
static double error(int K, uint64_t seed, int positive)
{
    static float x[2 * EDGE * MOST];
    double worst = 0.0;

    for (int i = 0; i < 2 * EDGE * K; ++i) {
        x[i] = uniform(seed, (size_t)i);
        x[i] = half_to(half_from(positive ? fabsf(x[i]) : x[i]));
    }
    for (int row = 0; row < EDGE; ++row) {
        const float *a = x + row * K, *b = x + EDGE * K, *rows[AT_ONCE];
        double want[EDGE] = {0}, mag[EDGE] = {0};
        float sums[EDGE] = {0};

        for (int k = 0; k < K; ++k) {
            rows[k % AT_ONCE] = b + k * EDGE;
            if (k % AT_ONCE == AT_ONCE - 1)
                unit_add(sums, a + k + 1 - AT_ONCE, rows, AT_ONCE, EDGE);
            for (int col = 0; col < EDGE; ++col) {
                want[col] += (double)a[k] * b[k * EDGE + col];
                mag[col] += fabs((double)a[k] * b[k * EDGE + col]);
            }
        }
        for (int col = 0; col < EDGE; ++col)
            worst = fmax(worst, fabs(sums[col] - want[col]) / mag[col]);
    }
    return worst;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(int K, int positive)
{
    double of[SEEDS];

    for (int seed = 0; seed < SEEDS; ++seed)
        of[seed] = error(K, (uint64_t)seed + 1, positive);
    qsort(of, SEEDS, sizeof *of, by_size);
    return of[SEEDS / 2];
}

/* The value of a probe at this size; NaN where the record has none. */
static double recorded(const char *path, const char *probe, int size)
{
    char line[400], want[80];
    double value = NAN;
    FILE *f = fopen(path, "r");

    snprintf(want, sizeof want, "%s,%d,relative,", probe, size);
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, want, strlen(want)) == 0)
            value = atof(line + strlen(want));
    if (f)
        fclose(f);
    return value;
}

static void compare(const char *path, const char *probe, int K, int positive)
{
    const double then = recorded(path, probe, K), now = median(K, positive);

    ok(fabs(now - then) <= 1e-5 * then, "%s at %d: %g, measured %g", probe, K, now, then);
}

static void infinite(void)
{
    const float one = 1.0f, big = 3e38f, none = 0.0f, inf = INFINITY;
    const float *of_one[] = {&one}, *of_big[] = {&big}, *of_none[] = {&none};
    float sums[3] = {0};

    unit_add(&sums[0], &inf, of_one, 1, 1);
    unit_add(&sums[1], &big, of_big, 1, 1);
    unit_add(&sums[2], &inf, of_none, 1, 1);
    ok(isinf(sums[0]) && isinf(sums[1]) && isnan(sums[2]),
       "an infinity, what is too large, and an infinity times 0");
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "";

    for (int K = 64; K <= MOST; K *= 4) {
        compare(path, "float-sums", K, 0);
        compare(path, "float-sums-positive", K, 1);
    }
    infinite();
    return tap_end();
}
