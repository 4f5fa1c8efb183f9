#include "tune/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIG "config,bm,bn,bk,tm,tn,wm,wn"
#define WAYS ",stages,blocks,order,store"
#define TUNING ",m,n,k,status,registers,shared,gflops,lo,hi,runs,ratio"
#define WINNERS ",gflops,lo,hi,ratio,best,best_gflops,runs,search," \
                "search_gflops,search_runs"

const char *tuning_columns(const struct space *s)
{
    return s->order ? CONFIG WAYS TUNING : CONFIG TUNING;
}

const char *winners_columns(const struct space *s)
{
    return s->order ? "m,n,k," CONFIG WAYS WINNERS : "m,n,k," CONFIG WINNERS;
}

const char SEARCH_COLUMNS[] = "m,n,k,step,config,gflops,best,cycles,place,blind";

const char FINAL_COLUMNS[] = "m,n,k,config,ratio,first";

/* The cells of a configuration, without a comma at either end. */
static void config_cells(const struct config *c, char *out, size_t size)
{
    char name[CONFIG_NAME], warps[32] = ",", ways[64] = "";

    config_name(c, name, sizeof name);
    if (c->wm > 0)
        snprintf(warps, sizeof warps, "%d,%d", c->wm, c->wn);
    if (config_packed(c))
        snprintf(ways, sizeof ways, ",%d,%d,%d,%d", c->stages, c->blocks,
                 c->order, c->store);
    snprintf(out, size, "%s,%d,%d,%d,%d,%d,%s%s", name, c->bm, c->bn, c->bk,
             c->tm, c->tn, warps, ways);
}

static void tuning_prefix(const struct config *c, const struct size *s,
                          char *out, size_t size)
{
    char cells[160];

    config_cells(c, cells, sizeof cells);
    if (s)
        snprintf(out, size, "%s,%d,%d,%d,", cells, s->m, s->n, s->k);
    else
        snprintf(out, size, "%s,,,,", cells);
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
    char prefix[220], built[48] = ",", timed[128] = ",,,,", row[700];

    if (!r)
        return 0;
    tuning_prefix(c, size, prefix, sizeof prefix);
    if (o->registers > 0)
        snprintf(built, sizeof built, "%d,%d", o->registers, o->shared);
    if (o->gflops > 0.0)
        snprintf(timed, sizeof timed, "%.6g,%.6g,%.6g,%d,%.5g", o->gflops,
                 o->lo, o->hi, o->runs, o->ratio);
    snprintf(row, sizeof row, "%s%s,%s,%s", prefix, o->status, built, timed);
    return record_row(r, row);
}

int search_row(struct record *r, struct size s, int step,
               const struct config *c, double gflops, double best,
               double cycles, int place, int blind)
{
    char name[CONFIG_NAME], row[200];
    int n;

    if (!r)
        return 0;
    n = snprintf(row, sizeof row, "%d,%d,%d,%d,", s.m, s.n, s.k, step);
    if (record_has(r, row))
        return 0;
    config_name(c, name, sizeof name);
    snprintf(row + n, sizeof row - (size_t)n, "%s,%.6g,%.6g,%.5g,%d,%d", name,
             gflops, best, cycles, place, blind);
    return record_row(r, row);
}

int final_row(struct record *r, struct size s, const struct config *c,
              double ratio, double first)
{
    char name[CONFIG_NAME], row[200];
    int n;

    config_name(c, name, sizeof name);
    n = snprintf(row, sizeof row, "%d,%d,%d,%s,", s.m, s.n, s.k, name);
    if (record_has(r, row))
        return 0;
    snprintf(row + n, sizeof row - (size_t)n, "%.5g,%.5g", ratio, first);
    return record_row(r, row);
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
        double ratio, first;

        if (sscanf(row, "%*d,%*d,%*d,%*[^,],%lf,%lf", &ratio, &first) == 2 &&
            first > 0.0)
            value[n++] = fabs(ratio / first - 1.0);
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
    char cells[160], best[CONFIG_NAME], search[160] = ",,", row[600];

    if (!r)
        return 0;
    config_cells(&w->winner, cells, sizeof cells);
    config_name(&w->best, best, sizeof best);
    if (w->found.bm > 0) {
        char found[CONFIG_NAME];

        config_name(&w->found, found, sizeof found);
        snprintf(search, sizeof search, "%s,%.6g,%d", found, w->found_gflops,
                 w->search_runs);
    }
    snprintf(row, sizeof row, "%d,%d,%d,%s,%.6g,%.6g,%.6g,%.5g,%s,%.6g,%d,%s",
             w->size.m, w->size.n, w->size.k, cells, w->rate.median,
             w->rate.lo, w->rate.hi, w->ratio, best, w->best_gflops, w->runs,
             search);
    return record_row(r, row);
}

/* The row that starts with `prefix`; null when there is none. */
static const char *find(const struct record *r, const char *prefix)
{
    const size_t n = strlen(prefix);

    for (const char *row = r ? r->kept : NULL; row && *row;
         row = strchr(row, '\n') + 1)
        if (strncmp(row, prefix, n) == 0)
            return row;
    return NULL;
}

/* Moves the cell at *p into out and *p behind its comma. */
static void cell(const char **p, char *out, size_t size)
{
    const size_t n = strcspn(*p, ",\n");

    snprintf(out, size, "%.*s", (int)n, *p);
    *p += n + ((*p)[n] == ',');
}

static double number(const char **p)
{
    char text[64];

    cell(p, text, sizeof text);
    return strtod(text, NULL);
}

int tuning_known(const struct record *r, const struct config *c,
                 const struct size *size, struct outcome *o)
{
    char prefix[220];
    const char *p;

    tuning_prefix(c, size, prefix, sizeof prefix);
    p = find(r, prefix);
    if (!p)
        return 0;
    p += strlen(prefix);
    cell(&p, o->status, sizeof o->status);
    o->registers = (int)number(&p);
    o->shared = (int)number(&p);
    o->gflops = number(&p);
    o->lo = number(&p);
    o->hi = number(&p);
    o->runs = (int)number(&p);
    o->ratio = number(&p);
    return 1;
}

int winners_known(const struct record *r, struct size s)
{
    char prefix[64];

    snprintf(prefix, sizeof prefix, "%d,%d,%d,", s.m, s.n, s.k);
    return r && record_has(r, prefix);
}
