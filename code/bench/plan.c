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
        .warm_ms = 200.0, .alone_warm_ms = 500.0, .alone_ms = 1500.0};
}

static int same(struct size a, struct size b)
{
    return a.m == b.m && a.n == b.n && a.k == b.k;
}

int all_ready(void)
{
    const int status = backend.ready();

    return status == 0 && program_ready ? program_ready() : status;
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
    const int needs = flags & (NEEDS_90 | ONLY_90) ? 90
                      : flags & NEEDS_80           ? 80
                                                   : 0;

    if (has == 0 || (flags & ONLY_90 ? has == needs : has >= needs))
        return 1;
    if (flags & ONLY_90) {
        complain("%s is left out: it is made for compute capability 9.0 alone, "
                 "and this card has %d.%d", name, has / 10, has % 10);
        return 0;
    }
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

int few_rows(const struct kernel *k, struct size s)
{
    return !(k->flags & FEW_ROWS) || s.m <= 4 * k->bm;
}

static int measured(const struct kernel *k, const struct options *o,
                    struct size s)
{
    if (k->flags & PATTERN || (o->kernel && strcmp(o->kernel, k->name) != 0))
        return 0;
    if (!takes(k, s) || !runs_here(k->name, k->flags) ||
        (!o->kernel && !few_rows(k, s)))
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

int is_among(const char *names, const char *name)
{
    char word[128];

    snprintf(word, sizeof word, " %s ", name);
    return strstr(names, word) != NULL;
}

/* Do headlines quote products of this type and size? */
static int quoted(const struct kernel *k, const struct options *o, struct size s)
{
    return !o->quick && s.m == s.n && s.n == s.k &&
           (s.n == 4096 || (!(k->flags & ELEMENT) && (s.n == 1024 || s.n == 2048)));
}

/* One contest: of all that is measured at a size or, with beta, of what headlines
 * quote. */
struct asked {
    const struct options *o;
    struct size size;
    int with_beta;
};

static int takes_part(const struct kernel *k, const struct asked *a)
{
    return measured(k, a->o, a->size) &&
           (!a->with_beta || (quoted(k, a->o, a->size) &&
                              is_among(provenance.headlines, k->name)));
}

/* Is it asked for by its name, at a size that is quoted? */
static int called(const struct kernel *l, const struct asked *a)
{
    const char *only = a->o->kernel;

    return (only ? strcmp(only, l->name) == 0
                 : is_among(provenance.headlines, l->name)) &&
           quoted(l, a->o, a->size) && runs_here(l->name, l->flags);
}

/* True when somebody of the library's type takes part. */
static int compared(const struct kernel *l, const struct kernel *libraries,
                    const struct asked *a)
{
    for (const struct kernel *k = kernels; k->name; ++k)
        if (same_type(k, l) && takes_part(k, a))
            return 1;
    for (const struct kernel *k = libraries; k->name; ++k)
        if (same_type(k, l) && k->flags & HEADLINE && called(k, a))
            return 1;
    return 0;
}

static int library_wanted(const struct kernel *l, const struct kernel *libraries,
                          const struct asked *a)
{
    const int by_name = a->o->kernel && strcmp(a->o->kernel, l->name) == 0;

    if (l->flags & HEADLINE)
        return called(l, a);
    if (!runs_here(l->name, l->flags))
        return 0;
    return compared(l, libraries, a) ||
           (a->with_beta ? called(l, a) : l == libraries || by_name);
}

static int add_contest(const struct asked *a, const struct kernel *libraries,
                       struct planned *out, int n)
{
    const struct planned as = {.size = a->size, .alpha = a->with_beta ? .5f : 1.0f,
                               .beta = a->with_beta ? 3.0f : 0.0f, .n = n};
    int count = 0;

    for (const struct kernel *l = libraries; l->name; ++l)
        if (library_wanted(l, libraries, a)) {
            out[count] = as;
            out[count++].kernel = l;
        }
    for (const struct kernel *k = kernels; k->name; ++k)
        for (const struct kernel *l = libraries; l->name; ++l)
            if (same_type(l, k) && !(l->flags & HEADLINE) &&
                runs_here(l->name, l->flags) && takes_part(k, a)) {
                out[count] = as;
                out[count++].kernel = k;
            }
    return count;
}

int plan_of(const struct options *o, const struct kernel *libraries,
            struct planned *out)
{
    const struct pace pace = pace_of(o);
    const struct size *s = o->size_count > 0 ? o->sizes : pace.sizes;
    const int sizes = o->size_count > 0 ? o->size_count : pace.size_count;
    int count = 0, n = 0;

    for (int i = 0; i < sizes; ++i)
        for (int with_beta = 0; with_beta < 2; ++with_beta) {
            const struct asked a = {o, s[i], with_beta};
            const int more = add_contest(&a, libraries, out + count, n);

            count += more;
            n += more > 0;
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
    if (k->flags & FEW_ROWS) {
        *n = 1;
        return whole;
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
    return p->flags & PROFILED || (strcmp(p->topic, "ceilings") == 0 &&
                                   strcmp(p->unit, "GFLOP/s") == 0);
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
    return !k->name && (k != kernels || program_ready);
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
