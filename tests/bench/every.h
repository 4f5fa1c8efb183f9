/* every.h - every case that verify tries, and more: the sizes of several tiles
 * with all scalars and inputs. */
#ifndef EVERY_H
#define EVERY_H

#include "bench/bench.h"
#include "bench/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void case_fn(const struct gemm_case *c, float *got);

/* Calls visit() on each case with room for its product. Returns how many. */
static inline int each_case(case_fn *visit)
{
    static const int tiles[][3] = {
        {32, 32, 1}, {1, 1024, 1}, {64, 64, 8}, {128, 128, 16},
    };
    struct size sizes[MAX_SIZES];
    int cases = 0;

    for (size_t t = 0; t < sizeof tiles / sizeof *tiles; ++t) {
        const int *tile = tiles[t];
        const int count = verify_sizes(tile[0], tile[1], tile[2], sizes,
                                       MAX_SIZES);

        for (int i = 0; i < 9 * INPUT_KINDS * count; ++i) {
            const struct size s = sizes[i / (9 * INPUT_KINDS)];
            struct gemm_case c;
            float *got = malloc(((size_t)s.m * s.n + 1) * sizeof *got);

            if (!got || case_new(&c, s, (enum inputs)(i % INPUT_KINDS),
                                 case_scalars(i / INPUT_KINDS % 9)) != 0)
                abort();
            visit(&c, got);
            case_free(&c);
            free(got);
            ++cases;
        }
    }
    return cases;
}

static size_t elements(const struct gemm_case *c)
{
    return (size_t)c->size.m * (size_t)c->size.n;
}

static int accepts(const struct gemm_case *c, const float *got)
{
    size_t worst;

    return case_accepts(c, got, &worst);
}

/* The end of every kernel, as gemm.h has it. */
static float scaled(const struct gemm_case *c, float acc, size_t i)
{
    const float alpha = c->with.alpha, beta = c->with.beta;

    return beta == 0.0f ? alpha * acc : alpha * acc + beta * c->c0[i];
}

#endif
