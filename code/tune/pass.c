/* pass.c - the first pass: all configurations, or those that the search asks for (state.h). */
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/timing.h"
#include "tune/model.h"
#include "tune/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int keep(int i, int shape)
{
    return tuning_row(record(&t.tuning), &t.entry[i].config, &t.shape[shape],
                      &t.entry[i].at[shape]);
}

/* Notes what is known of a configuration before it is timed. */
static void begin_outcome(const struct entry *e, struct outcome *o)
{
    const struct build *b = &e->by[first_maker()];

    memset(o, 0, sizeof *o);
    o->registers = b->loaded.registers;
    o->shared = b->loaded.shared;
    if (b->ready < 0)
        memcpy(o->status, b->status, STATUS);
    else
        set_status(o, b->loaded.local > 0 ? "spills" : "ok", NULL);
}

static void note(int i, int shape, const struct trial *r)
{
    struct outcome *o = &t.entry[i].at[shape];

    begin_outcome(&t.entry[i], o);
    o->gflops = r->rate.median;
    o->lo = r->rate.lo;
    o->hi = r->rate.hi;
    o->runs = r->rate.runs;
    o->ratio = r->ratio.median;
}

/* A wrong one has its row, and the card may need a new process. */
static int note_fault(int i, int shape)
{
    begin_outcome(&t.entry[i], &t.entry[i].at[shape]);
    if (keep(i, shape) != 0)
        return say(CANNOT);
    if (card_alive())
        return OK;
    if (t.recording)
        return AGAIN;
    complain("%s has left the card unusable: %s", t.entry[i].name,
             t.entry[i].by[first_maker()].status);
    return say(WRONG);
}

/* Those of pick[] that may be timed, into out[]; rows for the others. */
static int verify_these(int shape, const int *pick, int n, int *out, int *count)
{
    int code = OK;

    *count = 0;
    for (int i = 0; i < n && code == OK && !stopped(); ++i) {
        progress(t.entry[pick[i]].name, 0.0);
        if (right(&t.entry[pick[i]], first_maker()))
            out[(*count)++] = pick[i];
        else
            code = note_fault(pick[i], shape);
    }
    return code;
}

static int time_these(int shape, const int *pick, int n)
{
    struct loaded *k[GROUP];
    struct trial r[GROUP];
    int code = OK;

    t.since = host_ms();
    for (int i = 0; i < n; ++i)
        k[i] = &t.entry[pick[i]].by[first_maker()].loaded;
    if (trial_time(k, n, PASS_ROUNDS, PASS_MS, r) != 0)
        return stopped() ? INTERRUPTED : say(WRONG);
    spent(TIME);
    for (int i = 0; i < n && code == OK; ++i) {
        if (r[i].failed) {
            fault(&t.entry[pick[i]].by[first_maker()]);
            code = note_fault(pick[i], shape);
            continue;
        }
        note(pick[i], shape, &r[i]);
        if (keep(pick[i], shape) != 0)
            code = say(CANNOT);
    }
    return code;
}

/* What a run takes beside its batches, as FLOPs of a product. */
static const double SETUP_FLOPS = 1e10;

double run_weight(int shape)
{
    return size_flops(t.shape[shape]) + SETUP_FLOPS;
}

/* Sees to it that pick[0 .. n-1], at most a group, have their outcomes. */
static int ensure(int shape, const int *pick, int n)
{
    int lack[GROUP], fit[GROUP], lacking = 0, fitting = 0, code = OK;

    for (int i = 0; i < n; ++i)
        if (!known(&t.entry[pick[i]], shape))
            lack[lacking++] = pick[i];
    if (lacking > 0 && compile_these(first_maker(), lack, lacking, 0) != 0)
        return stopped() ? INTERRUPTED : say(CANNOT);
    if (lacking > 0)
        code = verify_these(shape, lack, lacking, fit, &fitting);
    if (code == OK && fitting > 0 && !stopped())
        code = time_these(shape, fit, fitting);
    progress("", lacking * run_weight(shape));
    return code == OK && stopped() ? INTERRUPTED : code;
}

int everybody(int shape)
{
    int pick[GROUP], code = OK;

    for (int i = 0; i < t.count && code == OK; i += GROUP) {
        int n = 0;

        while (n < GROUP && i + n < t.count) {
            pick[n] = i + n;
            ++n;
        }
        code = ensure(shape, pick, n);
    }
    return code;
}

struct asking {
    int shape, code;
};

/* What the exhaustive pass has timed is looked up; the search's count of runs
 * is the same as if it had timed it itself. It compares shares of the library's
 * speed: at its power limit a card slows down from one group to the next, and
 * the library beside the kernels does so, too. */
static int answer(void *ctx, const int *pick, int n, double *rate)
{
    struct asking *a = ctx;

    a->code = ensure(a->shape, pick, n);
    for (int i = 0; i < n; ++i)
        rate[i] = t.entry[pick[i]].at[a->shape].ratio;
    return a->code == OK ? 0 : -1;
}

int timed_at(int shape)
{
    int n = 0;

    for (int i = 0; i < t.count; ++i)
        n += t.entry[i].at[shape].gflops > 0.0;
    return n;
}

/* The place of configuration i in the order that the model puts them in. */
static int place(const double *cycles, int i)
{
    int n = 1;

    for (int j = 0; j < t.count; ++j)
        n += cycles[j] < cycles[i] || (cycles[j] == cycles[i] && j < i);
    return n;
}

static int keep_trail(int shape, const double *cycles, const double *blind,
                      const struct search_step *trail, int steps)
{
    double best = 0.0;

    for (int i = 0; i < steps; ++i) {
        const int which = trail[i].config;
        const struct entry *e = &t.entry[which];

        const double gflops = e->at[shape].gflops;

        best = gflops > best ? gflops : best;
        if (search_row(record(&t.search), t.shape[shape], i + 1, &e->config,
                       gflops, best, e->fma, place(cycles, which),
                       place(blind, which)) != 0)
            return say(CANNOT);
    }
    return OK;
}

/* What the model expects of everybody, and what it would without the scores,
 * which it does without where one that is compiled has none: a guess is no match
 * for a score. */
static void expect(int shape, double *cycles, double *blind)
{
    int scored = 1;

    for (int i = 0; i < t.count; ++i)
        scored &= t.entry[i].fma > 0.0 ||
                  t.entry[i].by[first_maker()].ready < 0;
    for (int i = 0; i < t.count; ++i) {
        const double fma = scored ? t.entry[i].fma : 0.0;

        cycles[i] = model_cycles(t.space, &t.valid[i], &t.card.limits,
                                 t.shape[shape], fma);
        blind[i] = model_cycles(t.space, &t.valid[i], &t.card.limits,
                                t.shape[shape], 0.0);
    }
}

int search_shape(int shape, struct found *found)
{
    static struct search_step trail[MAX_BUDGET];
    double *cycles = calloc(2 * (size_t)t.count + 1, sizeof *cycles);
    struct asking a = {shape, OK};
    int budget = t.asked->budget, steps;

    if (!cycles) {
        complain("out of memory on the host");
        return say(CANNOT);
    }
    double *const blind = cycles + t.count;

    if (budget == 0)
        budget = (t.asked->mode == BOTH ? timed_at(shape) : t.count) / PART;
    expect(shape, cycles, blind);
    steps = search(t.valid, cycles, t.count, budget > 0 ? budget : 1, answer,
                   &a, trail);
    if (steps >= 0) {
        found->runs = steps;
        found->count = search_top(trail, steps, found->pick, TOP_PICKS);
        a.code = keep_trail(shape, cycles, blind, trail, steps);
    } else if (a.code == OK) {
        complain("out of memory on the host");
        a.code = say(CANNOT);
    }
    free(cycles);
    return a.code;
}
