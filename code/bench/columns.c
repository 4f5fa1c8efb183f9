#include "bench/columns.h"

#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct column {
    const char *kind, *name;
    int may_be_empty, may_lack, digits;
    const char *rule;
} COLUMNS[] = {
#define COLUMN(kind, name, may_be_empty, may_lack, digits, rule) \
    {kind, name, may_be_empty, may_lack, digits, rule},
#include "columns.inc"
};
enum { COUNT = sizeof COLUMNS / sizeof *COLUMNS };

static const struct column *column(const char *kind, const char *name)
{
    for (const struct column *c = COLUMNS; c < COLUMNS + COUNT; ++c)
        if (strcmp(c->kind, kind) == 0 && strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* Moves what stands before the next comma into out, and *p behind it; *p is null
 * after the last. */
static void next_cell(const char **p, char *out, size_t size)
{
    const size_t n = strcspn(*p, ",\n");

    snprintf(out, size, "%.*s", (int)n, *p);
    *p = (*p)[n] == ',' ? *p + n + 1 : NULL;
}

static void append(char *out, size_t size, const char *text)
{
    const size_t n = strlen(out);

    snprintf(out + n, size - n, "%s", text);
}

void columns_of(const char *kind, int all, char out[COLUMNS_TEXT])
{
    out[0] = '\0';
    for (const struct column *c = COLUMNS; c < COLUMNS + COUNT; ++c)
        if (strcmp(c->kind, kind) == 0 && (all || !c->may_lack)) {
            append(out, COLUMNS_TEXT, out[0] ? "," : "");
            append(out, COLUMNS_TEXT, c->name);
        }
}

void cell_of(const char *columns, const char *row, const char *name, char *out,
             size_t size)
{
    char here[64];

    while (columns && row) {
        next_cell(&columns, here, sizeof here);
        next_cell(&row, out, size);
        if (strcmp(here, name) == 0)
            return;
    }
    out[0] = '\0';
}

/* A finite number, or NAN for anything else. */
static double number(const char *cell)
{
    char *end;
    const double value = strtod(cell, &end);

    return *cell && *end == '\0' && isfinite(value) ? value : NAN;
}

/* True when the value of a cell is as the rule wants it. What it is compared
 * with may be unknown. */
static int is_as(const char *rule, double value, const char *columns,
                 const char *row)
{
    char word[32], cell[64], *end;
    int used;

    for (; sscanf(rule, "%31s%n", word, &used) == 1; rule += used) {
        const int or_equal = word[1] == '=';
        double with = strtod(word + 1 + or_equal, &end);

        if (strcmp(word, "whole") == 0 && value != floor(value))
            return 0;
        if (word[0] != '<' && word[0] != '>')
            continue;
        if (*end) {
            cell_of(columns, row, word + 1 + or_equal, cell, sizeof cell);
            with = number(cell);
        }
        if (word[0] == '<' ? value > with
                           : value < with || (!or_equal && value == with))
            return 0;
    }
    return 1;
}

int is_sound(const char *kind, const char *columns, const char *row)
{
    const char *names = columns, *cells = row;
    char name[64], cell[ROW_TEXT];

    while (names && cells) {
        next_cell(&names, name, sizeof name);
        next_cell(&cells, cell, sizeof cell);
        const struct column *c = column(kind, name);

        if (!c || (c->may_be_empty && !cell[0]))
            continue;
        if (strcmp(c->rule, "word") == 0 ? !cell[0]
            : isnan(number(cell)) || !is_as(c->rule, number(cell), columns, row))
            return 0;
    }
    return !names && !cells;
}

struct cells row_of(const char *kind)
{
    return (struct cells){.kind = kind};
}

void row_word(struct cells *row, const char *column, const char *word)
{
    const size_t n = strlen(row->text);

    snprintf(row->text + n, sizeof row->text - n, "\n%s=%s", column, word);
}

void row_size(struct cells *row, struct size s)
{
    row_number(row, "m", s.m);
    row_number(row, "n", s.n);
    row_number(row, "k", s.k);
}

void row_number(struct cells *row, const char *name, double value)
{
    const struct column *c = column(row->kind, name);
    char text[64];

    if (c && c->digits)
        snprintf(text, sizeof text, "%.*g", c->digits, value);
    else
        snprintf(text, sizeof text, "%.0f", value);
    row_word(row, name, text);
}

void row_known(struct cells *row, const char *name, double value)
{
    if (value > 0.0)
        row_number(row, name, value);
}

int row_text(const struct cells *row, const char *columns, char *out, size_t size)
{
    char name[64], wanted[72];
    const char *at;
    int cells = 0;

    out[0] = '\0';
    for (const char *p = columns; p;) {
        next_cell(&p, name, sizeof name);
        snprintf(wanted, sizeof wanted, "\n%s=", name);
        at = strstr(row->text, wanted);
        if (at) {
            const size_t n = strlen(out);

            at += strlen(wanted);
            snprintf(out + n, size - n, "%.*s", (int)strcspn(at, "\n"), at);
            ++cells;
        }
        append(out, size, p ? "," : "");
    }
    for (at = row->text; (at = strchr(at, '\n')); ++at)
        --cells;
    return cells == 0 ? 0 : complain("a row of kind %s has a cell in no column "
                                     "of data/columns.tsv", row->kind);
}
