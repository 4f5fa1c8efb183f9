#include "sample.h"

/* Blocks that run of an edge, and of the middle of a plane or of a line. */
enum { CLASSES = 27, EDGES = 1, PLANE = 2, LINE = 8 };

static int some, tile_rows, tile_cols;
static struct index3 shape; /* of the grid, as far as it is known */
static int middle;          /* the class at no end of any axis */
static uint64_t members[CLASSES], seen[CLASSES];

int sampling(void)
{
    return some;
}

void sample_all(void)
{
    some = 0;
}

void sample_some(int rows, int cols)
{
    some = 1;
    tile_rows = rows;
    tile_cols = cols;
}

/* 0 at the start of an axis, 2 at its end, 1 between. */
static int place(uint64_t i, unsigned n)
{
    return i == 0 ? 0 : i == n - 1 ? 2 : 1;
}

static int class_of(uint64_t block)
{
    const uint64_t x = block % shape.x, y = block / shape.x % shape.y,
                   z = block / shape.x / shape.y;

    return place(x, shape.x) + 3 * place(y, shape.y) + 9 * place(z, shape.z);
}

static void find_shape(const struct lens_launch *l)
{
    shape = l->grid;
    if (!l->is_gemm || tile_rows <= 0 || tile_cols <= 0 ||
        shape.y * shape.z > 1)
        return;
    const unsigned rows = ((unsigned)l->m + (unsigned)tile_rows - 1) /
                          (unsigned)tile_rows,
                   cols = ((unsigned)l->n + (unsigned)tile_cols - 1) /
                          (unsigned)tile_cols;

    if ((uint64_t)rows * cols == shape.x)
        shape = (struct index3){cols, rows, 1};
}

void sample_start(const struct lens_launch *l)
{
    const uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;

    if (!some)
        return;
    find_shape(l);
    middle = (shape.x > 2) + 3 * (shape.y > 2) + 9 * (shape.z > 2);
    for (int i = 0; i < CLASSES; ++i)
        members[i] = seen[i] = 0;
    for (uint64_t b = 0; b < blocks; ++b)
        ++members[class_of(b)];
}

/* Of n members, those at floor(i * n / take) run, for i from 0 to take - 1. */
uint64_t sample_weight(uint64_t block)
{
    if (!some)
        return 1;
    const int c = class_of(block), line = shape.y * shape.z == 1;
    const uint64_t n = members[c],
                   most = c != middle ? EDGES : line ? LINE : PLANE;
    const uint64_t take = n < most ? n : most, at = seen[c]++;
    const uint64_t i = (at * take + n - 1) / n;

    if (i * n / take != at)
        return 0;
    return (i + 1) * n / take - at;
}
