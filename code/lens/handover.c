#include "lens/handover.h"

#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/memory.h"
#include "lens/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Something handed over by an atomic, or made known by a fence; or, where own is 0,
 * what two others hold together. */
struct moment {
    const struct moment *from[3]; /* what came before */
    struct moment *next;          /* of its block, that the running one knows */
    uint64_t value;               /* of the word, until then */
    uint32_t block, when;
    unsigned thread;
    uint32_t all, warp, own; /* what its block, warp and thread did until here */
    uint32_t since;          /* and from here on */
    clocks others;           /* what its thread knew of others, or null (order.h) */
    int lasts;               /* beyond the next barrier of its block */
    uint32_t known, asked;   /* by the block, in the question, of that number */
};

struct kept {
    struct kept *next;
    struct earlier then;
};

/* A word that is handed over by; or a place with accesses kept for it. */
struct word {
    uint64_t name; /* 0 in a free place of the table */
    struct moment *last;
    struct kept *kept;
    uint32_t *early; /* a bit for each thread of `block` that was too early */
    uint32_t block;
};

struct thread {
    struct moment fence;         /* of the last one: from, all, warp and own */
    const struct moment *fenced; /* by others, before they met this one */
    const struct moment *seen;   /* by atomics since, or by others who met it */
    const struct moment *taken;  /* since the barrier */
    int went_on;                 /* with an access, since the fence */
};

/* Kernels that have called __threadfence(). */
enum { MAX_ENTRIES = 256 };
static const void *entries[MAX_ENTRIES];
static int entry_count;

enum { CHUNK = 4096 };

static struct moment **chunks;
static size_t moments, chunk_count;
static clocks *copies; /* those of moments */
static size_t copy_count, copy_room;
static const struct moment *joined; /* last by both(): lanes ask for the same */

static struct word *words;
static size_t word_room, word_count; /* room is a power of two */

/* The blocks of the launch in the order in which they began; each but the running
 * one, with what that knows of it. */
static struct block {
    uint32_t start, known;
    uint32_t first_of_cluster;
    struct moment *first;
} *blocks;
static size_t block_room;
static uint32_t block_count, questions;
static uint32_t running; /* the number of the block, and of its turn to run */
static uint32_t turn;

/* What the running block has; of each rank of its cluster. */
static struct state {
    struct thread threads[MAX_THREADS];
    const struct moment *of_block;
    int fences; /* all of this is in use */
} states[MAX_RANKS], *state = states;
static int fences; /* in this launch */

static void *more(void *old, size_t *room, size_t size)
{
    void *p;

    *room = *room ? 2 * *room : 64;
    p = realloc(old, *room * size);
    if (!p)
        fail("out of memory for what blocks hand to one another");
    return p;
}

static void drop(struct kept **all)
{
    while (*all) {
        struct kept *next = (*all)->next;

        free(*all);
        *all = next;
    }
}

void handover_launch(void)
{
    for (size_t i = 0; i < word_room; ++i) {
        drop(&words[i].kept);
        free(words[i].early);
    }
    free(words);
    words = NULL;
    while (copy_count > 0)
        order_forget(&copies[--copy_count]);
    word_room = word_count = moments = 0;
    block_count = 0;
    fences = 0;
    joined = NULL;
}

void handover_cluster(unsigned ranks)
{
    const uint32_t first = block_count;

    for (unsigned i = 0; i < ranks; ++i) {
        if (block_count == block_room)
            blocks = more(blocks, &block_room, sizeof *blocks);
        blocks[block_count++] = (struct block){now.block_start, 0, first, NULL};
        state = &states[i];
        if (state->fences)
            memset(state->threads, 0, sizeof state->threads);
        state->of_block = NULL;
        state->fences = 0;
    }
    handover_enter();
}

static void learn(const struct moment *all);

void handover_enter(void)
{
    running = blocks[block_count - 1].first_of_cluster + now.rank;
    state = &states[now.rank];
    ++turn;
    if (state->of_block)
        learn(state->of_block);
}

static struct moment *new_moment(void)
{
    if (moments == CHUNK * chunk_count) {
        struct moment **grown = realloc(chunks, (chunk_count + 1) *
                                                    sizeof *chunks);
        struct moment *chunk = malloc(CHUNK * sizeof *chunk);

        if (!grown || !chunk)
            fail("out of memory for what blocks hand to one another");
        chunks = grown;
        chunks[chunk_count++] = chunk;
    }
    ++moments;
    return &chunks[(moments - 1) / CHUNK][(moments - 1) % CHUNK];
}

static const struct moment *both(const struct moment *a,
                                 const struct moment *b)
{
    struct moment *m;

    if (!a || !b || a == b)
        return a ? a : b;
    if (joined && joined->from[0] == a && joined->from[1] == b)
        return joined;
    m = new_moment();
    *m = (struct moment){.from = {a, b}, .lasts = a->lasts || b->lasts};
    joined = m;
    return m;
}

static struct thread *current(void)
{
    return &state->threads[thread_number(now.warp, now.lane)];
}

int has_handed_over(const void *entry)
{
    for (int i = 0; i < entry_count; ++i)
        if (entries[i] == entry)
            return 1;
    return 0;
}

/* What the running warp did before this clock, each of its lanes comes after. */
static uint32_t known_to_warp(void)
{
    return warp_log.partial ? warp_log.whole : now.warp_start;
}

/* What the running thread knows of others by barriers of some threads and the like. */
static clocks others_known(void)
{
    clocks known = NULL;

    if (!ordering)
        return NULL;
    if (copy_count == copy_room)
        copies = more(copies, &copy_room, sizeof *copies);
    order_join(&known, order_of(thread_number(now.warp, now.lane)));
    copies[copy_count++] = known;
    return known;
}

void handover_fence(void)
{
    struct thread *t = current();

    if (!fences && !has_handed_over(now.launch->entry) &&
        entry_count < MAX_ENTRIES)
        entries[entry_count++] = now.launch->entry;
    fences = state->fences = 1;
    t->taken = both(t->taken, t->seen);
    t->seen = NULL;
    t->went_on = 0;
    t->fence = (struct moment){.from = {both(state->of_block, t->taken)},
                               .all = now.segment_start,
                               .warp = known_to_warp(),
                               .own = now.clock,
                               .others = others_known()};
}

void handover_access(void)
{
    current()->went_on = 1;
}

/* What the fences of these threads made known that were made in this segment, and what
 * their own took over. */
static const struct moment *fences_of(const struct thread *t, unsigned first,
                                      unsigned count, uint32_t lanes)
{
    const struct moment *all = NULL;

    for (unsigned i = 0; i < count; ++i) {
        const struct moment *f = &t[first + i].fence;
        struct moment *m;

        if (!(lanes >> i % WARP & 1) || f->own <= now.segment_start)
            continue;
        m = new_moment();
        *m = *f;
        m->block = running;
        m->thread = first + i;
        m->lasts = 1;
        all = both(all, m);
    }
    return all;
}

void handover_meet(uint32_t lanes)
{
    struct thread *warp = &state->threads[now.warp * WARP];
    const struct moment *taken = NULL, *seen = NULL, *fenced;

    if (!state->fences)
        return;
    fenced = fences_of(state->threads, now.warp * WARP, WARP, lanes);
    for (unsigned i = 0; i < WARP; ++i)
        if (lanes >> i & 1) {
            taken = both(taken, warp[i].taken);
            seen = both(seen, warp[i].seen);
            fenced = both(fenced, warp[i].fenced);
        }
    for (unsigned i = 0; i < WARP; ++i)
        if (lanes >> i & 1) {
            warp[i].taken = taken;
            warp[i].seen = seen;
            warp[i].fenced = fenced;
        }
}

void handover_meet_threads(int (*has_come)(unsigned thread), unsigned count)
{
    const struct moment *taken = NULL, *seen = NULL, *fenced = NULL;

    if (!state->fences)
        return;
    for (unsigned i = 0; i < count; ++i)
        if (has_come(i)) {
            taken = both(taken, state->threads[i].taken);
            seen = both(seen, state->threads[i].seen);
            fenced = both(fenced, state->threads[i].fenced);
            fenced = both(fenced, fences_of(state->threads, i, 1, ~0u));
        }
    for (unsigned i = 0; i < count; ++i)
        if (has_come(i)) {
            state->threads[i].taken = taken;
            state->threads[i].seen = seen;
            state->threads[i].fenced = fenced;
        }
}

static size_t place_of(uint64_t name)
{
    const uint64_t mixed = (uint64_t)name * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(mixed >> 32) & (word_room - 1);

    while (words[at].name && words[at].name != name)
        at = (at + 1) & (word_room - 1);
    return at;
}

static struct word *find_word(uint64_t name)
{
    struct word *w = word_room ? &words[place_of(name)] : NULL;

    return w && w->name ? w : NULL;
}

static struct word *new_word(uint64_t name)
{
    struct word *w;

    if (2 * word_count >= word_room) {
        struct word *old = words;
        const size_t room = word_room;

        word_room = room ? 2 * room : 64;
        words = calloc(word_room, sizeof *words);
        if (!words)
            fail("out of memory for what blocks hand to one another");
        for (size_t i = 0; i < room; ++i)
            if (old[i].name)
                words[place_of(old[i].name)] = old[i];
        free(old);
    }
    ++word_count;
    w = &words[place_of(name)];
    w->name = name;
    return w;
}

static uint64_t name_of(uintptr_t address, unsigned bytes)
{
    return address | (uint64_t)bytes << ADDRESS_BITS;
}

void handover_atomic(uintptr_t address, unsigned bytes)
{
    const uint64_t name = name_of(address, bytes);
    const uint32_t block = running;
    const unsigned number = thread_number(now.warp, now.lane);
    struct thread *t = current();
    struct word *w;
    struct moment *m;

    if (!fences || space_of(address) != GLOBAL)
        return;
    w = find_word(name);
    if (w && t->seen != w->last) {
        t->seen = both(t->seen, w->last);
        state->fences = 1;
    }
    if ((t->fence.own == 0 && !t->fenced) ||
        (w && w->last->block == block && w->last->thread == number &&
         w->last->own == t->fence.own && w->last->from[2] == t->fenced))
        return;
    w = w ? w : new_word(name);
    m = new_moment();
    *m = t->fence;
    m->from[1] = w->last;
    m->from[2] = t->fenced;
    m->lasts = 1;
    m->block = block;
    m->thread = number;
    m->when = now.clock;
    memcpy(&m->value, (const void *)address, bytes < 8 ? bytes : 8);
    w->last = m;
}

static int covers(const struct moment *m, struct earlier then)
{
    return then.when >= m->since &&
           (then.when < m->all ||
            (m->others && !then.by_warps && !then.by_lanes &&
             then.when < order_until(m->others, then.rank, then.thread)) ||
            (!then.by_warps && then.thread / WARP == m->thread / WARP &&
             (then.when < m->warp ||
              (!then.by_lanes && then.thread == m->thread &&
               then.when < m->own))));
}

/* The moments still to be looked at. */
static struct {
    const struct moment **m;
    size_t count, room;
} unvisited;

static void look_at(const struct moment *m)
{
    if (!m || m->known == turn)
        return;
    if (unvisited.count == unvisited.room)
        unvisited.m = more(unvisited.m, &unvisited.room, sizeof *unvisited.m);
    unvisited.m[unvisited.count++] = m;
}

static void learn(const struct moment *all)
{
    for (look_at(all); unvisited.count > 0;) {
        struct moment *m = (struct moment *)unvisited.m[--unvisited.count];
        struct block *b = &blocks[m->block];

        if (m->known == turn)
            continue;
        m->known = turn;
        if (m->own && m->block != running) {
            m->next = b->known == turn ? b->first : NULL;
            b->first = m;
            b->known = turn;
        }
        for (int i = 0; i < 3; ++i)
            look_at(m->from[i]);
    }
}

/* The same of all threads of the block. Where each has called a fence in this segment
 * and went on with nothing, all that the block did is known. */
static const struct moment *fences_of_all(unsigned count)
{
    const struct moment *from = NULL;
    struct moment *m;

    for (unsigned i = 0; i < count; ++i) {
        if (state->threads[i].fence.own <= now.segment_start || state->threads[i].went_on)
            return fences_of(state->threads, 0, count, ~0u);
        from = both(from, state->threads[i].fence.from[0]);
    }
    m = new_moment();
    *m = (struct moment){.from = {from}, .block = running, .lasts = 1,
                         .all = now.clock + 1, .own = now.clock + 1};
    return m;
}

void handover_barrier(unsigned count)
{
    const struct moment *before = state->of_block, *seen = NULL, *fenced;

    if (!state->fences)
        return;
    fenced = fences_of_all(count);
    for (unsigned i = 0; i < count; ++i) {
        if (state->threads[i].taken && state->threads[i].taken->lasts)
            state->of_block = both(state->of_block, state->threads[i].taken);
        state->threads[i].taken = NULL;
        seen = both(seen, state->threads[i].seen);
        fenced = both(fenced, state->threads[i].fenced);
    }
    for (unsigned i = 0; i < count; ++i) {
        state->threads[i].seen = seen;
        state->threads[i].fenced = fenced;
    }
    if (state->of_block != before)
        learn(state->of_block);
}

const struct moment *handover_taken(void)
{
    return current()->taken;
}

static const struct moment *brief(struct moment m)
{
    struct moment *out = new_moment();

    state->fences = 1;
    *out = m;
    out->block = running;
    out->lasts = m.from[0] && m.from[0]->lasts;
    return out;
}

const struct moment *handover_arrive(void)
{
    const struct thread *t = current();

    return brief((struct moment){
        .from = {t->taken},
        .thread = thread_number(now.warp, now.lane),
        .all = now.segment_start,
        .warp = known_to_warp(),
        .own = now.clock});
}

const struct moment *handover_now(const struct moment *more)
{
    return brief((struct moment){.from = {more}, .since = now.clock,
                                 .all = now.clock + 1, .own = now.clock + 1});
}

const struct moment *handover_both(const struct moment *a,
                                   const struct moment *b)
{
    return both(a, b);
}

void handover_take(unsigned thread, const struct moment *m)
{
    state->threads[thread].taken = both(state->threads[thread].taken, m);
}

static uint32_t block_of(struct earlier then)
{
    uint32_t lo = 0, hi = block_count;

    while (hi - lo > 1) {
        const uint32_t middle = lo + (hi - lo) / 2;

        if (blocks[middle].start <= then.when)
            lo = middle;
        else
            hi = middle;
    }
    return blocks[lo].first_of_cluster + then.rank;
}

/* True when one of `all` covers the access, of that block. */
static int holds(const struct moment *all, uint32_t block, struct earlier then)
{
    static struct {
        const struct moment *all;
        struct earlier then;
    } last; /* question to which the answer was yes: the next is often the same */
    int found = 0;

    if (all && all == last.all && memcmp(&then, &last.then, sizeof then) == 0)
        return 1;
    ++questions;
    for (look_at(all); unvisited.count > 0;) {
        struct moment *m = (struct moment *)unvisited.m[--unvisited.count];

        if (found || m->asked == questions)
            continue;
        m->asked = questions;
        found = m->own && m->block == block && covers(m, then);
        for (int i = 0; i < 3; ++i)
            look_at(m->from[i]);
    }
    if (found) {
        last.all = all;
        last.then = then;
    }
    return found;
}

int handed_over(struct earlier then, const struct moment *taken)
{
    uint32_t block;

    if (moments == 0)
        return 0;
    block = block_of(then);
    if (blocks[block].known == turn)
        for (const struct moment *m = blocks[block].first; m; m = m->next)
            if (covers(m, then))
                return 1;
    return holds(taken, block, then);
}

int handover_keep(const void *last, struct earlier then, int more)
{
    const uintptr_t at = (uintptr_t)last;
    struct word *w = fences ? find_word(at) : NULL;
    struct kept *k;

    if (!fences)
        return 0;
    w = w ? w : new_word(at);
    if (!more)
        drop(&w->kept);
    k = malloc(sizeof *k);
    if (!k)
        fail("out of memory for what blocks hand to one another");
    *k = (struct kept){w->kept, then};
    w->kept = k;
    return 1;
}

int handed_over_beside(const void *last, const struct moment *taken)
{
    const struct word *w = find_word((uintptr_t)last);

    for (const struct kept *k = w ? w->kept : NULL; k; k = k->next)
        if (!handed_over(k->then, taken))
            return 0;
    return w != NULL;
}

/* True when the running thread must have seen the word since. */
static int must_have_seen(const struct moment *m)
{
    const unsigned me = thread_number(now.warp, now.lane);
    const struct earlier then = {m->when, m->thread, m->block - blocks[m->block].first_of_cluster,
                                 0, 0};

    return (m->block == running &&
            (m->thread == me || m->when < now.segment_start ||
             (m->thread / WARP == me / WARP && m->when < now.warp_start))) ||
           handed_over(then, current()->taken);
}

const void *handover_early(uintptr_t address, unsigned bytes)
{
    enum { FAR = 64 }; /* in the past of a word is early enough */
    struct word *w = fences ? find_word(name_of(address, bytes)) : NULL;
    const unsigned me = thread_number(now.warp, now.lane);
    const struct moment *m, *first = NULL;

    if (!w)
        return NULL;
    if (!w->early || w->block != running + 1) {
        w->early = w->early ? w->early : malloc(MAX_THREADS / 8);
        if (!w->early)
            fail("out of memory for what blocks hand to one another");
        memset(w->early, 0, MAX_THREADS / 8);
        w->block = running + 1;
    }
    if (w->early[me / 32] >> me % 32 & 1)
        return NULL;
    w->early[me / 32] |= 1u << me % 32;
    m = w->last;
    for (int i = 0; m && i < FAR && !must_have_seen(m); ++i) {
        first = m;
        m = m->from[1];
    }
    return first ? &first->value : NULL;
}

/* The last moment of that block that covers the access, or any. */
static const struct moment *moment_of(uint32_t block, struct earlier then,
                                      int any)
{
    for (size_t i = moments; i-- > 0;) {
        const struct moment *m = &chunks[i / CHUNK][i % CHUNK];

        if (m->when && m->block == block && (any || covers(m, then)))
            return m;
    }
    return NULL;
}

const char *handover_missing(struct earlier then, unsigned thread)
{
    static char text[200];
    const uint32_t block = block_of(then);
    const struct moment *m = moment_of(block, then, 1);

    if (!fences)
        return NULL;
    if (!m)
        return "but makes no atomic after a __threadfence() to hand it over";
    if (!moment_of(block, then, 0)) {
        snprintf(text, sizeof text, "with no barrier between that and the "
                 "__threadfence() of its thread %s", thread_text(m->thread));
        return m->thread == then.thread
                   ? "after its __threadfence(), not before" : text;
    }
    for (unsigned i = 0; i < MAX_THREADS; ++i) {
        const char *who = i == thread ? "this thread" : thread_text(i);

        if (holds(state->threads[i].taken, block, then)) {
            snprintf(text, sizeof text, "with no barrier after %s%s took it "
                     "over", i == thread ? "" : "thread ", who);
            return text;
        }
        if (holds(state->threads[i].seen, block, then)) {
            snprintf(text, sizeof text, "but %s%s, which found its word set, "
                     "calls no __threadfence() after that",
                     i == thread ? "" : "thread ", who);
            return text;
        }
    }
    return "but no thread of this block has found its word set by an atomic";
}
