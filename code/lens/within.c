#include "lens/within.h"

#include "lens/check.h"
#include "lens/fail.h"
#include "lens/site.h"

#include <stdlib.h>
#include <string.h>

/* The last access of a lane; no access when `when` is 0. */
struct last {
    uint32_t when, site;
};

struct grain {
    uintptr_t address; /* 0 in a free place of the table */
    struct last store, load[WARP], atomic[WARP];
    unsigned storer;   /* the lane of the store */
};

static struct {
    struct grain *grain;
    size_t room, count; /* room is a power of two */
    unsigned bytes;     /* of a grain */
} table;

/* known[y][x]: what lane x did before this moment, lane y comes after. */
static uint32_t known[WARP][WARP];

static size_t place_of(uintptr_t address)
{
    const uint64_t mixed = (uint64_t)address * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(mixed >> 32) & (table.room - 1);

    while (table.grain[at].address && table.grain[at].address != address)
        at = (at + 1) & (table.room - 1);
    return at;
}

static void grow(void)
{
    struct grain *old = table.grain;
    const size_t room = table.room;

    table.room = room ? 2 * room : 1024;
    table.grain = calloc(table.room, sizeof *table.grain);
    if (!table.grain)
        fail("out of memory for the accesses of a warp");
    for (size_t i = 0; i < room; ++i)
        if (old[i].address)
            table.grain[place_of(old[i].address)] = old[i];
    free(old);
}

static struct grain *grain_of(uintptr_t address)
{
    struct grain *g;

    if (2 * table.count >= table.room)
        grow();
    g = &table.grain[place_of(address)];
    if (!g->address) {
        g->address = address;
        ++table.count;
    }
    return g;
}

static void compare(const struct grain *g, event e, unsigned lane, unsigned by,
                    struct last then)
{
    if (by != lane && then.when && then.when >= known[lane][by])
        report_pair(g->address, EVENT_SITE(e), thread_number(now.warp, lane),
                    then.site, thread_number(now.warp, by));
}

static void check_grain(struct grain *g, event e, unsigned lane, uint32_t when)
{
    const enum op does = (enum op)sites[EVENT_SITE(e)].op,
                  op = does == RELEASE ? LOAD : does; /* as in check.c */
    const struct last mine = {when, EVENT_SITE(e)};

    compare(g, e, lane, g->storer, g->store);
    for (unsigned by = 0; by < WARP; ++by) {
        if (op != ATOMIC)
            compare(g, e, lane, by, g->atomic[by]);
        if (op != LOAD)
            compare(g, e, lane, by, g->load[by]);
    }
    if (op == LOAD) {
        g->load[lane] = mine;
    } else if (op == ATOMIC) {
        g->atomic[lane] = mine;
    } else {
        g->store = mine;
        g->storer = lane;
    }
}

static void check_piece(const struct piece *p)
{
    for (size_t i = p->first; i < p->first + p->count; ++i) {
        const event e = warp_log.first[i];
        const struct site *s = &sites[EVENT_SITE(e)];
        const uintptr_t a = EVENT_ADDRESS(e), step = table.bytes;

        if (s->is_input || s->op == HOLD)
            continue;
        for (uintptr_t at = a & ~(step - 1); at < a + s->size; at += step)
            check_grain(grain_of(at), e, p->lane, p->clock);
    }
}

static void meet(const struct meeting *m)
{
    uint32_t all[WARP] = {0};

    for (unsigned y = 0; y < WARP; ++y)
        for (unsigned x = 0; m->mask >> y & 1 && x < WARP; ++x)
            all[x] = known[y][x] > all[x] ? known[y][x] : all[x];
    for (unsigned x = 0; x < WARP; ++x)
        if (m->mask >> x & 1)
            all[x] = m->clock;
    for (unsigned y = 0; y < WARP; ++y)
        if (m->mask >> y & 1)
            memcpy(known[y], all, sizeof all);
}

static unsigned narrowest(void)
{
    unsigned least = 4;

    for (const event *e = warp_log.first; e < warp_log.next; ++e)
        if (sites[EVENT_SITE(*e)].size < least)
            least = sites[EVENT_SITE(*e)].size;
    return least;
}

void check_within(void)
{
    int met = 0;

    table.bytes = narrowest();
    table.count = 0;
    if (table.grain)
        memset(table.grain, 0, table.room * sizeof *table.grain);
    memset(known, 0, sizeof known);
    for (int i = 0; i < warp_log.pieces; ++i) {
        while (met < warp_log.meetings && warp_log.meeting[met].pieces <= i)
            meet(&warp_log.meeting[met++]);
        check_piece(&warp_log.piece[i]);
    }
}
