/* files.h - small files, for tests of records. */
#ifndef FILES_H
#define FILES_H

#include <stdio.h>
#include <string.h>

enum { FILE_ROOM = 16384 };

/* The text of a file, until the next call; null when there is none. */
static inline const char *text_of(const char *path)
{
    static char text[FILE_ROOM];
    FILE *f = fopen(path, "rb");

    if (!f)
        return NULL;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static inline void write_text(const char *path, const char *mode,
                              const char *text)
{
    FILE *f = fopen(path, mode);

    fputs(text, f);
    fclose(f);
}

/* True when the file's text is `want`, or when there is none and want null. */
static inline int holds(const char *path, const char *want)
{
    const char *text = text_of(path);

    return text && want ? strcmp(text, want) == 0 : text == want;
}

#endif
