#include "lens/clusters.h"

#include "kernels/group_engine.h"
#include "kernels/peer_engine.h"
#include "lens/barriers.h"
#include "lens/boxes.h"
#include "lens/catch.h"
#include "lens/check.h"
#include "lens/handover.h"
#include "lens/lens.h"
#include "lens/memory.h"
#include "lens/order.h"
#include "lens/site.h"
#include "lens/wait.h"

#include <stdio.h>
#include <string.h>

static unsigned next;

void engine_clusters_of(unsigned blocks)
{
    order_begin();
    next = blocks;
}

unsigned clusters_of_next(void)
{
    const unsigned n = next;

    next = 0;
    return n;
}

unsigned engine_rank(void)
{
    return now.rank;
}

unsigned engine_ranks(void)
{
    return now.ranks;
}

/* What each thread waits at; the meetings of the cluster so far, and who has come. */
static const void *place[MAX_RANKS][MAX_THREADS];
static unsigned joined[MAX_RANKS][MAX_THREADS], meetings, come;

static const char *line_of(unsigned thread)
{
    return line_at(place[now.rank][thread]);
}

static int cluster_has_met(unsigned thread)
{
    if (joined[now.rank][thread] == meetings && come == living_threads()) {
        ++meetings;
        come = 0;
        order_meet_cluster();
        segments_start();
    }
    return joined[now.rank][thread] < meetings;
}

static _Noreturn void never_meets(unsigned thread)
{
    caught_at("endless", place[now.rank][thread], thread, "waits for all threads of its cluster, of "
              "which %u of %u come%s", come, living_threads(), others_wait(thread));
}

static const char *text_of_meeting(unsigned thread)
{
    static char out[2][300];
    static int turn;
    char *to = out[turn++ % 2];

    snprintf(to, sizeof out[0], "at %s for its cluster", line_of(thread));
    return to;
}

void engine_meet_cluster(void)
{
    static const struct wait for_cluster = {cluster_has_met, NULL, never_meets,
                                            text_of_meeting};

    order_begin();
    place[now.rank][current_thread()] = CALLER();
    joined[now.rank][current_thread()] = meetings;
    ++come;
    wait_by(&for_cluster);
}

/* A barrier of some threads: how many have come since it was last passed. */
enum { NUMBERS = 16 };
static struct number {
    unsigned asked, come, passed;
    unsigned first;      /* the thread that has said how many: it was there */
    int is_passing;      /* they have come, and do not know yet */
    uint32_t met;        /* when the last ones met, of which this is one: */
    unsigned one;
} numbers[MAX_RANKS][NUMBERS];
static unsigned number_of[MAX_RANKS][MAX_THREADS];

/* The threads that a barrier is passed by have met, when nobody runs. */
static unsigned passing, passed_by;

static int passes(unsigned thread)
{
    return number_of[now.rank][thread] == passing + 1 &&
           joined[now.rank][thread] == passed_by;
}

static int threads_have_met(unsigned thread)
{
    const unsigned n = number_of[now.rank][thread] - 1, turn = joined[now.rank][thread];
    const unsigned count = now.launch->block.x * now.launch->block.y * now.launch->block.z;

    if (!place[now.rank][thread])
        return 1;
    if (turn == numbers[now.rank][n].passed)
        return 0;
    passing = n;
    passed_by = turn;
    order_meet(passes);
    handover_meet_threads(passes, count);
    numbers[now.rank][n].is_passing = 0;
    numbers[now.rank][n].met = now.clock;
    numbers[now.rank][n].one = thread;
    for (unsigned t = 0; t < count; ++t)
        if (passes(t)) {
            number_of[now.rank][t] = 0;
            place[now.rank][t] = NULL;
        }
    return 1;
}

static _Noreturn void threads_never_meet(unsigned thread)
{
    const unsigned n = number_of[now.rank][thread] - 1;
    const struct number *b = &numbers[now.rank][n];

    caught_at("endless", place[now.rank][thread], thread, "waits at barrier %u for %u threads, of "
              "which %u come%s", n, b->asked, b->come, others_wait(thread));
}

static const char *text_of_threads(unsigned thread)
{
    static char out[2][300];
    static int turn;
    char *to = out[turn++ % 2];

    snprintf(to, sizeof out[0], "at %s at barrier %u", line_of(thread),
             number_of[now.rank][thread] - 1);
    return to;
}

void engine_meet_threads(unsigned barrier, unsigned threads)
{
    static const struct wait for_threads = {threads_have_met, NULL, threads_never_meet,
                                            text_of_threads};
    const void *pc = CALLER();
    const unsigned me = current_thread();
    struct number *b;

    order_begin();
    if (barrier >= NUMBERS)
        caught_at("out of bounds", pc, me, "waits at barrier %u: a block has those of 0 to "
                  "%d", barrier, NUMBERS - 1);
    if (threads == 0 || threads % WARP)
        caught_at("divergent barrier", pc, me, "waits at barrier %u for %u threads, which is "
                  "no multiple of a warp", barrier, threads);
    b = &numbers[now.rank][barrier];
    if (b->come > 0 && b->asked != threads)
        caught_at("divergent barrier", pc, me, "waits at barrier %u for %u threads, and "
                  "thread %s waits there for %u", barrier, threads, thread_text(b->first),
                  b->asked);
    if (b->is_passing || (b->come == 0 && b->met &&
                          !order_knows(now.rank, me, now.rank, b->one, b->met - 1)))
        caught_at("divergent barrier", pc, me, "waits at barrier %u for %u threads, where thread "
                  "%s and others meet, and nothing says who comes first: do more threads come "
                  "than it is for?", barrier, threads,
                  thread_text(b->is_passing ? b->first : b->one));
    if (b->come == 0) {
        b->asked = threads;
        b->first = me;
    }
    place[now.rank][me] = pc;
    number_of[now.rank][me] = barrier + 1;
    joined[now.rank][me] = b->passed;
    if (++b->come == threads) {
        b->come = 0;
        ++b->passed;
        b->is_passing = 1;
    }
    wait_by(&for_threads);
}

void engine_show_copies(void)
{
    order_begin();
    order_show();
}

/* What blocks of a cluster read of one another is checked, and not counted. */
void engine_load_of_peer(float out[4], const void *at, unsigned rank)
{
    enum { BYTES = 16 };
    const void *pc = CALLER();
    const struct site *s = site_at((uintptr_t)pc, BYTES, LOAD);

    order_begin();
    must_be_in_shared(at, "loads", pc);
    if (rank >= now.ranks)
        caught("out of bounds", s, current_thread(), "loads from block %u of its cluster, which has %u",
               rank, now.ranks);
    if ((uintptr_t)at % BYTES)
        caught("misaligned access", s, current_thread(), "loads 16 bytes of another block at %s, "
               "which is no multiple of 16", address_text((uintptr_t)at, 4, -1));
    if (region_of((uintptr_t)at, BYTES) < 0)
        caught("out of bounds", s, current_thread(), "loads 16 bytes of another block at %s",
               address_text((uintptr_t)at, BYTES, -1));
    if (has_ended(rank))
        caught("race", s, current_thread(), "loads %s of block %u of its cluster, which has ended",
               address_text((uintptr_t)at, 4, -1), rank);
    if (modes.check)
        check_remote_load(rank, (uintptr_t)at, BYTES, (unsigned)(s - sites));
    memcpy(out, shared_of_rank(rank, at), BYTES);
}

void clusters_start(void)
{
    memset(numbers, 0, sizeof numbers);
    meetings = come = 0;
}

void clusters_block_end(void)
{
    barriers_block_end();
}
