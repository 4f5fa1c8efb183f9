#include "bench/gpu/measure.h"

#include "bench/gpu/alone.h"
#include "bench/gpu/contest.h"
#include "bench/gpu/device.h"
#include "bench/gpu/library.h"
#include "bench/gpu/nvml.h"
#include "bench/plan.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/record.h"
#include "bench/stats.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static struct samples clocks; /* of the whole record */

static int in_record(const struct record *r, const struct planned *p)
{
    const struct size s = p->size;
    char prefix[128];

    snprintf(prefix, sizeof prefix, "%s,%d,%d,%d,%g,%g,", p->kernel->name, s.m, s.n,
             s.k, p->alpha, p->beta);
    return record_has(r, prefix);
}

static int measure_setup(struct setup *at, const struct pace *pace,
                         struct record *r)
{
    static struct contest c;
    double lo = 1e9, hi = 0.0;

    if (contest_run(&c, at, pace) != 0)
        return -1;
    for (int i = 0; i < c.count && !stopped(); ++i) {
        const double mhz = summarize(c.entry[i].mhz, c.rounds).median;

        lo = mhz < lo ? mhz : lo;
        hi = mhz > hi ? mhz : hi;
        if (r && in_record(r, &at->planned[i]))
            continue;
        if (r) {
            const struct cells row = contest_row(&c, i);

            if (record_put(r, &row) != 0)
                return -1;
        } else {
            char line[512];

            contest_line(&c, i, line, sizeof line);
            puts(line);
        }
    }
    if (lo > 0.0 && hi > 0.0) {
        add_sample(&clocks, lo);
        add_sample(&clocks, hi);
    }
    return 0;
}

/* What is planned at one size. Returns an exit code; a size that does not fit the
 * card is passed over with a sentence unless it was asked for. */
static int measure_size(const struct planned *p, int count,
                        const struct options *o, struct record *r)
{
    const struct pace pace = pace_of(o);
    const struct size s = p->size;
    struct setup at;
    char text[64];
    int code = OK, known = 0;

    snprintf(text, sizeof text, "%d x %d x %d", s.m, s.n, s.k);
    progress(text, 0.0);
    for (int i = 0; r && i < count; ++i)
        known += in_record(r, &p[i]);
    if (known == count)
        return OK;
    if (setup_new(&at, p, count) != 0) {
        code = report(o->size_count > 0 ? CANNOT : OK);
    } else if (measure_setup(&at, &pace, r) != 0) {
        code = report(WRONG);
    }
    setup_free(&at);
    return code;
}

/* What each size takes beside its batches, as FLOPs of a product. */
static const double SETUP_FLOPS = 2e10;

static double size_weight(struct size s)
{
    return size_flops(s) + SETUP_FLOPS;
}

/* Lines that are known only at the end: the clock that was seen, the date. */
static void tail_text(char *out, size_t size)
{
    const time_t now = time(NULL);
    char date[32];
    double lo = 1e9, hi = 0.0;

    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    for (int i = 0; i < clocks.n; ++i) {
        lo = clocks.value[i] < lo ? clocks.value[i] : lo;
        hi = clocks.value[i] > hi ? clocks.value[i] : hi;
    }
    if (hi > 0.0)
        snprintf(out, size, "# clock-mhz: %.0f %.0f %.0f\n# date: %s\n", lo,
                 summarize(clocks.value, clocks.n).median, hi, date);
    else
        snprintf(out, size, "# clock-mhz: unknown\n# date: %s\n", date);
}

static int close_record(struct record *r, int code)
{
    char tail[128];

    progress_end();
    if (stopped()) {
        fprintf(stderr, "%s: stopped; %d finished rows are kept in %s.part and "
                "the next run goes on from there\n", provenance.stem, r->rows,
                r->path);
        record_abandon(r);
        return INTERRUPTED;
    }
    if (code != OK) {
        record_abandon(r);
        return code;
    }
    tail_text(tail, sizeof tail);
    return record_finish(r, tail) == 0 ? OK : report(CANNOT);
}

enum { NAMES = 2048 };

static void append(char *text, size_t size, const char *word)
{
    const size_t n = strlen(text);

    snprintf(text + n, size - n, " %s", word);
}

/* Names what this card cannot run, each with a sentence on stderr: the kernels
 * or, of a topic, the probes. */
static void left_out(const char *topic, const struct options *o,
                     char names[NAMES])
{
    names[0] = '\0';
    for (const struct kernel *k = kernels; !topic && k->name; ++k) {
        if ((o->kernel && strcmp(o->kernel, k->name) != 0) ||
            runs_here(k->name, k->flags))
            continue;
        report(OK);
        append(names, NAMES, k->name);
    }
    for (const struct probe *p = probes; topic && p->name; ++p) {
        if (strcmp(p->topic, topic) != 0 || runs_here(p->name, p->flags))
            continue;
        report(OK);
        append(names, NAMES, p->name);
    }
}

static int open_record(struct record *r, const char *path, const char *kind,
                       const char *missing, const struct options *o)
{
    char head[RECORD_TEXT];
    size_t n;

    device_head(&provenance, kind, head, sizeof head);
    n = strlen(head);
    if (o->quick)
        n += (size_t)snprintf(head + n, sizeof head - n, "# quick: 1\n");
    if (missing[0])
        snprintf(head + n, sizeof head - n, "# left-out:%s\n", missing);
    if (record_open(r, path, head, NULL) != 0)
        return -1;
    if (r->damaged) {
        complain("%s.part is damaged: its row %d and those behind it are "
                 "measured again", path, r->damaged);
        report(OK);
    }
    return 0;
}

/* A quick measurement does not replace a full one: that is said and the record
 * left as it is. */
static int stands(const char *path, const struct options *o)
{
    if (!path || !o->quick || !record_is_full(path))
        return 0;
    complain("%s is from a full measurement and stays: a quick one does not "
             "replace it, `make measure C=%s` does", path, provenance.stem);
    report(OK);
    return 1;
}

static int measure_kernels(const struct options *o, const char *path)
{
    struct record record, *r = path ? &record : NULL;
    static struct planned plan[MAX_PLANNED];
    const int count = plan_of(o, libraries(), plan);
    char missing[NAMES];
    double total = 0.0;
    int code = OK;

    if (stands(path, o))
        return OK;
    left_out(NULL, o, missing);
    if (r && open_record(r, path, "gemm", missing, o) != 0)
        return report(CANNOT);
    for (int i = 0; i < count; ++i)
        if (i == 0 || plan[i].n != plan[i - 1].n)
            total += size_weight(plan[i].size);
    clocks.n = 0;
    progress_start(provenance.stem, total);
    for (int i = 0, n; i < count && code == OK && !stopped(); i += n) {
        for (n = 1; i + n < count && plan[i + n].n == plan[i].n;)
            ++n;
        code = measure_size(plan + i, n, o, r);
        progress("", size_weight(plan[i].size));
    }
    if (r)
        return close_record(r, code);
    progress_end();
    return stopped() ? INTERRUPTED : code;
}

/* With no record, a line for a person. */
static int put_probe(struct record *r, const char *name, long long size,
                     const char *unit, struct summary v, double mhz)
{
    if (mhz > 0.0)
        add_sample(&clocks, mhz);
    if (!r) {
        printf("%-28s %14lld %12.6g %s\n", name, size, v.median, unit);
        return 0;
    }
    struct cells row = row_of("probe");

    row_word(&row, "probe", name);
    row_number(&row, "size", (double)size);
    row_word(&row, "unit", unit);
    row_number(&row, "value", v.median);
    row_number(&row, "lo", v.lo);
    row_number(&row, "hi", v.hi);
    row_number(&row, "runs", v.runs);
    row_known(&row, "clock", mhz);
    return record_put(r, &row);
}

static int write_probe(struct record *r, const struct probe *p, long long size)
{
    struct samples got = {0};
    static struct watched seen;
    char why[400];
    int status;

    progress(p->name, 0.0);
    memset(&seen, 0, sizeof seen);
    watch_into(&seen);
    status = p->measure(size, &got);
    watch_into(NULL);
    if (status != 0 || got.n == 0) {
        snprintf(why, sizeof why, "%s", complaint());
        return complain("%s: %s", p->name, why);
    }
    const double mhz = got.mhz > 0.0             ? got.mhz
                       : watched_mhz(&seen) > 0.0 ? watched_mhz(&seen)
                                                  : clock_now();

    return put_probe(r, p->name, size, p->unit, summarize(got.value, got.n), mhz);
}

static int measure_probe(const struct probe *p, struct record *r)
{
    long long size;
    char prefix[96];

    for (long long i = 0; (size = probe_size(p, i)) && !stopped(); ++i) {
        snprintf(prefix, sizeof prefix, "%s,%lld,", p->name, size);
        if (!(r && record_has(r, prefix)) && write_probe(r, p, size) != 0)
            return report(WRONG);
    }
    return OK;
}

/* All probes of one topic make one record. */
static int measure_topic(const char *topic, const char *path,
                         const struct options *o)
{
    struct record record, *r = path ? &record : NULL;
    char missing[NAMES];
    int code = OK;

    if (stands(path, o))
        return OK;
    left_out(topic, o, missing);
    if (r && open_record(r, path, "probe", missing, o) != 0)
        return report(CANNOT);
    clocks.n = 0;
    progress_start(topic, 1.0);
    for (const struct probe *p = probes; p->name && code == OK; ++p)
        if (strcmp(p->topic, topic) == 0 && runs_here(p->name, p->flags))
            code = measure_probe(p, r);
    if (r)
        return close_record(r, code);
    progress_end();
    return stopped() ? INTERRUPTED : code;
}

static int write_drawn(struct record *r, const struct kernel *k,
                       const struct pace *pace)
{
    struct drawn got;

    progress(k->name, 0.0);
    if (draw_alone(k, pace, &got) != 0)
        return -1;
    if (got.watts.n == 0)
        return 0;
    return put_probe(r, k->name, LADDER_SIZE.n, "W",
                     summarize(got.watts.value, got.watts.n),
                     sort_to_median(got.mhz.value, got.mhz.n));
}

/* Kernels and libraries by themselves, for the power that they draw. */
static int measure_alone(const char *path, const struct options *o)
{
    const struct pace pace = pace_of(o);
    struct record record, *r = path ? &record : NULL;
    const struct kernel *const tables[] = {kernels, libraries()};
    char prefix[96];
    int code = OK;

    if (r && open_record(r, path, "probe", "", o) != 0)
        return report(CANNOT);
    clocks.n = 0;
    progress_start("power", 1.0);
    for (int i = 0; i < 2; ++i)
        for (const struct kernel *k = tables[i]; k->name && code == OK && !stopped();
             ++k) {
            if (!is_among(provenance.alone, k->name) || !runs_here(k->name, k->flags))
                continue;
            snprintf(prefix, sizeof prefix, "%s,%d,", k->name, LADDER_SIZE.n);
            if (!(r && record_has(r, prefix)) && write_drawn(r, k, &pace) != 0)
                code = report(WRONG);
        }
    if (r)
        return close_record(r, code);
    progress_end();
    return stopped() ? INTERRUPTED : code;
}

static int first_of_topic(const struct probe *p)
{
    for (const struct probe *q = probes; q < p; ++q)
        if (strcmp(q->topic, p->topic) == 0)
            return 0;
    return 1;
}

static int known(const struct kernel *k, const struct options *o)
{
    (void)k, (void)o;
    return OK;
}

/* All topics, each into a record of its own, or the one that is asked for. */
static int measure_topics(const char *folder, const struct options *o)
{
    char path[1000];
    int code = OK, found = 0;

    for (const struct probe *p = probes; p->name && code == OK; ++p) {
        if (!first_of_topic(p) || (o->topic && strcmp(o->topic, p->topic) != 0))
            continue;
        /* Every chapter's numbers are held against the ceilings. */
        if (o->quick && !o->topic && strcmp(p->topic, "ceilings") != 0)
            continue;
        found = 1;
        snprintf(path, sizeof path, "%s/%s-%s.csv", folder, provenance.stem,
                 p->topic);
        code = measure_topic(p->topic, o->folder ? path : NULL, o);
    }
    if (o->topic && !found) {
        complain("no probes of '%s'", o->topic);
        return report(CANNOT);
    }
    return code;
}

int measure(const struct options *o)
{
    char folder[800], path[1000];
    char card[128];
    int code, count = 0;

    if (o->kernel && !library_named(o->kernel) &&
        (code = each_kernel(o, known)) != OK)
        return code;
    if (o->folder && (o->kernel || o->size_count > 0)) {
        complain("--data keeps whole records; for a part of one, --out FILE");
        return report(CANNOT);
    }
    while (kernels[count].name)
        ++count;
    if (count >= MAX_KERNELS) {
        complain("more than %d kernels in one table", MAX_KERNELS - 1);
        return report(CANNOT);
    }
    if (all_ready() != 0)
        return report(CANNOT);
    catch_interrupt();
    slug(device_name(), card, sizeof card);
    snprintf(folder, sizeof folder, "%s/%s", o->folder ? o->folder : "", card);
    if (o->topic)
        return measure_topics(folder, o);
    snprintf(path, sizeof path, "%s/%s.csv", folder, provenance.stem);
    if (only_patterns())
        code = OK;
    else
        code = measure_kernels(o, o->out ? o->out : o->folder ? path : NULL);
    if (o->kernel || o->out || o->size_count > 0)
        return code;
    snprintf(path, sizeof path, "%s/%s-watts.csv", folder, provenance.stem);
    if (code == OK && pace_of(o).alone_ms > 0.0 && provenance.alone[0])
        code = measure_alone(o->folder ? path : NULL, o);
    return code == OK ? measure_topics(folder, o) : code;
}
