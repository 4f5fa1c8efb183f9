#include "tune/winner.h"

long on_chip(int registers, int threads, long shared)
{
    return 4L * registers * threads + shared;
}

static double range(const struct finalist *f)
{
    return f->rate.hi - f->rate.lo;
}

//> more than the spread
int beats(const struct finalist *a, const struct finalist *b)
{
    const double spread = range(a) > range(b) ? range(a) : range(b);

    return a->rate.median - b->rate.median > spread;
}
//< more than the spread

int fastest(const struct finalist *f, int n)
{
    int best = 0;

    for (int i = 1; i < n; ++i)
        if (f[i].rate.median > f[best].rate.median)
            best = i;
    return best;
}

//> the simpler one stays
int winner(const struct finalist *f, int n)
{
    const int best = fastest(f, n);
    int stays = best;

    for (int i = 0; i < n; ++i)
        if (f[i].on_chip < f[stays].on_chip && !beats(&f[best], &f[i]))
            stays = i;
    return stays;
}
//< the simpler one stays
