#include "kernels/nearest.h"
#include "tap.h"

static const struct won OF[] = {
    {{1024, 1024, 1024}, 0}, {{4096, 4096, 4096}, 0},
    {{4096, 1024, 1024}, 0}, {{1024, 4096, 1024}, 0},
    {{8192, 128, 2048}, 0},  {{1024, 1024, 65536}, 0},
};
enum { COUNT = sizeof OF / sizeof *OF };

static void takes(int m, int n, int k, unsigned want, const char *why)
{
    const unsigned got = (unsigned)(nearest(OF, COUNT, m, n, k) - OF);

    ok(got == want, "%d x %d x %d: %s (%u)", m, n, k, why, got);
}

int main(void)
{
    for (unsigned i = 0; i < COUNT; ++i)
        takes(OF[i].at.m, OF[i].at.n, OF[i].at.k, i, "a shape that was tuned for is its own");
    takes(3000, 3000, 100, 1, "the size of C decides, before K");
    takes(1300, 1300, 3000, 0, "on either side");
    takes(8192, 8192, 8192, 1, "and beyond all");
    takes(4000, 1000, 2000, 2, "among equals its sides: tall");
    takes(1000, 4000, 2000, 3, "wide");
    takes(16384, 64, 512, 4, "or thin");
    takes(1, 1, 1, 0, "and square");
    takes(4096, 256, 18820, 4, "both sides before the depth");
    takes(1024, 1024, 32768, 5, "or deep");
    takes(1024, 1024, 2048, 0, "or not so deep");
    takes(2048, 2048, 1024, 2, "of those as near, the first");
    return tap_end();
}
