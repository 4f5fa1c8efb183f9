#include "lens/order.h"

#include "lens/fail.h"

#include <stdlib.h>
#include <string.h>

int ordering;

static unsigned ranks, threads, actors; /* of the cluster; of a block; of all of it */
static uint32_t *known;                 /* of each thread, of each actor */
static size_t room;

/* When each thread last showed its stores, a few times. */
enum { SHOWS = 8 };
static struct shows {
    uint32_t at[SHOWS];
    unsigned count;
} *shows;
static size_t shows_room;

static unsigned index_of(unsigned rank, unsigned actor)
{
    return rank * (threads + MAX_ENGINES) +
           (actor & IS_ENGINE ? threads + (actor & ~(unsigned)IS_ENGINE) : actor);
}

static clocks of(unsigned rank, unsigned thread)
{
    return known + (size_t)(rank * threads + thread) * actors;
}

static void no_memory(void)
{
    fail("out of memory for what the threads of a cluster know of each other");
}

/* What is left of clusters before says nothing: clocks never go back. */
static void make_room(void)
{
    const size_t all = (size_t)ranks * threads, words = all * actors;

    if (words > room) {
        free(known);
        known = calloc(words, sizeof *known);
        room = words;
    }
    if (all > shows_room) {
        free(shows);
        shows = calloc(all, sizeof *shows);
        shows_room = all;
    }
    if (!known || !shows)
        no_memory();
}

void order_cluster(unsigned blocks, unsigned of_block)
{
    ranks = blocks;
    threads = of_block;
    actors = ranks * (threads + MAX_ENGINES);
    if (ordering)
        make_room();
}

/* In the middle of a block all that was before counts as known. */
void order_begin(void)
{
    if (ordering)
        return;
    ordering = 1;
    if (!now.launch)
        return;
    make_room();
    new_moment_of_lane();
    for (unsigned t = 0; t < threads; ++t)
        for (unsigned i = 0; i < threads; ++i)
            of(now.rank, t)[index_of(now.rank, i)] = now.clock;
}

static void join(clocks to, const uint32_t *from)
{
    for (unsigned i = 0; i < actors; ++i)
        to[i] = from[i] > to[i] ? from[i] : to[i];
}

static void make(clocks *x)
{
    if (!*x)
        *x = calloc(actors, sizeof **x);
    if (!*x)
        no_memory();
}

void order_forget(clocks *x)
{
    free(*x);
    *x = NULL;
}

void order_join(clocks *to, const uint32_t *from)
{
    if (!from)
        return;
    make(to);
    join(*to, from);
}

void order_arrive(clocks *to)
{
    order_join(to, of(now.rank, current_thread()));
    (*to)[index_of(now.rank, current_thread())] = now.clock;
}

void order_take(unsigned thread, const uint32_t *from)
{
    if (from)
        join(of(now.rank, thread), from);
}

static void raise(uint32_t *at, uint32_t until)
{
    *at = until > *at ? until : *at;
}

void order_engine(clocks *to, unsigned engine, uint32_t until)
{
    make(to);
    raise(&(*to)[index_of(now.rank, IS_ENGINE | engine)], until);
}

void order_take_engine(unsigned thread, unsigned engine, uint32_t until)
{
    raise(&of(now.rank, thread)[index_of(now.rank, IS_ENGINE | engine)], until);
}

clocks order_of(unsigned thread)
{
    return of(now.rank, thread);
}

uint32_t order_until(const uint32_t *x, unsigned rank, unsigned actor)
{
    return x ? x[index_of(rank, actor)] : 0;
}

/* The threads of these numbers, from `first` on, know what all of them do. */
static void meet(unsigned first, unsigned count, int (*is_one)(unsigned number))
{
    static uint32_t *all;
    static size_t all_room;

    if (actors > all_room) {
        free(all);
        all = malloc(actors * sizeof *all);
        all_room = actors;
    }
    if (!all)
        no_memory();
    memset(all, 0, actors * sizeof *all);
    ++now.clock;
    for (unsigned i = 0; i < count; ++i)
        if (is_one(i)) {
            const unsigned n = first + i;

            join(all, known + (size_t)n * actors);
            all[index_of(n / threads, n % threads)] = now.clock;
        }
    for (unsigned i = 0; i < count; ++i)
        if (is_one(i))
            memcpy(known + (size_t)(first + i) * actors, all, actors * sizeof *all);
}

void order_meet(int (*has_come)(unsigned thread))
{
    meet(now.rank * threads, threads, has_come);
}

static uint32_t meeting;

static int is_lane(unsigned lane)
{
    return meeting >> lane & 1;
}

void order_meet_lanes(unsigned warp, uint32_t lanes)
{
    const unsigned left = threads - warp * WARP;

    meeting = lanes;
    meet(now.rank * threads + warp * WARP, left < WARP ? left : WARP, is_lane);
}

static int is_any(unsigned number)
{
    (void)number;
    return 1;
}

void order_meet_cluster(void)
{
    meet(0, ranks * threads, is_any);
}

int order_knows(unsigned rank, unsigned thread, unsigned other_rank, unsigned actor,
                uint32_t when)
{
    if (rank == other_rank && thread == actor)
        return 1;
    return when < of(rank, thread)[index_of(other_rank, actor)];
}

void order_show(void)
{
    struct shows *s = &shows[now.rank * threads + current_thread()];

    new_moment_of_lane();
    s->at[s->count++ % SHOWS] = now.clock;
}

int order_shown(unsigned rank, unsigned thread, unsigned other_rank, unsigned storer,
                uint32_t when, uint32_t at)
{
    const struct shows *s = &shows[other_rank * threads + storer];
    const unsigned kept = s->count < SHOWS ? s->count : SHOWS;
    const int is_own = rank == other_rank && thread == storer;
    const uint32_t until = is_own ? at : of(rank, thread)[index_of(other_rank, storer)];

    /* The first one after the store; of many, one that is forgotten may be it. */
    for (unsigned i = 0; i < kept; ++i) {
        const uint32_t shown = s->at[(s->count - kept + i) % SHOWS];

        if (shown > when)
            return shown <= until || (i == 0 && s->count > SHOWS);
    }
    return 0;
}
