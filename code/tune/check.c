#include "tune/check.h"

#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PATIENCE = 20.0; /* seconds for a small product */

struct trial {
    struct gemm_case of;
    struct matrix a, b, c;
};

/* The cases of one tile, their operands in the card's memory. */
static struct {
    int bm, bn, bk, count;
    unsigned type;
    struct trial trial[MAX_CHECKS];
    float *got;
} kept;

int check_sizes(const struct config *c, struct size *out, int capacity)
{
    const int m = c->bm, n = c->bn, k = c->bk;
    const struct size all[] = {
        {m + 1, n - 1, 2 * k + 3}, {m - 1, n + 1, k - 1},
        {m, n, k},                 {m, n, 3 * k + 4},
        {m + 4, n + 4, 2 * k + 4}, {2 * m, n, k + 1},
        {m, 2 * n, k + 2},         {m - 4, n - 4, k - 4},
        {2 * m + 3, 5, k},         {5, 2 * n + 3, 2 * k},
        {1, 1, 1},                 {1, n + 3, k + 1},
        {m + 3, 1, 4 * k},         {3, 4, 4},
        {0, 5, 7},                 {5, 0, 7},
        {5, 7, 0},
    };
    const int count = (int)(sizeof all / sizeof *all);

    memcpy(out, all, (size_t)(count < capacity ? count : capacity) *
                         sizeof *out);
    return count < capacity ? count : capacity;
}

static int trial_new(struct trial *t, struct size s, int kind, int pair)
{
    if (case_of(&t->of, kept.type, s, (enum inputs)kind,
                case_scalars(pair)) != 0 ||
        matrix_of(&t->a, kept.type, (size_t)s.m * s.k) != 0 ||
        matrix_of(&t->b, kept.type, (size_t)s.k * s.n) != 0 ||
        matrix_new(&t->c, (size_t)s.m * s.n) != 0 ||
        matrix_put(&t->a, t->of.a) != 0)
        return -1;
    return matrix_put(&t->b, t->of.b);
}

void check_end(void)
{
    for (int i = 0; i < kept.count; ++i) {
        struct trial *t = &kept.trial[i];

        matrix_free(&t->a);
        matrix_free(&t->b);
        matrix_free(&t->c);
        case_free(&t->of);
    }
    free(kept.got);
    memset(&kept, 0, sizeof kept);
}

static int add(struct size s, int kind, int pair)
{
    if (kept.count == MAX_CHECKS)
        return complain("more than %d checks", MAX_CHECKS);
    return trial_new(&kept.trial[kept.count++], s, kind, pair);
}

/* All pairs of scalars on the raggedest size, two in turn on the others. */
static int prepare(const struct config *c)
{
    struct size sizes[MAX_CHECKS];
    const int count = check_sizes(c, sizes, MAX_CHECKS);
    size_t room = 1;

    for (int i = 0; i < count; ++i) {
        const size_t elements = (size_t)sizes[i].m * (size_t)sizes[i].n;

        room = elements > room ? elements : room;
    }
    kept.got = malloc(room * sizeof *kept.got);
    if (!kept.got)
        return complain("out of memory on the host");
    for (int pair = 0; pair < 9; ++pair)
        if (add(sizes[0], pair % INPUT_KINDS, pair) != 0)
            return -1;
    for (int i = 1; i < count; ++i)
        if (add(sizes[i], i % INPUT_KINDS, i % 9) != 0 ||
            add(sizes[i], (i + 1) % INPUT_KINDS, (i + 4) % 9) != 0)
            return -1;
    kept.bm = c->bm;
    kept.bn = c->bn;
    kept.bk = c->bk;
    return 0;
}

static int run(const struct trial *t)
{
    const struct gemm_case *c = &t->of;

    if (matrix_put(&t->c, c->c0) != 0)
        return -1;
    tuned_launch(c->size.m, c->size.n, c->size.k, c->with.alpha, t->a.data,
                 t->b.data, c->with.beta, t->c.data);
    if (card_wait(PATIENCE) != 0 || matrix_check(&t->a, "A") != 0 ||
        matrix_check(&t->b, "B") != 0 || matrix_check(&t->c, "C") != 0)
        return -1;
    return matrix_get(&t->c, kept.got);
}

static int judge(const struct trial *t)
{
    const struct gemm_case *c = &t->of;
    const size_t n = (size_t)c->size.n;
    size_t at = 0;

    if (case_accepts(c, kept.got, &at))
        return 0;
    return complain("C[%zu][%zu] is %.9g and should be %.9g", at / n, at % n,
                    (double)kept.got[at], c->want[at]);
}

static int at_fault(const struct trial *t)
{
    const struct gemm_case *c = &t->of;
    char why[300];

    snprintf(why, sizeof why, "%s", complaint());
    return complain("%dx%dx%d with alpha %g and beta %g: %s", c->size.m,
                    c->size.n, c->size.k, (double)c->with.alpha,
                    (double)c->with.beta, why);
}

int check(const struct loaded *k, unsigned type)
{
    const struct config *c = &k->config;

    if (kept.bm != c->bm || kept.bn != c->bn || kept.bk != c->bk ||
        kept.type != type) {
        check_end();
        kept.type = type;
        if (prepare(c) != 0) {
            check_end();
            return -1;
        }
    }
    card_use(k);
    for (int i = 0; i < kept.count; ++i)
        if (run(&kept.trial[i]) != 0 || judge(&kept.trial[i]) != 0) {
            at_fault(&kept.trial[i]);
            kept.bm = 0; /* what it may have written into is not used again */
            return -1;
        }
    return 0;
}
