/* placement.h - where a tile of C and a lane of a warp stand. */
#ifndef PLACEMENT_H
#define PLACEMENT_H

//> where a tile stands
/* Finds the n-th tile of C. Eight rows of tiles are taken column by
 * column, so that blocks that run at the same time load the same
 * elements, and L2 serves them. */
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
/* A lane's rows and columns lie in groups of four. Lane 1 is below lane
 * 0; lanes 2 and 3 are right of these two, and so on. */
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
