/* options.c - the command line of the tuner (tuner.h). */
#include "tune/tuner.h"

#include "bench/bench.h"
#include "tune/space.h"

#include <stdlib.h>
#include <string.h>

static int add_size(struct request *q, const char *text)
{
    struct size *s = &q->sizes[q->size_count];

    if (q->size_count == MAX_SHAPES)
        return complain("more than %d sizes", MAX_SHAPES);
    if (parse_size(text, s) != 0)
        return complain("bad size '%s': write N or MxNxK, like 4096 or "
                        "64x33x17", text);
    if (s->m == 0 || s->n == 0 || s->k == 0 || s->k > MAX_K)
        return complain("nothing to time at %s: each side is 1 or more and K "
                        "%d at most", text, MAX_K);
    for (int i = 0; i < q->size_count; ++i)
        if (memcmp(&q->sizes[i], s, sizeof *s) == 0)
            return complain("the size %s twice", text);
    ++q->size_count;
    return 0;
}

static int add_config(struct request *q, const char *text)
{
    if (q->config_count == MAX_ASKED)
        return complain("more than %d configurations", MAX_ASKED);
    q->configs[q->config_count++] = text;
    return 0;
}

static int set_mode(struct request *q, const char *text)
{
    static const char *const names[] = {"exhaustive", "search", "both"};

    for (int i = 0; i < 3; ++i)
        if (strcmp(text, names[i]) == 0) {
            q->mode = (enum modes)(i + 1);
            return 0;
        }
    return complain("no mode '%s': exhaustive, search or both", text);
}

static int set_number(int *number, const char *option, const char *text,
                      int least, int most)
{
    char *end;
    const long value = strtol(text, &end, 10);

    if (end == text || *end || value < least || value > most)
        return complain("%s takes a whole number from %d to %d, not '%s'",
                        option, least, most, text);
    *number = (int)value;
    return 0;
}

static const char *const SWITCHES[] = {"--compile-only", NULL};
static const char *const OPTIONS[] = {"--size", "--config", "--mode",
                                      "--budget", "--margin", "--data",
                                      "--arch", NULL};

static int set(void *to, const char *name, const char *value)
{
    struct request *q = to;

    if (strcmp(name, "--size") == 0)
        return add_size(q, value);
    if (strcmp(name, "--config") == 0)
        return add_config(q, value);
    if (strcmp(name, "--mode") == 0)
        return set_mode(q, value);
    if (strcmp(name, "--budget") == 0)
        return set_number(&q->budget, name, value, 1, MAX_CONFIGS);
    if (strcmp(name, "--margin") == 0)
        return set_number(&q->margin, name, value, 0, 100);
    if (strcmp(name, "--arch") == 0)
        q->arch = value;
    else if (strcmp(name, "--data") == 0)
        q->folder = value;
    else
        q->compile_only = 1;
    return 0;
}

/* Words that contradict each other. */
static int agree(const struct request *q)
{
    if (q->compile_only && !q->arch)
        return complain("--compile-only wants --arch, such as sm_90");
    if (q->folder && q->config_count > 0)
        return complain("--data keeps whole records; --config times a part");
    if (q->folder && q->compile_only)
        return complain("--compile-only measures nothing that --data could "
                        "keep");
    return 0;
}

int parse_request(int argc, char **argv, struct request *q)
{
    memset(q, 0, sizeof *q);
    q->mode = BOTH;
    q->margin = 8;
    if (argc < 2 || argv[1][0] == '-')
        return complain("say which program to tune");
    q->stem = argv[1];
    return read_words(argc, argv, SWITCHES, OPTIONS, set, q) == 0 ? agree(q)
                                                                  : -1;
}
