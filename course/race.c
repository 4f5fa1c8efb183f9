/* race.c - main() of a race: a student's kernel, the staff's and the rung before,
 * beside the library, in one process on one card. The verdict is on descriptor 3.
 *
 *   race FLAGS BM BN BK MxNxK
 *
 * Right first: the student's kernel at all sizes of `verify`, then everybody at
 * the size of the race. Then rounds in balanced order, as contest.h has them; a
 * ratio is that of two times of one round. The verdict is
 *
 *   card NAME
 *   ratio yours|rung|reference MEDIAN LO HI ROUNDS   speed over the reference's
 *   library MEDIAN LO HI ROUNDS                      the student's over cuBLAS's
 *   fresh MEDIAN                                     as the first, see below
 *   end
 *
 * A program without the staff's kernels (the student's own copy of the course)
 * has only card, library and end.
 *
 * Calls that find their work done, by the call before or by one that met the same
 * A and B, are fast for no merit. So the student's and the staff's kernel are timed
 * once more, one call at a time, each on an A and a B that no call has met and on
 * a poisoned C, and the outcome is judged: fresh is the ratio of these times. */

#define _POSIX_C_SOURCE 200809L

/* bench.h says that the table is constant; here main() fills it in. */
#define kernels constant_kernels
#include "bench/gpu/contest.h"
#include "bench/gpu/device.h"
#include "bench/gpu/library.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/stats.h"
#undef kernels

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERDICT = 3, ARGUMENTS = 6, FRESH_ROUNDS = 7 };

const struct provenance provenance = {"race", "", "", "", "", ""};

struct kernel kernels[4];
__attribute__((weak)) const struct probe probes[] = {{0}};
extern const struct kernel race_yours[];
/* Each is the one entry of a table. */
__attribute__((weak)) const struct kernel *race_reference(void)
{
    return NULL;
}
__attribute__((weak)) const struct kernel *race_rung(void)
{
    return NULL;
}

static int enter_table(char **v)
{
    const int flags = atoi(v[0]), bm = atoi(v[1]), bn = atoi(v[2]),
              bk = atoi(v[3]);
    const struct kernel *reference = race_reference(), *rung = race_rung();
    struct kernel *k = kernels;

    if (!race_yours[0].launch)
        return complain("the table has no kernel");
    /* Only the launcher is the student's, and the tile where the unit asks for
     * none. */
    *k = (struct kernel){"yours", race_yours[0].launch, bm, bn, bk, 8192,
                         (unsigned)flags, "", {0}};
    if (bm == 0) {
        k->bm = race_yours[0].bm;
        k->bn = race_yours[0].bn;
        k->bk = race_yours[0].bk;
    }
    ++k;
    if (reference) {
        *k = *reference;
        k++->name = "reference";
    }
    if (rung) {
        *k = *rung;
        k++->name = "rung";
    }
    return 0;
}

static const struct contestant *called(const struct contest *c, const char *name)
{
    for (int i = 0; i < c->count; ++i)
        if (strcmp(c->entry[i].calls.kernel->name, name) == 0)
            return &c->entry[i];
    return NULL;
}

/* How much faster x is than y, round by round. */
static struct summary faster(const struct contest *c,
                             const struct contestant *x,
                             const struct contestant *y)
{
    double ratio[MAX_ROUNDS];

    for (int i = 0; i < c->rounds; ++i)
        ratio[i] = y->ms[i] / x->ms[i];
    return summarize(ratio, c->rounds);
}

static void tell(FILE *f, const char *what, struct summary s)
{
    fprintf(f, "%s %.5g %.5g %.5g %d\n", what, s.median, s.lo, s.hi, s.runs);
}

static void launch_first(void *ctx)
{
    const struct contestant *e = ctx;

    stage_launch(e->calls.stage, e->calls.kernel, 0);
}

/* One call that cannot know its outcome. */
static int fresh_ms(struct contestant *e, struct stage *st, double *ms)
{
    /* Longer than a batch, for all that batch_run() knows: no lead-in. */
    const struct batch b = {.work = launch_first, .ctx = e, .ms = 1e9,
                            .times = 1};
    struct timed t;

    if (stage_fill(st, INTEGERS) != 0)
        return -1;
    stage_launch(st, e->calls.kernel, 0);
    ++st->seed;
    if (stage_fill(st, UNIFORM) != 0 || stage_ready(st) != 0 ||
        batch_run(&b, 0.0, NULL, &t) != 0 || stage_judge(st, e->calls.kernel, 0, 1) != 0)
        return -1;
    *ms = t.ms;
    return 0;
}

static int fresh(struct contest *c, struct setup *at, struct summary *out)
{
    struct contestant *x = &c->entry[called(c, "yours") - c->entry],
                      *y = &c->entry[called(c, "reference") - c->entry];
    double ratio[FRESH_ROUNDS];

    for (int i = 0; i < FRESH_ROUNDS; ++i) {
        double mine, theirs;
        /* Whoever is first in one round is second in the next. */
        struct contestant *first = i % 2 ? x : y, *second = i % 2 ? y : x;

        if (fresh_ms(first, &at->stage[first->library],
                     i % 2 ? &mine : &theirs) != 0 ||
            fresh_ms(second, &at->stage[second->library],
                     i % 2 ? &theirs : &mine) != 0)
            return -1;
        ratio[i] = theirs / mine;
    }
    *out = summarize(ratio, FRESH_ROUNDS);
    return 0;
}

static int verdict(struct contest *c, struct setup *at, FILE *f)
{
    const struct contestant *x = called(c, "yours"),
                            *y = called(c, "reference"),
                            *z = called(c, "rung");
    struct summary alone;

    fprintf(f, "card %s\n", device_name());
    if (y) {
        if (fresh(c, at, &alone) != 0)
            return -1;
        tell(f, "ratio yours", faster(c, x, y));
        if (z)
            tell(f, "ratio rung", faster(c, z, y));
        fprintf(f, "fresh %.5g\n", alone.median);
    }
    tell(f, "library", faster(c, x, &c->entry[x->library]));
    return 0;
}

static int race(const struct options *o, FILE *f)
{
    static struct contest c;
    static struct planned plan[MAX_PLANNED];
    const struct pace pace = pace_of(o);
    struct setup at;
    int code = OK;

    if (setup_new(&at, plan, plan_of(o, libraries(), plan)) != 0)
        code = report(CANNOT);
    else if (contest_run(&c, &at, &pace) != 0 || verdict(&c, &at, f) != 0)
        code = report(WRONG);
    setup_free(&at);
    return code;
}

int main(int argc, char **argv)
{
    struct options small = {.command = "verify", .kernel = "yours",
                            .trace = -1, .block = -1, .warp = -1},
                   o = {.command = "measure", .size_count = 1,
                        .trace = -1, .block = -1, .warp = -1};
    FILE *f;
    int code;

    if (argc != ARGUMENTS || parse_size(argv[5], &o.sizes[0]) != 0) {
        fputs("race FLAGS BM BN BK MxNxK\n", stderr);
        return CANNOT;
    }
    f = fdopen(VERDICT, "w");
    if (!f) {
        fputs("race: no descriptor 3 to write the verdict to\n", stderr);
        return CANNOT;
    }
    if (enter_table(argv + 1) != 0)
        return report(WRONG);
    if (backend.ready() != 0)
        return report(CANNOT);
    code = verify(&small);
    if (code == OK)
        code = backend.verify_more(&small);
    if (code == OK)
        code = race(&o, f);
    if (code == OK)
        fputs("end\n", f);
    return fclose(f) == 0 ? code : CANNOT;
}
