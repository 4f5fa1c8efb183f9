#include "lens/sends.h"

#include "kernels/group_engine.h"
#include "lens/boxes.h"
#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/memory.h"
#include "lens/order.h"
#include "lens/site.h"

#include <stdlib.h>
#include <string.h>

/* A box that has not been read yet. */
struct send {
    uint64_t map[16];
    int64_t row, col;
    const char *from;
    const void *pc;
    unsigned rank, thread, group;
};

static struct send *sends;
static int send_count, send_room;
static unsigned groups[MAX_RANKS][MAX_THREADS]; /* closed by each thread */

static unsigned *closed(void)
{
    return &groups[now.rank][current_thread()];
}

/* In shared memory, what lies in the matrix. */
static void touch_rows(const struct send *x, enum op op)
{
    const unsigned size = (unsigned)x->map[MAP_SIZE];

    for (unsigned i = 0; i < x->map[MAP_HIGH]; ++i) {
        unsigned skip, count;

        part_of_row(x->map, x->row + i, x->col, &skip, &count);
        for (unsigned j = 0, n; j < count; j += n) {
            n = (skip + j) % PIECE == 0 && count - j >= PIECE ? PIECE : size;
            touch_box(x->from + place_in_box(x->map, i, skip + j), n, op, x->pc);
        }
    }
}

static struct sums store_rows(const struct send *x)
{
    const unsigned size = (unsigned)x->map[MAP_SIZE];
    struct sums made = {.requests = 1};
    uintptr_t next = 0;

    for (unsigned i = 0; i < x->map[MAP_HIGH]; ++i) {
        unsigned skip, count;
        char *to = part_of_row(x->map, x->row + i, x->col, &skip, &count);

        if (count == 0)
            continue;
        touch_part(to, count, size, STORE, x->pc);
        for (unsigned j = 0; j < count; j += size)
            memcpy(to + j, x->from + place_in_box(x->map, i, skip + j), size);
        add_part(&made, &next, to, count);
    }
    return made;
}

void engine_store_box(const uint64_t map[16], unsigned row, unsigned col, const void *from)
{
    const void *pc = CALLER();
    const struct site *load = site_at((uintptr_t)pc, PIECE, SEND),
                      *store = site_at((uintptr_t)pc, PIECE, STORE);
    struct send x = {.row = (int32_t)row, .col = (int32_t)col, .from = from, .pc = pc,
                     .rank = now.rank, .thread = current_thread(), .group = *closed()};

    order_begin();
    must_fit_box(map, from, "sends a box from", load, pc);
    memcpy(x.map, map, sizeof x.map);
    touch_rows(&x, SEND);
    count_box(load, (uintptr_t)from, cost_of_box(map));
    count_box(store, map[MAP_FIRST], store_rows(&x));
    if (send_count == send_room) {
        send_room = send_room ? 2 * send_room : 64;
        sends = realloc(sends, (size_t)send_room * sizeof *sends);
        if (!sends)
            fail("out of memory for tiles under way");
    }
    sends[send_count++] = x;
}

void engine_close_stores(void)
{
    ++*closed();
}

void engine_wait_for_stores(int left, int only_read)
{
    const unsigned until = *closed() > (unsigned)left ? *closed() - (unsigned)left : 0;
    int kept = 0;

    (void)only_read;
    for (int i = 0; i < send_count; ++i) {
        const struct send *x = &sends[i];

        if (x->rank == now.rank && x->thread == current_thread() && x->group < until)
            touch_rows(x, RELEASE);
        else
            sends[kept++] = *x;
    }
    send_count = kept;
}

void sends_end_of_thread(void)
{
    for (int i = 0; i < send_count; ++i)
        if (sends[i].rank == now.rank && sends[i].thread == current_thread())
            caught("race", site_at((uintptr_t)sends[i].pc, PIECE, SEND), current_thread(),
                   "sends a box from %s and does not wait until it has been read: the block "
                   "may end before", address_text((uintptr_t)sends[i].from, 4, -1));
    *closed() = 0;
}
