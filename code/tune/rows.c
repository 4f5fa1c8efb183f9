#include "tune/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_name(struct cells *row, const char *column,
                     const struct config *c)
{
    char name[CONFIG_NAME];

    config_name(c, name, sizeof name);
    row_word(row, column, name);
}

static void put_config(struct cells *row, const struct config *c)
{
    put_name(row, "config", c);
    row_number(row, "bm", c->bm);
    row_number(row, "bn", c->bn);
    row_number(row, "bk", c->bk);
    row_number(row, "tm", c->tm);
    row_number(row, "tn", c->tn);
    row_known(row, "wm", c->wm);
    row_known(row, "wn", c->wm > 0 ? c->wn : 0);
    if (c->blocks > 0) {
        row_number(row, "stages", c->stages);
        row_number(row, "blocks", c->blocks);
        row_number(row, "order", c->order);
        row_number(row, "store", c->store);
    }
}

void set_status(struct outcome *o, const char *kind, const char *why)
{
    snprintf(o->status, sizeof o->status, why ? "%s: %s" : "%s", kind, why);
    for (char *p = o->status; *p; ++p)
        if (*p == ',' || *p == '\n' || *p == '"')
            *p = *p == ',' ? ';' : ' ';
}

int tuning_row(struct record *r, const struct config *c,
               const struct size *size, const struct outcome *o)
{
    struct cells row = row_of("tuning");

    if (!r)
        return 0;
    put_config(&row, c);
    if (size)
        row_size(&row, *size);
    row_word(&row, "status", o->status);
    if (o->registers > 0) {
        row_number(&row, "registers", o->registers);
        row_number(&row, "shared", o->shared);
    }
    if (o->gflops > 0.0) {
        row_number(&row, "gflops", o->gflops);
        row_number(&row, "lo", o->lo);
        row_number(&row, "hi", o->hi);
        row_number(&row, "runs", o->runs);
        row_number(&row, "ratio", o->ratio);
    }
    return record_put(r, &row);
}

int search_row(struct record *r, struct size s, int step,
               const struct config *c, double gflops, double best,
               double cycles, int place, int blind)
{
    struct cells row = row_of("search");
    char start[64];

    if (!r)
        return 0;
    snprintf(start, sizeof start, "%d,%d,%d,%d,", s.m, s.n, s.k, step);
    if (record_has(r, start))
        return 0;
    row_size(&row, s);
    row_number(&row, "step", step);
    put_name(&row, "config", c);
    row_number(&row, "gflops", gflops);
    row_number(&row, "best", best);
    row_number(&row, "cycles", cycles);
    row_number(&row, "place", place);
    row_number(&row, "blind", blind);
    return record_put(r, &row);
}

int final_row(struct record *r, struct size s, const struct config *c,
              double ratio, double first)
{
    struct cells row = row_of("final");
    char name[CONFIG_NAME], start[200];

    config_name(c, name, sizeof name);
    snprintf(start, sizeof start, "%d,%d,%d,%s,", s.m, s.n, s.k, name);
    if (record_has(r, start))
        return 0;
    row_size(&row, s);
    row_word(&row, "config", name);
    row_number(&row, "ratio", ratio);
    row_number(&row, "first", first);
    return record_put(r, &row);
}

static double number(const struct record *r, const char *row, const char *name)
{
    char text[64];

    cell_of(r->columns, row, name, text, sizeof text);
    return strtod(text, NULL);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int final_differences(const struct record *r, double *median, double *largest)
{
    double *value = malloc(((size_t)r->rows + 1) * sizeof *value);
    int n = 0;

    *median = *largest = 0.0;
    for (const char *row = value ? r->kept : NULL; row && *row;
         row = strchr(row, '\n') + 1) {
        const double first = number(r, row, "first");

        if (first > 0.0)
            value[n++] = fabs(number(r, row, "ratio") / first - 1.0);
    }
    if (n > 0) {
        qsort(value, (size_t)n, sizeof *value, ascending);
        *median = 0.5 * (value[n / 2] + value[(n - 1) / 2]);
        *largest = value[n - 1];
    }
    free(value);
    return n;
}

int winners_row(struct record *r, const struct winners *w)
{
    struct cells row = row_of("winners");

    if (!r)
        return 0;
    row_size(&row, w->size);
    put_config(&row, &w->winner);
    row_number(&row, "gflops", w->rate.median);
    row_number(&row, "lo", w->rate.lo);
    row_number(&row, "hi", w->rate.hi);
    row_number(&row, "ratio", w->ratio);
    put_name(&row, "best", &w->best);
    row_number(&row, "best_gflops", w->best_gflops);
    row_number(&row, "runs", w->runs);
    if (w->found.bm > 0) {
        put_name(&row, "search", &w->found);
        row_number(&row, "search_gflops", w->found_gflops);
        row_number(&row, "search_runs", w->search_runs);
    }
    return record_put(r, &row);
}

/* Is this the row of a configuration at a size, or of one rejected, at none? */
static int is_of(const struct record *r, const char *row, const char *name,
                 const struct size *s)
{
    char m[64];

    cell_of(r->columns, row, "m", m, sizeof m);
    return strncmp(row, name, strlen(name)) == 0 && !m[0] == !s &&
           (!s || (number(r, row, "m") == s->m && number(r, row, "n") == s->n &&
                   number(r, row, "k") == s->k));
}

int tuning_known(const struct record *r, const struct config *c,
                 const struct size *size, struct outcome *o)
{
    char name[CONFIG_NAME + 1];

    config_name(c, name, CONFIG_NAME);
    strcat(name, ",");
    for (const char *row = r ? r->kept : NULL; row && *row;
         row = strchr(row, '\n') + 1) {
        if (!is_of(r, row, name, size))
            continue;
        cell_of(r->columns, row, "status", o->status, sizeof o->status);
        o->registers = (int)number(r, row, "registers");
        o->shared = (int)number(r, row, "shared");
        o->gflops = number(r, row, "gflops");
        o->lo = number(r, row, "lo");
        o->hi = number(r, row, "hi");
        o->runs = (int)number(r, row, "runs");
        o->ratio = number(r, row, "ratio");
        return 1;
    }
    return 0;
}

int winners_known(const struct record *r, struct size s)
{
    char prefix[64];

    snprintf(prefix, sizeof prefix, "%d,%d,%d,", s.m, s.n, s.k);
    return r && record_has(r, prefix);
}
