#include "tune/score.h"

#include "loops/law.h"

double score(const char *path)
{
    struct cubin c;
    struct loop hot;
    double cycles = 0.0;

    if (cubin_open(&c, path) != NULL)
        return 0.0;
    if (c.functions == 1 && hot_loop(c.function, c.arch, &hot) > 0)
        cycles = score_of(c.function, &hot).in_a_row;
    cubin_close(&c);
    return cycles;
}
