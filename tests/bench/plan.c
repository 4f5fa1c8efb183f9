#include "bench/plan.h"
#include "bench/program.h"
#include "tap.h"

#include <string.h>

static int card = 90;

static int capability(void)
{
    return card;
}

const struct backend backend = {.capability = capability};
const struct provenance provenance = {"plan", "", "", "", "", ""};
const struct kernel kernels[] = {
    {"plain", 0, 1, 1, 1, 1, 0, 0, {0}}, {"pattern", 0, 1, 1, 1, 1, PATTERN, 0, {0}},
    {"whole", 0, 128, 64, 16, 8192, MULTIPLES, 0, {0}}, {0},
};

/* The sides of the cubes at which a kernel with these flags is counted. */
static void counts(const char *name, unsigned flags, const struct options *o,
                   const char *want)
{
    const struct kernel k = {"k", 0, 1, 1, 1, 1, flags, 0, {0}};
    char text[256] = "";
    size_t used = 0;
    int n;
    const struct size *s = count_sizes(&k, o, &n);

    for (int i = 0; i < n; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%dx%dx%d",
                                 i ? " " : "", s[i].m, s[i].n, s[i].k);
    ok(strcmp(text, want) == 0, "%s: %s", name, text);
}

static void profiles(const char *name, unsigned flags, int want)
{
    static const struct options none;
    const struct kernel k = {"k", 0, 1, 1, 1, 1, flags, 0, {0}};
    int n;
    const struct size *s = profile_sizes(&k, &none, &n);

    ok(n == want && (n != 4 || s[1].m == 1000), "%s is profiled at %d sizes",
       name, n);
}

static void profiles_probe(const char *name, const char *topic, const char *unit,
                           unsigned flags, int want)
{
    const struct probe p = {.topic = topic, .name = "p", .unit = unit, .flags = flags};

    ok(profiled_probe(&p) == want, "%s is %s", name, want ? "profiled" : "not profiled");
}

int main(void)
{
    profiles("a kernel", 0, 4);
    profiles("a sweep", SWEEP, 2);
    profiles("a pattern", PATTERN, 1);
    profiles_probe("a ceiling", "ceilings", "GFLOP/s", 0, 1);
    profiles_probe("a ceiling in bytes", "ceilings", "GB/s", 0, 0);
    profiles_probe("another topic", "pairs", "GFLOP/s", ONLY_90, 0);
    profiles_probe("one that says so", "pairs", "GFLOP/s", ONLY_90 | PROFILED, 1);

    const struct options none = {0};
    const struct options asked = {.size_count = 2,
                                  .sizes = {{1, 2, 3}, {4092, 4092, 4092}}};

    counts("a kernel", 0, &none, "128x128x128 4092x4092x4092 4096x4096x4096");
    counts("B transposed", B_TRANSPOSED, &none,
           "128x128x128 4092x4092x4092 4096x4096x4096");
    counts("a sweep", SWEEP, &none, "128x128x128 4096x4096x4096");
    counts("a pattern", PATTERN, &none, "128x128x128");
    counts("for few rows", FEW_ROWS, &none, "128x128x128");
    counts("a kernel, asked", 0, &asked, "1x2x3 4092x4092x4092");
    counts("a sweep, asked", SWEEP, &asked, "1x2x3 4092x4092x4092");
    counts("a pattern, asked", PATTERN, &asked, "128x128x128");
    const struct kernel *const whole = &kernels[2];
    const struct kernel odd = {"odd", 0, 128, 64, 16, 8192, 0, 0, {0}};
    const struct size taken = {256, 192, 0}, refused = {256, 192, 17};

    ok(takes(whole, taken), "multiples of the tile are taken, none included");
    ok(!takes(whole, refused), "others are not");
    ok(strcmp(complaint(), "whole takes multiples of 128 x 64 x 16 only, and "
                           "256x192x17 is none") == 0, "and it says why");
    ok(takes(&odd, refused), "a kernel for every size takes every size");
    const struct kernel library[] = {{"cublas", 0, 1, 1, 1, 1, 0, 0, {0}}, {0}};
    const struct options both = {.size_count = 2, .sizes = {taken, refused}};
    struct planned plan[MAX_PLANNED];

    ok(plan_of(&both, library, plan) == 5 && plan[0].kernel == library &&
           plan[1].kernel == kernels && plan[2].kernel == whole && plan[2].n == 0 &&
           plan[3].kernel == library && plan[4].kernel == kernels &&
           plan[4].size.k == 17 && plan[4].n == 1, "nor is it measured there");
    const struct kernel few = {"few", 0, 16, 64, 64, 8192, FEW_ROWS, 0, {0}};
    const struct size low = {64, 9, 9}, high = {65, 9, 9};

    ok(few_rows(&few, low) && !few_rows(&few, high) && few_rows(&odd, high),
       "a kernel for few rows is for four tiles of them");
    const struct probe some = {"t", "some", "ms", {5, 7, 9}, 0, 0, 0, 0};
    const struct probe range = {"t", "range", "element", {3}, 0, 0, 600, 0};

    ok(probe_size(&some, 0) == 5 && probe_size(&some, 2) == 9 &&
           probe_size(&some, 3) == 0, "the sizes of a probe, and no more");
    ok(probe_size(&range, 0) == 3 && probe_size(&range, 597) == 600 &&
           probe_size(&range, 598) == 0, "all from the first to the last");
    ok(runs_here("x", NEEDS_80) && runs_here("x", HALF), "a new card runs all");
    card = 75;
    ok(!runs_here("x", HALF | NEEDS_80), "an older one not what needs 8.0");
    ok(strcmp(complaint(), "x is left out: it needs compute capability 8.0, "
                           "and this card has 7.5") == 0, "and it says so");
    ok(runs_here("x", HALF), "but the rest");
    card = 89;
    ok(runs_here("x", NEEDS_80) && !runs_here("x", NEEDS_90), "8.9 is before 9.0");
    card = 90;
    ok(runs_here("x", NEEDS_90), "and 9.0 is not");
    ok(runs_here("x", ONLY_90), "nor what is for 9.0 alone");
    card = 100;
    ok(runs_here("x", NEEDS_90) && !runs_here("x", ONLY_90), "10.0 leaves that out");
    ok(strcmp(complaint(), "x is left out: it is made for compute capability 9.0 "
                           "alone, and this card has 10.0") == 0, "and says so");
    ok(!only_patterns(), "a kernel beside a pattern");
    return tap_end();
}
