#include "lens/barriers.h"

#include "kernels/copy_engine.h"
#include "kernels/group_engine.h"
#include "lens/boxes.h"
#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/handover.h"
#include "lens/memory.h"
#include "lens/site.h"
#include "lens/wait.h"
#include "lens/warp.h"

#include <stdio.h>
#include <string.h>

enum { MAX_BARRIERS = 256 };

static struct barrier barriers[MAX_RANKS][MAX_BARRIERS];
static int barrier_count[MAX_RANKS];

static struct {
    struct barrier *barrier;
    unsigned phase;
    const struct site *site;
} waits[MAX_RANKS][MAX_THREADS];

/* The last arrivals from other blocks, by thread and barrier. */
enum { MAX_FAR = 256 };
static struct far {
    const struct barrier *barrier;
    unsigned rank, thread;
    uint32_t when;
    const struct site *site;
} far[MAX_RANKS][MAX_FAR];
static int far_count[MAX_RANKS];

void barriers_start(void)
{
    for (unsigned r = 0; r < MAX_RANKS; ++r) {
        for (int i = 0; i < barrier_count[r]; ++i) {
            order_forget(&barriers[r][i].now_known);
            order_forget(&barriers[r][i].last_known);
        }
        barrier_count[r] = far_count[r] = 0;
    }
}

static const char *name_of(uintptr_t at)
{
    name_element(at, sizeof(uint64_t));
    return address_text(at, sizeof(uint64_t), -1);
}

const char *barrier_text(const struct barrier *b)
{
    static char text[260];

    if (b->rank == now.rank)
        return name_of(b->address);
    snprintf(text, sizeof text, "%s of block %u of its cluster", name_of(b->address),
             b->rank);
    return text;
}

static struct barrier *find(uintptr_t at, unsigned rank)
{
    for (int i = 0; i < barrier_count[rank]; ++i)
        if (barriers[rank][i].address == at)
            return &barriers[rank][i];
    return NULL;
}

static void must_be_rank(unsigned rank, const char *what, const void *pc)
{
    const struct site *s = site_at((uintptr_t)pc, sizeof(uint64_t), ATOMIC);

    if (rank >= now.ranks)
        caught("out of bounds", s, current_thread(), "%s a barrier of block %u of its cluster, "
               "which has %u", what, rank, now.ranks);
    if (has_ended(rank))
        caught("race", s, current_thread(), "%s a barrier of block %u of its cluster, which has "
               "ended: its shared memory is no longer its own", what, rank);
}

struct barrier *barrier_at(const uint64_t *at, unsigned rank, const char *what,
                           const void *pc)
{
    const struct site *s = site_at((uintptr_t)pc, sizeof *at, ATOMIC);
    struct barrier *b;

    must_be_in_shared(at, what, pc);
    must_be_rank(rank, what, pc);
    b = find((uintptr_t)at, rank);
    if (!b && rank == now.rank)
        caught("uninitialised read", s, current_thread(), "%s %s, which no thread has "
               "initialised", what, name_of((uintptr_t)at));
    if (!b)
        caught("uninitialised read", s, current_thread(), "%s %s of block %u of its cluster, "
               "which no thread has initialised yet: the cluster must meet before", what,
               name_of((uintptr_t)at), rank);
    if (rank == now.rank)
        touch_box(at, sizeof *at, ATOMIC, pc);
    else if (!order_knows(now.rank, current_thread(), rank, b->maker, b->made))
        caught("race", s, current_thread(), "%s %s, which thread %s of that block initialises, "
               "and the cluster does not meet between", what, barrier_text(b),
               thread_text(b->maker));
    return b;
}

void engine_barrier_init(uint64_t *at, unsigned arrivals)
{
    const void *pc = CALLER();
    const char *what = "initialises a barrier at";
    const struct site *s;
    int *count = &barrier_count[now.rank];

    if (arrivals > 1)
        order_begin();
    must_be_in_shared(at, what, pc);
    s = touch_box(at, sizeof *at, STORE, pc);
    if (find((uintptr_t)at, now.rank))
        caught("race", s, current_thread(), "initialises %s, which is in use",
               name_of((uintptr_t)at));
    if (arrivals == 0)
        caught("endless", s, current_thread(), "initialises %s for no arrivals",
               name_of((uintptr_t)at));
    if (*count == MAX_BARRIERS)
        fail("more than %d barriers for copies in one block", MAX_BARRIERS);
    name_element((uintptr_t)at, sizeof *at);
    barriers[now.rank][*count] = (struct barrier){
        .address = (uintptr_t)at, .arrivals = arrivals, .missing = arrivals,
        .rank = now.rank, .maker = current_thread(), .made = now.clock, .seen = 1,
        .engine = COPIES_BY + (unsigned)*count % (MAX_ENGINES - COPIES_BY)};
    ++*count;
}

static void next_phase(struct barrier *b, const struct moment *last)
{
    ++b->phase;
    b->missing = b->arrivals;
    b->expected = b->started = 0;
    b->last = last;
    b->arrived = NULL;
    order_forget(&b->last_known);
    b->last_known = b->now_known;
    b->now_known = NULL;
    b->seen = 0;
}

static void keep_far(const struct barrier *b, const struct site *s)
{
    const struct far mine = {b, now.rank, current_thread(), now.clock - 1, s};
    struct far *of = far[b->rank];
    int i = 0;

    while (i < far_count[b->rank] && (of[i].barrier != b || of[i].rank != mine.rank ||
                                      of[i].thread != mine.thread))
        ++i;
    if (i == MAX_FAR)
        fail("more than %d threads of other blocks arrive at barriers of one", MAX_FAR);
    far_count[b->rank] += i == far_count[b->rank];
    of[i] = mine;
}

/* The running thread arrives, and says how many bytes to expect. */
static void arrive(struct barrier *b, unsigned bytes, const void *pc)
{
    const struct site *s = site_at((uintptr_t)pc, sizeof(uint64_t), ATOMIC);

    if (b->missing == 0)
        caught("race", s, current_thread(), "arrives at %s for its next phase, but nobody "
               "has waited for the end of phase %u", barrier_text(b), b->phase % 2);
    if (ordering && b->missing == b->arrivals && !b->seen)
        caught("race", s, current_thread(), "arrives at %s once more than phase %u takes: that "
               "is over, and nobody has waited for its end", barrier_text(b),
               (b->phase + 1) % 2);
    new_moment_of_lane();
    if (ordering)
        order_arrive(&b->now_known);
    else
        b->arrived = handover_both(b->arrived, handover_arrive());
    if (b->rank != now.rank)
        keep_far(b, s);
    b->expected += bytes;
    if (--b->missing == 0 && b->expected == 0 && b->started == 0)
        next_phase(b, b->arrived);
}

void engine_barrier_expect(uint64_t *at, unsigned bytes)
{
    const void *pc = CALLER();

    arrive(barrier_at(at, now.rank, "arrives at", pc), bytes, pc);
}

void engine_barrier_arrive(uint64_t *at)
{
    const void *pc = CALLER();

    order_begin();
    arrive(barrier_at(at, now.rank, "arrives at", pc), 0, pc);
}

void engine_barrier_arrive_at(uint64_t *at, unsigned rank)
{
    const void *pc = CALLER();

    order_begin();
    arrive(barrier_at(at, rank, "arrives at", pc), 0, pc);
}

static int is_over(unsigned thread)
{
    struct barrier *b = waits[now.rank][thread].barrier;

    if (b->phase % 2 == waits[now.rank][thread].phase)
        return 0;
    b->seen = 1;
    if (ordering)
        order_take(thread, b->last_known);
    else
        handover_take(thread, b->last);
    return 1;
}

static void hasten(unsigned thread)
{
    struct barrier *b = waits[now.rank][thread].barrier;
    const struct site *s = waits[now.rank][thread].site;

    if (b->phase % 2 != waits[now.rank][thread].phase || b->missing > 0 ||
        b->started < b->expected)
        return;
    if (b->started > b->expected)
        caught("endless", s, thread, "waits at %s for %llu bytes, but copies of %llu were "
               "started", barrier_text(b), (unsigned long long)b->expected,
               (unsigned long long)b->started);
    ++now.clock;
    boxes_land(b);
    if (ordering)
        order_engine(&b->now_known, b->engine, now.clock + 1);
    next_phase(b, ordering ? NULL : handover_now(b->arrived));
    ++now.clock;
}

static _Noreturn void stuck(unsigned thread)
{
    const struct barrier *b = waits[now.rank][thread].barrier;
    const struct site *s = waits[now.rank][thread].site;
    const char *others = ordering ? others_wait(thread) : "";

    if (b->missing > 0 && !ordering)
        caught("endless", s, thread, "waits at %s for the end of phase %u, at which nobody "
               "arrives to say what to expect", barrier_text(b), b->phase % 2);
    if (b->missing > 0)
        caught("endless", s, thread, "waits at %s for the end of phase %u, for which %u of %u "
               "arrival%s not come%s", barrier_text(b), b->phase % 2, b->missing,
               b->arrivals, b->arrivals == 1 ? " has" : "s have", others);
    caught("endless", s, thread, "waits at %s for %llu bytes, but copies of only %llu were "
           "started%s", barrier_text(b), (unsigned long long)b->expected,
           (unsigned long long)b->started, others);
}

static const char *text(unsigned thread)
{
    static char out[2][400];
    static int next;
    char *to = out[next++ % 2];

    snprintf(to, sizeof out[0], "at %s for the end of phase %u of %s",
             line_text(waits[now.rank][thread].site), waits[now.rank][thread].phase,
             barrier_text(waits[now.rank][thread].barrier));
    return to;
}

void engine_barrier_wait(uint64_t *at, unsigned phase)
{
    static const struct wait for_phase = {is_over, hasten, stuck, text};
    const void *pc = CALLER();
    struct barrier *b = barrier_at(at, now.rank, "waits at", pc);
    const struct site *s = site_at((uintptr_t)pc, sizeof *at, ATOMIC);

    if (phase > 1)
        caught("out of bounds", s, current_thread(), "waits at %s for phase %u, but phases "
               "are 0 and 1 in turn", barrier_text(b), phase);
    waits[now.rank][current_thread()].barrier = b;
    waits[now.rank][current_thread()].phase = phase;
    waits[now.rank][current_thread()].site = s;
    wait_by(&for_phase);
}

static int is_told(const struct far *f)
{
    const struct uint3 d = now.launch->block;

    for (unsigned t = 0; t < d.x * d.y * d.z; ++t)
        if (order_knows(now.rank, t, f->rank, f->thread, f->when))
            return 1;
    return 0;
}

void barriers_block_end(void)
{
    const struct far *of = far[now.rank];

    for (int i = 0; i < far_count[now.rank]; ++i) {
        if (is_told(&of[i]))
            continue;
        enter_block(of[i].rank);
        caught("race", of[i].site, of[i].thread, "arrives at %s, which may have ended by then: "
               "none of its threads waits for that", barrier_text(of[i].barrier));
    }
}
