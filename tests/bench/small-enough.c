#include "bench/cases.h"
#include "tap.h"

#include <limits.h>

int main(void)
{
    static const int tiles[][3] = {{32, 32, 8}, {1, 1024, 1}, {256, 128, 64}};
    struct size sizes[MAX_SIZES];
    int all = 1;

    for (int t = 0; t < 3; ++t)
        for (int i = verify_sizes(tiles[t][0], tiles[t][1], tiles[t][2], sizes,
                                  MAX_SIZES); i-- > 0;)
            all &= small_enough(sizes[i]);
    ok(all, "every size that verify tries is small enough");
    ok(small_enough((struct size){0, INT_MAX, 0}), "nothing at all");
    ok(!small_enough((struct size){4096, 4096, 4096}), "not 4096");
    ok(!small_enough((struct size){INT_MAX, INT_MAX, INT_MAX}),
       "not the largest");
    ok(!small_enough((struct size){INT_MAX, 0, 5}) &&
           !small_enough((struct size){5, INT_MAX, 0}) &&
           !small_enough((struct size){0, 5, INT_MAX}),
       "no work to do, but operands of many gigabytes");
    return tap_end();
}
