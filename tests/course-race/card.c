/* A card that is made up, for course/race.c: that of tests/bench/measure.c, on which
 * a launch takes 1 ms if it is the library's, 2 if the staff's, 4 if the rung's and
 * as many as YOURS says if the student's. With CACHED, the student's takes a
 * tenth of that where C is as the call before left it; with WIDE, every other
 * call takes half as long again. */
#include <stdlib.h>
#include <string.h>

static double ms_of(const char *name);
#define atof ms_of
#define kernels no_kernels
#define probes no_probes
#define provenance no_provenance
#include "../bench/measure.c"
#undef atof

static double ms_of(const char *name)
{
    static int turn;
    double ms = strtod(getenv("YOURS"), NULL);

    if (strcmp(name, "reference") == 0)
        return 2.0;
    if (strcmp(name, "rung") == 0)
        return 4.0;
    if (getenv("WIDE") && ++turn / 2 % 2)
        ms *= 1.5;
    return getenv("CACHED") && !poisoned ? ms / 10.0 : ms;
}

const struct kernel race_yours[] = {{"tiled", none, 1, 1, 1, 1, PATTERN, 0}, {0}};
#ifndef ALONE
static const struct kernel others[] = {
    {"tiled", none, 16, 16, 16, 8192, 0, 0},
    {"coalesced", none, 32, 32, 1, 8192, 0, 0},
};

const struct kernel *race_reference(void) { return &others[0]; }
const struct kernel *race_rung(void) { return &others[1]; }
#endif
