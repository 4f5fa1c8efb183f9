#include "nearest.h"
#include "tap.h"

static const struct won OF[] = {
    {{1024, 1024, 1024}, 0}, {{4096, 4096, 4096}, 0},
    {{4096, 1024, 1024}, 0}, {{1024, 4096, 1024}, 0},
};

static void takes(int m, int n, int k, unsigned want, const char *why)
{
    const unsigned got =
        (unsigned)(nearest(OF, sizeof OF / sizeof *OF, m, n, k) - OF);

    ok(got == want, "%d x %d x %d: %s (%u)", m, n, k, why, got);
}

int main(void)
{
    for (unsigned i = 0; i < 4; ++i)
        takes(OF[i].at.m, OF[i].at.n, OF[i].at.k, i, "a shape that was tuned for is its own");
    takes(3000, 3000, 100, 1, "the size of C decides, before K");
    takes(1300, 1300, 9000, 0, "on either side");
    takes(4000, 1000, 2000, 2, "among equals its sides: tall");
    takes(1000, 4000, 2000, 3, "and wide");
    takes(2048, 2048, 1024, 2, "of those as near, the first");
    return tap_end();
}
