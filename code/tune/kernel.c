#include "tune/kernel.h"

#include "bench/bench.h"

int kernel_open(struct cubin *c, const char *path)
{
    const char *why = cubin_open(c, path);

    if (why)
        return complain("%s %s", path, why);
    if (c->functions == 1)
        return 0;
    why = c->functions ? "several kernels" : "no kernel";
    cubin_close(c);
    return complain("%s has %s; with CONSTANTS a chapter's source makes one",
                    path, why);
}
