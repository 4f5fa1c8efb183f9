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

/* The value of an option that says one thing only. */
static int once(const char *name, const char *text, const char **value)
{
    if (*value)
        return complain("%s takes one value, not both '%s' and '%s'", name,
                        *value, text);
    *value = text;
    return 0;
}

static int among(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        ++names;
    return *names != NULL;
}

int read_words(int argc, char **argv, const char *const *switches,
               const char *const *options,
               int (*set)(void *, const char *, const char *), void *to)
{
    for (int i = 2; i < argc; ++i) {
        const char *name = argv[i];
        const int takes = among(options, name);

        if (name[0] != '-')
            return complain("unknown word '%s'", name);
        if (!takes && !among(switches, name))
            return complain("unknown option '%s'", name);
        if (takes && ++i == argc)
            return complain("%s wants a value", name);
        if (set(to, name, takes ? argv[i] : NULL) != 0)
            return -1;
    }
    return 0;
}

static const char *const SWITCHES[] = {"--huge", "--quick", "--tight", NULL};
static const char *const OPTIONS[] = {"--size", "--kernel", "--out", "--data",
                                      "--trace", "--block", "--warp", "--seed",
                                      "--count", "--topic", NULL};

static int set(void *to, const char *name, const char *value)
{
    struct options *o = to;

    if (strcmp(name, "--size") == 0)
        return add_size(o, value);
    if (strcmp(name, "--trace") == 0)
        return whole(name, value, &o->trace);
    if (strcmp(name, "--block") == 0)
        return whole(name, value, &o->block);
    if (strcmp(name, "--warp") == 0)
        return whole(name, value, &o->warp);
    if (strcmp(name, "--seed") == 0)
        return whole(name, value, &o->seed);
    if (strcmp(name, "--count") == 0)
        return whole(name, value, &o->count);
    if (strcmp(name, "--kernel") == 0)
        return once(name, value, &o->kernel);
    if (strcmp(name, "--out") == 0)
        return once(name, value, &o->out);
    if (strcmp(name, "--data") == 0)
        return once(name, value, &o->folder);
    if (strcmp(name, "--topic") == 0)
        return once(name, value, &o->topic);
    if (strcmp(name, "--huge") == 0)
        o->huge = 1;
    else if (strcmp(name, "--quick") == 0)
        o->quick = 1;
    else
        o->tight = 1;
    return 0;
}

int parse_options(int argc, char **argv, struct options *o)
{
    memset(o, 0, sizeof *o);
    o->trace = o->block = o->warp = o->seed = o->count = -1;
    if (argc < 2)
        return complain("say what to do");
    o->command = argv[1];
    return read_words(argc, argv, SWITCHES, OPTIONS, set, o);
}
