#define _POSIX_C_SOURCE 200809L
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/timing.h"
#include "tune/check.h"
#include "tune/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A square that fits a cache, one that fills the card, a tall and a wide one
 * whose tiles are too few to go round; tensor cores have two squares more. */
static const struct size usual[] = {
    {1024, 1024, 1024}, {4096, 4096, 4096}, {8192, 128, 2048},
    {256, 16384, 4096}, {2048, 2048, 2048}, {8192, 8192, 8192},
};
enum { USUAL = sizeof usual / sizeof *usual, USUAL_OF_FLOATS = 4 };

struct state t;

enum maker first_maker(void)
{
    return t.compiler.launchers ? BY_NVCC : BY_NVRTC;
}

enum maker finalist(void)
{
    return t.compiler.nvcc[0] ? BY_NVCC : BY_NVRTC;
}

struct record *record(struct record *r)
{
    return t.recording ? r : NULL;
}

/* Adds the time since the last call to a phase. */
void spent(enum phase p)
{
    const double now = host_ms();

    t.seconds[p] += (now - t.since) / 1e3;
    t.since = now;
}

int say(int code)
{
    progress_end();
    fprintf(stderr, "tune: %s\n", complaint());
    return code;
}

static int measure_shape(int shape)
{
    struct found found = {.count = 0};
    int code = OK;

    if (t.asked->mode & EXHAUSTIVE)
        code = everybody(shape);
    if (code == OK && t.asked->mode & SEARCH)
        code = search_shape(shape, &found);
    return code == OK ? final(shape, &found) : code;
}

static int tune_shape(int shape)
{
    const struct size s = t.shape[shape];
    int code;

    if (winners_known(record(&t.winners), s))
        return OK;
    progress("operands", 0.0);
    t.since = host_ms();
    code = trial_open(t.space->type, s) == 0 ? OK : say(CANNOT);
    spent(VERIFY);
    if (code == OK)
        code = measure_shape(shape);
    trial_close();
    return code;
}

static int tune_shapes(void)
{
    double total = 0.0;
    int code = OK;

    for (int s = 0; s < t.shapes; ++s)
        for (int i = 0; i < t.count; ++i)
            total += known(&t.entry[i], s) ? 0.0 : run_weight(s);
    if (t.asked->mode == SEARCH)
        total /= PART;
    progress_start(t.space->stem, total);
    for (int s = 0; s < t.shapes && code == OK && !stopped(); ++s)
        code = tune_shape(s);
    progress_end();
    check_end();
    return code == OK && stopped() ? INTERRUPTED : code;
}

static void summary(double begin, const char *words)
{
    static const char *const names[] = {"compile", "verify", "time", "final"};

    if (words[0])
        printf("%-10s nvcc %s and NVRTC %s: %s\n", t.space->stem,
               t.compiler.nvcc, nvrtc_version(), words);
    printf("%-10s", t.space->stem);
    for (int i = 0; i < PHASES; ++i)
        printf(" %s %.1f s%s", names[i], t.seconds[i],
               i + 1 < PHASES ? "," : ";");
    printf(" %.1f s in all\n", (host_ms() - begin) / 1e3);
}

/* Everything between the forks and the last row. */
static int run(void)
{
    const double begin = host_ms();
    char words[120] = "";
    int code = OK;

    if (open_records() != 0)
        return say(CANNOT);
    if (resume() != 0)
        code = say(CANNOT);
    if (code == OK && compile_all(first_maker()) != 0)
        code = stopped() ? INTERRUPTED : say(CANNOT);
    if (code == OK && t.asked->mode & SEARCH)
        score_all();
    if (code == OK)
        code = tune_shapes();
    if (code == OK)
        compilers(words, sizeof words);
    if (code == OK && finish_records() != 0)
        code = say(CANNOT);
    if (code == OK)
        summary(begin, words);
    else
        abandon_records();
    record_abandon(&t.final);
    return code;
}

/* Says which do not compile. Returns how many. */
static int failures(enum maker by)
{
    int failed = 0;

    for (int i = 0; i < t.count; ++i)
        if (t.entry[i].by[by].ready < 0) {
            printf("%s%s: %s\n", t.entry[i].name,
                   by == first_maker() ? "" : " by nvcc", t.entry[i].by[by].status);
            ++failed;
        }
    return failed;
}

/* What is named might be a finalist, so nvcc compiles it too. */
static int compile_only(void)
{
    int failed;

    if (compile_all(first_maker()) != 0 ||
        (t.asked->config_count > 0 && compile_all(finalist()) != 0))
        return stopped() ? INTERRUPTED : say(CANNOT);
    failed = failures(first_maker());
    printf("%s: %d of %d configurations compile for %s, %.1f s\n",
           t.space->stem, t.count - failed, t.count, t.card.arch,
           t.seconds[COMPILE]);
    if (finalist() != first_maker())
        failed += failures(finalist());
    return failed == 0 ? OK : WRONG;
}

static void take_shapes(const struct request *q)
{
    const int usual_count = t.space->type ? USUAL : USUAL_OF_FLOATS;

    t.shapes = q->size_count > 0 ? q->size_count : usual_count;
    memcpy(t.shape, q->size_count > 0 ? q->sizes : usual,
           (size_t)t.shapes * sizeof *t.shape);
}

/* False, with a word about it, where a card has not the instructions. */
static int has_instructions(void)
{
    int capability = 0;

    sscanf(t.card.arch, "sm_%d", &capability);
    if (capability >= t.space->least &&
        (!t.space->only || capability == t.space->least))
        return 1;
    printf("%-10s is left out: it takes compute capability %d.%d%s\n",
           t.space->stem, t.space->least / 10, t.space->least % 10,
           t.space->only ? "" : " or later");
    return 0;
}

int tune(const struct request *q)
{
    int code = CANNOT;

    t.asked = q;
    t.space = space_of(q->stem);
    if (!t.space || know_card(q) != 0 || list_space() != 0)
        return say(CANNOT);
    if (!has_instructions())
        return OK;
    take_shapes(q);
    catch_interrupt();
    if (compiler_start(&t.compiler, t.space, t.card.arch) != 0)
        say(CANNOT);
    else
        code = q->compile_only ? compile_only() : run();
    return code;
}
