#include "bench/options.h"

#include "bench/bench.h"

#include <string.h>

static int add_size(struct options *o, const char *text)
{
    if (o->size_count == MAX_ASKED)
        return complain("more than %d sizes", MAX_ASKED);
    if (parse_size(text, &o->sizes[o->size_count]) != 0)
        return complain("bad size '%s': write N or MxNxK, like 4096 or "
                        "64x33x17", text);
    if (o->sizes[o->size_count].k > MAX_K)
        return complain("K is %d at most: beyond it float32 sums have no "
                        "useful error bound", MAX_K);
    ++o->size_count;
    return 0;
}

static int whole(const char *name, const char *text, int *value)
{
    struct size s;

    if (strchr(text, 'x') || parse_size(text, &s) != 0)
        return complain("%s takes a whole number, not '%s'", name, text);
    *value = s.m;
    return 0;
}

static int takes_value(const char *name)
{
    static const char *const names[] = {"--size", "--kernel", "--out", "--data",
                                        "--trace", "--block", "--warp"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

static int set(struct options *o, const char *name, const char *value)
{
    if (strcmp(name, "--size") == 0)
        return add_size(o, value);
    if (strcmp(name, "--trace") == 0)
        return whole(name, value, &o->trace);
    if (strcmp(name, "--block") == 0)
        return whole(name, value, &o->block);
    if (strcmp(name, "--warp") == 0)
        return whole(name, value, &o->warp);
    if (strcmp(name, "--kernel") == 0)
        o->kernel = value;
    else if (strcmp(name, "--out") == 0)
        o->out = value;
    else
        o->folder = value;
    return 0;
}

static int switch_on(struct options *o, const char *name)
{
    if (strcmp(name, "--huge") == 0)
        return o->huge = 1;
    if (strcmp(name, "--quick") == 0)
        return o->quick = 1;
    if (strcmp(name, "--tight") == 0)
        return o->tight = 1;
    return 0;
}

int parse_options(int argc, char **argv, struct options *o)
{
    memset(o, 0, sizeof *o);
    o->trace = o->block = o->warp = -1;
    if (argc < 2)
        return complain("say what to do");
    o->command = argv[1];
    for (int i = 2; i < argc; ++i) {
        if (switch_on(o, argv[i]))
            continue;
        if (argv[i][0] != '-')
            return complain("unknown word '%s'", argv[i]);
        if (!takes_value(argv[i]))
            return complain("unknown option '%s'", argv[i]);
        if (i + 1 == argc)
            return complain("%s wants a value", argv[i]);
        if (set(o, argv[i], argv[i + 1]) != 0)
            return -1;
        ++i;
    }
    return 0;
}
