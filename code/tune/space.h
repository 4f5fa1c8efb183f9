/* space.h - which constants a tunable kernel may be compiled with.
 *
 * A configuration is what -DCONSTANTS=BM,BN,BK,TM,TN or, where warps have tiles
 * of their own, =BM,BN,BK,WM,WN,TM,TN says; a kernel that copies into stages has
 * ,STAGES,BLOCKS,ORDER,STORE behind them (code/registers.cu). A kernel for
 * tensor cores has no tile of a thread: BM,BN,BK,WM,WN,STAGES,BLOCKS,ORDER,STORE
 * (tune/launchers). Of each stem's space some are impossible, by arithmetic or
 * by the card; the rest is compiled, verified and timed. */
#ifndef SPACE_H
#define SPACE_H

#include <stddef.h>

struct config {
    int bm, bn, bk; /* the tile of a block */
    int wm, wn;     /* the tile of a warp; 0 where warps have none */
    int tm, tn;     /* the tile of a thread; 0 on tensor cores */
    int stages;     /* tiles of A and of B that a block holds at a time */
    /* What follows is 0 where a kernel has no such constants. One of floats that
     * has takes packed operands, a grid of one row and dynamic shared memory. */
    int blocks;     /* that an SM's registers are to hold; of warp groups, the
                       blocks of a cluster */
    int order;      /* of the outer product; on tensor cores, of the tiles of C */
    int store;      /* how results are stored */
    int team;       /* on tensor cores, the threads that have a tile together: a
                       warp or a warp group; else 0 */
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
     * warps have no tiles. `order` and `store` end at -1, and are null where a
     * kernel has no such constants. */
    const int *bm, *bn, *bk, *lanes, *tm, *tn, *stages, *order, *store;
    /* What follows is 0 but on tensor cores: the type of A and B (bench.h), the
     * threads that have a tile together, and the values of their axes, ended by
     * 0; without wn the tile of a team is as wide as that of its block. */
    unsigned type;
    int team;
    const int *wm, *wn, *blocks;
    /* The least compute capability, times ten; not 0: it alone will do. */
    int least, only;
};

enum { WARP = 32, WARP_GROUP = 128, MAX_CONFIGS = 4096, CONFIG_NAME = 64 };

/* The space of a stem; null, with a complaint, for a stem that has none. */
const struct space *space_of(const char *stem);

/* What CUDA grants every card of an architecture, such as "sm_90"; of one that
 * it does not know, what it grants all since sm_75: CUDA C++ Programming Guide,
 * technical specifications per compute capability. */
struct limits limits_of(const char *arch);

/* Writes every configuration of the space, valid or not, into out[capacity],
 * ordered by tile. Returns how many there are. BLOCKS of a kernel of floats is
 * no axis: it is as many as leave each thread the registers that it needs at
 * least, and as many as leave it some to spare. */
int space_list(const struct space *s, struct config *out, int capacity);

/* Why a configuration is not worth compiling, as records say it; null when it
 * is. `stages`: copies would be further ahead than any of them can take;
 * `indivisible`: a tile is not made of whole smaller ones; `threads`: not whole
 * warps, or more than a block may have; `loads`: the threads do not share a
 * tile's float4 words evenly, or, where a tile is copied, not whole rows at a
 * time; `shared memory`, `registers`: a block would need more than it may have,
 * or as many blocks as are asked for more than an SM has. */
const char *rejection(const struct space *s, const struct config *c,
                      const struct limits *l);

/* Threads of a block; defined for configurations that divide. */
int config_threads(const struct config *c);

/* True for a kernel of packed operands; for one on tensor cores, whose grid and
 * operands are its own launcher's matter. */
int config_packed(const struct config *c);
int config_tensor(const struct config *c);

/* The grid of gemm.h for an M x N product: what y cannot hold goes into z. A
 * packed kernel's has one row. */
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

/* Blocks that an SM is to hold at a time, where the constants say so, and blocks
 * of a cluster; else 1. */
int config_beside(const struct config *c);
int config_cluster(const struct config *c);

/* Bytes of shared memory of a block; how many of them are dynamic. */
long config_shared(const struct space *s, const struct config *c);
long config_dynamic(const struct config *c);

/* "128x128x16-8x8", or "128x128x16-64x32-8x4" with a warp tile, or
 * "128x256x16-64x64-16x8-3x1-1x0" with stages, blocks, order and store, or
 * "128x256x64-64x64-4x1-1x0" on tensor cores. */
void config_name(const struct config *c, char *out, size_t size);

#endif
