#include "bench/bench.h"
#include "bench/options.h"
#include "tap.h"

#include <string.h>

enum { MAX_WORDS = 2 * MAX_ASKED + 8 };

/* Parses a command line of words that blanks part. */
static int parse(const char *line, struct options *o)
{
    static char text[32 + 9 * (MAX_ASKED + 1)];
    char *words[MAX_WORDS];
    int count = 0;

    snprintf(text, sizeof text, "program %s", line);
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        words[count++] = w;
    complain("-");
    return parse_options(count, words, o);
}

static void refused(const char *line, const char *because)
{
    struct options o;

    ok(parse(line, &o) == -1 && strstr(complaint(), because) &&
           !strchr(complaint(), '\n'), "'%s': %s", line, complaint());
}

static void taken(void)
{
    struct options o;

    ok(parse("measure --size 64x33x17 --size 5 --kernel naive --out a.csv "
             "--data data", &o) == 0 && o.size_count == 2 &&
           o.sizes[0].m == 64 && o.sizes[0].n == 33 && o.sizes[0].k == 17 &&
           o.sizes[1].k == 5 && strcmp(o.command, "measure") == 0 &&
           strcmp(o.kernel, "naive") == 0 && strcmp(o.out, "a.csv") == 0 &&
           strcmp(o.folder, "data") == 0 && !o.huge,
       "sizes in the order given, words as written");
    ok(parse("verify", &o) == 0 && o.size_count == 0 && !o.kernel && !o.out &&
           !o.folder && !o.huge && !o.quick && !o.tight &&
           o.trace == -1 && o.block == -1 &&
           o.warp == -1, "nothing is asked for that was not said");
    ok(parse("verify --huge", &o) == 0 && o.huge && !o.quick && !o.tight,
       "--huge takes no value");
    ok(parse("measure --quick --size 5", &o) == 0 && o.quick && !o.huge &&
           o.size_count == 1, "nor does --quick");
    ok(parse("verify --tight --size 5", &o) == 0 && o.tight && !o.quick &&
           o.size_count == 1, "nor does --tight");
    ok(parse("draw --seed 7 --count 20", &o) == 0 && o.seed == 7 &&
           o.count == 20, "what a word of the program takes");
    ok(parse("count --trace 12 --block 3 --warp 0", &o) == 0 &&
           o.trace == 12 && o.block == 3 && o.warp == 0, "whole numbers");
}

static void many_sizes(void)
{
    char line[16 + 9 * (MAX_ASKED + 1)] = "verify";
    struct options o;

    for (int i = 0; i < MAX_ASKED; ++i)
        strcat(line, " --size 7");
    ok(parse(line, &o) == 0 && o.size_count == MAX_ASKED, "%d sizes",
       MAX_ASKED);
    strcat(line, " --size 7");
    ok(parse(line, &o) == -1 && strstr(complaint(), "more than"),
       "and no more: %s", complaint());
}

int main(void)
{
    taken();
    many_sizes();
    refused("", "say what to do");
    refused("verify --bogus", "unknown option '--bogus'");
    refused("verify --bogus 5", "unknown option '--bogus'");
    refused("verify --sizes 5", "unknown option '--sizes'");
    refused("verify -s 5", "unknown option '-s'");
    refused("verify --", "unknown option '--'");
    refused("verify now", "unknown word 'now'");
    refused("verify --size 5 6", "unknown word '6'");
    refused("verify --size", "--size wants a value");
    refused("measure --out", "--out wants a value");
    refused("verify --kernel a --kernel b",
            "--kernel takes one value, not both 'a' and 'b'");
    refused("count --out a --out b", "--out takes one value");
    refused("measure --data a --data b", "--data takes one value");
    refused("verify --size --huge", "bad size '--huge'");
    refused("verify --size 3x4", "bad size '3x4'");
    refused("verify --size 5 --size -1", "bad size '-1'");
    refused("count --trace 1x2x3", "--trace takes a whole number");
    refused("count --warp -1", "--warp takes a whole number");
    return tap_end();
}
