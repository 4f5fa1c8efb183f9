#include "space.h"

#include "../bench/bench.h"

#include <stdio.h>
#include <string.h>

/* No instruction can name more: eight bits of it say which, and one is zero. */
enum { MAX_REGISTERS = 255 };

//> the spaces
static const int SIDES[] = {32, 64, 96, 128, 192, 256, 0};
static const int WARP_SIDES[] = {64, 128, 256, 0};
static const int DEPTHS[] = {8, 16, 32, 0};
static const int LANES[] = {1, 2, 4, 8, 16, 0};
static const int THREAD_SIDES[] = {4, 8, 12, 16, 0};
static const int WARP_THREAD_SIDES[] = {4, 8, 16, 0};

static const struct space spaces[] = {
    {"autotuning", 1, 4, SIDES, SIDES, DEPTHS, NULL, THREAD_SIDES,
     THREAD_SIDES},
    {"warptiling", 1, 4, WARP_SIDES, WARP_SIDES, DEPTHS, LANES,
     WARP_THREAD_SIDES, WARP_THREAD_SIDES},
};
//< the spaces

const struct space *space_of(const char *stem)
{
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; ++i)
        if (strcmp(spaces[i].stem, stem) == 0)
            return &spaces[i];
    complain("no space of configurations for '%s'; code/tune/space.c has those "
             "that there are", stem);
    return NULL;
}

/* Thread tiles, and with them the warp tiles that they make. */
static int thread_tiles(const struct space *s, struct config c,
                        struct config *out, int capacity)
{
    static const int none[] = {1, 0};
    const int *rows = s->lanes ? s->lanes : none;
    int count = 0;

    for (int i = 0; s->tm[i]; ++i)
        for (int j = 0; s->tn[j]; ++j)
            for (int k = 0; rows[k] && count < capacity; ++k) {
                c.tm = s->tm[i];
                c.tn = s->tn[j];
                c.wm = s->lanes ? rows[k] * c.tm : 0;
                c.wn = s->lanes ? WARP / rows[k] * c.tn : 0;
                out[count++] = c;
            }
    return count;
}

int space_list(const struct space *s, struct config *out, int capacity)
{
    struct config c = {0};
    int count = 0;

    for (int i = 0; s->bm[i]; ++i)
        for (int j = 0; s->bn[j]; ++j)
            for (int k = 0; s->bk[k]; ++k) {
                c.bm = s->bm[i];
                c.bn = s->bn[j];
                c.bk = s->bk[k];
                count += thread_tiles(s, c, out + count, capacity - count);
            }
    return count;
}

struct lanes config_lanes(const struct config *c)
{
    if (c->wm > 0)
        return (struct lanes){c->wm / c->tm, c->wn / c->tn};
    const int cols = c->bn / c->tn < WARP ? c->bn / c->tn : WARP;

    return (struct lanes){(WARP + cols - 1) / cols, cols};
}

static int divides(const struct config *c)
{
    if (c->wm > 0)
        return c->bm % c->wm == 0 && c->bn % c->wn == 0;
    return c->bm % c->tm == 0 && c->bn % c->tn == 0;
}

int config_threads(const struct config *c)
{
    if (c->wm > 0)
        return c->bm / c->wm * (c->bn / c->wn) * WARP;
    return c->bm / c->tm * (c->bn / c->tn);
}

static unsigned tiles(int side, int tile)
{
    return ((unsigned)side + (unsigned)tile - 1) / (unsigned)tile;
}

struct blocks config_blocks(const struct config *c, int M, int N)
{
    const unsigned y = tiles(M, c->bm), folds = (y + 65534) / 65535;

    return (struct blocks){tiles(N, c->bn), (y + folds - 1) / folds, folds};
}

int config_sums(const struct config *c)
{
    return c->tm * c->tn;
}

int config_fragments(const struct config *c)
{
    return c->tm + c->tn;
}

long config_shared(const struct space *s, const struct config *c)
{
    return (long)s->stages * (c->bm + s->padding + c->bn) * c->bk *
           (long)sizeof(float);
}

/* Every thread brings as many float4 of a tile as every other. */
static int shares_loads(const struct config *c, int threads)
{
    return c->bm * c->bk / 4 % threads == 0 && c->bn * c->bk / 4 % threads == 0;
}

//> what is not worth compiling
const char *rejection(const struct space *s, const struct config *c,
                      const struct limits *l)
{
    if (!divides(c))
        return "indivisible";
    const int threads = config_threads(c);
    const int registers = config_sums(c) + config_fragments(c);

    if (threads < WARP || threads % WARP != 0 || threads > l->threads)
        return "threads";
    if (!shares_loads(c, threads))
        return "loads";
    if (config_shared(s, c) > l->shared)
        return "shared memory";
    if (registers > MAX_REGISTERS || threads * registers > l->registers)
        return "registers";
    return NULL;
}
//< what is not worth compiling

void config_name(const struct config *c, char *out, size_t size)
{
    if (c->wm > 0)
        snprintf(out, size, "%dx%dx%d-%dx%d-%dx%d", c->bm, c->bn, c->bk, c->wm,
                 c->wn, c->tm, c->tn);
    else
        snprintf(out, size, "%dx%dx%d-%dx%d", c->bm, c->bn, c->bk, c->tm,
                 c->tn);
}
