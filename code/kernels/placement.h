/* placement.h - where a tile of C and a lane of a warp stand. */
#ifndef PLACEMENT_H
#define PLACEMENT_H

//> where a tile stands
/* Finds the n-th tile of C. In every eight rows of tiles, the tiles are
 * numbered column by column. So blocks that run at the same time share
 * rows of A and columns of B in L2. */
enum { GROUP = 8 };

template <int BM, int BN>
static __device__ __forceinline__ void place_tile(
    int M, int N, unsigned n, unsigned *row0, unsigned *col0)
{
    const unsigned high = ((unsigned)M + BM - 1) / BM;
    const unsigned wide = ((unsigned)N + BN - 1) / BN;
    const unsigned first = n / (GROUP * wide) * GROUP;
    const unsigned in = n % (GROUP * wide);
    const unsigned rows = min(high - first, (unsigned)GROUP);

    *row0 = (first + in % rows) * BM;
    *col0 = in / rows * BN;
}
//< where a tile stands

//> where a lane stands
/* Finds a lane's first row and column; rows and columns lie in fours.
 * Lane 1 is below lane 0; lanes 2 and 3 are right of lanes 0 and 1. */
template <int WN, int TN>
static __device__ __forceinline__ void place_lane(unsigned *row,
                                                  unsigned *col)
{
    constexpr unsigned across = WN / TN;
    const unsigned lane = threadIdx.x % 32;

    *row = (lane % 2 + lane / 2 / across * 2) * 4;
    *col = lane / 2 % across * 4;
}
//< where a lane stands

#endif
