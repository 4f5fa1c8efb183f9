#include "tune/space.h"

#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

/* No instruction can name more: eight bits of it say which, and one is zero. */
enum { MAX_REGISTERS = 255 };

/* Registers of a thread of the warp groups that multiply, and of the one that
 * brings tiles (kernels/roles.h). */
enum { OF_A_CONSUMER = 232, OF_THE_PRODUCER = 40 };

/* Steps of K that copies may be ahead. One takes a warp with 64 results a lane
 * 64 cycles of its scheduler, so these take 2,048, and no copy does. */
enum { AHEAD = 32 };

//> the spaces
static const int SIDES[] = {32, 64, 96, 128, 192, 256, 0};
static const int WARP_SIDES[] = {64, 128, 256, 0};
static const int DEPTHS[] = {8, 16, 32, 0};
static const int LANES[] = {1, 2, 4, 8, 16, 0};
static const int THREAD_SIDES[] = {4, 8, 12, 16, 0};
static const int WARP_THREAD_SIDES[] = {4, 8, 16, 0};
static const int COPIED_SIDES[] = {128, 256, 0};
static const int COPIED_LANES[] = {4, 0};
static const int COPIED_THREAD_SIDES[] = {8, 16, 0};
static const int ONE[] = {1, 0}, STAGES[] = {2, 3, 4, 0};
static const int EITHER[] = {0, 1, -1};
static const int HALF_SIDES[] = {64, 128, 256, 0}, OF_LINES[] = {64, 0};
static const int HALF_WARP_SIDES[] = {32, 64, 128, 0}, ONE_OR_TWO[] = {1, 2, 0};
static const int GROUP_WIDTHS[] = {64, 128, 192, 256, 0};
static const int GROUP_HEIGHTS[] = {64, 128, 0}, SLOTS[] = {3, 4, 5, 6, 8, 0};
static const int TILE_ORDERS[] = {0, 1, 2, 3, -1};
static const int DIRECT[] = {0, -1}, SENT[] = {1, -1};

static const struct space spaces[] = {
    {.stem = "autotuning", .padding = 4, .bm = SIDES, .bn = SIDES,
     .bk = DEPTHS, .tm = THREAD_SIDES, .tn = THREAD_SIDES, .stages = ONE},
    {.stem = "warptiling", .padding = 4, .bm = WARP_SIDES, .bn = WARP_SIDES,
     .bk = DEPTHS, .lanes = LANES, .tm = WARP_THREAD_SIDES,
     .tn = WARP_THREAD_SIDES, .stages = ONE},
    {.stem = "registers", .bm = WARP_SIDES, .bn = COPIED_SIDES, .bk = DEPTHS,
     .lanes = COPIED_LANES, .tm = COPIED_THREAD_SIDES,
     .tn = COPIED_THREAD_SIDES, .stages = STAGES, .order = EITHER,
     .store = EITHER},
    {.stem = "mma", .type = HALF, .least = 80, .team = WARP, .bm = HALF_SIDES,
     .bn = HALF_SIDES, .bk = OF_LINES, .wm = HALF_WARP_SIDES,
     .wn = HALF_WARP_SIDES, .stages = STAGES, .blocks = ONE_OR_TWO,
     .order = EITHER, .store = DIRECT},
    {.stem = "hopper", .type = HALF, .least = 90, .only = 1,
     .team = WARP_GROUP, .bm = HALF_SIDES, .bn = GROUP_WIDTHS, .bk = OF_LINES,
     .wm = GROUP_HEIGHTS, .stages = SLOTS, .blocks = ONE_OR_TWO,
     .order = TILE_ORDERS, .store = SENT},
};
//< the spaces

/* Kilobytes of an SM from which a block may ask for all but one. */
struct limits limits_of(const char *arch)
{
    static const struct {
        const char *arch;
        int kilobytes;
    } known[] = {{"sm_80", 164},  {"sm_86", 100},  {"sm_87", 164},
                 {"sm_89", 100},  {"sm_90", 228},  {"sm_100", 228},
                 {"sm_103", 228}, {"sm_110", 228}, {"sm_120", 100},
                 {"sm_121", 100}};
    struct limits l = {
        .threads = 1024, .registers = 65536, .shared = 48 * 1024,
        .opt_in = 63 * 1024, .multiprocessors = 1, .sm_threads = 1024,
        .sm_blocks = 16, .sm_registers = 65536, .sm_shared = 64 * 1024,
        .reserved = 1024,
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(known[i].arch, arch) == 0) {
            l.sm_shared = 1024L * known[i].kilobytes;
            l.opt_in = l.sm_shared - l.reserved;
        }
    return l;
}

const struct space *space_of(const char *stem)
{
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; ++i)
        if (strcmp(spaces[i].stem, stem) == 0)
            return &spaces[i];
    complain("no space of configurations for '%s'; code/tune/space.c has those "
             "that there are", stem);
    return NULL;
}

static int divides(const struct config *c)
{
    if (c->wm > 0)
        return c->bm % c->wm == 0 && c->bn % c->wn == 0;
    return c->bm % c->tm == 0 && c->bn % c->tn == 0;
}

int config_tensor(const struct config *c)
{
    return c->team > 0;
}

int config_packed(const struct config *c)
{
    return c->blocks > 0 && !config_tensor(c);
}

/* Teams of a block that have a tile each: warps, or warp groups. */
static int teams(const struct config *c)
{
    return c->bm / c->wm * (c->bn / c->wn);
}

/* Of warp groups, one more brings tiles. */
int config_threads(const struct config *c)
{
    if (config_tensor(c))
        return (teams(c) + (c->team == WARP_GROUP)) * c->team;
    if (c->wm > 0)
        return teams(c) * WARP;
    return c->bm / c->tm * (c->bn / c->tn);
}

int config_sums(const struct config *c)
{
    return config_tensor(c) ? c->wm * c->wn / c->team : c->tm * c->tn;
}

/* A warp has two sets of halves, 16 deep; a warp group multiplies what stands in
 * shared memory. */
int config_fragments(const struct config *c)
{
    return !config_tensor(c)       ? c->tm + c->tn
           : c->team == WARP_GROUP ? 0
                                   : 2 * (c->wm + c->wn) * 16 / 2 / WARP;
}

/* Registers beside sums and fragments without which a loop that copies does not
 * do, and with which it has all that it wants. */
enum { FEW = 24, AMPLE = 64 };

/* Blocks of which an SM of 65,536 registers holds so many that each thread has
 * `more` beside sums and fragments. */
static int room_for(const struct config *c, int more)
{
    const int registers = config_sums(c) + config_fragments(c) + more;
    const int most = registers < MAX_REGISTERS ? registers : MAX_REGISTERS;
    const int blocks = 65536 / (config_threads(c) * ((most + 7) & ~7));

    return blocks > 0 ? blocks : 1;
}

/* What a kernel that copies may do with its tiles, for one number of blocks. */
static int ways(const struct space *s, struct config c, struct config *out,
                int capacity)
{
    int count = 0;

    for (int i = 0; s->stages[i]; ++i)
        for (int j = 0; s->order[j] >= 0; ++j)
            for (int k = 0; s->store[k] >= 0 && count < capacity; ++k) {
                c.stages = s->stages[i];
                c.order = s->order[j];
                c.store = s->store[k];
                out[count++] = c;
            }
    return count;
}

/* One configuration, or all that have its tiles. */
static int of_tiles(const struct space *s, struct config c, struct config *out,
                    int capacity)
{
    int count = 0;

    if (!s->order) {
        c.stages = s->stages[0];
        out[0] = c;
        return 1;
    }
    const int most = divides(&c) ? room_for(&c, FEW) : 1;
    const int least = divides(&c) ? room_for(&c, AMPLE) : 1;

    for (c.blocks = least; c.blocks <= most; ++c.blocks)
        count += ways(s, c, out + count, capacity - count);
    return count;
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
                count += of_tiles(s, c, out + count, capacity - count);
            }
    return count;
}

/* Tiles of teams, with all that can be done with them. */
static int team_tiles(const struct space *s, struct config c,
                      struct config *out, int capacity)
{
    const int wide[] = {c.bn, 0}, *wn = s->wn ? s->wn : wide;
    int count = 0;

    c.team = s->team;
    for (int i = 0; s->wm[i]; ++i)
        for (int j = 0; wn[j]; ++j)
            for (int k = 0; s->blocks[k]; ++k) {
                c.wm = s->wm[i];
                c.wn = wn[j];
                c.blocks = s->blocks[k];
                count += ways(s, c, out + count, capacity - count);
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
                count += (s->type ? team_tiles : thread_tiles)(
                    s, c, out + count, capacity - count);
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

static unsigned tiles(int side, int tile)
{
    return ((unsigned)side + (unsigned)tile - 1) / (unsigned)tile;
}

struct blocks config_blocks(const struct config *c, int M, int N)
{
    const unsigned y = tiles(M, c->bm), folds = (y + 65534) / 65535;

    if (config_packed(c))
        return (struct blocks){tiles(N, c->bn) * y, 1, 1};
    return (struct blocks){tiles(N, c->bn), (y + folds - 1) / folds, folds};
}

static long tile_bytes(const struct config *c, int padding)
{
    return (long)c->stages * (c->bm + padding + c->bn) * c->bk *
           (long)sizeof(float);
}

/* A warp group sends its results from two rooms of 64 lines of 128 bytes. */
static long tensor_bytes(const struct config *c)
{
    const long tiles = (long)c->stages * (c->bm + c->bn) * c->bk * 2;

    return tiles + (c->team == WARP_GROUP ? teams(c) * 2L * 64 * 128 : 0);
}

long config_shared(const struct space *s, const struct config *c)
{
    return config_tensor(c) ? tensor_bytes(c) : tile_bytes(c, s->padding);
}

long config_dynamic(const struct config *c)
{
    return config_tensor(c)   ? tensor_bytes(c)
           : config_packed(c) ? tile_bytes(c, 0)
                              : 0;
}

/* The threads bring some rows of so many floats at a time. */
static int whole_rows(int floats, int rows, int threads)
{
    return 4 * threads % floats == 0 && rows % (4 * threads / floats) == 0;
}

/* Every thread brings as many float4 of a tile as every other. */
static int shares_loads(const struct config *c, int threads)
{
    if (config_tensor(c)) /* eight threads bring a line of 128 bytes */
        return c->team == WARP_GROUP ||
               (c->bm % (threads / 8) == 0 && c->bk % (threads / 8) == 0);
    if (config_packed(c))
        return whole_rows(c->bm, c->bk, threads) &&
               whole_rows(c->bn, c->bk, threads);
    return c->bm * c->bk / 4 % threads == 0 && c->bn * c->bk / 4 % threads == 0;
}

/* A block of warp groups has its SM for itself. */
int config_beside(const struct config *c)
{
    return c->team == WARP_GROUP || c->blocks == 0 ? 1 : c->blocks;
}

int config_cluster(const struct config *c)
{
    return c->team == WARP_GROUP ? c->blocks : 1;
}

/* What a block may have. Of packed kernels, and of those of warps on tensor
 * cores, an SM is to hold c->blocks, with FEW registers more for each thread. */
static long shared_room(const struct config *c, const struct limits *l)
{
    if (!config_packed(c) && !config_tensor(c))
        return l->shared;
    const long share = l->sm_shared / config_beside(c) - l->reserved;

    return share < l->opt_in ? share : l->opt_in;
}

/* True when a thread, and the threads of all blocks of an SM, have registers
 * enough for what they cannot do without. */
static int has_registers(const struct config *c, const struct limits *l)
{
    const int least = config_sums(c) + config_fragments(c);
    const int threads = config_threads(c);
    const int more = config_packed(c) || config_tensor(c) ? FEW : 0;
    const int share = more ? l->sm_registers / config_beside(c) : l->registers;
    const int room = share < l->registers ? share : l->registers;

    if (c->team == WARP_GROUP)
        return least + FEW <= OF_A_CONSUMER &&
               teams(c) * WARP_GROUP * OF_A_CONSUMER +
                       WARP_GROUP * OF_THE_PRODUCER <= room;
    return least <= MAX_REGISTERS && threads * (least + more) <= room;
}

//> what is not worth compiling
static const char *cannot_work(const struct space *s,
                               const struct config *c,
                               const struct limits *l)
{
    if (!divides(c))
        return "indivisible";
    const int threads = config_threads(c);
    /* A swizzle of eight rows of eight pieces needs 64 threads. */
    const int least = config_tensor(c) ? 2 * WARP : WARP;

    if (threads < least || threads % WARP != 0 || threads > l->threads)
        return "threads";
    if (!shares_loads(c, threads))
        return "loads";
    if (config_shared(s, c) > shared_room(c, l))
        return "shared memory";
    return has_registers(c, l) ? NULL : "registers";
}
//< what is not worth compiling

const char *rejection(const struct space *s, const struct config *c,
                      const struct limits *l)
{
    return !config_tensor(c) && (c->stages - 1) * c->bk > AHEAD
               ? "stages"
               : cannot_work(s, c, l);
}

void config_name(const struct config *c, char *out, size_t size)
{
    int n;

    if (config_tensor(c))
        n = snprintf(out, size, "%dx%dx%d-%dx%d", c->bm, c->bn, c->bk, c->wm,
                     c->wn);
    else if (c->wm > 0)
        n = snprintf(out, size, "%dx%dx%d-%dx%d-%dx%d", c->bm, c->bn, c->bk,
                     c->wm, c->wn, c->tm, c->tn);
    else
        n = snprintf(out, size, "%dx%dx%d-%dx%d", c->bm, c->bn, c->bk, c->tm,
                     c->tn);
    if (c->blocks > 0 && n < (int)size)
        snprintf(out + n, size - (size_t)n, "-%dx%d-%dx%d", c->stages,
                 c->blocks, c->order, c->store);
}
