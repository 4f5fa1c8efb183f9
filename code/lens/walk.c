#include "lens/walk.h"

#include "lens/check.h"
#include "lens/count.h"
#include "lens/fail.h"
#include "lens/order.h"
#include "lens/site.h"
#include "lens/streams.h"
#include "lens/within.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 8 };

/* The events of each lane, one after another. */
struct lanes {
    const event *first[WARP];
    size_t count[WARP];
    uint32_t active; /* lanes with events */
    size_t least;    /* events of the active lane with fewest */
    size_t most;
};

/* Lanes that met ran in several pieces: brings the pieces together. */
static const event *gather(void)
{
    static event *whole;
    static size_t room;
    const size_t all = (size_t)(warp_log.next - warp_log.first);
    event *to;

    if (all > room) {
        room = 2 * all;
        free(whole);
        whole = malloc(room * sizeof *whole);
        if (!whole)
            fail("out of memory for the accesses of a warp");
    }
    to = whole;
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (int i = 0; i < warp_log.pieces; ++i) {
            const struct piece *p = &warp_log.piece[i];

            if (p->lane != lane)
                continue;
            memcpy(to, warp_log.first + p->first, p->count * sizeof *to);
            to += p->count;
        }
    return whole;
}

static int is_split(void)
{
    for (int i = 1; i < warp_log.pieces; ++i)
        if (warp_log.piece[i].lane <= warp_log.piece[i - 1].lane)
            return 1;
    return 0;
}

static struct lanes find_lanes(void)
{
    const event *next = is_split() ? gather() : warp_log.first;
    struct lanes l = {.least = SIZE_MAX};

    for (int i = 0; i < warp_log.pieces; ++i)
        l.count[warp_log.piece[i].lane] += warp_log.piece[i].count;
    for (int i = 0; i < WARP; ++i) {
        l.first[i] = next;
        next += l.count[i];
        if (l.count[i] == 0)
            continue;
        l.active |= 1u << i;
        l.least = l.count[i] < l.least ? l.count[i] : l.least;
        l.most = l.count[i] > l.most ? l.count[i] : l.most;
    }
    return l;
}

/* Where lanes took different paths, the requests of a site are chained. */
struct open {
    uint32_t lanes;
    int next;
    event e[WARP];
};

static struct {
    struct open *open;
    int count, room;
    int first[MAX_SITES];
    int cursor[MAX_SITES]; /* the request that the lane joined last */
} chains;

static int new_open(void)
{
    if (chains.count == chains.room) {
        chains.room = chains.room ? 2 * chains.room : 1024;
        chains.open = realloc(chains.open,
                              (size_t)chains.room * sizeof *chains.open);
        if (!chains.open)
            fail("out of memory for the requests of a warp");
    }
    chains.open[chains.count] = (struct open){.next = 0};
    return chains.count++;
}

static struct open *next_open(unsigned site)
{
    const int at = chains.cursor[site];
    int next = at ? chains.open[at].next : chains.first[site];

    if (!next) {
        next = new_open();
        if (at)
            chains.open[at].next = next;
        else
            chains.first[site] = next;
    }
    chains.cursor[site] = next;
    return &chains.open[next];
}

static void count_open(struct open *o)
{
    const event first = o->e[first_lane(o->lanes)];

    for (int i = 0; i < WARP; ++i)
        if (!(o->lanes >> i & 1))
            o->e[i] = first;
    count_request(o->e, o->lanes);
}

static void count_apart(const struct lanes *l, size_t from)
{
    chains.count = 0;
    new_open(); /* number 0 is none */
    memset(chains.first, 0, (size_t)site_count * sizeof *chains.first);
    for (int i = 0; i < WARP; ++i) {
        memset(chains.cursor, 0, (size_t)site_count * sizeof *chains.cursor);
        for (size_t j = from; j < l->count[i]; ++j) {
            const event e = l->first[i][j];
            struct open *o = next_open(EVENT_SITE(e));

            o->lanes |= 1u << i;
            o->e[i] = e;
        }
    }
    for (int i = 1; i < chains.count; ++i)
        count_open(&chains.open[i]);
}

/* Events j .. j + n - 1 of each lane, turned so that lanes are neighbours;
 * idle lanes get a copy of the first active one's. */
static void turn(const struct lanes *l, size_t j, size_t n,
                 event out[CHUNK][WARP])
{
    for (int i = 0; i < WARP; ++i) {
        const int lane = l->active >> i & 1 ? i : first_lane(l->active);
        const event *e = l->first[lane] + j;

        for (size_t k = 0; k < n; ++k)
            out[k][i] = e[k];
    }
}

static int is_one_site(const event *e)
{
    event differs = 0;

    for (int i = 0; i < WARP; ++i)
        differs |= e[i] ^ e[0];
    return EVENT_SITE(differs) == 0;
}

/* Takes the requests in which all lanes went the same way; returns the number
 * of the first event that is not part of one. */
static size_t walk_together(const struct lanes *l, int check)
{
    event e[CHUNK][WARP];

    for (size_t j = 0; j < l->least; j += CHUNK) {
        const size_t n = l->least - j < CHUNK ? l->least - j : CHUNK;

        turn(l, j, n, e);
        for (size_t k = 0; k < n; ++k) {
            if (!is_one_site(e[k]))
                return j + k;
            if (check)
                check_request(e[k], l->active);
            if (modes.count)
                count_request(e[k], l->active);
        }
    }
    return l->least;
}

/* True when a __syncwarp or a fence ordered some of the warp's accesses, or some
 * lanes had been handed more than others: they are then checked piece by piece,
 * in the order in which they were made. */
static int is_ordered_within(void)
{
    const struct piece *p = warp_log.piece;

    for (int i = 1; i < warp_log.pieces; ++i)
        if (p[i].taken != p[0].taken)
            return 1;
    return warp_log.fenced ||
           p[0].warp_start != p[warp_log.pieces - 1].warp_start;
}

static void check_pieces(void)
{
    const int partial = warp_log.partial && !ordering;

    if (partial)
        check_within();
    for (int i = warp_log.checked; i < warp_log.pieces; ++i) {
        const struct piece *p = &warp_log.piece[i];

        now.when = p->clock;
        now.warp_start = p->warp_start;
        now.taken = p->taken;
        if (partial)
            check_events_outside(warp_log.first + p->first, p->count, p->lane);
        else
            check_events(warp_log.first + p->first, p->count, p->lane);
    }
    warp_log.checked = warp_log.pieces;
    now.taken = NULL;
    if (ordering)
        check_segment_end();
}

void walk_until_here(void)
{
    const uint32_t start = now.warp_start;

    if (modes.check && ordering)
        check_pieces();
    now.warp_start = start;
}

void walk_warp(void)
{
    struct lanes l;
    int check = modes.check;
    size_t done;

    if (warp_log.pieces == 0)
        return;
    stream_accesses();
    if (check && (ordering || is_ordered_within())) {
        check_pieces();
        check = 0;
    }
    now.when = now.clock;
    now.taken = warp_log.piece[0].taken;
    l = find_lanes();
    done = walk_together(&l, check);
    for (unsigned i = 0; check && i < WARP; ++i)
        if (done < l.count[i])
            check_events(l.first[i] + done, l.count[i] - done, i);
    now.taken = NULL;
    if (modes.count && done < l.most)
        count_apart(&l, done);
}
