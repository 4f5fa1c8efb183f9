#include "tune/model.h"

#include <math.h>

/* Registers of addresses, counters and words on their way to shared memory. */
enum { OVERHEAD = 24 };

static const double L2_BYTES = 32.0;    /* a cycle, to one multiprocessor */
static const double LATENCY = 700.0;    /* of a load that misses L1 */
static const double BARRIER = 40.0;
static const double ENOUGH = 24.0;      /* FMAs in flight that hide their own
                                           latency, in warps of one FMA */

/* On tensor cores: multiply-adds of halves that an SM does in a cycle at most,
 * by mma.sync and by wgmma, and bytes of a cycle. */
static const double BY_WARPS = 1280.0, BY_GROUPS = 2048.0;
static const double SHARED_BYTES = 128.0, STORED_BYTES = 24.0;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static int registers(const struct config *c)
{
    const int threads = config_threads(c);
    const int staged = (c->bm + c->bn) * c->bk / threads;
    const int all = config_sums(c) + config_fragments(c) + staged + OVERHEAD;

    return all < 255 ? all : 255;
}

int model_occupancy(const struct space *s, const struct config *c,
                    const struct limits *l)
{
    if (config_tensor(c))
        return config_beside(c);
    const int threads = config_threads(c);
    const int file = config_packed(c)
                         ? c->blocks
                         : l->sm_registers /
                               (threads * ((registers(c) + 7) & ~7));
    const int room = (int)(l->sm_shared / (config_shared(s, c) + l->reserved));
    int blocks = l->sm_threads / threads;

    blocks = blocks < file ? blocks : file;
    blocks = blocks < room ? blocks : room;
    blocks = blocks < l->sm_blocks ? blocks : l->sm_blocks;
    return blocks > 0 ? blocks : 1;
}

int model_wavefronts(const struct config *c)
{
    const int cols = config_lanes(c).cols;

    if (config_packed(c))
        return c->tm / 4 * (cols >= 2 ? 2 : 4) + c->tn / 4 * 2;
    return c->tm / 4 * (cols % 2 == 0 ? 2 : 4) +
           c->tn / 4 * (cols <= 2 ? 2 : 4);
}

/* Of one tile of BM x BN x BK, with `blocks` of them on the multiprocessor. */
static double step_cycles(const struct config *c, int blocks, double fma)
{
    const double warps = config_threads(c) / (double)WARP;
    const double shared = warps * model_wavefronts(c);
    const double slots = fma > 0.0 ? fma * config_sums(c)
                                   : config_sums(c) + config_fragments(c) / 4.0;
    const double issue = warps * slots / 4.0;
    const double l2 = 4.0 * (c->bm + c->bn) / L2_BYTES;
    const double flying = warps * blocks * least(config_sums(c), 16.0) / 4.0;
    const double work = most(most(issue, shared), l2) * c->bk *
                        most(1.0, ENOUGH / flying);
    const double ahead = c->stages > 2 ? c->stages - 2 : 0;
    const double hidden = work * (blocks - 0.5 + ahead);

    return work + BARRIER + most(0.0, LATENCY - hidden) / blocks;
}

/* One step of a block's tile on tensor cores: bytes that teams load from shared
 * memory, a warp group B's tile for each 64 of its rows; bytes that come from L2,
 * where a cluster brings B's tile once; and how much of the latency is left. */
static double tensor_step(const struct config *c)
{
    const int groups = c->team == WARP_GROUP;
    const double all = (double)c->bm * c->bn;
    const double rate = groups ? BY_GROUPS : BY_WARPS;
    const double loads = groups ? all / 64 + all / c->bn
                                : all / c->wm + all / c->wn;
    const double alone = c->bm + c->bn / (double)config_cluster(c);
    const double l2 = alone * 2.0 / L2_BYTES;
    const double work = most(most(all / rate, loads * 2.0 / SHARED_BYTES), l2) *
                        c->bk;
    const double hidden = work * (c->stages - 1) * config_beside(c);

    return work + (groups ? 0.0 : BARRIER) +
           most(0.0, LATENCY - hidden) / c->stages;
}

/* Long-lived blocks compute the next tile while results leave, or nearly. */
static double tensor_cycles(const struct config *c, const struct limits *l,
                            struct size size)
{
    const int groups = c->team == WARP_GROUP;
    const double cluster = config_cluster(c);
    const double tiles = ceil(size.m / (c->bm * cluster)) * cluster *
                         ceil(size.n / (double)c->bn);
    const double steps = ceil(size.k / (double)c->bk);
    const double stored = 4.0 * c->bm * c->bn / STORED_BYTES;
    const double ends = groups && c->order & 2 ? 0.5 * stored
                                               : stored + 2.0 * LATENCY;

    return ceil(tiles / l->multiprocessors) * (steps * tensor_step(c) + ends);
}

double model_cycles(const struct space *s, const struct config *c,
                    const struct limits *l, struct size size, double fma)
{
    if (config_tensor(c))
        return tensor_cycles(c, l, size);
    const double tiles = ceil(size.m / (double)c->bm) *
                         ceil(size.n / (double)c->bn);
    const double steps = ceil(size.k / (double)c->bk);
    const double busiest = ceil(tiles / l->multiprocessors);
    const int room = model_occupancy(s, c, l);
    const int blocks = busiest < room ? (int)busiest : room;

    return busiest * (steps * step_cycles(c, blocks, fma) + 2.0 * LATENCY);
}
