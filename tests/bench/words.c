/* A program without a card: bench/main.c with a backend that only answers. */
#include "bench/program.h"

#include <stdio.h>

const struct provenance provenance = {"words", "", "", "", "", ""};
const struct kernel kernels[] = {
    {"first-one", NULL, 1, 1, 1, 1, 0, NULL, {0}},
    {"second", NULL, 1, 2, 3, 1, SWEEP | NEEDS_90, "tiled<32, 1>",
     {0}},
    {"third", NULL, 1, 1, 1, 1, PATTERN, "tiled", {16, 0, -1, NO_MORE}},
    {0},
};

static int say(const struct kernel *k, const struct options *o)
{
    (void)o;
    puts(k->name);
    return OK;
}

int verify(const struct options *o)
{
    return each_kernel(o, say);
}

static int more(const struct options *o)
{
    (void)o;
    return OK;
}

static int ready(void)
{
    return 0;
}

static int sing(const struct options *o)
{
    (void)o;
    puts("la");
    return OK;
}

static int count_on(int seed, int count)
{
    if (seed < 0)
        return complain("where from?");
    printf("%d %d\n", seed, seed + count);
    return 0;
}

const struct program_word program_words[] = {{"count-on", "--seed N --count N", count_on}, {0}};

static const struct command commands[] = {{"sing", "a song", sing}, {0}};

const struct backend backend = {commands, 0, ready, more, NULL, 0.0, NULL};
