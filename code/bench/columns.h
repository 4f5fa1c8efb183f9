/* columns.h - the columns that each kind of record has, what may stand in their
 * cells, and how it is written: all as data/columns.tsv says, which columns.awk
 * makes build/columns.inc of. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "bench/size.h"

enum { COLUMNS_TEXT = 256, ROW_TEXT = 1024 };

/* "kernel,m,n,...": the columns of a kind of record in their order; without
 * those that a record may lack unless `all`. */
void columns_of(const char *kind, int all, char out[COLUMNS_TEXT]);

/* True when the row has a cell for each of these columns, and in each what may
 * stand there in a record of this kind. A column that the table lacks may hold
 * anything. */
int is_sound(const char *kind, const char *columns, const char *row);

/* Moves the cell of a row (which may end at a newline) in the named column
 * into out: nothing where there is no such column. */
void cell_of(const char *columns, const char *row, const char *name, char *out,
             size_t size);

/* A row that is being made, cell by cell in any order. What is not set stays
 * empty. */
struct cells {
    const char *kind;
    char text[ROW_TEXT]; /* "\nname=value" for each cell */
};

struct cells row_of(const char *kind);
void row_word(struct cells *row, const char *column, const char *word);
void row_size(struct cells *row, struct size s); /* m, n and k */

/* With as many digits as the table says. row_known() leaves the cell empty where
 * the value is not above 0, and so unknown. */
void row_number(struct cells *row, const char *column, double value);
void row_known(struct cells *row, const char *column, double value);

/* The cells of these columns, with commas. Returns 0, or -1 with a complaint
 * when a cell was set of which no such record has a column. */
int row_text(const struct cells *row, const char *columns, char *out, size_t size);

#endif
