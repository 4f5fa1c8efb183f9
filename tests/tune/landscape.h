/* landscape.h - made-up cards: how fast would a configuration be on them? Each
 * differs from what model.h expects, in its own way. */
#ifndef LANDSCAPE_H
#define LANDSCAPE_H

#include "made-up.h"
#include "tune/model.h"

#include <math.h>
#include <stdlib.h>

enum kinds { HILL, FAULTS, TWO_HILLS, CLIFFS, PLATEAU, KINDS };

struct landscape {
    enum kinds kind;
    uint64_t seed;
    const struct space *space;
    struct config list[MAX_CONFIGS];
    double cycles[MAX_CONFIGS], rate[MAX_CONFIGS];
    int count, best;
};

static double logs(const struct config *a, const struct config *b)
{
    const int x[] = {a->bm,     a->bn, a->bk,          a->tm + 1,
                     a->tn + 1, a->wm + 1, a->stages, a->order + 1};
    const int y[] = {b->bm,     b->bn, b->bk,          b->tm + 1,
                     b->tn + 1, b->wm + 1, b->stages, b->order + 1};
    double sum = 0.0;

    for (int i = 0; i < 8; ++i) {
        const double d = log2(x[i] / (double)y[i]);

        sum += d * d;
    }
    return sum;
}

/* The speed of configuration i, up to a factor. */
static double speed(const struct landscape *l, int i)
{
    const struct config *c = &l->list[i];
    const int top = (int)(chance(l->seed, 1000001) * l->count);
    const int other = (int)(chance(l->seed, 1000002) * l->count);
    const double grain = 1.0 + 0.03 * (chance(l->seed, (uint64_t)i) - 0.5);
    const double model = 1e9 / l->cycles[i];
    const double near = logs(c, &l->list[top]);
    const double far = logs(c, &l->list[other]);

    switch (l->kind) {
    case HILL: /* the model knows nothing */
        return grain * exp(-0.08 * near);
    case FAULTS: /* the model is right but for what it cannot know */
        return model * (1.0 + 0.15 * (chance(l->seed, (uint64_t)i) - 0.5));
    case TWO_HILLS:
        return grain * (exp(-0.2 * near) + 0.9 * exp(-0.05 * far));
    case CLIFFS: /* large thread tiles spill, deep tiles do not fit twice */
        return grain * sqrt(model) * (c->tm * c->tn > 96 ? 0.6 : 1.0) *
               ((c->bm + c->bn) * c->bk > 6144 ? 0.8 : 1.0) *
               (c->bk == 8 ? 0.9 : 1.0) * exp(-0.04 * near);
    default: /* many are as good as the best */
        return grain * fmin(exp(-0.06 * near), 0.8);
    }
}

static void landscape_new(struct landscape *l, const char *stem,
                          enum kinds kind, uint64_t seed)
{
    static struct config all[MAX_CONFIGS];
    const struct size size = {4096, 4096, 4096};

    l->kind = kind;
    l->seed = hash64(seed * KINDS + kind);
    l->space = space_of(stem);
    l->count = l->best = 0;
    const int n = space_list(l->space, all, MAX_CONFIGS);

    for (int i = 0; i < n; ++i)
        if (!rejection(l->space, &all[i], &h200)) {
            l->list[l->count] = all[i];
            l->cycles[l->count++] = model_cycles(l->space, &all[i], &h200,
                                                 size, 0.0);
        }
    for (int i = 0; i < l->count; ++i) {
        l->rate[i] = 30e3 * speed(l, i);
        if (l->rate[i] > l->rate[l->best])
            l->best = i;
    }
}

/* A measure_fn whose ctx is a struct landscape. */
static int look(void *ctx, const int *pick, int n, double *rate)
{
    const struct landscape *l = ctx;

    for (int i = 0; i < n; ++i)
        rate[i] = l->rate[pick[i]];
    return 0;
}

#endif
