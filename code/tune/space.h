/* space.h - which constants a tunable kernel may be compiled with.
 *
 * A configuration is what -DCONSTANTS=BM,BN,BK,TM,TN or, where warps have tiles
 * of their own, =BM,BN,BK,WM,WN,TM,TN says; a kernel that copies into stages has
 * ,STAGES,BLOCKS behind them and then constants of its own. Of each stem's space
 * some are impossible, by arithmetic or by the card; the rest is compiled,
 * verified and timed. */
#ifndef SPACE_H
#define SPACE_H

#include <stddef.h>

/* How a kernel takes A and B: as they are, in a grid of gemm.h, with static shared
 * memory; or, with dynamic shared memory and all blocks in one row, packed, or
 * packed and by maps for the copy engine (packed.h). */
enum takes { AS_THEY_ARE, PACKED, MAPPED };

enum { WAYS = 3 };
enum { ORDER, STORE };        /* of what takes A and B packed: code/registers.cu */
enum { FORM, UNROLL, DEAL };  /* of what takes maps: code/summit.cu */
enum { BEHIND = 2 };          /* the deal that need not wait to be launched */

struct config {
    int bm, bn, bk; /* the tile of a block */
    int wm, wn;     /* the tile of a warp; 0 where warps have none */
    int tm, tn;     /* the tile of a thread */
    int stages;     /* tiles of A and of B that a block holds at a time */
    enum takes takes;
    int blocks;     /* that an SM's registers are to hold; 0 if AS_THEY_ARE */
    int ways, way[WAYS]; /* how many further constants, and which */
};

/* What one card allows, all of it asked of the card (card.h). */
struct limits {
    int threads;       /* in a block */
    int registers;     /* in a block */
    long shared;       /* static bytes in a block */
    long opt_in;       /* dynamic bytes in a block that asks for them */
    int multiprocessors;
    int sm_threads, sm_blocks, sm_registers; /* in one multiprocessor */
    long sm_shared;
    long reserved;     /* shared bytes that the system takes in each block */
};

struct space {
    const char *stem;
    int padding;    /* words between two rows of a tile of A */
    /* Values, each ended by 0. `lanes` are the rows that the 32 lanes of a warp
     * stand in, so that WM = rows * TM and WN = 32 / rows * TN; null where
     * warps have no tiles. Those of the further constants end at -1; the first
     * without a name ends them. */
    const int *bm, *bn, *bk, *lanes, *tm, *tn, *stages;
    enum takes takes;
    struct {
        const char *name;
        const int *values;
    } way[WAYS];
};

enum { WARP = 32, MAX_CONFIGS = 4096, CONFIG_NAME = 64 };

/* The space of a stem; null, with a complaint, for a stem that has none. */
const struct space *space_of(const char *stem);

/* What CUDA grants every card of an architecture, such as "sm_90"; of one that
 * it does not know, what it grants all since sm_75: CUDA C++ Programming Guide,
 * technical specifications per compute capability. */
struct limits limits_of(const char *arch);

/* Writes every configuration of the space, valid or not, into out[capacity],
 * ordered by tile. Returns how many there are. BLOCKS is no axis: it is as many as
 * leave each thread the registers that it needs at least, and as many as leave it
 * some to spare. */
int space_list(const struct space *s, struct config *out, int capacity);

/* Why a configuration is not worth compiling, as records say it; null when it
 * is. `stages`: copies would be further ahead than any of them can take;
 * `indivisible`: a tile is not made of whole smaller ones; `threads`: not whole
 * warps, or more than a block may have; `loads`: the threads do not share a
 * tile's float4 words evenly, or not whole rows at a time where a tile is copied,
 * or the copy engine cannot bring it; `steps`: no loop is unrolled so; `shared
 * memory`, `registers`: a block would need more than it may have,
 * or as many blocks as are asked for more than an SM has. */
const char *rejection(const struct space *s, const struct config *c,
                      const struct limits *l);

/* Threads of a block; defined for configurations that divide. */
int config_threads(const struct config *c);

/* The grid of gemm.h for an M x N product: what y cannot hold goes into z. */
struct blocks {
    unsigned x, y, z;
};
struct blocks config_blocks(const struct config *c, int M, int N);

/* How the 32 lanes of a warp stand: rows * cols = 32. Without a warp tile they
 * are consecutive threads of the block's rows. */
struct lanes {
    int rows, cols;
};
struct lanes config_lanes(const struct config *c);

/* The registers of a thread that its sums and the words that they are made of
 * take at a time: fewer than these no compiler can do with. */
int config_sums(const struct config *c);
int config_fragments(const struct config *c);

/* Bytes of shared memory of a block; how many of them are dynamic. */
long config_shared(const struct space *s, const struct config *c);
long config_dynamic(const struct config *c);

/* "128x128x16-8x8", or "128x128x16-64x32-8x4" with a warp tile, or
 * "128x256x16-64x64-16x8-3x1-1x0" with stages and blocks and what follows. */
void config_name(const struct config *c, char *out, size_t size);

#endif
