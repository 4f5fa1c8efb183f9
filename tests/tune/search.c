#include "landscape.h"
#include "tap.h"
#include "tune/search.h"

#include <string.h>

static struct landscape land;
static struct search_step trail[MAX_BUDGET];
enum { CARDS = 3 };

static void finds(const char *stem, const char *name, enum kinds kind)
{
    double worst = 1.0;
    int steps = 0, over = 0;

    for (uint64_t seed = 1; seed <= CARDS; ++seed) {
        landscape_new(&land, stem, kind, seed);
        steps = search(land.list, land.cycles, land.count, land.count / 5,
                       look, &land, trail);
        over += steps > land.count / 5;
        const double found = trail[search_best(trail, steps)].rate;

        worst = fmin(worst, found / land.rate[land.best]);
    }
    ok(worst >= 0.98 && over == 0, "%s, %s: %.1f %% of the best or more after "
       "%d of %d runs", stem, name, 100.0 * worst, steps, land.count);
}

/* Nothing is timed twice, and the same answers make the same steps. */
static void repeats(const char *stem)
{
    static struct search_step again[MAX_BUDGET];
    int twice = 0;

    landscape_new(&land, stem, FAULTS, 9);
    const int steps = search(land.list, land.cycles, land.count, 60, look,
                             &land, trail);
    const int more = search(land.list, land.cycles, land.count, 60, look,
                            &land, again);

    for (int i = 0; i < steps; ++i)
        for (int j = 0; j < i; ++j)
            twice += trail[i].config == trail[j].config;
    ok(steps == 60 && twice == 0, "%s: no run is spent twice", stem);
    ok(more == steps && memcmp(trail, again, (size_t)steps * sizeof *trail) ==
                            0, "%s: the same answers, the same steps", stem);
}

static int every_third(void *ctx, const int *pick, int n, double *rate)
{
    look(ctx, pick, n, rate);
    for (int i = 0; i < n; ++i)
        rate[i] = pick[i] % 3 == 0 ? rate[i] : 0.0;
    return 0;
}

static int stop(void *ctx, const int *pick, int n, double *rate)
{
    (void)ctx, (void)pick, (void)n, (void)rate;
    return -1;
}

static void odd_answers(void)
{
    int wrong = 0;

    landscape_new(&land, "autotuning", HILL, 1);
    int steps = search(land.list, land.cycles, land.count, 40, every_third,
                       &land, trail);

    for (int i = 0; i < steps; ++i)
        wrong += trail[i].config % 3 != 0;
    ok(steps == 40 && wrong == 0, "who is wrong is no step and costs no run");
    steps = search(land.list, land.cycles, 5, 40, look, &land, trail);
    ok(steps == 5, "a budget beyond the space times it once");
    ok(search(land.list, land.cycles, land.count, 40, stop, &land, trail) == -1,
       "a stop stops");
    ok(search(land.list, land.cycles, 0, 40, look, &land, trail) == 0 &&
           search_best(trail, 0) == -1, "an empty space has no best");
}

int main(void)
{
    static const char *const names[KINDS] = {
        "a hill that the model does not know", "the model's faults",
        "two hills", "cliffs", "a plateau"};

    for (int kind = 0; kind < KINDS; ++kind) {
        finds("autotuning", names[kind], (enum kinds)kind);
        finds("warptiling", names[kind], (enum kinds)kind);
        finds("registers", names[kind], (enum kinds)kind);
        finds("mma", names[kind], (enum kinds)kind);
        finds("hopper", names[kind], (enum kinds)kind);
    }
    repeats("autotuning");
    odd_answers();
    return tap_end();
}
