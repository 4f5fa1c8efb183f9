/* chooser.c - what was taken, and its row of a count: chooser.h. */
#include "course/chooser.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static struct {
    char way[32];
    unsigned parts, calls;
    double nanoseconds;
} taken;

void judged_take(const char *way, unsigned parts, double nanoseconds)
{
    size_t n = 0;

    /* A name has letters, digits and dashes, and ends where another character comes. */
    while (way && n < sizeof taken.way - 1 &&
           (isalnum((unsigned char)way[n]) || way[n] == '-')) {
        taken.way[n] = way[n];
        ++n;
    }
    taken.way[n] = '\0';
    taken.parts = parts;
    taken.nanoseconds = nanoseconds;
    ++taken.calls;
}

void taken_reset(void)
{
    memset(&taken, 0, sizeof taken);
}

void taken_row(const char *kernel, struct size s)
{
    printf("%s,%d,%d,%d,total,way,%s,all,%u,%.4g,%u\n", kernel, s.m, s.n, s.k,
           *taken.way ? taken.way : "-", taken.parts, taken.nanoseconds, taken.calls);
}
