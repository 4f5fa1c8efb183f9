#include "lens/boxes.h"

#include "kernels/copy_engine.h"
#include "lens/catch.h"
#include "lens/check.h"
#include "lens/count.h"
#include "lens/fail.h"
#include "lens/handover.h"
#include "lens/memory.h"
#include "lens/site.h"
#include "lens/warp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BARRIERS = 256, MAX_BOXES = 1024, PIECE = 16 };

/* All of this is of the phase that is not yet complete, but `last`, which those
 * who wait for the one before it are handed. */
struct barrier {
    uintptr_t address;
    unsigned arrivals, missing; /* in each phase; in this one */
    unsigned phase;
    uint64_t expected, started; /* bytes */
    const struct moment *arrived, *last;
};

static struct barrier barriers[MAX_BARRIERS];
static int barrier_count;

/* A copy under way. */
struct box {
    struct barrier *barrier;
    float *to, *data;
    size_t bytes;
    const struct site *site;
    unsigned thread;
    uint64_t map[16]; /* where it comes from, and the place there */
    int64_t row, col;
    int holds; /* its source: the kernel might store there meanwhile */
};

static struct box boxes[MAX_BOXES];
static int box_count;

static struct {
    struct barrier *barrier;
    unsigned phase;
    const struct site *site;
} waits[MAX_THREADS];

/* What a map's words hold. */
enum { FIRST, ROWS, COLS, PITCH, HIGH, WIDE, SWIZZLED, MADE = 15 };
static const uint64_t IS_MAP = UINT64_C(0x70616d20656c6974);

int engine_map_tiles(uint64_t map[16], const float *x, size_t rows, size_t cols,
                   size_t pitch, unsigned high, unsigned wide, int swizzled)
{
    if ((uintptr_t)x % 16 || pitch % 4 || rows == 0 || cols == 0 ||
        high == 0 || high > 256 || wide == 0 || wide > 256 || wide % 4 ||
        (swizzled && wide != 16))
        return 1; /* CUDA_ERROR_INVALID_VALUE */
    memset(map, 0, 16 * sizeof *map);
    map[FIRST] = (uintptr_t)x;
    map[ROWS] = rows;
    map[COLS] = cols;
    map[PITCH] = pitch;
    map[HIGH] = high;
    map[WIDE] = wide;
    map[SWIZZLED] = swizzled != 0;
    map[MADE] = IS_MAP;
    return 0;
}

static const struct site *touch(const void *a, unsigned size, enum op op,
                                const void *pc)
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

static void must_be_shared(const void *a, const char *what, const void *pc)
{
    if (space_of((uintptr_t)a) != SHARED)
        caught("out of bounds", site_at((uintptr_t)pc, 4, STORE),
               current_thread(), "%s %s, which is not in shared memory", what,
               region_of((uintptr_t)a, 1) < 0
                   ? "an address" : address_text((uintptr_t)a, 4, -1));
}

/* The barrier at the address, which is accessed there. */
static struct barrier *barrier_at(const uint64_t *at, const char *what,
                                  const void *pc)
{
    must_be_shared(at, what, pc);
    for (int i = 0; i < barrier_count; ++i)
        if (barriers[i].address == (uintptr_t)at) {
            touch(at, sizeof *at, ATOMIC, pc);
            return &barriers[i];
        }
    caught("uninitialised read", site_at((uintptr_t)pc, sizeof *at, ATOMIC),
           current_thread(), "%s %s, which no thread has initialised", what,
           name_of(at, sizeof *at));
}

void engine_barrier_init(uint64_t *at, unsigned arrivals)
{
    const void *pc = CALLER();
    const char *what = "initialises a barrier at";
    const struct site *s;

    must_be_shared(at, what, pc);
    s = touch(at, sizeof *at, STORE, pc);
    name_element((uintptr_t)at, sizeof *at);
    for (int i = 0; i < barrier_count; ++i)
        if (barriers[i].address == (uintptr_t)at)
            caught("race", s, current_thread(),
                   "initialises %s, which is in use",
                   name_of(at, sizeof *at));
    if (arrivals == 0)
        caught("endless", s, current_thread(),
               "initialises %s for no arrivals", name_of(at, sizeof *at));
    if (barrier_count == MAX_BARRIERS)
        fail("more than %d barriers for copies in one block", MAX_BARRIERS);
    barriers[barrier_count++] = (struct barrier){
        .address = (uintptr_t)at, .arrivals = arrivals, .missing = arrivals};
}

static void next_phase(struct barrier *b, const struct moment *last)
{
    ++b->phase;
    b->missing = b->arrivals;
    b->expected = b->started = 0;
    b->last = last;
    b->arrived = NULL;
}

void engine_barrier_expect(uint64_t *at, unsigned bytes)
{
    const void *pc = CALLER();
    struct barrier *b = barrier_at(at, "arrives at", pc);

    if (b->missing == 0)
        caught("race", site_at((uintptr_t)pc, sizeof *at, ATOMIC),
               current_thread(), "arrives at %s for its next phase, but nobody "
               "has waited for the end of phase %u",
               name_of(at, sizeof *at), b->phase % 2);
    new_moment_of_lane();
    b->arrived = handover_both(b->arrived, handover_arrive());
    b->expected += bytes;
    if (--b->missing == 0 && b->expected == 0 && b->started == 0)
        next_phase(b, b->arrived);
}

void engine_barrier_wait(uint64_t *at, unsigned phase)
{
    const void *pc = CALLER();
    struct barrier *b = barrier_at(at, "waits at", pc);
    const struct site *s = site_at((uintptr_t)pc, sizeof *at, ATOMIC);

    if (phase > 1)
        caught("out of bounds", s, current_thread(), "waits at %s for phase "
               "%u, but phases are 0 and 1 in turn", name_of(at, sizeof *at),
               phase);
    waits[current_thread()].barrier = b;
    waits[current_thread()].phase = phase;
    waits[current_thread()].site = s;
    await_box();
}

int boxes_passed(unsigned thread)
{
    const struct barrier *b = waits[thread].barrier;

    if (b->phase % 2 == waits[thread].phase)
        return 0;
    handover_take(thread, b->last);
    return 1;
}

/* The part of row i of a box that lies in the matrix, which begins at float
 * `skip` of that row; 0 floats where there is none. */
static const float *part_of_row(const uint64_t *map, int64_t row, int64_t col,
                                unsigned *skip, unsigned *count)
{
    const int64_t cols = (int64_t)map[COLS], wide = (int64_t)map[WIDE];
    const int64_t from = col < 0 ? 0 : col,
                  to = col + wide < cols ? col + wide : cols;

    *count = 0;
    *skip = (unsigned)(from - col);
    if (row < 0 || row >= (int64_t)map[ROWS] || from >= to)
        return NULL;
    *count = (unsigned)(to - from);
    return (const float *)map[FIRST] + (size_t)row * map[PITCH] + from;
}

static void release(const struct box *x)
{
    for (unsigned i = 0; i < x->map[HIGH]; ++i) {
        unsigned skip, count;
        const float *from = part_of_row(x->map, x->row + i, x->col, &skip,
                                        &count);

        check_released((uintptr_t)from, count * sizeof *from);
    }
}

static void land(struct box *x)
{
    if (modes.check && x->holds)
        release(x);
    if (modes.check)
        check_arrival((uintptr_t)x->to, x->bytes,
                      (unsigned)(x->site - sites), x->thread);
    memcpy(x->to, x->data, x->bytes);
    free(x->data);
}

void boxes_land(unsigned thread)
{
    struct barrier *b = waits[thread].barrier;
    int left = 0;

    if (b->phase % 2 != waits[thread].phase || b->missing > 0 ||
        b->started < b->expected)
        return;
    if (b->started > b->expected)
        caught("endless", waits[thread].site, thread,
               "waits at %s for %llu bytes, but copies of %llu were started",
               name_of((void *)b->address, sizeof(uint64_t)),
               (unsigned long long)b->expected,
               (unsigned long long)b->started);
    ++now.clock;
    for (int i = 0; i < box_count; ++i)
        if (boxes[i].barrier == b)
            land(&boxes[i]);
        else
            boxes[left++] = boxes[i];
    box_count = left;
    next_phase(b, handover_now(b->arrived));
    ++now.clock;
}

void boxes_stuck(unsigned thread)
{
    const struct barrier *b = waits[thread].barrier;
    const char *name = name_of((void *)b->address, sizeof(uint64_t));

    if (b->missing > 0)
        caught("endless", waits[thread].site, thread, "waits at %s for the end "
               "of phase %u, at which nobody arrives to say what to expect",
               name, b->phase % 2);
    caught("endless", waits[thread].site, thread, "waits at %s for %llu bytes, "
           "but copies of only %llu were started", name,
           (unsigned long long)b->expected, (unsigned long long)b->started);
}

void boxes_block_start(void)
{
    barrier_count = 0;
}

void boxes_block_end(void)
{
    if (box_count > 0)
        caught("race", boxes[0].site, boxes[0].thread,
               "starts a copy to %s that nobody waits for: the block may end "
               "before it has come", address_text((uintptr_t)boxes[0].to,
                                                  PIECE, -1));
}

/* Where float i of a row goes. */
static unsigned place_of(const uint64_t *map, unsigned row, unsigned i)
{
    return map[SWIZZLED] ? (i / 4 ^ row / 2 % 4) * 4 + i % 4 : i;
}

static void touch_row(const float *from, unsigned count, enum op op,
                      const void *pc)
{
    for (unsigned i = 0; i < count;)
        if ((uintptr_t)(from + i) % PIECE == 0 && count - i >= 4) {
            touch(from + i, PIECE, op, pc);
            i += 4;
        } else {
            touch(from + i++, sizeof *from, op, pc);
        }
}

/* Copies what the map has there to its data; returns the sums of that load. */
static struct sums load_box(struct box *x, const void *pc)
{
    const uint64_t *map = x->map;
    struct sums made = {.requests = 1};
    uintptr_t next = 0; /* the sector after the last one */

    for (unsigned i = 0; i < map[HIGH]; ++i) {
        unsigned skip, count;
        const float *from = part_of_row(map, x->row + i, x->col, &skip, &count);
        const uintptr_t first = (uintptr_t)from / SECTOR,
                        end = ((uintptr_t)(from + count) - 1) / SECTOR + 1;

        if (count == 0)
            continue;
        touch_row(from, count, LOAD, pc);
        x->holds = !region(region_of((uintptr_t)from, sizeof *from))->input;
        if (x->holds)
            touch_row(from, count, HOLD, pc);
        for (unsigned j = 0; j < count; ++j)
            x->data[i * map[WIDE] + place_of(map, i, skip + j)] = from[j];
        made.asked += count * sizeof *from;
        made.units += end - (first > next ? first : next < end ? next : end);
        next = end;
    }
    made.ideal = (made.asked + SECTOR - 1) / SECTOR;
    return made;
}

static void must_be_free(const char *to, size_t bytes, const struct site *s)
{
    for (int i = 0; i < box_count; ++i) {
        const char *other = (const char *)boxes[i].to;

        if (to < other + boxes[i].bytes && other < to + bytes)
            caught("race", s, current_thread(), "starts a copy to %s, where one "
                   "that thread %s started at line %d has not come yet",
                   address_text((uintptr_t)to, PIECE, -1),
                   thread_text(boxes[i].thread), site_line(boxes[i].site));
    }
}

void engine_copy_tile(float *to, const uint64_t *map, unsigned row, unsigned col,
                    uint64_t *at)
{
    enum { WAVEFRONT = BANKS * BANK_BYTES };
    const void *pc = CALLER();
    struct barrier *b = barrier_at(at, "starts a copy for", pc);
    const struct site *load = site_at((uintptr_t)pc, PIECE, LOAD),
                      *store = site_at((uintptr_t)pc, PIECE, ISSUE);
    const unsigned unit = map[SWIZZLED] ? 512 : 128;
    struct box x = {.barrier = b, .to = to, .site = store,
                    .thread = current_thread(), .row = (int32_t)row,
                    .col = (int32_t)col};
    struct sums made;

    if (map[MADE] != IS_MAP)
        caught("uninitialised read", store, x.thread, "starts a copy by a map "
               "that was never made");
    must_be_shared(to, "starts a copy to", pc);
    if ((uintptr_t)to % unit)
        caught("misaligned access", store, x.thread, "starts a copy to %s, "
               "which is no multiple of %u bytes", name_of(to, sizeof *to),
               unit);
    if (box_count == MAX_BOXES)
        fail("more than %d tiles of one block under way", MAX_BOXES);
    memcpy(x.map, map, sizeof x.map);
    x.bytes = map[HIGH] * map[WIDE] * sizeof *to;
    x.data = calloc(x.bytes, 1);
    if (!x.data)
        fail("out of memory for a tile under way");
    made = load_box(&x, pc);
    count_box(load, map[FIRST], made);
    must_be_free((char *)to, x.bytes, store);
    for (size_t i = 0; i < x.bytes; i += PIECE)
        touch((char *)to + i, PIECE, ISSUE, pc);
    memset(to, 0xff, x.bytes); /* NaN, until the copy lands */
    made.asked = x.bytes;
    made.units = made.ideal = (x.bytes + WAVEFRONT - 1) / WAVEFRONT;
    count_box(store, (uintptr_t)to, made);
    b->started += x.bytes;
    boxes[box_count++] = x;
}
