#define _POSIX_C_SOURCE 200809L
#include "tuner.h"

#include "../bench/bench.h"
#include "../bench/device.h"
#include "../bench/program.h"
#include "../bench/progress.h"
#include "../bench/timing.h"
#include "card.h"
#include "check.h"
#include "compile.h"
#include "model.h"
#include "nvcc.h"
#include "nvrtc.h"
#include "rows.h"
#include "search.h"
#include "trial.h"
#include "winner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A first pass over everybody, as NVRTC makes it, then a final among those
 * close to the best and the search's fastest, as nvcc makes them. */
enum { GROUP = 16, PASS_ROUNDS = 3, FINAL_ROUNDS = 15,
       MAX_FINALISTS = MAX_FIELD, TOP_PICKS = 8 };
static const double PASS_MS = 1.5, FINAL_MS = 5.0; /* the least of a batch */
static const double MARGIN = 0.08;  /* of the best's ratio: the final's door */

/* A square that fits a cache, one that fills the card, a tall and a wide one
 * whose tiles are too few to go round. */
static const struct size usual[] = {
    {1024, 1024, 1024}, {4096, 4096, 4096}, {8192, 128, 2048},
    {256, 16384, 4096},
};

enum phase { COMPILE, VERIFY, TIME, FINAL, PHASES };

/* A configuration as one compiler makes it. */
struct build {
    struct loaded loaded;
    int ready;            /* 1: loaded and right; -1: what `status` says */
    char status[STATUS];
};

/* What is known of one configuration in this process. */
struct entry {
    struct config config;
    char name[CONFIG_NAME];
    struct build by[MAKERS];
    struct outcome at[MAX_SHAPES];
};

/* What the search recommends: its fastest, and in how many runs. */
struct found {
    int pick[TOP_PICKS], count, runs;
};

static struct {
    const struct request *asked;
    const struct space *space;
    struct card card;
    struct compiler compiler;
    struct size shape[MAX_SHAPES];
    int shapes;
    struct entry *entry;         /* the valid ones */
    struct config *valid;        /* their configurations, for the search */
    int count;
    struct config *rejected;
    const char **reason;
    int rejections;
    struct record tuning, winners, search;
    struct record final; /* its journal, or "-" */
    int recording;
    double seconds[PHASES], since;
} t;

/* Whose code the final times: nvcc's, as the program is; where there is no
 * nvcc, that of the first pass. */
static enum maker finalist(void)
{
    return t.compiler.nvcc[0] ? BY_NVCC : BY_NVRTC;
}

static struct record *record(struct record *r)
{
    return t.recording ? r : NULL;
}

/* Adds the time since the last call to a phase. */
static void spent(enum phase p)
{
    const double now = host_ms();

    t.seconds[p] += (now - t.since) / 1e3;
    t.since = now;
}

static int say(int code)
{
    progress_end();
    fprintf(stderr, "tune: %s\n", complaint());
    return code;
}

/* The space ----------------------------------------------------------------*/

static int asked_for(const char *name)
{
    for (int i = 0; i < t.asked->config_count; ++i)
        if (strcmp(t.asked->configs[i], name) == 0)
            return 1;
    return t.asked->config_count == 0;
}

static void sort_out(const struct config *all, int n)
{
    for (int i = 0; i < n; ++i) {
        const char *why = rejection(t.space, &all[i], &t.card.limits);
        char name[CONFIG_NAME];

        config_name(&all[i], name, sizeof name);
        if (!asked_for(name))
            continue;
        if (why) {
            t.rejected[t.rejections] = all[i];
            t.reason[t.rejections++] = why;
        } else {
            t.valid[t.count] = all[i];
            t.entry[t.count].config = all[i];
            memcpy(t.entry[t.count++].name, name, sizeof name);
        }
    }
}

/* Every configuration that was named must be there and valid. */
static int all_named(void)
{
    if (t.rejections > 0 && t.asked->config_count > 0) {
        char name[CONFIG_NAME];

        config_name(&t.rejected[0], name, sizeof name);
        return complain("%s is not valid here: %s", name, t.reason[0]);
    }
    for (int i = 0; i < t.asked->config_count; ++i) {
        int there = 0;

        for (int j = 0; j < t.count; ++j)
            there |= strcmp(t.entry[j].name, t.asked->configs[i]) == 0;
        if (!there)
            return complain("no configuration '%s' in the space of %s; `tune "
                            "space %s` lists it", t.asked->configs[i],
                            t.space->stem, t.space->stem);
    }
    return 0;
}

static int list_space(void)
{
    static struct config all[MAX_CONFIGS];
    const int n = space_list(t.space, all, MAX_CONFIGS);

    t.entry = calloc((size_t)n, sizeof *t.entry);
    t.valid = calloc((size_t)n, sizeof *t.valid);
    t.rejected = calloc((size_t)n, sizeof *t.rejected);
    t.reason = calloc((size_t)n, sizeof *t.reason);
    if (!t.entry || !t.valid || !t.rejected || !t.reason)
        return complain("out of memory on the host");
    sort_out(all, n);
    return all_named();
}

/* The card, or what stands for it where an architecture is given instead. */
static int know_card(const struct request *q)
{
    if (!q->arch)
        return card_ask(&t.card);
    t.card.limits = least_limits;
    snprintf(t.card.arch, sizeof t.card.arch, "%s", q->arch);
    return 0;
}

int print_space(const struct request *q)
{
    t.asked = q;
    t.space = space_of(q->stem);
    if (!t.space || know_card(q) != 0 || list_space() != 0)
        return say(CANNOT);
    for (int i = 0; i < t.count; ++i)
        printf("%s\tvalid\n", t.entry[i].name);
    for (int i = 0; i < t.rejections; ++i) {
        char name[CONFIG_NAME];

        config_name(&t.rejected[i], name, sizeof name);
        printf("%s\t%s\n", name, t.reason[i]);
    }
    return OK;
}

/* Records ------------------------------------------------------------------*/

static void shape_list(char *out, size_t size)
{
    size_t n = 0;

    for (int i = 0; i < t.shapes; ++i)
        n += (size_t)snprintf(out + n, size - n, " %dx%dx%d", t.shape[i].m,
                              t.shape[i].n, t.shape[i].k);
}

/* The winners' own: what made the code of the final. */
static void head_of_final(char *out, size_t size)
{
    char options[300];

    if (finalist() == BY_NVRTC) {
        snprintf(out, size, "# final: NVRTC %s\n", nvrtc_version());
        return;
    }
    nvcc_options(t.card.arch, options, sizeof options);
    snprintf(out, size, "# final: nvcc %s\n# final-flags: %s\n",
             t.compiler.nvcc, options);
}

/* What decides whether rows of an earlier run still count. */
static void head(const char *kind, char *out, size_t size)
{
    static const char *const modes[] = {"", "exhaustive", "search", "both"};
    char compiler[64], flags[128], shapes[MAX_SHAPES * 40];
    const struct provenance of = {t.space->stem, t.compiler.sha256, compiler,
                                  flags};
    size_t n;

    snprintf(compiler, sizeof compiler, "NVRTC %s", nvrtc_version());
    snprintf(flags, sizeof flags, "-arch=%s", t.card.arch);
    device_head_of(&of, kind, out, size);
    shape_list(shapes, sizeof shapes);
    n = strlen(out);
    n += (size_t)snprintf(
        out + n, size - n,
        "# shapes:%s\n"
        "# mode: %s\n"
        "# budget: %d\n"
        "# configurations: %d of %d are valid\n"
        "# method: %d rounds of %g ms or more over all, as NVRTC makes them; "
        "a final, %d of %g ms, over at most %d: the search's %d fastest and "
        "those within %g of the best's ratio; speeds of winners are the "
        "final's, and so is the choice among the search's %d\n",
        shapes, modes[t.asked->mode], t.asked->budget, t.count,
        t.count + t.rejections, PASS_ROUNDS, PASS_MS, FINAL_ROUNDS, FINAL_MS,
        MAX_FINALISTS, TOP_PICKS, MARGIN, TOP_PICKS);
    if (strcmp(kind, "winners") == 0 || strcmp(kind, "final") == 0)
        head_of_final(out + n, size - n);
}

static int open_one(struct record *r, const char *kind, const char *columns)
{
    char path[1000], card[128], text[RECORD_TEXT];

    slug(t.card.name, card, sizeof card);
    snprintf(path, sizeof path, "%s/%s/%s-%s.csv", t.asked->folder, card,
             t.space->stem, kind);
    head(kind, text, sizeof text);
    return record_open(r, path, text, columns);
}

static int open_all(void)
{
    if (open_one(&t.tuning, "tuning", TUNING_COLUMNS) != 0 ||
        open_one(&t.winners, "winners", WINNERS_COLUMNS) != 0 ||
        (t.asked->mode & SEARCH &&
         open_one(&t.search, "search", SEARCH_COLUMNS) != 0))
        return -1;
    return open_one(&t.final, "final", FINAL_COLUMNS);
}

static void abandon_records(void)
{
    if (t.recording && stopped())
        fprintf(stderr, "tune: stopped; %d finished rows are kept in %s.part "
                "and the next run goes on from there\n", t.tuning.rows,
                t.tuning.path);
    record_abandon(&t.tuning);
    record_abandon(&t.winners);
    record_abandon(&t.search);
    record_abandon(&t.final);
}

/* Without a folder the final's rows are kept in memory alone. */
static int open_records(void)
{
    if (!t.asked->folder)
        return record_open(&t.final, "-", "", FINAL_COLUMNS);
    if (open_all() != 0) {
        abandon_records();
        return -1;
    }
    t.recording = 1;
    return 0;
}

/* Takes over what an earlier run knew; notes what was never compiled. */
static int resume(void)
{
    struct outcome o = {0};

    for (int i = 0; i < t.count; ++i)
        for (int s = 0; s < t.shapes; ++s)
            tuning_known(record(&t.tuning), &t.entry[i].config, &t.shape[s],
                         &t.entry[i].at[s]);
    for (int i = 0; i < t.rejections; ++i) {
        const struct outcome no = {0};

        if (tuning_known(record(&t.tuning), &t.rejected[i], NULL, &o))
            continue;
        o = no;
        set_status(&o, t.reason[i], NULL);
        if (tuning_row(record(&t.tuning), &t.rejected[i], NULL, &o) != 0)
            return -1;
    }
    return 0;
}

/* What the two compilers' code differs by, in words; "" where one made all. */
static void compilers(char *out, size_t size)
{
    double median, largest;

    out[0] = '\0';
    if (final_differences(&t.final, &median, &largest) > 0)
        snprintf(out, size, "finalists differ by %.1f %% (median), %.1f %% "
                 "(largest)", 100.0 * median, 100.0 * largest);
}

/* A journal that becomes no record. */
static void drop_journal(struct record *r)
{
    char path[1100];

    snprintf(path, sizeof path, "%s.part", r->path);
    record_abandon(r);
    remove(path);
}

/* The tuning's journal goes last: while it is there, nothing need be timed
 * again. */
static int finish_records(void)
{
    char tail[256], both[400], words[120];

    if (!t.recording)
        return 0;
    trial_tail(tail, sizeof tail);
    compilers(words, sizeof words);
    snprintf(both, sizeof both, words[0] ? "%s# compilers: %s\n" : "%s", tail,
             words);
    if ((t.asked->mode & SEARCH && record_finish(&t.search, tail) != 0) ||
        record_finish(&t.winners, both) != 0 ||
        record_finish(&t.tuning, tail) != 0)
        return -1;
    drop_journal(&t.final);
    return 0;
}


/* Compiling and verifying --------------------------------------------------*/

static void compiled_one(const char *name)
{
    progress(name, 1.0);
}

static int known(const struct entry *e, int shape)
{
    return e->at[shape].status[0] != '\0';
}

/* Compiles pick[0 .. n-1]; what fails is marked. Returns 0 or -1. */
static int compile_these(enum maker by, const int *pick, int n, int show)
{
    struct compiled *out = calloc((size_t)n + 1, sizeof *out);
    struct outcome o;
    int status = out ? 0 : complain("out of memory on the host");

    t.since = host_ms();
    if (status == 0)
        status = compile(&t.compiler, by, t.valid, pick, n, out,
                         show ? compiled_one : NULL);
    for (int i = 0; i < n && status == 0; ++i)
        if (out[i].done < 0) {
            struct build *b = &t.entry[pick[i]].by[by];

            set_status(&o, "does not compile", out[i].why);
            b->ready = -1;
            memcpy(b->status, o.status, STATUS);
        }
    free(out);
    spent(COMPILE);
    return status;
}

/* Everybody of whom a shape is still unknown, side by side on all cores. */
static int compile_all(enum maker by)
{
    int *pick = calloc((size_t)t.count + 1, sizeof *pick), n = 0, status;

    if (!pick)
        return complain("out of memory on the host");
    for (int i = 0; i < t.count; ++i)
        for (int s = 0; s < t.shapes; ++s)
            if (!known(&t.entry[i], s)) {
                pick[n++] = i;
                break;
            }
    progress_start("compile", n);
    status = compile_these(by, pick, n, 1);
    progress_end();
    free(pick);
    return status;
}

static void fault(struct build *b)
{
    struct outcome o;

    set_status(&o, "wrong", complaint());
    memcpy(b->status, o.status, STATUS);
    b->ready = -1;
}

/* Loads a compiled configuration and tries it on small products, once. */
static void make_ready(struct entry *e, enum maker by)
{
    struct build *b = &e->by[by];
    char path[600];

    if (b->ready != 0)
        return;
    t.since = host_ms();
    cubin_path(&t.compiler, by, &e->config, path, sizeof path);
    if (card_load(&b->loaded, path, &e->config) != 0 ||
        check(&b->loaded) != 0)
        fault(b);
    else
        b->ready = 1;
    spent(VERIFY);
}

/* Timing -------------------------------------------------------------------*/

static int keep(int i, int shape)
{
    return tuning_row(record(&t.tuning), &t.entry[i].config, &t.shape[shape],
                      &t.entry[i].at[shape]);
}

/* Notes what is known of a configuration before it is timed. */
static void begin_outcome(const struct entry *e, struct outcome *o)
{
    const struct build *b = &e->by[BY_NVRTC];

    memset(o, 0, sizeof *o);
    o->registers = b->loaded.registers;
    o->shared = b->loaded.shared;
    if (b->ready < 0)
        memcpy(o->status, b->status, STATUS);
    else
        set_status(o, b->loaded.local > 0 ? "spills" : "ok", NULL);
}

static void note(int i, int shape, const struct timed *r)
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
             t.entry[i].by[BY_NVRTC].status);
    return say(WRONG);
}

/* True when the configuration is right at this shape too. */
static int right(struct entry *e, enum maker by)
{
    struct build *b = &e->by[by];

    make_ready(e, by);
    if (b->ready < 0)
        return 0;
    t.since = host_ms();
    if (trial_check(&b->loaded) != 0)
        fault(b);
    spent(VERIFY);
    return b->ready > 0;
}

/* Those of pick[] that may be timed, into out[]; rows for the others. */
static int verify_these(int shape, const int *pick, int n, int *out, int *count)
{
    int code = OK;

    *count = 0;
    for (int i = 0; i < n && code == OK && !stopped(); ++i) {
        progress(t.entry[pick[i]].name, 0.0);
        if (right(&t.entry[pick[i]], BY_NVRTC))
            out[(*count)++] = pick[i];
        else
            code = note_fault(pick[i], shape);
    }
    return code;
}

static int time_these(int shape, const int *pick, int n)
{
    struct loaded *k[GROUP];
    struct timed r[GROUP];
    int code = OK;

    t.since = host_ms();
    for (int i = 0; i < n; ++i)
        k[i] = &t.entry[pick[i]].by[BY_NVRTC].loaded;
    if (trial_time(k, n, PASS_ROUNDS, PASS_MS, r) != 0)
        return stopped() ? INTERRUPTED : say(WRONG);
    spent(TIME);
    for (int i = 0; i < n && code == OK; ++i) {
        if (r[i].failed) {
            fault(&t.entry[pick[i]].by[BY_NVRTC]);
            code = note_fault(pick[i], shape);
            continue;
        }
        note(pick[i], shape, &r[i]);
        if (keep(pick[i], shape) != 0)
            code = say(CANNOT);
    }
    return code;
}

static double run_weight(int shape)
{
    return size_flops(t.shape[shape]) + 1e10;
}

/* Sees to it that pick[0 .. n-1], at most a group, have their outcomes. */
static int ensure(int shape, const int *pick, int n)
{
    int lack[GROUP], fit[GROUP], lacking = 0, fitting = 0, code = OK;

    for (int i = 0; i < n; ++i)
        if (!known(&t.entry[pick[i]], shape))
            lack[lacking++] = pick[i];
    if (lacking > 0 && compile_these(BY_NVRTC, lack, lacking, 0) != 0)
        return stopped() ? INTERRUPTED : say(CANNOT);
    if (lacking > 0)
        code = verify_these(shape, lack, lacking, fit, &fitting);
    if (code == OK && fitting > 0 && !stopped())
        code = time_these(shape, fit, fitting);
    progress("", lacking * run_weight(shape));
    return code == OK && stopped() ? INTERRUPTED : code;
}

static int everybody(int shape)
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

/* The search ---------------------------------------------------------------*/

struct asking {
    int shape, code;
};

/* What the exhaustive pass has timed is looked up; the search's count of runs
 * is the same as if it had timed it itself. */
static int answer(void *ctx, const int *pick, int n, double *rate)
{
    struct asking *a = ctx;

    a->code = ensure(a->shape, pick, n);
    for (int i = 0; i < n; ++i)
        rate[i] = t.entry[pick[i]].at[a->shape].gflops;
    return a->code == OK ? 0 : -1;
}

static int timed_at(int shape)
{
    int n = 0;

    for (int i = 0; i < t.count; ++i)
        n += t.entry[i].at[shape].gflops > 0.0;
    return n;
}

static int keep_trail(int shape, const struct search_step *trail, int steps)
{
    double best = 0.0;

    for (int i = 0; i < steps; ++i) {
        best = trail[i].rate > best ? trail[i].rate : best;
        if (search_row(record(&t.search), t.shape[shape], i + 1,
                       &t.entry[trail[i].config].config, trail[i].rate,
                       best) != 0)
            return say(CANNOT);
    }
    return OK;
}

static int search_shape(int shape, struct found *found)
{
    static struct search_step trail[MAX_BUDGET];
    double *cycles = calloc((size_t)t.count + 1, sizeof *cycles);
    struct asking a = {shape, OK};
    int budget = t.asked->budget, steps;

    if (!cycles) {
        complain("out of memory on the host");
        return say(CANNOT);
    }
    if (budget == 0)
        budget = (t.asked->mode == BOTH ? timed_at(shape) : t.count) / 5;
    for (int i = 0; i < t.count; ++i)
        cycles[i] = model_cycles(t.space, &t.valid[i], &t.card.limits,
                                 t.shape[shape]);
    steps = search(t.valid, cycles, t.count, budget > 0 ? budget : 1, answer,
                   &a, trail);
    free(cycles);
    if (steps < 0 && a.code == OK) {
        complain("out of memory on the host");
        return say(CANNOT);
    }
    if (steps < 0)
        return a.code;
    found->runs = steps;
    found->count = search_top(trail, steps, found->pick, TOP_PICKS);
    return keep_trail(shape, trail, steps);
}

/* The final ----------------------------------------------------------------*/

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
                ratio_at(i, shape) >= best * (1.0 - MARGIN) &&
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
static int search_winner(const int *pick, const struct timed *r, int n,
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
static int decide(int shape, const int *pick, const struct timed *r, int n,
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
static int keep_final(int shape, const int *pick, const struct timed *r, int n)
{
    for (int i = 0; i < n && finalist() == BY_NVCC; ++i)
        if (final_row(&t.final, t.shape[shape], &t.valid[pick[i]],
                      r[i].ratio.median, ratio_at(pick[i], shape)) != 0)
            return say(CANNOT);
    return OK;
}

/* One that NVRTC made right and nvcc did not: no record has a place for it. */
static void refuse(const struct entry *e)
{
    if (finalist() == BY_NVRTC)
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

static int time_final(const int *pick, int n, struct timed *r)
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

static int final(int shape, const struct found *found)
{
    struct timed r[MAX_FINALISTS];
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

/* All of it ----------------------------------------------------------------*/

static int measure_shape(int shape)
{
    struct found found = {.count = 0};
    int code = OK;

    if (t.asked->mode & EXHAUSTIVE)
        code = everybody(shape);
    if (code == OK && t.asked->mode & SEARCH)
        code = search_shape(shape, &found);
    return code == OK ? final(shape, &found) : code;
}

static int tune_shape(int shape)
{
    const struct size s = t.shape[shape];
    int code;

    if (winners_known(record(&t.winners), s))
        return OK;
    progress("operands", 0.0);
    t.since = host_ms();
    code = trial_open(s) == 0 ? OK : say(CANNOT);
    spent(VERIFY);
    if (code == OK)
        code = measure_shape(shape);
    trial_close();
    return code;
}

static int tune_shapes(void)
{
    double total = 0.0;
    int code = OK;

    for (int s = 0; s < t.shapes; ++s)
        for (int i = 0; i < t.count; ++i)
            total += known(&t.entry[i], s) ? 0.0 : run_weight(s);
    if (t.asked->mode == SEARCH)
        total /= 5.0;
    progress_start(t.space->stem, total);
    for (int s = 0; s < t.shapes && code == OK && !stopped(); ++s)
        code = tune_shape(s);
    progress_end();
    check_end();
    return code == OK && stopped() ? INTERRUPTED : code;
}

static void summary(double begin, const char *words)
{
    static const char *const names[] = {"compile", "verify", "time", "final"};

    if (words[0])
        printf("%-10s nvcc %s and NVRTC %s: %s\n", t.space->stem,
               t.compiler.nvcc, nvrtc_version(), words);
    printf("%-10s", t.space->stem);
    for (int i = 0; i < PHASES; ++i)
        printf(" %s %.1f s%s", names[i], t.seconds[i],
               i + 1 < PHASES ? "," : ";");
    printf(" %.1f s in all\n", (host_ms() - begin) / 1e3);
}

/* Everything between the forks and the last row. */
static int run(void)
{
    const double begin = host_ms();
    char words[120] = "";
    int code = OK;

    if (open_records() != 0)
        return say(CANNOT);
    if (resume() != 0)
        code = say(CANNOT);
    if (code == OK && t.asked->mode & EXHAUSTIVE && compile_all(BY_NVRTC) != 0)
        code = stopped() ? INTERRUPTED : say(CANNOT);
    if (code == OK)
        code = tune_shapes();
    if (code == OK)
        compilers(words, sizeof words);
    if (code == OK && finish_records() != 0)
        code = say(CANNOT);
    if (code == OK)
        summary(begin, words);
    else
        abandon_records();
    record_abandon(&t.final);
    return code;
}

/* Says which do not compile. Returns how many. */
static int failures(enum maker by)
{
    int failed = 0;

    for (int i = 0; i < t.count; ++i)
        if (t.entry[i].by[by].ready < 0) {
            printf("%s%s: %s\n", t.entry[i].name,
                   by == BY_NVCC ? " by nvcc" : "", t.entry[i].by[by].status);
            ++failed;
        }
    return failed;
}

/* What is named might be a finalist, so nvcc compiles it too. */
static int compile_only(void)
{
    int failed;

    if (compile_all(BY_NVRTC) != 0 ||
        (t.asked->config_count > 0 && compile_all(finalist()) != 0))
        return stopped() ? INTERRUPTED : say(CANNOT);
    failed = failures(BY_NVRTC);
    printf("%s: %d of %d configurations compile for %s, %.1f s\n",
           t.space->stem, t.count - failed, t.count, t.card.arch,
           t.seconds[COMPILE]);
    return failed + failures(BY_NVCC) == 0 ? OK : WRONG;
}

static void take_shapes(const struct request *q)
{
    const int usual_count = (int)(sizeof usual / sizeof *usual);

    t.shapes = q->size_count > 0 ? q->size_count : usual_count;
    memcpy(t.shape, q->size_count > 0 ? q->sizes : usual,
           (size_t)t.shapes * sizeof *t.shape);
}

int tune(const struct request *q)
{
    int code = CANNOT;

    t.asked = q;
    t.space = space_of(q->stem);
    if (!t.space || know_card(q) != 0 || list_space() != 0)
        return say(CANNOT);
    take_shapes(q);
    catch_interrupt();
    if (compiler_start(&t.compiler, q->stem, t.card.arch) != 0)
        say(CANNOT);
    else
        code = q->compile_only ? compile_only() : run();
    return code;
}
