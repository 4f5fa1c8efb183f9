/* launch.c - a launch on the CPU: blocks, warps, barriers, lanes that meet (lens.h). */
#include "lens/fail.h"
#include "lens/lens.h"

#include "lens/barriers.h"
#include "lens/boxes.h"
#include "lens/catch.h"
#include "lens/check.h"
#include "lens/clusters.h"
#include "lens/count.h"
#include "lens/fiber.h"
#include "lens/groups.h"
#include "lens/handover.h"
#include "lens/host.h"
#include "lens/memory.h"
#include "lens/order.h"
#include "lens/runtime.h"
#include "lens/sample.h"
#include "lens/sends.h"
#include "lens/site.h"
#include "lens/streams.h"
#include "lens/symbols.h"
#include "lens/table.h"
#include "lens/wait.h"
#include "lens/walk.h"
#include "lens/warp.h"

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

struct now now = {.clock = 1, .ranks = 1};
struct modes modes = {.check = 1};

/* What kernels read; lens_device.h declares them const. */
struct uint3 threadIdx, blockIdx, blockDim, gridDim;

enum state { READY, MEETS, AWAITS, WAITS, DONE }; /* AWAITS: wait.h */

struct thread {
    struct fiber *fiber; /* null until the thread has started */
    enum state state;
    const void *pc;      /* where it meets or waits */
    const char *what;    /* the function by which it meets */
    unsigned mask;
    void *mine;
    lens_act *act;
    int living;          /* it waits for no lane that has left */
    int predicate, kind; /* of a barrier that votes, else 0 */
    const struct wait *how; /* it AWAITS something */
};

/* The blocks of the running cluster, and the one of them that runs; its threads. */
static struct block {
    struct thread threads[MAX_THREADS];
    struct uint3 at;
    uint32_t segment_start;
    uint32_t start[MAX_WARPS]; /* the last __syncwarp of each warp in this segment */
    int ended;
    char *shared; /* while others run: its static shared memory, then the dynamic */
} blocks[MAX_RANKS], *block = blocks;
static struct thread *threads = blocks[0].threads;
static unsigned living;

static struct uint3 indices[MAX_THREADS]; /* of the threads in a block */
static unsigned thread_count, warp_count;

struct uint3 thread_index(unsigned number)
{
    return indices[number];
}

static void number_threads(struct uint3 d)
{
    thread_count = d.x * d.y * d.z;
    warp_count = (thread_count + WARP - 1) / WARP;
    for (unsigned i = 0; i < thread_count; ++i)
        indices[i] = (struct uint3){i % d.x, i / d.x % d.y, i / d.x / d.y};
}

/* A thread that has ended may have left its fiber to another. */
int owner_of_stack(uintptr_t a)
{
    for (unsigned i = 0; i < thread_count; ++i)
        if (threads[i].fiber && threads[i].state != DONE &&
            fiber_holds(threads[i].fiber, a))
            return (int)i;
    return -1;
}

unsigned lens_lane(void)
{
    return now.lane;
}

const void *lens_here(void)
{
    return CALLER();
}

static struct thread *current(void)
{
    return &threads[thread_number(now.warp, now.lane)];
}

static int wait_at(const void *pc, int predicate, int kind)
{
    struct thread *t = current();

    t->state = WAITS;
    t->pc = pc;
    t->predicate = predicate != 0;
    t->kind = kind;
    fiber_leave();
    return t->predicate;
}

int lens_barrier_vote(int predicate, int kind)
{
    return wait_at(CALLER(), predicate, kind);
}

void lens_barrier(void)
{
    wait_at(CALLER(), 0, 0);
}

static void wait_for(const char *what, const void *pc, unsigned mask, void *mine,
                     lens_act *act, int living)
{
    struct thread *t = current();

    if (!(mask >> now.lane & 1))
        caught_at("divergent warp", pc, thread_number(now.warp, now.lane),
                  "calls %s with a mask that leaves itself out (%#x)", what,
                  mask);
    *t = (struct thread){.fiber = t->fiber, .state = MEETS, .pc = pc,
                         .what = what, .mask = mask, .mine = mine, .act = act,
                         .living = living};
    fiber_leave();
}

void lens_meet(const char *what, const void *pc, unsigned mask, void *mine,
               lens_act *act)
{
    const struct lens_product *p = mine;

    if (act == lens_multiply) {
        must_be_own(p->a, 16, __builtin_frame_address(0));
        must_be_own(p->b, 16, __builtin_frame_address(0));
        must_be_own(p->c, p->half_sums ? 16 : 32, __builtin_frame_address(0));
        must_be_own(p->d, p->half_sums ? 16 : 32, __builtin_frame_address(0));
    }
    wait_for(what, pc, mask, mine, act, 0);
}

void lens_meet_living(const char *what, const void *pc, unsigned mask, void *mine,
                      lens_act *act)
{
    wait_for(what, pc, mask, mine, act, 1);
}

static unsigned lanes_of(unsigned warp)
{
    const unsigned left = thread_count - warp * WARP;

    return left < WARP ? left : WARP;
}

static struct piece *new_piece(void)
{
    if (warp_log.pieces == warp_log.piece_room) {
        warp_log.piece_room = warp_log.piece_room ? 2 * warp_log.piece_room
                                                  : 2 * WARP;
        warp_log.piece = realloc(warp_log.piece, (size_t)warp_log.piece_room *
                                                     sizeof *warp_log.piece);
        if (!warp_log.piece)
            fail("out of memory for the accesses of a warp");
    }
    return &warp_log.piece[warp_log.pieces++];
}

static size_t logged(void)
{
    return (size_t)(warp_log.next - warp_log.first);
}

static size_t piece_start; /* in the log, of what the running lane does */

static void end_piece(void)
{
    const size_t count = logged() - piece_start;

    if (count > 0) {
        *new_piece() = (struct piece){piece_start, count, now.lane, now.clock,
                                      now.warp_start, handover_taken()};
        handover_access();
    }
    piece_start = logged();
}

void new_moment_of_lane(void)
{
    end_piece();
    ++now.clock;
    warp_log.fenced = 1;
}

void lens_fence(void)
{
    new_moment_of_lane();
    handover_fence();
}

void wait_by(const struct wait *how)
{
    current()->state = AWAITS;
    current()->how = how;
    fiber_leave();
}

unsigned living_threads(void)
{
    return living;
}

int has_ended(unsigned rank)
{
    return blocks[rank].ended;
}

void *shared_of_rank(unsigned rank, const void *address)
{
    const uintptr_t a = (uintptr_t)address;

    if (rank == now.rank)
        return (void *)a;
    return blocks[rank].shared +
           (within(statics, a) ? a - statics.lo : statics.bytes + (a - arena.lo));
}

/* Shared memory lies where it does for each block: what the others have there is kept. */
static void exchange(unsigned from, unsigned to)
{
    const size_t bytes = now.launch->shared_bytes;
    char *kept = blocks[from].shared, *next = blocks[to].shared;

    memcpy(kept, (void *)statics.lo, statics.bytes);
    memcpy(kept + statics.bytes, (void *)arena.lo, bytes);
    memcpy((void *)statics.lo, next, statics.bytes);
    memcpy((void *)arena.lo, next + statics.bytes, bytes);
}

void enter_block(unsigned rank)
{
    if (rank == now.rank)
        return;
    block->segment_start = now.segment_start;
    exchange(now.rank, rank);
    now.rank = rank;
    block = &blocks[rank];
    threads = block->threads;
    now.block = blockIdx = block->at;
    now.segment_start = block->segment_start;
    if (modes.check)
        check_enter();
    handover_enter();
}

void segments_start(void)
{
    const unsigned here = now.rank;

    for (unsigned r = 0; r < now.ranks; ++r) {
        enter_block(r);
        check_segment_end();
        now.segment_start = block->segment_start = ++now.clock;
    }
    enter_block(here);
    now.cluster_start = ++now.clock;
}

/* Runs one lane until it waits, meets or ends. */
static void resume(unsigned lane)
{
    struct thread *t = &threads[thread_number(now.warp, lane)];
    fiber_work *work = NULL;

    now.lane = lane;
    piece_start = logged();
    threadIdx = thread_index(thread_number(now.warp, lane));
    watch_thread();
    if (!t->fiber) {
        t->fiber = fiber_take();
        work = now.launch->run_thread;
    }
    if (fiber_run(t->fiber, work, now.launch->state)) {
        copies_end();
        products_end_of_thread();
        sends_end_of_thread();
        t->state = DONE;
        --living;
    }
    end_piece();
}

static void resume_ready(void)
{
    struct thread *warp = &threads[now.warp * WARP];

    for (unsigned lane = 0; lane < lanes_of(now.warp); ++lane)
        if (warp[lane].state == READY)
            resume(lane);
}

static void left_waiting(const struct thread *t, unsigned lane, unsigned absent)
{
    const unsigned number = thread_number(now.warp, absent);
    const struct thread *other = &threads[number];
    char where[400];

    if (number >= thread_count)
        snprintf(where, sizeof where, "does not exist");
    else if (other->state == DONE)
        snprintf(where, sizeof where, "has left the kernel");
    else if (other->state == MEETS)
        snprintf(where, sizeof where, "waits in %s%s at %s", other->what,
                 other->mask != t->mask ? " with another mask" : "",
                 line_at(other->pc));
    else
        snprintf(where, sizeof where, "waits at the barrier of %s",
                 line_at(other->pc));
    caught_at("divergent warp", t->pc, thread_number(now.warp, lane),
              "waits in %s for lane %u, which %s", t->what, absent, where);
}

/* __syncwarp orders memory. */
static void order(uint32_t mask)
{
    const uint32_t all = ~0u >> (WARP - lanes_of(now.warp));

    if (warp_log.meetings == warp_log.meeting_room) {
        warp_log.meeting_room = warp_log.meeting_room
                                    ? 2 * warp_log.meeting_room : WARP;
        warp_log.meeting = realloc(warp_log.meeting,
                                   (size_t)warp_log.meeting_room *
                                       sizeof *warp_log.meeting);
        if (!warp_log.meeting)
            fail("out of memory for the accesses of a warp");
    }
    now.warp_start = ++now.clock;
    walk_until_here();
    warp_log.meeting[warp_log.meetings++] =
        (struct meeting){warp_log.pieces, mask, now.clock};
    if ((mask & all) == all)
        warp_log.whole = now.clock;
    else
        warp_log.partial = 1;
    handover_meet(mask);
    if (ordering)
        order_meet_lanes(now.warp, mask);
}

/* True when the lane is at the meeting of t. */
static int meets(const struct thread *warp, unsigned lane,
                 const struct thread *t)
{
    return lane < lanes_of(now.warp) && warp[lane].state == MEETS &&
           warp[lane].mask == t->mask && strcmp(warp[lane].what, t->what) == 0;
}

/* True when the lane has left the kernel, or the block has no thread for it. */
static int is_gone(const struct thread *warp, unsigned lane)
{
    return lane >= lanes_of(now.warp) || warp[lane].state == DONE;
}

/* What a lane would read of one that has left is undefined. */
static void check_sources(const struct thread *warp, void *const brought[WARP])
{
    for (unsigned i = 0; i < WARP; ++i) {
        const int from =
            brought[i] ? ((struct lens_exchange *)brought[i])->source : -1;

        if (from >= 0 && from < (int)lanes_of(now.warp) &&
            warp[i].mask >> from & 1 && warp[from].state == DONE)
            left_waiting(&warp[i], i, (unsigned)from);
    }
}

/* Lets the lanes that t waits for go on if all of them have come. */
static int meet(struct thread *warp, const struct thread *t)
{
    void *brought[WARP] = {0};
    lens_act *act = t->act;
    unsigned here = 0;

    for (unsigned i = 0; i < WARP; ++i) {
        if (!(t->mask >> i & 1) || (t->living && is_gone(warp, i)))
            continue;
        if (!meets(warp, i, t))
            return 0;
        brought[i] = warp[i].mine;
        here |= 1u << i;
    }
    if (t->mask == ~0u)
        calls_end(now.warp);
    if (act == lens_shuffle)
        check_sources(warp, brought);
    if (act)
        act(brought, here);
    else
        order(here);
    for (unsigned i = 0; i < WARP; ++i)
        if (here >> i & 1)
            warp[i].state = READY;
    return 1;
}

/* Lets lanes that meet go on; a warp in which none can is stuck. */
static int release_meetings(void)
{
    struct thread *warp = &threads[now.warp * WARP];
    int met = 0, stuck = -1, awaits = 0;

    for (unsigned i = 0; i < lanes_of(now.warp); ++i)
        if (warp[i].state == MEETS) {
            if (meet(warp, &warp[i]))
                met = 1;
            else
                stuck = (int)i;
        } else {
            awaits |= warp[i].state == AWAITS;
        }
    if (!met && stuck >= 0 && !awaits) {
        const struct thread *t = &warp[stuck];

        for (unsigned i = 0; i < WARP; ++i)
            if (t->mask >> i & 1 && !meets(warp, i, t) &&
                !(t->living && is_gone(warp, i)))
                left_waiting(t, (unsigned)stuck, i);
    }
    return met;
}

/* Runs a warp until each of its lanes waits or has ended. What it did since
 * `start`, its last __syncwarp, no order holds within it. Returns the last one. */
static uint32_t run_warp(unsigned warp, uint32_t start)
{
    now.warp = warp;
    ++now.clock;
    now.warp_start = start ? start : now.clock;
    warp_log.next = warp_log.first;
    warp_log.pieces = warp_log.meetings = warp_log.checked = 0;
    warp_log.partial = warp_log.fenced = 0;
    warp_log.whole = 0;
    do
        resume_ready();
    while (release_meetings());
    walk_warp();
    return now.warp_start;
}

/* Lets go on who waits for a phase that is complete. */
static int wake(void)
{
    int woken = 0;

    for (unsigned i = 0; i < thread_count; ++i)
        if (threads[i].state == AWAITS && threads[i].how->is_over(i)) {
            threads[i].state = READY;
            woken = 1;
        }
    return woken;
}

static unsigned first_waiting(void)
{
    unsigned i = 0;

    while (i < thread_count && threads[i].state != AWAITS)
        ++i;
    return i;
}

const char *others_wait(unsigned thread)
{
    static char text[500];
    const struct thread *mine = &threads[thread];

    for (unsigned i = 0; i < thread_count; ++i) {
        const char *what = threads[i].state == AWAITS ? threads[i].how->text(i) : NULL;

        if (!what || (threads[i].how == mine->how && strcmp(what, mine->how->text(thread)) == 0))
            continue;
        snprintf(text, sizeof text, "; thread %s waits %s", thread_text(i), what);
        return text;
    }
    return "";
}

/* Completes what some of a block wait for, when nobody can go on before, and no sooner. */
static int land(void)
{
    for (unsigned i = 0; i < thread_count; ++i)
        if (threads[i].state == AWAITS && threads[i].how->hasten)
            threads[i].how->hasten(i);
    return wake();
}

static int land_somewhere(void)
{
    int waits = 0;

    for (unsigned r = 0; r < now.ranks; ++r) {
        enter_block(r);
        if (first_waiting() == thread_count)
            continue;
        waits = 1;
        if (land())
            return 1;
    }
    for (unsigned r = 0; waits && r < now.ranks; ++r) {
        enter_block(r);
        check_segment_end();
        if (first_waiting() < thread_count)
            threads[first_waiting()].how->stuck(first_waiting());
    }
    return 0;
}

/* Runs each warp that can go on; false when none can. */
static int run_ready(void)
{
    int ran = 0;

    for (unsigned w = 0; w < warp_count; ++w) {
        unsigned lane = 0;

        while (lane < lanes_of(w) && threads[thread_number(w, lane)].state != READY)
            ++lane;
        if (lane == lanes_of(w))
            continue;
        block->start[w] = run_warp(w, block->start[w]);
        ran = 1;
    }
    return ran;
}

static void divergent(unsigned a, unsigned b)
{
    const struct thread *t = &threads[a], *other = &threads[b];

    if (other->state == DONE)
        caught_at("divergent barrier", t->pc, a,
                  "waits at a barrier, but thread %s has left the kernel",
                  thread_text(b));
    if (strcmp(line_at(other->pc), line_at(t->pc)) == 0)
        caught_at("divergent barrier", t->pc, a,
                  "waits at a barrier, but thread %s waits at another of this "
                  "line, or came to it by another call", thread_text(b));
    caught_at("divergent barrier", t->pc, a,
              "waits at a barrier, but thread %s waits at that of %s",
              thread_text(b), line_at(other->pc));
}

static void vote(void)
{
    int count = 0;

    for (unsigned i = 0; i < thread_count; ++i)
        count += threads[i].predicate;
    for (unsigned i = 0; i < thread_count; ++i)
        threads[i].predicate =
            threads[i].kind == '+' ? count :
            threads[i].kind == '&' ? count == (int)thread_count : count > 0;
}

static int is_any_thread(unsigned thread)
{
    (void)thread;
    return 1;
}

/* True when all threads came to one barrier and may go on, false when all have
 * ended. */
static int pass_barrier(void)
{
    unsigned waiting = 0;

    while (waiting < thread_count && threads[waiting].state == DONE)
        ++waiting;
    if (waiting == thread_count)
        return 0;
    for (unsigned i = 0; i < thread_count; ++i)
        if (threads[i].state != WAITS ||
            threads[i].pc != threads[waiting].pc)
            divergent(waiting, i);
    if (threads[0].kind)
        vote();
    count_barrier(threads[0].pc);
    handover_barrier(thread_count);
    if (ordering)
        order_meet(is_any_thread);
    for (unsigned i = 0; i < thread_count; ++i)
        threads[i].state = READY;
    return 1;
}

/* Begins what lies between two barriers of the block. */
static void start_segment(void)
{
    now.segment_start = block->segment_start = ++now.clock;
    memset(block->start, 0, sizeof block->start);
}

/* Each thread of the block is at a barrier or has ended. */
static void end_segment(void)
{
    for (unsigned w = 0; w < warp_count; ++w)
        calls_end(w);
    check_segment_end();
    if (pass_barrier()) {
        start_segment();
        return;
    }
    block->ended = 1;
    clusters_block_end();
    groups_block_end();
    boxes_block_end();
}

/* Runs the block until it has ended, or each thread waits for what others do. */
static int go_on(void)
{
    int moved = 0;

    while (!block->ended) {
        if (!run_ready() && !wake()) {
            if (first_waiting() < thread_count)
                break;
            end_segment();
        }
        moved = 1;
    }
    return moved;
}

static void start_block(uint64_t number)
{
    const struct uint3 g = now.launch->grid;

    block->at = now.block = blockIdx = (struct uint3){
        (unsigned)(number % g.x), (unsigned)(number / g.x % g.y),
        (unsigned)(number / g.x / g.y)};
    block->ended = 0;
    memset(threads, 0, thread_count * sizeof *threads);
    if (modes.check)
        check_block_start(now.launch->shared_bytes);
    start_segment();
}

static void make_room_for(unsigned ranks)
{
    for (unsigned r = 0; r < ranks && ranks > 1; ++r) {
        free(blocks[r].shared);
        blocks[r].shared = calloc(statics.bytes + now.launch->shared_bytes + 1, 1);
        if (!blocks[r].shared)
            fail("out of memory for the shared memory of a cluster");
    }
}

/* Runs the blocks of a cluster, in turns; mostly there is one. */
static void run_cluster(uint64_t first, unsigned ranks)
{
    now.block_start = now.cluster_start = ++now.clock;
    now.rank = 0;
    now.ranks = ranks;
    living = ranks * thread_count;
    block = blocks;
    threads = block->threads;
    handover_cluster(ranks);
    order_cluster(ranks, thread_count);
    barriers_start();
    groups_start();
    clusters_start();
    for (unsigned r = 0; r < ranks; ++r) {
        enter_block(r);
        start_block(first + r);
    }
    do
        for (int moved = 1; moved;) {
            moved = 0;
            for (unsigned r = 0; r < ranks; ++r) {
                enter_block(r);
                moved |= go_on();
            }
        }
    while (land_somewhere());
    enter_block(0);
}

void lens_beyond_bounds(unsigned threads)
{
    caught_at("launch", CALLER(), thread_number(now.warp, now.lane),
              "belongs to a block of %u threads, but __launch_bounds__ promises "
              "no more than %u: a card would not run it", thread_count, threads);
}

/* Bytes of static shared memory, more than which nvcc does not compile. */
static size_t static_shared(const struct lens_launch *l)
{
    static const void *entry;
    static size_t bytes;

    if (l->entry != entry)
        bytes = shared_of(l->entry);
    entry = l->entry;
    if (bytes > SHARED_DEFAULT)
        caught_in_program("launch", "%s has %zu bytes of static shared memory, "
                          "but a kernel may have %d: take extern __shared__ for "
                          "more", symbol_at(entry), bytes, SHARED_DEFAULT);
    return bytes;
}

static int refuses(const struct lens_launch *l)
{
    const size_t fixed = static_shared(l),
                 limit = shared_limit(l->entry, fixed);
    const struct uint3 g = l->grid, b = l->block;

    const uint64_t threads = (uint64_t)b.x * b.y * b.z;

    if (g.x == 0 || g.y == 0 || g.z == 0 || threads == 0)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a grid of %u x %u x %u blocks of %u x %u x %u threads is empty",
            g.x, g.y, g.z, b.x, b.y, b.z);
    if (g.x > 0x7fffffff)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a grid has at most 2147483647 blocks in x, not %u", g.x);
    if (g.y > 65535 || g.z > 65535)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a grid has at most 65535 blocks in y and z, not %u and %u",
            g.y, g.z);
    if (l->cluster > MAX_RANKS)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a cluster has at most %d blocks, not %u", MAX_RANKS, l->cluster);
    if (l->cluster > 1 && g.x % l->cluster)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a grid of %u blocks in x is no multiple of a cluster of %u", g.x,
            l->cluster);
    if (b.x > MAX_THREADS || b.y > MAX_THREADS || threads > MAX_THREADS)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a block has at most 1024 threads, not %u x %u x %u", b.x, b.y,
            b.z);
    if (b.z > 64)
        return set_error_because(cudaErrorInvalidConfiguration,
            "for a block has at most 64 threads in z, not %u", b.z);
    if (l->shared_bytes + fixed > (size_t)most_shared.bytes)
        return set_error_because(cudaErrorInvalidValue,
            "for a block has at most %d bytes of shared memory, not %zu, "
            "whatever is asked for by cudaFuncSetAttribute", most_shared.bytes,
            l->shared_bytes + fixed);
    if (l->shared_bytes > limit)
        return set_error_because(cudaErrorInvalidValue,
            "for %s has %zu bytes of shared memory; more than %zu want "
            "cudaFuncSetAttribute first", symbol_at(l->entry),
            l->shared_bytes + fixed, limit + fixed);
    if (!stream_is_here(l->stream))
        return set_error_because(cudaErrorInvalidResourceHandle,
            "for %s is launched in a stream of another card than the current one",
            symbol_at(l->entry));
    return cudaSuccess;
}

/* The log is open only while a kernel runs: hooks.c. */
static void open_log(const struct lens_launch *l)
{
    static event *end;

    if (l) {
        warp_log.next = warp_log.first;
        warp_log.end = end;
    } else {
        end = warp_log.end;
        warp_log.next = warp_log.end;
    }
    now.launch = l;
}

static uint64_t blocks_of(const struct lens_launch *l)
{
    return (uint64_t)l->grid.x * l->grid.y * l->grid.z;
}

/* After a sample of its blocks: what the launch may have written counts as
 * written by those that did not run, but for the C of a product. */
static void forget_unwritten(const struct lens_launch *l)
{
    for (int i = 0; i < l->pointers; ++i) {
        const int r = region_of((uintptr_t)l->pointer[i], 1);

        if (r >= 0 && !(l->inputs >> i & 1) && region(r)->cols == 0 &&
            within(arena, region(r)->lo))
            mark_written(region(r)->lo, region(r)->hi - region(r)->lo);
    }
}

static void run_blocks(const struct lens_launch *l)
{
    const unsigned ranks = l->cluster > 1 ? l->cluster : 1;
    const uint64_t clusters = blocks_of(l) / ranks;

    now.launch_start = ++now.clock;
    handover_launch();
    count_launch_start();
    make_room_for(ranks);
    for (uint64_t c = sample_next(0); c < clusters; c = sample_next(c + 1)) {
        const uint64_t weight = sample_weight(c);

        if (weight == 0)
            continue;
        run_cluster(c * ranks, ranks);
        sample_made(c, count_block(weight, ranks));
    }
}

static unsigned long launches;

/* The kernels that ran so far. */
enum { MAX_ENTRIES = 256 };
static const void *entries[MAX_ENTRIES];
static int entry_count;

static void keep_entry(const void *entry)
{
    for (int i = 0; i < entry_count; ++i)
        if (entries[i] == entry)
            return;
    if (entry_count < MAX_ENTRIES)
        entries[entry_count++] = entry;
}

int is_in_kernel(uintptr_t pc)
{
    const uintptr_t function = function_at(pc);

    for (int i = 0; i < entry_count; ++i)
        if ((uintptr_t)entries[i] == function)
            return 1;
    return 0;
}

unsigned long lens_launches(void)
{
    return launches;
}

/* More blocks than any product has that is made whole here. */
static const uint64_t TOO_MANY = (uint64_t)1 << 27;

void lens_run(const struct lens_launch *asked)
{
    struct lens_launch with_cluster = *asked;
    const struct lens_launch *l = &with_cluster;

    with_cluster.cluster = clusters_of_next();
    if (now.launch)
        caught_at("launch", NULL, current_thread(), "launches a kernel, which the lens "
                  "leaves to the host");
    if (judged && !is_function(l->entry))
        caught_in_program("launch", "what is launched at %#lx is no function of "
                          "this program", (unsigned long)l->entry);
    if (refuses(l) != cudaSuccess)
        return;
    if (!sampling() && blocks_of(l) > TOO_MANY)
        caught_in_program("endless", "%s is launched with a grid of %u x %u x %u blocks: is one "
                          "of its sides computed from a number below zero?",
                          symbol_at(l->entry), l->grid.x, l->grid.y, l->grid.z);
    ++launches;
    keep_entry(l->entry);
    open_log(l);
    gridDim = l->grid;
    blockDim = l->block;
    number_threads(l->block);
    name_regions(l, all_written);
    forget_regions();
    sample_start(l);
    stream_begin(l->stream, symbol_at(l->entry), 0);
    do
        run_blocks(l);
    while (sample_more());
    if (count_totals_of_launch().run < blocks_of(l))
        forget_unwritten(l);
    count_launch_end();
    stream_end();
    open_log(NULL);
}
