/* record.h - records that last: written whole or not at all.
 *
 * A record is `# key: value` lines, a line of column names, rows, and
 * `# end: N rows`; whoever reads one without its end refuses it. While it is
 * being measured its rows live in PATH.part, one flushed line after another;
 * finishing writes PATH.tmp, renames it to PATH and removes the journal. A
 * kill at any moment leaves the old record as it was, and an interrupted run
 * goes on where it stopped. */
#ifndef RECORD_H
#define RECORD_H

#include "bench/columns.h"

#include <stdio.h>

enum { RECORD_TEXT = 8192 };

struct record {
    char path[1024];
    char head[RECORD_TEXT];    /* what decides whether old rows still count */
    char kind[32], columns[COLUMNS_TEXT];
    FILE *journal;
    int rows;
    int damaged;               /* the row from which a journal was dropped, or 0 */
    char *kept;                /* rows so far, newline after each */
    size_t length, room;
};

/* Starts or resumes the record at `path`. `head` is its `# key: value` lines,
 * without what changes from run to run, and `columns` null for all of the kind
 * that it names. Rows of an interrupted run with the same head and columns are
 * taken over, a torn last row dropped, and so are one that is_sound() refuses and
 * all behind it: `damaged` says which. "-" means
 * standard output; there, and on a device or a pipe, nothing is kept until the
 * record is whole, and nothing replaced. Returns 0, or -1 with a complaint (an
 * unwritable folder is found here, before anything is measured). */
int record_open(struct record *r, const char *path, const char *head,
                const char *columns);

/* True when a row begins with `prefix` (an earlier run measured it). */
int record_has(const struct record *r, const char *prefix);

/* Appends one row (no newline) and flushes it. Returns 0 or -1. */
int record_row(struct record *r, const char *row);
int record_put(struct record *r, const struct cells *row);

/* Puts the record in place: head, `tail` (more `# key: value` lines, such as
 * clock and date), columns, rows, end. Returns 0 or -1. Frees what it held. */
int record_finish(struct record *r, const char *tail);

/* True when a record or the journal of one stands at `path` whose head does not
 * say `# quick: 1`. */
int record_is_full(const char *path);

/* Stops without finishing; finished rows stay in the journal. */
void record_abandon(struct record *r);

/* The folder name of a card: lower case, digits kept, every other run of
 * characters one '-'. "NVIDIA H200" becomes "nvidia-h200". */
void slug(const char *name, char *out, size_t size);

#endif
