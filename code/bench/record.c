#define _POSIX_C_SOURCE 200809L
#include "bench/record.h"

#include "bench/bench.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(const char *what, const char *path)
{
    return complain("cannot %s %s: %s", what, path, strerror(errno));
}

/* Makes the folders that `path` lies in. */
static int make_folders(const char *path)
{
    char part[1024];

    snprintf(part, sizeof part, "%s", path);
    for (char *p = part + 1; *p; ++p)
        if (*p == '/') {
            *p = '\0';
            if (mkdir(part, 0777) != 0 && errno != EEXIST)
                return cannot("make the folder", part);
            *p = '/';
        }
    return 0;
}

static int keep(struct record *r, const char *row, size_t n)
{
    if (r->length + n + 2 > r->room) {
        const size_t room = 2 * (r->length + n + 2);
        char *grown = realloc(r->kept, room);

        if (!grown)
            return complain("out of memory for the rows of %s", r->path);
        r->kept = grown;
        r->room = room;
    }
    memcpy(r->kept + r->length, row, n);
    memcpy(r->kept + r->length + n, "\n", 2);
    r->length += n + 1;
    ++r->rows;
    return 0;
}

/* Takes over the whole rows of a journal that starts with the same head, up to
 * one that nobody can have measured. */
static int resume(struct record *r, const char *part)
{
    const size_t head = strlen(r->head), columns = strlen(r->columns);
    char start[RECORD_TEXT + COLUMNS_TEXT], line[ROW_TEXT];
    FILE *f = fopen(part, "r");
    int status = 0;

    if (!f)
        return 0;
    if (fread(start, 1, head + columns + 1, f) == head + columns + 1 &&
        memcmp(start, r->head, head) == 0 &&
        memcmp(start + head, r->columns, columns) == 0 &&
        start[head + columns] == '\n')
        while (status == 0 && fgets(line, sizeof line, f)) {
            const size_t n = strlen(line);

            if (n == 0 || line[n - 1] != '\n')
                continue;
            line[n - 1] = '\0';
            if (strlen(line) != n - 1 || !is_sound(r->kind, r->columns, line)) {
                r->damaged = r->rows + 1;
                break;
            }
            status = keep(r, line, n - 1);
        }
    fclose(f);
    return status;
}

/* Standard output, or what is there and is no file: a device or a pipe, which
 * nothing may replace. */
static int is_stream(const char *path)
{
    struct stat is;

    return strcmp(path, "-") == 0 ||
           (stat(path, &is) == 0 && !S_ISREG(is.st_mode) &&
            !S_ISDIR(is.st_mode));
}

/* The journal that rows go to, with those taken over; whole before it replaces
 * the one of an earlier run. */
static int start_journal(struct record *r, const char *part)
{
    char tmp[1100];

    snprintf(tmp, sizeof tmp, "%s.tmp", r->path);
    r->journal = fopen(tmp, "w");
    if (!r->journal)
        return cannot("write", tmp);
    if (fprintf(r->journal, "%s%s\n%s", r->head, r->columns,
                r->kept ? r->kept : "") < 0 ||
        fflush(r->journal) != 0 || rename(tmp, part) != 0) {
        cannot("write", part);
        remove(tmp);
        return -1;
    }
    return 0;
}

int record_open(struct record *r, const char *path, const char *head,
                const char *columns)
{
    const char *kind = strstr(head, "# kind: ");
    char part[1100];

    memset(r, 0, sizeof *r);
    snprintf(r->path, sizeof r->path, "%s", path);
    snprintf(r->head, sizeof r->head, "%s", head);
    if (kind)
        sscanf(kind, "# kind: %31[a-z]", r->kind);
    columns_of(r->kind, 1, r->columns);
    if (columns)
        snprintf(r->columns, sizeof r->columns, "%s", columns);
    if (is_stream(path))
        return 0;
    snprintf(part, sizeof part, "%s.part", path);
    if (make_folders(path) != 0 || resume(r, part) != 0 ||
        start_journal(r, part) != 0) {
        record_abandon(r);
        return -1;
    }
    return 0;
}

int record_has(const struct record *r, const char *prefix)
{
    const size_t n = strlen(prefix);

    for (const char *row = r->kept; row && *row; row = strchr(row, '\n') + 1)
        if (strncmp(row, prefix, n) == 0)
            return 1;
    return 0;
}

int record_row(struct record *r, const char *row)
{
    if (keep(r, row, strlen(row)) != 0)
        return -1;
    if (r->journal &&
        (fprintf(r->journal, "%s\n", row) < 0 || fflush(r->journal) != 0))
        return cannot("write", r->path);
    return 0;
}

int record_put(struct record *r, const struct cells *row)
{
    char text[ROW_TEXT];

    return row_text(row, r->columns, text, sizeof text) == 0
               ? record_row(r, text) : -1;
}

static int print_record(const struct record *r, const char *tail, FILE *f)
{
    fprintf(f, "%s%s%s\n%s# end: %d rows\n", r->head, tail, r->columns,
            r->kept ? r->kept : "", r->rows);
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}

int record_finish(struct record *r, const char *tail)
{
    char tmp[1100], part[1100];
    FILE *f;
    int bad;

    if (is_stream(r->path)) {
        f = strcmp(r->path, "-") == 0 ? stdout : fopen(r->path, "w");
        bad = !f || print_record(r, tail, f) != 0;
        if (f && f != stdout)
            fclose(f);
        if (bad)
            cannot("write", f == stdout ? "standard output" : r->path);
        record_abandon(r);
        return bad ? -1 : 0;
    }
    snprintf(tmp, sizeof tmp, "%s.tmp", r->path);
    snprintf(part, sizeof part, "%s.part", r->path);
    f = fopen(tmp, "w");
    if (!f)
        return cannot("write", tmp);
    bad = print_record(r, tail, f) != 0 || fsync(fileno(f)) != 0;
    if (fclose(f) != 0 || bad || rename(tmp, r->path) != 0) {
        cannot("write", r->path);
        remove(tmp);
        return -1;
    }
    record_abandon(r);
    remove(part);
    return 0;
}

static int is_full(const char *path)
{
    char line[RECORD_TEXT];
    FILE *f = fopen(path, "r");
    int full = f != NULL;

    while (full && fgets(line, sizeof line, f) && line[0] == '#')
        full = strcmp(line, "# quick: 1\n") != 0;
    if (f)
        fclose(f);
    return full;
}

int record_is_full(const char *path)
{
    char part[1100];

    snprintf(part, sizeof part, "%s.part", path);
    return is_full(path) || is_full(part);
}

void record_abandon(struct record *r)
{
    if (r->journal)
        fclose(r->journal);
    free(r->kept);
    r->journal = NULL;
    r->kept = NULL;
    r->rows = 0;
    r->length = r->room = 0;
}

void slug(const char *name, char *out, size_t size)
{
    size_t n = 0;

    for (; *name && n + 1 < size; ++name) {
        if (isalnum((unsigned char)*name))
            out[n++] = (char)tolower((unsigned char)*name);
        else if (n > 0 && out[n - 1] != '-')
            out[n++] = '-';
    }
    while (n > 0 && out[n - 1] == '-')
        --n;
    out[n] = '\0';
}
