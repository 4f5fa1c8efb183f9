#include "bench/program.h"

#include <stdio.h>
#include <string.h>

static int list(const struct options *o)
{
    (void)o;
    for (const struct kernel *k = kernels; k->name; ++k)
        puts(k->name);
    return OK;
}

/* The device function of each kernel, as struct kernel says, without blanks. */
static int functions(const struct options *o)
{
    (void)o;
    for (const struct kernel *k = kernels; k->name; ++k) {
        if (k->flags & PATTERN)
            continue;
        printf("%s ", k->name);
        for (const char *c = k->function ? k->function : k->name; *c; ++c)
            if (*c != ' ')
                putchar(!k->function && *c == '-' ? '_' : *c);
        putchar('\n');
    }
    return OK;
}

static int verify_all(const struct options *o)
{
    const int code = backend.ready() == 0 ? verify(o) : report(CANNOT);

    return code == OK ? backend.verify_more(o) : code;
}

static const struct command common[] = {
    {"list", "kernels, one a line", list},
    {"functions", "kernels and their device functions", functions},
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

int main(int argc, char **argv)
{
    struct options o;
    const struct command *c = NULL;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        usage(stdout, common);
        usage(stdout, backend.commands);
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
    if (!c) {
        fprintf(stderr, "%s: unknown command '%s'; `%s --help` lists them\n",
                provenance.stem, o.command, argv[0]);
        return CANNOT;
    }
    return c->run(&o);
}
