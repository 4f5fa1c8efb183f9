/* listing.c - which configurations of the space are asked for and can run (state.h). */
#include "tune/state.h"

#include "bench/bench.h"
#include "bench/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int asked_for(const char *name)
{
    for (int i = 0; i < t.asked->config_count; ++i)
        if (strcmp(t.asked->configs[i], name) == 0)
            return 1;
    return t.asked->config_count == 0;
}

static void sort_out(const struct config *all, int n)
{
    for (int i = 0; i < n; ++i) {
        const char *why = rejection(t.space, &all[i], &t.card.limits);
        char name[CONFIG_NAME];

        config_name(&all[i], name, sizeof name);
        if (!asked_for(name))
            continue;
        if (why) {
            t.rejected[t.rejections] = all[i];
            t.reason[t.rejections++] = why;
        } else {
            t.valid[t.count] = all[i];
            t.entry[t.count].config = all[i];
            memcpy(t.entry[t.count++].name, name, sizeof name);
        }
    }
}

/* Every configuration that was named must be there and valid. */
static int all_named(void)
{
    if (t.rejections > 0 && t.asked->config_count > 0) {
        char name[CONFIG_NAME];

        config_name(&t.rejected[0], name, sizeof name);
        return complain("%s is not valid here: %s", name, t.reason[0]);
    }
    for (int i = 0; i < t.asked->config_count; ++i) {
        int there = 0;

        for (int j = 0; j < t.count; ++j)
            there |= strcmp(t.entry[j].name, t.asked->configs[i]) == 0;
        if (!there)
            return complain("no configuration '%s' in the space of %s; `tune "
                            "space %s` lists it", t.asked->configs[i],
                            t.space->stem, t.space->stem);
    }
    return 0;
}

int list_space(void)
{
    static struct config all[MAX_CONFIGS];
    const int n = space_list(t.space, all, MAX_CONFIGS);

    t.entry = calloc((size_t)n, sizeof *t.entry);
    t.valid = calloc((size_t)n, sizeof *t.valid);
    t.rejected = calloc((size_t)n, sizeof *t.rejected);
    t.reason = calloc((size_t)n, sizeof *t.reason);
    if (!t.entry || !t.valid || !t.rejected || !t.reason)
        return complain("out of memory on the host");
    sort_out(all, n);
    return all_named();
}

/* The card, or what stands for it where an architecture is given instead. */
int know_card(const struct request *q)
{
    if (!q->arch)
        return card_ask(&t.card);
    t.card.limits = limits_of(q->arch);
    snprintf(t.card.arch, sizeof t.card.arch, "%s", q->arch);
    return 0;
}

int print_space(const struct request *q)
{
    t.asked = q;
    t.space = space_of(q->stem);
    if (!t.space || know_card(q) != 0 || list_space() != 0)
        return say(CANNOT);
    for (int i = 0; i < t.count; ++i)
        printf("%s\tvalid\n", t.entry[i].name);
    for (int i = 0; i < t.rejections; ++i) {
        char name[CONFIG_NAME];

        config_name(&t.rejected[i], name, sizeof name);
        printf("%s\t%s\n", name, t.reason[i]);
    }
    return OK;
}
