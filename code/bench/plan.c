#include "bench/plan.h"

#include "bench/element.h"
#include "bench/program.h"

#include <stdio.h>
#include <string.h>

const struct size LADDER_SIZE = {4096, 4096, 4096};

struct pace pace_of(const struct options *o)
{
    static const struct size all[] = {
        {256, 256, 256},    {512, 512, 512},    {1024, 1024, 1024},
        {2048, 2048, 2048}, {4096, 4096, 4096}, {8192, 8192, 8192},
        {1000, 1000, 1000}, {4092, 4092, 4092}, {4096, 1024, 2048},
    };
    static const struct size few[] = {
        {1024, 1024, 1024}, {4096, 4096, 4096}, {4092, 4092, 4092},
    };

    if (o->quick)
        return (struct pace){
            .sizes = few, .size_count = sizeof few / sizeof *few,
            .rounds = 10, .slow_rounds = 10, .batch_ms = 5.0,
            .lead_small_ms = 2.0, .lead_ms = 5.0, .lead_held_ms = 30.0,
            .warm_ms = 100.0};
    return (struct pace){
        .sizes = all, .size_count = sizeof all / sizeof *all,
        .rounds = 15, .slow_rounds = 10, .batch_ms = 10.0,
        .lead_small_ms = 3.0, .lead_ms = 12.0, .lead_held_ms = 40.0,
        .warm_ms = 200.0};
}

static int same(struct size a, struct size b)
{
    return a.m == b.m && a.n == b.n && a.k == b.k;
}

int takes(const struct kernel *k, struct size s)
{
    if (!(k->flags & MULTIPLES) ||
        (s.m % k->bm == 0 && s.n % k->bn == 0 && s.k % k->bk == 0))
        return 1;
    complain("%s takes multiples of %d x %d x %d only, and %dx%dx%d is none",
             k->name, k->bm, k->bn, k->bk, s.m, s.n, s.k);
    return 0;
}

int runs_here(const char *name, unsigned flags)
{
    const int has = backend.capability ? backend.capability() : 0;
    const int needs = flags & NEEDS_90 ? 90 : flags & NEEDS_80 ? 80 : 0;

    if (has == 0 || has >= needs)
        return 1;
    complain("%s is left out: it needs compute capability %d.0, and this card "
             "has %d.%d", name, needs / 10, has / 10, has % 10);
    return 0;
}

long long probe_size(const struct probe *p, long long i)
{
    if (p->last == 0)
        return i <= MAX_PROBE_SIZES ? p->sizes[i] : 0;
    return p->sizes[0] + i <= p->last ? p->sizes[0] + i : 0;
}

static int measured(const struct kernel *k, const struct options *o,
                    struct size s)
{
    if (k->flags & PATTERN || (o->kernel && strcmp(o->kernel, k->name) != 0))
        return 0;
    if (!takes(k, s) || !runs_here(k->name, k->flags))
        return 0;
    if (o->size_count > 0)
        return 1;
    return size_fits(s, k->largest) &&
           (!(k->flags & SWEEP) || same(s, LADDER_SIZE));
}

static int same_type(const struct kernel *a, const struct kernel *b)
{
    return (a->flags & ELEMENT) == (b->flags & ELEMENT);
}

int plan_of(const struct options *o, const struct kernel *libraries,
            struct planned *out)
{
    const struct pace pace = pace_of(o);
    const struct size *s = o->size_count > 0 ? o->sizes : pace.sizes;
    const int sizes = o->size_count > 0 ? o->size_count : pace.size_count;
    int count = 0;

    for (int n = 0; n < sizes; ++n, ++s) {
        const int first = count;

        for (const struct kernel *l = libraries; l->name; ++l) {
            int wanted = l == libraries ||
                         (o->kernel && strcmp(o->kernel, l->name) == 0);

            for (const struct kernel *k = kernels; k->name; ++k)
                wanted |= same_type(k, l) && measured(k, o, *s);
            if (wanted && runs_here(l->name, l->flags))
                out[count++] = (struct planned){l, *s, n};
        }
        const int behind = count;

        for (const struct kernel *k = kernels; k->name; ++k)
            for (int i = first; i < behind && measured(k, o, *s); ++i)
                if (same_type(out[i].kernel, k))
                    out[count++] = (struct planned){k, *s, n};
    }
    return count;
}

static const struct size *sizes_of(const struct kernel *k,
                                   const struct options *o,
                                   const struct size *all, int count, int *n)
{
    static const struct size whole[] = {{128, 128, 128}, {4096, 4096, 4096}};

    if (k->flags & PATTERN) {
        *n = 1;
        return whole;
    }
    if (o->size_count > 0) {
        *n = o->size_count;
        return o->sizes;
    }
    *n = k->flags & SWEEP ? 2 : count;
    return k->flags & SWEEP ? whole : all;
}

const struct size *count_sizes(const struct kernel *k, const struct options *o,
                               int *n)
{
    static const struct size all[] = {
        {128, 128, 128}, {4092, 4092, 4092}, {4096, 4096, 4096},
    };

    return sizes_of(k, o, all, 3, n);
}

const struct size *profile_sizes(const struct kernel *k,
                                 const struct options *o, int *n)
{
    static const struct size all[] = {
        {128, 128, 128}, {1000, 1000, 1000},
        {4092, 4092, 4092}, {4096, 4096, 4096},
    };

    return sizes_of(k, o, all, 4, n);
}

int profiled_probe(const struct probe *p)
{
    return strcmp(p->topic, "ceilings") == 0 &&
           strcmp(p->unit, "GFLOP/s") == 0;
}

int counted(const struct kernel *k, struct size s)
{
    static const struct options usual;
    int n;
    const struct size *sizes = profile_sizes(k, &usual, &n);

    for (int i = 0; i < n; ++i)
        if (same(sizes[i], s))
            return takes(k, s) && runs_here(k->name, k->flags);
    return 0;
}

int only_patterns(void)
{
    const struct kernel *k = kernels;

    while (k->name && k->flags & PATTERN)
        ++k;
    return k != kernels && !k->name;
}

int each_kernel(const struct options *o,
                int (*run)(const struct kernel *, const struct options *))
{
    int found = 0;

    for (const struct kernel *k = kernels; k->name; ++k) {
        if (o->kernel && strcmp(o->kernel, k->name) != 0)
            continue;
        found = 1;
        for (int i = 0; o->kernel && i < o->size_count; ++i)
            if (!takes(k, o->sizes[i]))
                return report(CANNOT);
        const int code = run(k, o);
        if (code != OK)
            return code;
    }
    if (o->kernel && !found) {
        complain("no kernel '%s'; `list` names them", o->kernel);
        return report(CANNOT);
    }
    return OK;
}

int report(int code)
{
    fprintf(stderr, "%s: %s\n", provenance.stem, complaint());
    return code;
}

void function_of(const struct kernel *k, char *out, size_t size)
{
    const char *before = "<";
    size_t used = 0;

    for (const char *c = k->function ? k->function : k->name; *c && used + 1 < size; ++c)
        if (*c != ' ')
            out[used++] = !k->function && *c == '-' ? '_' : *c;
    out[used] = '\0';
    for (const int *c = k->constants; k->constants[0] && *c != NO_MORE && used < size; ++c) {
        used += (size_t)snprintf(out + used, size - used, "%s%d", before, *c);
        before = ",";
    }
    if (*before == ',' && used < size)
        snprintf(out + used, size - used, ">");
}
