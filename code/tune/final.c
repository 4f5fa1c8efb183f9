/* final.c - the final at each shape, and who wins it (state.h). */
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double ratio_at(int i, int shape)
{
    return t.entry[i].at[shape].ratio;
}

static int among(const int *pick, int n, int i)
{
    for (int j = 0; j < n; ++j)
        if (pick[j] == i)
            return 1;
    return 0;
}

/* What the search recommends, and the best by their share of the library's
 * speed, which outlasts a drifting clock: all within the margin, as many as
 * there is room for. */
static int choose_finalists(int shape, const struct found *found, int *pick)
{
    double best = 0.0;
    int n = 0;

    for (int i = 0; i < t.count; ++i)
        best = ratio_at(i, shape) > best ? ratio_at(i, shape) : best;
    for (; n < found->count; ++n)
        pick[n] = found->pick[n];
    while (n < MAX_FINALISTS) {
        int next = -1;

        for (int i = 0; i < t.count; ++i)
            if (!among(pick, n, i) && ratio_at(i, shape) > 0.0 &&
                ratio_at(i, shape) >= best * (1.0 - t.asked->margin / 100.0) &&
                (next < 0 || ratio_at(i, shape) > ratio_at(next, shape)))
                next = i;
        if (next < 0)
            break;
        pick[n++] = next;
    }
    return n;
}

static void describe(const struct winners *w, const char *name)
{
    char found[CONFIG_NAME];

    printf("%-10s %5d x %5d x %5d  %-26s %9.1f GFLOP/s %6.1f %% of cuBLAS",
           t.space->stem, w->size.m, w->size.n, w->size.k, name,
           w->rate.median, 100.0 * w->ratio);
    if (w->found.bm > 0) {
        config_name(&w->found, found, sizeof found);
        printf("; %d of %d runs find %s, %.1f %% of the best", w->search_runs,
               w->runs, found, 100.0 * w->found_gflops / w->best_gflops);
    }
    putchar('\n');
    fflush(stdout);
}

/* The fastest in the final of those that the search recommends; -1: none. */
static int search_winner(const int *pick, const struct trial *r, int n,
                         const struct found *found)
{
    int best = -1;

    for (int i = 0; i < n; ++i)
        if (among(found->pick, found->count, pick[i]) &&
            (best < 0 || r[i].rate.median > r[best].rate.median))
            best = i;
    return best;
}

/* From what the final has timed to the row. */
static int decide(int shape, const int *pick, const struct trial *r, int n,
                  const struct found *found)
{
    const int searched = search_winner(pick, r, n, found);
    struct finalist f[MAX_FINALISTS];
    struct winners w = {.size = t.shape[shape], .runs = timed_at(shape),
                        .search_runs = found->runs};

    for (int i = 0; i < n; ++i) {
        const struct entry *e = &t.entry[pick[i]];
        const struct loaded *k = &e->by[finalist()].loaded;

        f[i].config = pick[i];
        f[i].on_chip = on_chip(k->registers, config_threads(&e->config),
                               k->shared);
        f[i].rate = r[i].rate;
    }
    if (searched >= 0) {
        w.found = t.valid[pick[searched]];
        w.found_gflops = r[searched].rate.median;
    }
    const int best = fastest(f, n), stays = winner(f, n);

    w.best = t.valid[pick[best]];
    w.best_gflops = f[best].rate.median;
    w.winner = t.valid[pick[stays]];
    w.rate = f[stays].rate;
    w.ratio = r[stays].ratio.median;
    describe(&w, t.entry[pick[stays]].name);
    return winners_row(record(&t.winners), &w) == 0 ? OK : say(CANNOT);
}

/* For the comparison of the two compilers. */
static int keep_final(int shape, const int *pick, const struct trial *r, int n)
{
    for (int i = 0; i < n && finalist() != first_maker(); ++i)
        if (final_row(&t.final, t.shape[shape], &t.valid[pick[i]],
                      r[i].ratio.median, ratio_at(pick[i], shape)) != 0)
            return say(CANNOT);
    return OK;
}

/* One that NVRTC made right and nvcc did not: no record has a place for it. */
static void refuse(const struct entry *e)
{
    if (finalist() == first_maker())
        return;
    progress_end();
    fprintf(stderr, "tune: %s is not in the final: as nvcc makes it, it %s%s\n",
            e->name, e->by[BY_NVCC].status[0] == 'w' ? "is " : "",
            e->by[BY_NVCC].status);
}

/* Those of pick[] that are compiled, loaded and right, at the front. */
static int admit(int *pick, int *n)
{
    int fit = 0;

    if (compile_these(finalist(), pick, *n, 0) != 0)
        return stopped() ? INTERRUPTED : say(CANNOT);
    for (int i = 0; i < *n && !stopped(); ++i) {
        struct entry *e = &t.entry[pick[i]];

        if (right(e, finalist())) {
            pick[fit++] = pick[i];
            continue;
        }
        refuse(e);
        if (!card_alive()) {
            complain("%s has left the card unusable: %s", e->name,
                     e->by[finalist()].status);
            return say(WRONG);
        }
    }
    *n = fit;
    return stopped() ? INTERRUPTED : OK;
}

static int time_final(const int *pick, int n, struct trial *r)
{
    struct loaded *k[MAX_FINALISTS];

    t.since = host_ms();
    for (int i = 0; i < n; ++i)
        k[i] = &t.entry[pick[i]].by[finalist()].loaded;
    if (trial_time(k, n, FINAL_ROUNDS, FINAL_MS, r) != 0)
        return stopped() ? INTERRUPTED : say(WRONG);
    spent(FINAL);
    for (int i = 0; i < n; ++i)
        if (r[i].failed)
            return say(WRONG);
    return OK;
}

int final(int shape, const struct found *found)
{
    struct trial r[MAX_FINALISTS];
    int pick[MAX_FINALISTS];
    int n = choose_finalists(shape, found, pick), code;

    progress("final", 0.0);
    code = admit(pick, &n);
    if (code == OK && n == 0) {
        complain("no configuration is right at %dx%dx%d", t.shape[shape].m,
                 t.shape[shape].n, t.shape[shape].k);
        code = say(WRONG);
    }
    if (code == OK)
        code = time_final(pick, n, r);
    if (code == OK)
        code = keep_final(shape, pick, r, n);
    progress_end();
    return code == OK ? decide(shape, pick, r, n, found) : code;
}
