/* sample.h - a few blocks that stand for all.
 *
 * A large grid is divided into classes: first, last and middle along each
 * axis, so that corners and edges are classes of their own. Of each class a
 * few blocks run, evenly spaced, each counted as often as the blocks that it
 * stands for; ten in all of a plane of blocks, or of a line. A one-dimensional
 * grid of as many blocks as the product has tiles is taken to walk them row by
 * row. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "lens.h"

/* Runs every block (the default), or a sample of grids whose blocks are tiles
 * of rows x cols elements of C; 0 when that is not known. */
void sample_all(void);
void sample_some(int rows, int cols);
int sampling(void);

/* Called at each launch, before the first sample_weight(). */
void sample_start(const struct lens_launch *l);

/* For block 0, 1, ... of the launch, in this order: how many blocks it stands
 * for, or 0 when it need not run. The weights add up to the grid. */
uint64_t sample_weight(uint64_t block);

#endif
