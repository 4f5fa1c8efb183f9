/* main.c - the words that every program answers to, and its exit code (program.h). */
#include "bench/plan.h"
#include "bench/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int list(const struct options *o)
{
    (void)o;
    for (const struct kernel *k = kernels; k->name; ++k)
        puts(k->name);
    return OK;
}

static void print_flags(unsigned flags)
{
    static const char *const names[] = {
        "B_TRANSPOSED", "PATTERN", "SWEEP", "MULTIPLES", "HALF", "BFLOAT16",
        "TF32", "HALF_ACC", "NEEDS_80", "NEEDS_90", "HEADLINE", "ONLY_90",
        "SPLIT", "FEW_ROWS"};
    const char *before = "";

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (flags >> i & 1) {
            printf("%s%s", before, names[i]);
            before = "|";
        }
    puts(flags ? "" : "0");
}

/* The table: each kernel, its device function as struct kernel says, without
 * blanks, its tile and its flags. */
static int describe(const struct options *o)
{
    char function[200];

    (void)o;
    for (const struct kernel *k = kernels; k->name; ++k) {
        function_of(k, function, sizeof function);
        printf("%s %s %d %d %d ", k->name, function, k->bm, k->bn, k->bk);
        print_flags(k->flags);
    }
    return OK;
}

static int verify_all(const struct options *o)
{
    const int code = all_ready() == 0 ? verify(o) : report(CANNOT);

    return code == OK ? backend.verify_more(o) : code;
}

static const struct command common[] = {
    {"list", "kernels, one a line", list},
    {"describe", "kernels, their functions, tiles and flags", describe},
    {"verify", "[--size MxNxK]... [--kernel NAME] [--tight]", verify_all},
    {0},
};

static void usage(FILE *f, const struct command *c)
{
    for (; c->name; ++c)
        fprintf(f, "  %s %-9s %s\n", provenance.stem, c->name, c->help);
}

static const struct command *find(const struct command *c, const char *name)
{
    for (; c->name; ++c)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* A word of the program's own; -1 where it has none of this name. */
static int say(const struct options *o)
{
    for (const struct program_word *w = program_words; w->name; ++w)
        if (strcmp(w->name, o->command) == 0)
            return w->run(o->seed, o->count) == 0 ? OK : report(WRONG);
    return -1;
}

int main(int argc, char **argv)
{
    struct options o;
    const struct command *c = NULL;
    int code;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        usage(stdout, common);
        usage(stdout, backend.commands);
        for (const struct program_word *w = program_words; w->name; ++w)
            printf("  %s %-9s %s\n", provenance.stem, w->name, w->help);
        return OK;
    }
    if (parse_options(argc, argv, &o) != 0) {
        fprintf(stderr, "%s: %s; `%s --help` lists the words\n",
                provenance.stem, complaint(), argv[0]);
        return CANNOT;
    }
    c = find(common, o.command);
    if (!c)
        c = find(backend.commands, o.command);
    code = c ? c->run(&o) : say(&o);
    if (code < 0) {
        fprintf(stderr, "%s: unknown command '%s'; `%s --help` lists them\n",
                provenance.stem, o.command, argv[0]);
        return CANNOT;
    }
    if (code == OK && (fflush(stdout) != 0 || ferror(stdout))) {
        complain("cannot write to standard output: %s", strerror(errno));
        return report(CANNOT);
    }
    return code;
}
