#include "lens/boxes.h"

#include "kernels/copy_engine.h"
#include "kernels/group_engine.h"
#include "lens/barriers.h"
#include "lens/catch.h"
#include "lens/check.h"
#include "lens/fail.h"
#include "lens/memory.h"
#include "lens/site.h"
#include "lens/wait.h"
#include "lens/warp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BOXES = 1024 };

/* A copy under way. */
struct box {
    const struct barrier *barrier;
    char *to, *data;
    size_t bytes;
    const struct site *site;
    unsigned rank, thread; /* that started it */
    uint64_t map[16];      /* where it comes from, and the place there */
    int64_t row, col;
    int holds; /* its source: the kernel might store there meanwhile */
};

static struct box boxes[MAX_BOXES];
static int box_count;

static const uint64_t IS_MAP = UINT64_C(0x70616d20656c6974);

enum { NOT_SWIZZLED, SWIZZLED_64, SWIZZLED_128 };

static int make_map(uint64_t map[16], const void *x, size_t rows, size_t cols,
                    size_t pitch, unsigned high, unsigned wide, unsigned size,
                    unsigned swizzled)
{
    if ((uintptr_t)x % 16 || pitch % 16 || rows == 0 || cols == 0 || high == 0 ||
        high > 256 || wide == 0 || wide > 256 || wide * size % 16)
        return 1; /* CUDA_ERROR_INVALID_VALUE */
    memset(map, 0, 16 * sizeof *map);
    map[MAP_FIRST] = (uintptr_t)x;
    map[MAP_ROWS] = rows;
    map[MAP_COLS] = cols;
    map[MAP_PITCH] = pitch;
    map[MAP_HIGH] = high;
    map[MAP_WIDE] = wide;
    map[MAP_SWIZZLED] = swizzled;
    map[MAP_SIZE] = size;
    map[MAP_MADE] = IS_MAP;
    return 0;
}

int engine_map_tiles(uint64_t map[16], const float *x, size_t rows, size_t cols,
                     size_t pitch, unsigned high, unsigned wide, int swizzled)
{
    if (swizzled && wide != 16)
        return 1;
    return make_map(map, x, rows, cols, 4 * pitch, high, wide, sizeof *x,
                    swizzled ? SWIZZLED_64 : NOT_SWIZZLED);
}

int engine_map_boxes(uint64_t map[16], unsigned size, const void *x, size_t rows,
                     size_t cols, size_t pitch, unsigned high, unsigned wide)
{
    order_begin();
    if ((size != 1 && size != 2 && size != 4) || wide * size != 128)
        return 1;
    if (make_map(map, x, rows, cols, pitch, high, wide, size, SWIZZLED_128))
        return 1;
    map[MAP_STORES] = 1;
    return 0;
}

const struct site *touch_box(const void *a, unsigned size, enum op op, const void *pc)
{
    struct site *s = site_at((uintptr_t)pc, size, op);

    s->is_box = 1;
    lens_touch_from(a, size, op, pc);
    return s;
}

static const char *name_of(const void *address, unsigned element)
{
    name_element((uintptr_t)address, element);
    return address_text((uintptr_t)address, element, -1);
}

void must_be_in_shared(const void *a, const char *what, const void *pc)
{
    if (space_of((uintptr_t)a) != SHARED)
        caught("out of bounds", site_at((uintptr_t)pc, 4, STORE),
               current_thread(), "%s %s, which is not in shared memory", what,
               region_of((uintptr_t)a, 1) < 0
                   ? "an address" : address_text((uintptr_t)a, 4, -1));
}

size_t row_of_box(const uint64_t *map)
{
    return map[MAP_WIDE] * map[MAP_SIZE];
}

size_t bytes_of_box(const uint64_t *map)
{
    return map[MAP_HIGH] * row_of_box(map);
}

char *part_of_row(const uint64_t *map, int64_t row, int64_t col, unsigned *skip,
                  unsigned *count)
{
    const int64_t cols = (int64_t)map[MAP_COLS], wide = (int64_t)map[MAP_WIDE];
    const int64_t from = col < 0 ? 0 : col,
                  to = col + wide < cols ? col + wide : cols;
    const unsigned size = (unsigned)map[MAP_SIZE];

    *count = 0;
    *skip = (unsigned)(from - col) * size;
    if (row < 0 || row >= (int64_t)map[MAP_ROWS] || from >= to)
        return NULL;
    *count = (unsigned)(to - from) * size;
    return (char *)map[MAP_FIRST] + (size_t)row * map[MAP_PITCH] + (size_t)from * size;
}

size_t place_in_box(const uint64_t *map, unsigned row, unsigned i)
{
    const unsigned turn = map[MAP_SWIZZLED] == SWIZZLED_128  ? row % 8
                          : map[MAP_SWIZZLED] == SWIZZLED_64 ? row / 2 % 4
                                                             : 0;

    return row * row_of_box(map) + (i / PIECE ^ turn) * PIECE + i % PIECE;
}

/* The bytes from there on that are moved as one: 16, or an element. */
static unsigned piece_at(const char *from, unsigned left, unsigned element)
{
    return (uintptr_t)from % PIECE == 0 && left >= PIECE ? PIECE : element;
}

void touch_part(const char *from, unsigned count, unsigned element, enum op op,
                const void *pc)
{
    for (unsigned i = 0, n; i < count; i += n) {
        n = piece_at(from + i, count - i, element);
        touch_box(from + i, n, op, pc);
    }
}

static void release(const struct box *x)
{
    for (unsigned i = 0; i < x->map[MAP_HIGH]; ++i) {
        unsigned skip, count;
        const char *from = part_of_row(x->map, x->row + i, x->col, &skip, &count);

        for (unsigned j = 0, n; j < count; j += n) {
            n = piece_at(from + j, count - j, (unsigned)x->map[MAP_SIZE]);
            check_released((uintptr_t)(from + j), n);
        }
    }
}

static void land(struct box *x)
{
    if (modes.check && x->holds)
        release(x);
    if (modes.check)
        check_arrival((uintptr_t)x->to, x->bytes, (unsigned)(x->site - sites),
                      ordering ? x->barrier->engine : x->thread);
    memcpy(x->to, x->data, x->bytes);
    free(x->data);
}

void boxes_land(const struct barrier *b)
{
    int left = 0;

    for (int i = 0; i < box_count; ++i)
        if (boxes[i].barrier == b)
            land(&boxes[i]);
        else
            boxes[left++] = boxes[i];
    box_count = left;
}

void boxes_block_end(void)
{
    for (int i = 0; i < box_count; ++i) {
        const struct box *x = &boxes[i];

        if (x->barrier->rank != now.rank)
            continue;
        if (x->rank != now.rank) {
            const unsigned there = now.rank;

            enter_block(x->rank);
            caught("race", x->site, x->thread, "starts a copy to %s of block %u of its cluster, "
                   "which ends before it has come",
                   address_text((uintptr_t)x->to, PIECE, -1), there);
        }
        caught("race", x->site, x->thread,
               "starts a copy to %s that nobody waits for: the block may end "
               "before it has come", address_text((uintptr_t)x->to, PIECE, -1));
    }
}

void add_part(struct sums *made, uintptr_t *next, const char *from, unsigned count)
{
    const uintptr_t first = (uintptr_t)from / SECTOR,
                    end = ((uintptr_t)(from + count) - 1) / SECTOR + 1;

    made->asked += count;
    made->units += end - (first > *next ? first : *next < end ? *next : end);
    *next = end;
    made->ideal = (made->asked + SECTOR - 1) / SECTOR;
}

struct sums cost_of_box(const uint64_t *map)
{
    enum { WAVEFRONT = BANKS * BANK_BYTES };
    const size_t bytes = bytes_of_box(map), units = (bytes + WAVEFRONT - 1) / WAVEFRONT;

    return (struct sums){.requests = 1, .asked = bytes, .units = units, .ideal = units};
}

/* Copies what the map has there to its data; returns the sums of that load. */
static struct sums load_box(struct box *x, const void *pc)
{
    const uint64_t *map = x->map;
    struct sums made = {.requests = 1};
    uintptr_t next = 0;

    for (unsigned i = 0; i < map[MAP_HIGH]; ++i) {
        const unsigned size = (unsigned)map[MAP_SIZE];
        unsigned skip, count;
        const char *from = part_of_row(map, x->row + i, x->col, &skip, &count);

        if (count == 0)
            continue;
        touch_part(from, count, size, LOAD, pc);
        x->holds = !region(region_of((uintptr_t)from, size))->input;
        if (x->holds)
            touch_part(from, count, size, HOLD, pc);
        for (unsigned j = 0; j < count; j += size)
            memcpy(x->data + place_in_box(map, i, skip + j), from + j, size);
        add_part(&made, &next, from, count);
    }
    return made;
}

/* " of block 1 of its cluster", where that is not the running one. */
static const char *block_text(unsigned rank)
{
    static char text[40];

    if (rank == now.rank)
        return "";
    snprintf(text, sizeof text, " of block %u of its cluster", rank);
    return text;
}

static void must_be_free(const struct box *x)
{
    for (int i = 0; i < box_count; ++i) {
        const struct box *other = &boxes[i];

        if (x->barrier->rank == other->barrier->rank && x->to < other->to + other->bytes &&
            other->to < x->to + x->bytes)
            caught("race", x->site, current_thread(), "starts a copy to %s%s, where one "
                   "that thread %s started at %s has not come yet",
                   address_text((uintptr_t)x->to, PIECE, -1), block_text(x->barrier->rank),
                   thread_text(other->thread), line_text(other->site));
    }
}

void must_fit_box(const uint64_t *map, const void *at, const char *what,
                  const struct site *s, const void *pc)
{
    const unsigned unit = map[MAP_SWIZZLED] == SWIZZLED_128  ? 1024
                          : map[MAP_SWIZZLED] == SWIZZLED_64 ? 512
                                                             : 128;

    if (map[MAP_MADE] != IS_MAP)
        caught("uninitialised read", s, current_thread(), "starts a copy by a map "
               "that was never made");
    must_be_in_shared(at, what, pc);
    if ((uintptr_t)at % unit)
        caught("misaligned access", s, current_thread(), "%s %s, which is no multiple of "
               "%u bytes", what, name_of(at, (unsigned)map[MAP_SIZE]), unit);
}

/* To the block of the barrier, which may be another. */
static void store_box(struct box *x, const void *pc)
{
    const unsigned rank = x->barrier->rank;

    must_be_free(x);
    if (rank != now.rank && region_of((uintptr_t)x->to, (unsigned)x->bytes) < 0)
        caught("out of bounds", x->site, current_thread(), "starts a copy of %zu bytes to %s",
               x->bytes, address_text((uintptr_t)x->to, (unsigned)x->bytes, -1));
    if (rank == now.rank)
        for (size_t i = 0; i < x->bytes; i += PIECE)
            touch_box(x->to + i, PIECE, ISSUE, pc);
    else if (modes.check)
        check_remote_issue(rank, (uintptr_t)x->to, x->bytes, (unsigned)(x->site - sites));
    memset(shared_of_rank(rank, x->to), 0xff, x->bytes); /* NaN, until the copy lands */
    count_box(x->site, (uintptr_t)x->to, cost_of_box(x->map));
}

static void start_box(void *to, const uint64_t *map, unsigned row, unsigned col,
                      uint64_t *at, unsigned blocks, const void *pc)
{
    const struct site *load = site_at((uintptr_t)pc, PIECE, LOAD),
                      *store = site_at((uintptr_t)pc, PIECE, ISSUE);
    struct box x = {.to = to, .site = store, .rank = now.rank, .thread = current_thread(),
                    .row = (int32_t)row, .col = (int32_t)col};
    struct sums made;

    must_fit_box(map, to, "starts a copy to", store, pc);
    if (col * map[MAP_SIZE] % PIECE) /* an illegal instruction, on an H200 */
        caught("misaligned access", store, current_thread(), "starts a copy from column %d "
               "on, which is no multiple of %u", (int)col, PIECE / (unsigned)map[MAP_SIZE]);
    memcpy(x.map, map, sizeof x.map);
    x.bytes = bytes_of_box(map);
    for (unsigned rank = 0; blocks >> rank; ++rank) {
        struct barrier *b;

        if (!(blocks >> rank & 1))
            continue;
        b = barrier_at(at, rank, "starts a copy for", pc);
        if (box_count == MAX_BOXES)
            fail("more than %d tiles of one block under way", MAX_BOXES);
        x.barrier = b;
        x.data = calloc(x.bytes, 1);
        if (!x.data)
            fail("out of memory for a tile under way");
        made = load_box(&x, pc);
        if ((blocks & ((1u << rank) - 1)) == 0)
            count_box(load, map[MAP_FIRST], made);
        store_box(&x, pc);
        b->started += x.bytes;
        boxes[box_count++] = x;
    }
}

void engine_copy_tile(float *to, const uint64_t *map, unsigned row, unsigned col,
                      uint64_t *at)
{
    start_box(to, map, row, col, at, 1u << now.rank, CALLER());
}

void engine_copy_box(void *to, const uint64_t map[16], unsigned row, unsigned col,
                     uint64_t *at, unsigned blocks)
{
    const void *pc = CALLER();

    if (blocks >> now.ranks)
        caught("out of bounds", site_at((uintptr_t)pc, PIECE, ISSUE), current_thread(),
               "starts a copy to the blocks %#x of its cluster, which has %u", blocks,
               now.ranks);
    start_box(to, map, row, col, at, blocks ? blocks : 1u << now.rank, pc);
}
