#include "plan.h"
#include "tap.h"

#include <string.h>

const struct kernel kernels[] = {
    {"plain", 0, 1, 1, 1, 1, 0}, {"pattern", 0, 1, 1, 1, 1, PATTERN}, {0},
};

/* The sides of the cubes at which a kernel with these flags is counted. */
static void counts(const char *name, unsigned flags, const struct options *o,
                   const char *want)
{
    const struct kernel k = {"k", 0, 1, 1, 1, 1, flags};
    char text[256] = "";
    size_t used = 0;
    int n;
    const struct size *s = count_sizes(&k, o, &n);

    for (int i = 0; i < n; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%dx%dx%d",
                                 i ? " " : "", s[i].m, s[i].n, s[i].k);
    ok(strcmp(text, want) == 0, "%s: %s", name, text);
}

int main(void)
{
    const struct options none = {0};
    const struct options asked = {.size_count = 2,
                                  .sizes = {{1, 2, 3}, {4092, 4092, 4092}}};

    counts("a kernel", 0, &none, "128x128x128 4092x4092x4092 4096x4096x4096");
    counts("B transposed", B_TRANSPOSED, &none,
           "128x128x128 4092x4092x4092 4096x4096x4096");
    counts("a sweep", SWEEP, &none, "128x128x128 4096x4096x4096");
    counts("a pattern", PATTERN, &none, "128x128x128");
    counts("a kernel, asked", 0, &asked, "1x2x3 4092x4092x4092");
    counts("a sweep, asked", SWEEP, &asked, "1x2x3 4092x4092x4092");
    counts("a pattern, asked", PATTERN, &asked, "128x128x128");
    const struct kernel whole = {"whole", 0, 128, 64, 16, 8192, MULTIPLES};
    const struct kernel odd = {"odd", 0, 128, 64, 16, 8192, 0};
    const struct size taken = {256, 192, 0}, refused = {256, 192, 17};

    ok(takes(&whole, taken), "multiples of the tile are taken, none included");
    ok(!takes(&whole, refused), "others are not");
    ok(strcmp(complaint(), "whole takes multiples of 128 x 64 x 16 only, and "
                           "256x192x17 is none") == 0, "and it says why");
    ok(takes(&odd, refused), "a kernel for every size takes every size");
    ok(!planned(&whole, &asked, refused), "nor is it measured there");
    ok(!only_patterns(), "a kernel beside a pattern");
    return tap_end();
}
