/* A card that is made up, for course/race.c: that of tests/bench/measure.c, on which
 * a launch takes 1 ms if it is the library's, 2 if the staff's, 4 if the rung's and
 * as many as YOURS says if the student's. That takes a tenth of it with CACHED where
 * C is as the call before left it, with KEPT where it met these A and B before;
 * with WIDE, every other call takes half as long again. */
#include <stdlib.h>
#include <string.h>

static double ms_of(const char *name);
#define atof ms_of
#define kernels no_kernels
#define probes no_probes
#define provenance no_provenance
#define stage_launch plain_launch
#include "../bench/measure.c"
#undef atof
#undef stage_launch

static int met_before;

void stage_launch(const struct stage *st, const struct kernel *k, int i)
{
    static struct {
        enum inputs kind;
        uint64_t seed;
    } met[64];
    static int n;

    plain_launch(st, k, i);
    if (strcmp(k->name, "yours") != 0)
        return;
    met_before = 0;
    for (int j = 0; j < n; ++j)
        met_before |= met[j].kind == st->kind && met[j].seed == st->seed;
    if (met_before)
        return;
    if (n == 64)
        abort();
    met[n].kind = st->kind;
    met[n++].seed = st->seed;
}

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
    return (getenv("CACHED") && !poisoned) || (getenv("KEPT") && met_before)
               ? ms / 10.0
               : ms;
}

const struct kernel race_yours[] = {{"tiled", none, 1, 1, 1, 1, PATTERN, 0, {0}}, {0}};
#ifndef ALONE
static const struct kernel others[] = {
    {"tiled", none, 16, 16, 16, 8192, 0, 0, {0}},
    {"coalesced", none, 32, 32, 1, 8192, 0, 0, {0}},
};

const struct kernel *race_reference(void) { return &others[0]; }
const struct kernel *race_rung(void) { return &others[1]; }
#endif
