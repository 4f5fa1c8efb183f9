#include "bench/gpu/contest.h"

#include "bench/element.h"
#include "bench/gpu/best.h"
#include "bench/gpu/library.h"
#include "bench/progress.h"
#include "bench/gpu/rounds.h"
#include "bench/stats.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const double SLOW_MS = 100.0; /* batches this long run fewer rounds */
static const double SMALL_FLOPS = 1e10; /* products below it take the shorter lead */

static void renew(void *ctx)
{
    const struct rotation *calls = ctx;

    stage_renew(calls->stage);
}

static unsigned parts_for(const struct setup *at, const struct kernel *l)
{
    unsigned parts = WITH_REFERENCE | (l->flags & ELEMENT);

    for (int i = 0; i < at->planned_count; ++i)
        if (library_of(at->planned[i].kernel) == l &&
            at->planned[i].kernel->flags & B_TRANSPOSED)
            parts |= WITH_B_TRANSPOSED;
    return parts;
}

void setup_free(struct setup *at)
{
    for (int i = 0; i < at->count; ++i)
        stage_free(&at->stage[i]);
}

int setup_new(struct setup *at, const struct planned *planned, int count)
{
    at->planned = planned;
    at->planned_count = count;
    at->count = 0;
    for (int i = 0; i < count; ++i) {
        const struct kernel *l = planned[i].kernel;
        const struct size s = planned[i].size;

        if (library_of(l) != l)
            continue;
        struct stage *st = &at->stage[at->count];

        at->library[at->count++] = l;
        if (stage_new(st, s, stage_copies_of(l->flags, s), parts_for(at, l)) != 0)
            return -1;
        st->alpha = planned[i].alpha;
        st->beta = planned[i].beta;
    }
    return 0;
}

/* Where the fastest of the library's ways takes part, it is found. */
static int enter_all(struct contest *c, const struct setup *at)
{
    for (int i = 0; i < at->planned_count; ++i) {
        const struct kernel *k = at->planned[i].kernel;
        struct contestant *e = &c->entry[c->count++];
        int library = 0;

        while (library_of(k) != at->library[library])
            ++library;
        *e = (struct contestant){
            .calls = {.stage = &at->stage[library], .kernel = k}, .library = library};
        if (k->flags & HEADLINE && best_choose(e->calls.stage) != 0)
            return -1;
        if (library_named(k->name))
            e->launched = launched_by(stage_launch_next, &e->calls);
    }
    return 0;
}

static int wrong(const struct contestant *c, const char *when)
{
    const struct size s = c->calls.stage->size;
    char why[400];

    snprintf(why, sizeof why, "%s", complaint());
    return complain("%s at %dx%dx%d is wrong%s: %s", c->calls.kernel->name, s.m, s.n,
                    s.k, when, why);
}

/* Nobody is timed who is not right. */
static int check_all(struct contest *c, struct setup *at)
{
    for (size_t kind = 0; kind < sizeof STAGE_KINDS / sizeof *STAGE_KINDS;
         ++kind) {
        for (int i = 0; i < at->count; ++i)
            if (stage_fill(&at->stage[i], STAGE_KINDS[kind]) != 0)
                return -1;
        for (int i = 0; i < c->count; ++i) {
            struct contestant *e = &c->entry[i];

            progress(e->calls.kernel->name, 0.0);
            if (stage_check(e->calls.stage, e->calls.kernel, &e->error) != 0)
                return wrong(e, "");
        }
    }
    return 0;
}

static int size_batch(struct contestant *e, const struct pace *pace)
{
    const struct stage *st = e->calls.stage;
    const int copies = st->copies, most = stage_launches(st);

    if (batch_new(&e->batch, stage_launch_next, &e->calls, copies, pace->batch_ms) != 0)
        return -1;
    if (st->beta != 0.0f)
        batch_renew(&e->batch, renew, most < INT_MAX / copies ? copies * most : INT_MAX);
    return 0;
}

/* Sizes every batch and times each once, for nothing but to see who meets the
 * card's power limit. Where somebody does, the clock follows with a delay what
 * runs, and everybody runs longer before and while it is timed. */
static int warm_up(struct contest *c)
{
    const double begin = host_ms();
    static struct watched seen;
    struct timed t;
    int held = 0;

    c->rounds = c->pace.rounds;
    c->lead = size_flops(c->entry[0].calls.stage->size) < SMALL_FLOPS
                  ? c->pace.lead_small_ms : c->pace.lead_ms;
    for (int i = 0; i < c->count; ++i)
        if (size_batch(&c->entry[i], &c->pace) != 0)
            return -1;
    while (host_ms() - begin < c->pace.warm_ms && !stopped())
        if (batch_run(&c->entry[0].batch, 0.0, NULL, &t) != 0)
            return -1;
    for (int i = 0; i < c->count && !stopped(); ++i) {
        memset(&seen, 0, sizeof seen);
        if (batch_run(&c->entry[i].batch, c->lead, &seen, &t) != 0)
            return -1;
        held |= held_by_power(&seen);
    }
    if (held) {
        c->lead = c->pace.lead_held_ms;
        for (int i = 0; i < c->count; ++i)
            batch_stretch(&c->entry[i].batch, 2);
    }
    return 0;
}

static int run_round(struct contest *c, int round)
{
    for (int place = 0; place < c->count && !stopped(); ++place) {
        struct contestant *e = &c->entry[turn(c->count, round, place)];
        const struct rotation *calls = &e->calls;
        const int last = round + 1 >= c->rounds, copies = calls->stage->copies;
        struct timed t;

        if ((last && stage_ready(calls->stage) != 0) ||
            batch_run(&e->batch, c->lead, &e->watched, &t) != 0)
            return wrong(e, " when timed");
        e->ms[round] = t.ms;
        e->mhz[round] = t.mhz > 0.0 ? t.mhz : watched_mhz(&e->watched);
        if (t.ms * e->batch.times > SLOW_MS && round + 1 < c->pace.slow_rounds)
            c->rounds = c->pace.slow_rounds;
        if (last && stage_judge(calls->stage, calls->kernel,
                                (calls->next + copies - 1) % copies,
                                (e->batch.times + copies - 1) / copies) != 0)
            return wrong(e, " after its last batch");
    }
    return 0;
}

static int check_zones(const struct setup *at)
{
    for (int i = 0; i < at->count; ++i)
        for (int j = 0; j < at->stage[i].copies; ++j)
            if (matrix_check(&at->stage[i].c[j], "C") != 0)
                return -1;
    return 0;
}

int contest_run(struct contest *c, struct setup *at, const struct pace *pace)
{
    int status;

    memset(c, 0, sizeof *c);
    c->pace = *pace;
    if (enter_all(c, at) != 0)
        return -1;
    status = check_all(c, at) != 0 ? -1 : warm_up(c);
    for (int round = 0; status == 0 && round < c->rounds && !stopped(); ++round)
        status = run_round(c, round);
    for (int i = 0; i < c->count; ++i)
        batch_free(&c->entry[i].batch);
    return status == 0 && !stopped() ? check_zones(at) : status;
}

static struct summary ratio_of(const struct contest *c, int i, int in_cycles)
{
    const struct contestant *e = &c->entry[i], *l = &c->entry[e->library];
    double ratio[MAX_ROUNDS];

    for (int j = 0; j < c->rounds; ++j) {
        ratio[j] = l->ms[j] / e->ms[j];
        if (in_cycles)
            ratio[j] *= e->mhz[j] > 0.0 ? l->mhz[j] / e->mhz[j] : 0.0;
    }
    return summarize(ratio, c->rounds);
}

static struct summary rate_of(const struct contest *c, int i)
{
    const struct contestant *e = &c->entry[i];
    double rate[MAX_ROUNDS];

    for (int j = 0; j < c->rounds; ++j)
        rate[j] = size_flops(e->calls.stage->size) / e->ms[j] / 1e6;
    return summarize(rate, c->rounds);
}

struct cells contest_row(const struct contest *c, int i)
{
    const struct contestant *e = &c->entry[i];
    const struct stage *st = e->calls.stage;
    const struct summary v = rate_of(c, i), q = ratio_of(c, i, 0),
                         f = summarize(e->mhz, c->rounds);
    double cycles[MAX_ROUNDS];
    struct cells row = row_of("gemm");

    for (int j = 0; j < c->rounds; ++j)
        cycles[j] = 1e3 * e->mhz[j] * e->ms[j];
    row_word(&row, "kernel", e->calls.kernel->name);
    row_size(&row, st->size);
    row_number(&row, "alpha", st->alpha);
    row_number(&row, "beta", st->beta);
    row_number(&row, "gflops", v.median);
    row_number(&row, "lo", v.lo);
    row_number(&row, "hi", v.hi);
    row_number(&row, "runs", v.runs);
    row_number(&row, "ratio", q.median);
    row_number(&row, "ratio_lo", q.lo);
    row_number(&row, "ratio_hi", q.hi);
    row_number(&row, "error", e->error);
    row_known(&row, "clock", f.median);
    row_known(&row, "clock_lo", f.lo);
    row_known(&row, "clock_hi", f.hi);
    row_word(&row, "throttle", watched_reasons(&e->watched));
    row_known(&row, "cycles", summarize(cycles, c->rounds).median);
    row_known(&row, "cycle_ratio", ratio_of(c, i, 1).median);
    row_word(&row, "launched", e->launched.names);
    row_word(&row, "grid", e->launched.grids);
    return row;
}

void contest_line(const struct contest *c, int i, char *line, size_t size)
{
    const struct contestant *e = &c->entry[i];
    const struct size s = e->calls.stage->size;

    snprintf(line, size,
             "%-20s %5d x %5d x %5d %9.1f GFLOP/s %6.1f %% of cuBLAS, error "
             "%.3f of its bound%s", e->calls.kernel->name, s.m, s.n, s.k,
             rate_of(c, i).median, 100.0 * ratio_of(c, i, 0).median, e->error,
             e->calls.stage->beta != 0.0f ? ", C read" : "");
}
