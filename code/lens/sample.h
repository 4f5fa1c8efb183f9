/* sample.h - a few blocks that stand for all.
 *
 * Where the tiles divide a product, its blocks ought to make the same accesses,
 * each in its place: the first, the last and one between run, and when their
 * counts are equal, they stand for all. Where they do not divide it, the last
 * along each axis are left out of that, and one of each edge and of the corner
 * stands for its like.
 *
 * Where blocks that ought to be alike are not, and of a line of blocks that is
 * no product's, ten run: the grid is divided into first, last and middle along
 * each axis, so that corners and edges are classes of their own, and of each
 * class a few blocks run, evenly spaced, each counted as often as the blocks
 * that it stands for. A one-dimensional grid of as many blocks as the product
 * has tiles is taken to walk them row by row.
 *
 * Of a launch with clusters, all this is of clusters: what is called a block here is
 * all the blocks of one. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "lens/lens.h"

/* Runs every block (the default), or a sample of grids whose blocks are tiles
 * of rows x cols elements of C; 0 when that is not known. */
void sample_all(void);
void sample_some(int rows, int cols);
/* The blocks that are the first, the last or the last but one along each axis of such
 * a grid: of launches with the contract's parameters, or of all. Of kernels whose
 * blocks wait for one another no block runs. */
void sample_corners(int rows, int cols, int of_products);
/* After one of these: the multiply-adds of the product, and where its C is. A launch
 * that gets C in so few blocks that one alone would run for long, as of kernels
 * whose tiles are large or whose blocks, one or two to a processor, make all of
 * them, runs no block. */
void sample_multiply_adds(double multiply_adds, const void *c);
/* How many blocks such a launch has had, or 0. */
uint64_t sample_too_few(void);
/* The first block of each launch, and no other. */
void sample_first(void);
int sampling(void);

/* The kernel and the grid of the last launch; entry is null before any. */
struct lens_launch sample_launch(void);
/* Launches with the contract's parameters since sample_first(), and the last. */
int sample_product(struct lens_launch *out);

/* Called at each launch, before the first sample_weight(). */
void sample_start(const struct lens_launch *l);

/* For block 0, 1, ... of the launch, in this order: how many blocks it stands
 * for, or 0 when it need not run. The weights add up to the grid. */
uint64_t sample_weight(uint64_t block);

/* The first block from this one on that may have a weight. */
uint64_t sample_next(uint64_t block);

/* What the block that ran has been counted for, in a word that is the same for
 * two blocks whose counts are. */
void sample_made(uint64_t block, uint64_t what);

/* Called after the last block: true when blocks that ought to be alike were
 * not, so that all that was counted must be dropped and a larger sample run,
 * from block 0. */
int sample_more(void);

#endif
