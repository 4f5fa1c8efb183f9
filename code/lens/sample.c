#include "lens/sample.h"

#include "lens/handover.h"

#include <string.h>

/* Blocks that run of an edge, and of the middle of a plane or of a line; and
 * of blocks that ought to be alike, with and without edges that are not. */
enum { CLASSES = 27, INSIDE = 13 };
enum { EDGES = 1, PLANE = 2, LINE = 8, ALIKE = 3, ALIKE_INSIDE = 2 };

static int some, tile_rows, tile_cols;
static int first_only, corners_only;
static int products_only, skipped; /* a launch of which no block runs */
enum { MAX_CORNERS = 64 };
static uint64_t corners[MAX_CORNERS];
static int corner_count;
static struct lens_launch last, product;
static int products; /* launches with the contract's parameters */
static struct uint3 shape; /* of the grid, as far as it is known */
static int alike;           /* blocks inside ought to be, edge ones with them */
static int whole;           /* if tiles divide the product */

static struct {
    uint64_t members, seen, ran, made;
} class[CLASSES];
static int differs; /* what two of a class made */

/* Multiply-adds that a block may make, those of a tile of 128 x 256 at K = 4096;
 * half as many where twice as many blocks run, for nothing is known of them. */
static const double MOST = 128.0 * 256.0 * 4096.0;
static const double MOST_OF_CORNER = 0x1p24;
static double work; /* of the product, where it is known, else 0 */
static const void *result; /* where its C is */
static uint64_t too_few;

int sampling(void)
{
    return some;
}

void sample_all(void)
{
    some = first_only = corners_only = products_only = skipped = 0;
    sample_multiply_adds(0.0, NULL);
}

void sample_first(void)
{
    some = first_only = 1;
    products = 0;
}

struct lens_launch sample_launch(void)
{
    return last;
}

int sample_product(struct lens_launch *out)
{
    *out = product;
    return products;
}

void sample_corners(int rows, int cols, int of_products)
{
    sample_some(rows, cols);
    corners_only = 1;
    products_only = of_products;
}

void sample_some(int rows, int cols)
{
    some = 1;
    tile_rows = rows;
    tile_cols = cols;
    sample_multiply_adds(0.0, NULL);
}

void sample_multiply_adds(double multiply_adds, const void *c)
{
    work = multiply_adds;
    result = c;
    too_few = 0;
}

uint64_t sample_too_few(void)
{
    return too_few;
}

/* 0 at the start of an axis, 2 at its end, 1 between. */
static int place(uint64_t i, unsigned n)
{
    if (alike)
        return whole || i < n - 1 || n == 1 ? 1 : 2;
    return i == 0 ? 0 : i == n - 1 ? 2 : 1;
}

static int class_of(uint64_t block)
{
    const uint64_t x = block % shape.x, y = block / shape.x % shape.y,
                   z = block / shape.x / shape.y;

    return place(x, shape.x) + 3 * place(y, shape.y) + 9 * place(z, shape.z);
}

static int is_line(void)
{
    return shape.y * shape.z == 1;
}

static unsigned tiles_of(int side, int tile)
{
    return ((unsigned)side + (unsigned)tile - 1) / (unsigned)tile;
}

static void find_shape(const struct lens_launch *l)
{
    shape = l->grid;
    if (l->cluster > 1)
        shape.x /= l->cluster;
    whole = 0;
    if (!l->is_gemm || tile_rows <= 0 || tile_cols <= 0)
        return;
    whole = l->m % tile_rows == 0 && l->n % tile_cols == 0;
    if (!is_line())
        return;
    const unsigned rows = tiles_of(l->m, tile_rows),
                   cols = tiles_of(l->n, tile_cols);

    if ((uint64_t)rows * cols == shape.x)
        shape = (struct uint3){cols, rows, 1};
}

static void find_classes(void)
{
    const uint64_t blocks = (uint64_t)shape.x * shape.y * shape.z;

    memset(class, 0, sizeof class);
    differs = 0;
    for (uint64_t b = 0; b < blocks; ++b)
        ++class[class_of(b)].members;
}

/* The ends of an axis. Returns how many there are. */
static int ends(unsigned n, uint64_t at[3])
{
    int count = 0;

    at[count++] = 0;
    if (n > 2)
        at[count++] = n - 2;
    if (n > 1)
        at[count++] = n - 1;
    return count;
}

static void add_corner(uint64_t block)
{
    if (corner_count < MAX_CORNERS)
        corners[corner_count++] = block;
}

/* Where a grid is folded and has blocks to spare, the last tile is none of its ends:
 * it is one that a tile of some side, along rows or columns, makes the last. */
static void find_corners(const struct lens_launch *l)
{
    enum { MAX_SIDE = 1024 };
    const uint64_t most = (uint64_t)shape.y * shape.z, least = most - shape.z;
    uint64_t x[3], y[3], z[3], last = 0;
    const int nx = ends(shape.x, x), ny = ends(shape.y, y), nz = ends(shape.z, z);

    corner_count = 0;
    for (int i = 0; i < nx * ny * nz; ++i)
        add_corner((z[i / nx / ny] * shape.y + y[i / nx % ny]) * shape.x +
                   x[i % nx]);
    if (!l->is_gemm || shape.z == 1)
        return;
    for (int i = 0; i < 2 * MAX_SIDE; ++i) {
        const uint64_t lines = tiles_of(i % 2 ? l->n : l->m, i / 2 + 1);

        for (int j = 0; lines > least && lines <= most && lines != last && j < nx;
             ++j)
            add_corner((lines - 1) * shape.x + x[j]);
        last = lines > least && lines <= most ? lines : last;
    }
}

static int gets_product(const struct lens_launch *l)
{
    for (int i = 0; i < l->pointers; ++i)
        if (l->pointer[i] == result)
            return 1;
    return 0;
}

/* True when each block makes many tiles, and with what the tiles have beyond the product
 * one would have more than that. */
static int has_many_tiles(const struct lens_launch *l, double blocks)
{
    static const double MANY = 64.0, MOST_OF_TILES = 0x1p28;
    double tiles;

    if (!l->is_gemm || tile_rows <= 0 || tile_cols <= 0)
        return 0;
    tiles = (double)tiles_of(l->m, tile_rows) * tiles_of(l->n, tile_cols);
    return tiles > MANY * blocks &&
           tiles * tile_rows * tile_cols * l->k > MOST_OF_TILES * blocks;
}

/* Runs no block of a launch that gets the product in so few blocks that one has
 * more multiply-adds than that. */
static void leave_out(double most, const struct lens_launch *l)
{
    const double blocks = (double)l->grid.x * l->grid.y * l->grid.z;

    if (gets_product(l) && (work > most * blocks || has_many_tiles(l, blocks))) {
        too_few = (uint64_t)blocks;
        skipped = 1;
    }
}

void sample_start(const struct lens_launch *l)
{
    last = *l;
    if (l->is_gemm) {
        product = *l;
        ++products;
    }
    if (!some || first_only)
        return;
    skipped = (products_only && !l->is_gemm) ||
              (corners_only && has_handed_over(l->entry));
    find_shape(l);
    if (corners_only) {
        find_corners(l);
        leave_out(MOST_OF_CORNER, l);
        return;
    }
    alike = whole || !is_line();
    find_classes();
    leave_out(alike ? MOST : MOST / 2, l);
}

static uint64_t most_of(int c)
{
    const int middle = (shape.x > 2) + 3 * (shape.y > 2) + 9 * (shape.z > 2);

    if (alike)
        return c != INSIDE ? EDGES : whole ? ALIKE : ALIKE_INSIDE;
    return c != middle ? EDGES : is_line() ? LINE : PLANE;
}

/* The i-th of the `take` out of n members that run. */
static uint64_t chosen(uint64_t i, uint64_t take, uint64_t n)
{
    if (alike)
        return take > 1 ? i * (n - 1) / (take - 1) : 0;
    return i * n / take;
}

uint64_t sample_weight(uint64_t block)
{
    if (!some)
        return 1;
    if (first_only)
        return block == 0;
    if (skipped)
        return 0;
    if (corners_only)
        return sample_next(block) == block;
    const int c = class_of(block);
    const uint64_t n = class[c].members, most = most_of(c),
                   take = n < most ? n : most, i = class[c].ran;

    if (class[c].seen++ != chosen(i, take, n) || i == take)
        return 0;
    ++class[c].ran;
    return (i + 1) * n / take - i * n / take;
}

uint64_t sample_next(uint64_t block)
{
    uint64_t next = UINT64_MAX;

    if (!corners_only)
        return block;
    for (int i = 0; i < corner_count; ++i)
        if (corners[i] >= block && corners[i] < next)
            next = corners[i];
    return next;
}

void sample_made(uint64_t block, uint64_t what)
{
    if (!some || first_only || corners_only)
        return;
    const int c = class_of(block);

    if (class[c].ran == 1)
        class[c].made = what;
    differs |= class[c].made != what;
}

int sample_more(void)
{
    if (!some || first_only || corners_only || !alike || !differs)
        return 0;
    alike = 0;
    find_classes();
    return 1;
}
