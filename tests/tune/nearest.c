#include "bench/nearest.h"
#include "tap.h"

static const struct won winners[] = {
    {{1024, 1024, 1024}, NULL}, {{4096, 4096, 4096}, NULL},
    {{8192, 128, 2048}, NULL},  {{128, 8192, 2048}, NULL},
    {{1024, 1024, 65536}, NULL},
};

static void takes(int M, int N, int K, int want)
{
    const struct won *got = nearest(winners, 5, M, N, K);

    ok(got == &winners[want], "%d x %d x %d goes to %d x %d x %d", M, N, K,
       got->at.m, got->at.n, got->at.k);
}

int main(void)
{
    for (int i = 0; i < 5; ++i)
        takes(winners[i].at.m, winners[i].at.n, winners[i].at.k, i);
    takes(8192, 8192, 8192, 1);
    takes(2200, 2200, 16, 1);       /* the size of C comes before K */
    takes(16384, 64, 512, 2);       /* among equals, the same sides */
    takes(64, 16384, 512, 3);
    takes(1024, 1024, 32768, 4);
    takes(1024, 1024, 2048, 0);
    takes(1, 1, 1, 0);
    return tap_end();
}
