/* ready.c - configurations compiled, scored, verified (state.h). */
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/progress.h"
#include "bench/timing.h"
#include "tune/check.h"
#include "tune/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void compiled_one(const char *name)
{
    progress(name, 1.0);
}

int known(const struct entry *e, int shape)
{
    return e->at[shape].status[0] != '\0';
}

/* Compiles pick[0 .. n-1]; what fails is marked. Returns 0 or -1. */
int compile_these(enum maker by, const int *pick, int n, int show)
{
    struct compiled *out = calloc((size_t)n + 1, sizeof *out);
    struct outcome o;
    int status = out ? 0 : complain("out of memory on the host");

    t.since = host_ms();
    if (status == 0)
        status = compile(&t.compiler, by, t.valid, pick, n, out,
                         show ? compiled_one : NULL);
    for (int i = 0; i < n && status == 0; ++i)
        if (out[i].done < 0) {
            struct build *b = &t.entry[pick[i]].by[by];

            set_status(&o, "does not compile", out[i].why);
            b->ready = -1;
            memcpy(b->status, o.status, STATUS);
        }
    free(out);
    spent(COMPILE);
    return status;
}

static int wanted(const struct entry *e)
{
    int unknown = t.asked->mode & SEARCH;

    for (int s = 0; s < t.shapes; ++s)
        unknown |= !known(e, s);
    return unknown;
}

/* All that are wanted, side by side on all cores. */
int compile_all(enum maker by)
{
    int *pick = calloc((size_t)t.count + 1, sizeof *pick), n = 0, status;

    if (!pick)
        return complain("out of memory on the host");
    for (int i = 0; i < t.count; ++i)
        if (wanted(&t.entry[i]))
            pick[n++] = i;
    progress_start("compile", n);
    status = compile_these(by, pick, n, 1);
    progress_end();
    free(pick);
    return status;
}

void score_all(void)
{
    char path[600];

    for (int i = 0; i < t.count; ++i) {
        cubin_path(&t.compiler, first_maker(), &t.valid[i], path, sizeof path);
        t.entry[i].fma = score(path);
    }
}

void fault(struct build *b)
{
    struct outcome o;

    set_status(&o, "wrong", complaint());
    memcpy(b->status, o.status, STATUS);
    b->ready = -1;
}

/* Loads a compiled configuration and tries it on small products, once. */
static void make_ready(struct entry *e, enum maker by)
{
    struct build *b = &e->by[by];
    char path[600];

    if (b->ready != 0)
        return;
    t.since = host_ms();
    cubin_path(&t.compiler, by, &e->config, path, sizeof path);
    if (card_load(&b->loaded, path, &e->config) != 0 ||
        check(&b->loaded, t.space->type) != 0)
        fault(b);
    else
        b->ready = 1;
    spent(VERIFY);
}

/* True when the configuration is right at this shape too. */
int right(struct entry *e, enum maker by)
{
    struct build *b = &e->by[by];

    make_ready(e, by);
    if (b->ready < 0)
        return 0;
    t.since = host_ms();
    if (trial_check(&b->loaded) != 0)
        fault(b);
    spent(VERIFY);
    return b->ready > 0;
}
