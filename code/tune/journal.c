/* journal.c - the records of a run, and what a stopped run left (state.h). */
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/gpu/device.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "tune/nvcc.h"
#include "tune/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    nvcc_options(t.compiler.target, options, sizeof options);
    snprintf(out, size, "# final: nvcc %s\n# final-flags: %s\n",
             t.compiler.nvcc, options);
}

/* What decides whether rows of an earlier run still count. */
static void head(const char *kind, char *out, size_t size)
{
    static const char *const modes[] = {"", "exhaustive", "search", "both"};
    const char *const first = first_maker() == BY_NVCC ? "nvcc" : "NVRTC";
    char compiler[64], flags[300], shapes[MAX_SHAPES * 40];
    const struct provenance of = {t.space->stem, t.compiler.sha256, compiler,
                                  flags, "", ""};
    size_t n;

    snprintf(compiler, sizeof compiler, "%s %s", first,
             first_maker() == BY_NVCC ? t.compiler.nvcc : nvrtc_version());
    if (first_maker() == BY_NVCC)
        nvcc_options(t.compiler.target, flags, sizeof flags);
    else
        snprintf(flags, sizeof flags, "-arch=%s", t.card.arch);
    device_head(&of, kind, out, size);
    shape_list(shapes, sizeof shapes);
    n = strlen(out);
    n += (size_t)snprintf(
        out + n, size - n,
        "# shapes:%s\n"
        "# mode: %s\n"
        "# budget: %d\n"
        "# configurations: %d of %d are valid\n"
        "# method: %d rounds of %g ms or more over all, as %s makes them; "
        "a final, %d of %g ms, over at most %d: the search's %d fastest and "
        "those within %g of the best's ratio; speeds of winners are the "
        "final's, and so is the choice among the search's %d\n",
        shapes, modes[t.asked->mode], t.asked->budget, t.count,
        t.count + t.rejections, PASS_ROUNDS, PASS_MS, first, FINAL_ROUNDS,
        FINAL_MS, MAX_FINALISTS, TOP_PICKS, t.asked->margin / 100.0,
        TOP_PICKS);
    if (strcmp(kind, "winners") == 0 || strcmp(kind, "final") == 0)
        head_of_final(out + n, size - n);
}

static int open_one(struct record *r, const char *kind)
{
    char path[1000], card[128], text[RECORD_TEXT], columns[COLUMNS_TEXT];

    slug(t.card.name, card, sizeof card);
    snprintf(path, sizeof path, "%s/%s/%s-%s.csv", t.asked->folder, card,
             t.space->stem, kind);
    head(kind, text, sizeof text);
    columns_of(kind, t.space->order || strcmp(kind, "search") == 0, columns);
    return record_open(r, path, text, columns);
}

static int open_all(void)
{
    if (open_one(&t.tuning, "tuning") != 0 ||
        open_one(&t.winners, "winners") != 0 ||
        (t.asked->mode & SEARCH &&
         open_one(&t.search, "search") != 0))
        return -1;
    return open_one(&t.final, "final");
}

void abandon_records(void)
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
int open_records(void)
{
    if (!t.asked->folder)
        return record_open(&t.final, "-", "# kind: final\n", NULL);
    if (open_all() != 0) {
        abandon_records();
        return -1;
    }
    t.recording = 1;
    return 0;
}

/* Takes over what an earlier run knew; notes what was never compiled. */
int resume(void)
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
void compilers(char *out, size_t size)
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
int finish_records(void)
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
