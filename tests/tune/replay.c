#include "made-up.h"
#include "tap.h"
#include "tune/model.h"
#include "tune/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a card took for everybody at one shape. */
static struct {
    const struct space *space;
    struct size size;
    struct config list[MAX_CONFIGS];
    double cycles[MAX_CONFIGS], blind[MAX_CONFIGS], rate[MAX_CONFIGS], best;
    int count, known;
} land;

static void begin(const char *stem, struct size size)
{
    static struct config all[MAX_CONFIGS];

    memset(&land, 0, sizeof land);
    land.space = space_of(stem);
    land.size = size;
    const int n = space_list(land.space, all, MAX_CONFIGS);

    for (int i = 0; i < n; ++i)
        if (!rejection(land.space, &all[i], &h200))
            land.list[land.count++] = all[i];
}

static void note(const char *config, double rate, double fma)
{
    char name[CONFIG_NAME];

    for (int i = 0; i < land.count; ++i) {
        config_name(&land.list[i], name, sizeof name);
        if (strcmp(name, config) == 0 && rate > 0.0 && fma > 0.0) {
            land.rate[i] = rate;
            land.cycles[i] = model_cycles(land.space, &land.list[i], &h200,
                                          land.size, fma);
            land.blind[i] = model_cycles(land.space, &land.list[i], &h200,
                                         land.size, 0.0);
            land.best = rate > land.best ? rate : land.best;
            ++land.known;
        }
    }
}

static int look(void *ctx, const int *pick, int n, double *rate)
{
    (void)ctx;
    for (int i = 0; i < n; ++i)
        rate[i] = land.rate[pick[i]];
    return 0;
}

static int shapes, missed;

/* What the search finds of the best in a tenth of the runs. */
static double found(const double *cycles)
{
    static struct search_step trail[MAX_BUDGET];
    const int budget = land.count / 10;
    const int steps = search(land.list, cycles, land.count, budget, look, NULL,
                             trail);

    return steps > 0 && steps <= budget
               ? trail[search_best(trail, steps)].rate / land.best : 0.0;
}

/* What the model would try first: of equals the one that stands first, as in the record. */
static const char *first(const double *cycles)
{
    static char name[CONFIG_NAME];
    int best = 0;

    for (int i = 1; i < land.count; ++i)
        if (cycles[i] < cycles[best])
            best = i;
    config_name(&land.list[best], name, sizeof name);
    return name;
}

static void finds(const char *stem)
{
    const double share = found(land.cycles);

    if (strcmp(stem, "autotuning") == 0 && land.size.m == 4096)
        ok(strcmp(first(land.blind), getenv("BLIND_FIRST")) == 0,
           "without the machine code it begins with %s", first(land.blind));

    /* At the power limit the first round repeats its shares within some two per cent. */
    const int tensor = land.space->type != 0;

    ok(share >= (tensor ? 0.98 : 0.99) && land.known == land.count, "%s at %dx%dx%d: %.1f %% of "
       "the best in a tenth of %d runs", stem, land.size.m, land.size.n,
       land.size.k, 100.0 * share, land.known);
    ++shapes;
    missed += !tensor && found(land.blind) < 0.99;
}

/* Lines `stem m n k config gflops cycles`, a shape's together. */
int main(void)
{
    FILE *f = fopen(getenv("LANDSCAPES"), "r");
    char stem[64], config[CONFIG_NAME], was[64] = "";
    double rate, fma;
    struct size s;

    while (f && fscanf(f, "%63s %d %d %d %63s %lf %lf", stem, &s.m, &s.n, &s.k,
                       config, &rate, &fma) == 7) {
        if (strcmp(stem, was) != 0 || memcmp(&s, &land.size, sizeof s) != 0) {
            if (was[0])
                finds(was);
            begin(stem, s);
            strcpy(was, stem);
        }
        note(config, rate, fma);
    }
    if (f)
        fclose(f);
    finds(was);
    ok(missed == 2 && shapes == 30, "without the machine code it misses %d of %d",
       missed, shapes);
    return tap_end();
}
