#include "lens/check.h"

#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/handover.h"
#include "lens/host.h"
#include "lens/memory.h"
#include "lens/order.h"
#include "lens/readers.h"
#include "lens/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Who made an access: a thread, a site, and what is known of accesses that it
 * overwrote here. */
enum {
    THREAD = 0x3ff,
    IN_WARP = WARP - 1,
    MANY = 1 << 10,    /* other lanes too, since the warp's last __syncwarp of all */
    WARPS = 1 << 11,   /* other warps too, since the last barrier */
    FOREIGN = 1 << 12, /* other blocks too, in this launch */
    PARTED = 1 << 13,  /* of a cell's store: see there */
    KEPT = 1 << 14,    /* those of other blocks are, by handover_keep() */
    RANK_SHIFT = 15,   /* of the block in its cluster */
    RANKS = (MAX_RANKS - 1) << RANK_SHIFT,
    ENGINE = 1 << 18,  /* the thread is an engine: order.h */
    ACTOR = THREAD | RANKS | ENGINE,
    SITE_SHIFT = 19
};

/* Four bytes of memory that are accessed together. A store forgets the loads
 * before it: what they race with, it races with too. */
struct cell {
    struct access store, load;
};

/* One byte of memory: what a word is PARTED into that is not accessed whole, or
 * atomically. A plain store to all of it makes it one cell again. */
struct part {
    struct access store, load, atomic;
};
enum { WORD = 4, PAGE = 256 }; /* bytes of a word, words of a page of parts */

/* The copies under way out of a word, and the last thread that started one. */
struct hold {
    uint32_t copies, who;
};
static unsigned long held; /* words by copies: none, almost always */

/* The cells and written-bits of one memory. An access counts for a race from
 * `since` on: this launch for global memory, the last barrier for shared.
 * `calm` is, of each word, the start of a segment in which two warps have
 * loaded all of it and nobody has stored any: one more load there changes
 * nothing. */
struct shadow {
    uintptr_t lo;
    struct cell *cells;
    struct part **parts; /* by pages */
    uint32_t *calm;
    uint32_t *fixed;  /* of each word, when it was loaded by lens_fixed() */
    uint8_t *written; /* a bit for each byte */
    struct hold *holds;
    uint32_t *readers; /* of shared memory: readers.h */
    const uint32_t *since;
};

/* Of shared memory, that of the running block. */
static struct shadow of_global, of_dynamic, of_static, of_variables;
static struct shadow dynamic_of[MAX_RANKS], static_of[MAX_RANKS];

static void *reserve(size_t bytes)
{
    void *p = host_reserve(bytes);

    if (!p)
        fail("cannot reserve addresses to check with; is `ulimit -v` set?");
    return p;
}

static struct shadow new_shadow(struct range r, const uint32_t *since)
{
    const size_t words = r.bytes / WORD + 4;

    return (struct shadow){r.lo, reserve(words * sizeof(struct cell)),
                           reserve((words / PAGE + 1) * sizeof(struct part *)),
                           reserve(words * sizeof(uint32_t)),
                           reserve(words * sizeof(uint32_t)),
                           reserve(words),
                           reserve(words * sizeof(struct hold)), NULL, since};
}

static void add_readers(struct shadow *s, size_t bytes)
{
    s->readers = reserve((bytes / WORD + 4) * sizeof *s->readers);
}

static void start(void)
{
    if (of_global.cells)
        return;
    of_global = new_shadow(arena, &now.launch_start);
    dynamic_of[0] = of_global;
    dynamic_of[0].since = &now.segment_start;
    add_readers(&dynamic_of[0], SHARED_SPAN);
    static_of[0] = new_shadow(statics, &now.segment_start);
    add_readers(&static_of[0], statics.bytes);
    of_dynamic = dynamic_of[0];
    of_static = static_of[0];
    of_variables = new_shadow(variables, &now.launch_start);
    memset(of_variables.written, 0xff, variables.bytes / 8 + 1);
}

void check_enter(void)
{
    struct shadow *d = &dynamic_of[now.rank], *s = &static_of[now.rank];

    start();
    if (!d->cells) {
        *d = new_shadow((struct range){arena.lo, SHARED_SPAN}, &now.segment_start);
        add_readers(d, SHARED_SPAN);
        *s = new_shadow(statics, &now.segment_start);
        add_readers(s, statics.bytes);
    }
    of_dynamic = *d;
    of_static = *s;
}

static const struct shadow *shadow_of(uintptr_t a)
{
    if (within(statics, a))
        return &of_static;
    if (!within(arena, a))
        return &of_variables;
    return space_of(a) == GLOBAL ? &of_global : &of_dynamic;
}

static void set_bit(uint8_t *bits, size_t at, int value)
{
    const uint8_t mask = (uint8_t)(1u << at % 8);

    bits[at / 8] = (uint8_t)(value ? bits[at / 8] | mask
                                   : bits[at / 8] & ~mask);
}

static void set_bits(uint8_t *bits, size_t first, size_t count, int value)
{
    for (; count > 0 && first % 8 != 0; --count)
        set_bit(bits, first++, value);
    memory_set(bits + first / 8, value ? 0xff : 0, count / 8);
    first += count / 8 * 8;
    for (count %= 8; count > 0; --count)
        set_bit(bits, first++, value);
}

void mark_written(uintptr_t address, size_t bytes)
{
    start();
    set_bits(of_global.written, address - of_global.lo, bytes, 1);
}

void mark_unwritten(uintptr_t address, size_t bytes)
{
    start();
    set_bits(of_global.written, address - of_global.lo, bytes, 0);
}

static uint8_t byte_mask(size_t at, unsigned size)
{
    return (uint8_t)(((1u << (size < 8 ? size : 8)) - 1) << at % 8);
}

static int is_written(const uint8_t *bits, size_t at, unsigned size)
{
    const uint8_t mask = byte_mask(at, size);

    return (bits[at / 8] & mask) == mask &&
           (size < 16 || bits[at / 8 + 1] == 0xff);
}

static int is_bit(const uint8_t *bits, size_t at)
{
    return bits[at / 8] >> at % 8 & 1;
}

/* Eight bytes at a time, but for those at either end. */
int all_written(uintptr_t address, size_t bytes)
{
    const uint8_t *bits = of_global.written;
    size_t at = address - of_global.lo;
    const size_t end = at + bytes;

    if (!within(arena, address))
        return 0;
    for (; at < end && at % 8 != 0; ++at)
        if (!is_bit(bits, at))
            return 0;
    if (end - at >= 8 && (bits[at / 8] != 0xff ||
                          memcmp(bits + at / 8, bits + at / 8 + 1,
                                 (end - at) / 8 - 1) != 0))
        return 0;
    for (at += (end - at) / 8 * 8; at < end; ++at)
        if (!is_bit(bits, at))
            return 0;
    return 1;
}

int is_element_written(uintptr_t address, unsigned size)
{
    return is_written(of_global.written, address - of_global.lo, size);
}

void check_block_start(size_t dynamic_bytes)
{
    start();
    set_bits(of_static.written, 0, statics.bytes, 0);
    set_bits(of_dynamic.written, 0, dynamic_bytes, 0);
}

/* A warp's start where all that it did counts as ordered. */
static const uint32_t OUTSIDE = UINT32_MAX;

static int same_thread(uint32_t a, uint32_t b)
{
    return ((a ^ b) & ACTOR) == 0;
}

static int same_warp(uint32_t a, uint32_t b)
{
    return ((a ^ b) & ACTOR & ~IN_WARP) == 0;
}

static unsigned rank_of(uint32_t who)
{
    return (who & RANKS) >> RANK_SHIFT;
}

static struct earlier earlier(struct access then)
{
    return (struct earlier){then.when, then.who & THREAD, rank_of(then.who),
                            (then.who & WARPS) != 0, (then.who & MANY) != 0};
}

/* The same access, as order.h has it, comes before what `me` does. */
static int is_known(struct access then, uint32_t me)
{
    return order_knows(rank_of(me), me & THREAD, rank_of(then.who),
                       then.who & ENGINE ? IS_ENGINE | (then.who & THREAD) : then.who & THREAD,
                       then.when);
}

/* Of global memory, it is of another block. */
static int is_far(struct access then)
{
    return then.when < now.block_start || rank_of(then.who) != now.rank;
}

static int is_handed_over(struct access then, const struct moment *taken)
{
    return handed_over(earlier(then), taken);
}

/* The same of the accesses of other blocks beside which `last` went on. */
static int are_handed_over(const struct access *last)
{
    return last->who & KEPT && handed_over_beside(last, now.taken);
}

/* True when nothing orders `then`, of this launch and, in shared memory, of
 * this segment, before what `me` does now. */
static int unordered(const struct access *last, uint32_t me)
{
    const struct access then = *last;

    if (then.who & FOREIGN && !are_handed_over(last))
        return 1;
    if (ordering && then.when >= now.block_start)
        return !is_known(then, me) && !is_handed_over(then, now.taken);
    if (then.when < now.block_start)
        return !is_handed_over(then, now.taken);
    if (then.when < now.segment_start)
        return 0;
    if (then.who & WARPS || !same_warp(then.who, me))
        return !is_handed_over(then, now.taken);
    return (!same_thread(then.who, me) || (then.who | me) & MANY) &&
           then.when >= now.warp_start && !is_handed_over(then, now.taken);
}

/* What `me` must remember of the access that it replaces, which may go on
 * beside it: both load, or both are atomic. */
static uint32_t inherited(const struct access *last, uint32_t me)
{
    const struct access then = *last;
    uint32_t flags;

    if (ordering && then.when >= now.block_start && is_known(then, me))
        return then.who & (FOREIGN | KEPT);
    if (is_far(then)) {
        if ((!(then.who & FOREIGN) || are_handed_over(last)) &&
            is_handed_over(then, now.taken))
            return 0;
        return (then.who & FOREIGN) && !(then.who & KEPT) ? FOREIGN :
               handover_keep(last, earlier(then), then.who & KEPT)
                   ? FOREIGN | KEPT : FOREIGN;
    }
    flags = then.who & (FOREIGN | KEPT);
    if (then.when < now.segment_start)
        return flags;
    flags |= then.who & WARPS;
    if (!same_warp(then.who, me))
        return flags | WARPS;
    if (then.when >= now.warp_start || now.warp_start == OUTSIDE)
        flags |= same_thread(then.who, me) ? then.who & MANY : MANY;
    return flags;
}

/* What an engine did, of which the thread does not know. */
static _Noreturn void report_engine(uint32_t me, uintptr_t a, struct access then)
{
    const struct site *mine = &sites[me >> SITE_SHIFT],
                      *other = &sites[then.who >> SITE_SHIFT];

    if ((then.who & THREAD) >= COPIES_BY)
        caught("race", mine, me & THREAD, "%s %s, which the copy of %s has brought, "
               "but this thread has not waited for it", verb_of(mine),
               address_text(a, WORD, -1), line_text(other));
    caught("race", mine, me & THREAD, "%s %s, which the products of %s of the group of "
           "thread %s read, and nothing tells this thread that they are done", verb_of(mine),
           address_text(a, WORD, -1), line_text(other),
           thread_text((then.who & THREAD) * GROUP));
}

static _Noreturn void report_race(uint32_t me, uintptr_t a, struct access then)
{
    const struct site *mine = &sites[me >> SITE_SHIFT];
    const struct site *other = &sites[then.who >> SITE_SHIFT];
    const int far = is_far(then) || then.who & FOREIGN;
    const char *missing = far ? handover_missing(earlier(then), me & THREAD)
                              : NULL;
    char who[80] = "another thread";

    if (then.who & ENGINE)
        report_engine(me, a, then);
    if (far)
        snprintf(who, sizeof who, "thread %s of another block",
                 thread_text(then.who & THREAD));
    else if (!same_thread(me, then.who))
        snprintf(who, sizeof who, "thread %s", thread_text(then.who & THREAD));
    caught("race", mine, me & THREAD,
           "%s %s, which %s %s at %s%s %s",
           verb_of(mine), address_text(a, mine->size, -1), who, verb_of(other),
           line_text(other), missing ? "," : "",
           missing ? missing : "with no barrier between");
}

void report_pair(uintptr_t a, unsigned site, unsigned thread,
                 unsigned other_site, unsigned other)
{
    report_race(site << SITE_SHIFT | thread, a,
                (struct access){now.clock, other_site << SITE_SHIFT | other});
}

/* Reports a race of `me`, at byte `at`, with `then`, if it is one. */
static inline void compare(const struct shadow *s, size_t at, uint32_t me,
                           const struct access *then)
{
    if (then->when >= *s->since && unordered(then, me))
        report_race(me, s->lo + at, *then);
}

static _Noreturn void report_copy(uint32_t me, uintptr_t a, uint32_t copy,
                                  const char *does)
{
    const struct site *mine = &sites[me >> SITE_SHIFT];

    const struct site *other = &sites[copy >> SITE_SHIFT];

    if (other->op == FEED)
        caught("race", mine, me & THREAD, "%s %s, while the products of %s of the group "
               "of thread %s read it", verb_of(mine), address_text(a, WORD, -1),
               line_text(other), thread_text((copy & THREAD) / GROUP * GROUP));
    caught("race", mine, me & THREAD, "%s %s, while a copy that thread %s "
           "started at %s %s it", verb_of(mine),
           address_text(a, WORD, -1), thread_text(copy & THREAD),
           line_text(other), does);
}

/* Reports a store, or an atomic, at byte `at` that a copy under way brings, or
 * that it reads. `then` is the store before. */
static inline void must_be_free(const struct shadow *s, size_t at, uint32_t me,
                                const struct access *then)
{
    const struct hold *hold = &s->holds[at / WORD];

    if (sites[then->who >> SITE_SHIFT].op == ISSUE &&
        sites[me >> SITE_SHIFT].op != LAND && then->when >= now.block_start &&
        !is_bit(s->written, at))
        report_copy(me, s->lo + at, then->who, "brings");
    if (held && hold->copies)
        report_copy(me, s->lo + at, hold->who, "reads");
}

/* Notes an access that may go on beside the one that it replaces. */
static inline void note(const struct shadow *s, struct access *last,
                        uint32_t me)
{
    last->who = last->when < *s->since ? me : me | inherited(last, me);
    last->when = now.when;
}

/* True when every thread of the block comes after it. */
static inline int is_known_to_all(const struct shadow *s, struct access then)
{
    return then.when < *s->since ||
           (then.when < now.segment_start && !(then.who & FOREIGN) &&
            (then.when >= now.block_start || is_handed_over(then, NULL)));
}

static void check_parts(const struct shadow *s, size_t at, unsigned size, unsigned op,
                        uint32_t me);

static struct part *parts_of(const struct shadow *s, size_t word)
{
    struct part **page = &s->parts[word / PAGE];

    if (!*page)
        *page = calloc(PAGE * WORD, sizeof **page);
    if (!*page)
        fail("out of memory on the host");
    return &(*page)[word % PAGE * WORD];
}

/* The parts of a word, which has them from now on. */
static struct part *part(const struct shadow *s, size_t word)
{
    struct part *p = parts_of(s, word);
    struct cell *c = &s->cells[word];

    if (c->store.who & PARTED)
        return p;
    c->load.who &= ~(uint32_t)KEPT; /* which is by place */
    for (int i = 0; i < WORD; ++i)
        p[i] = (struct part){c->store, c->load, {0, 0}};
    c->store.who |= PARTED;
    return p;
}

/* An engine is to read what the access has stored. */
static void must_be_shown(const struct shadow *s, size_t at, uint32_t me,
                          struct access store)
{
    const struct site *mine = &sites[me >> SITE_SHIFT],
                      *by = &sites[store.who >> SITE_SHIFT];

    if (by->op == ISSUE || store.when < now.block_start ||
        order_shown(rank_of(me), me & THREAD, rank_of(store.who), store.who & THREAD,
                    store.when, now.when))
        return;
    caught("race", mine, me & THREAD, "%s %s, which thread %s stores at %s, without a "
           "fence.proxy.async of that thread between: no show_copies() after the store and "
           "before the barrier", verb_of(mine), address_text(s->lo + at, WORD, -1),
           thread_text(store.who & THREAD), line_text(by));
}

static void check_engine_load(const struct shadow *s, size_t word, uint32_t me)
{
    struct cell *c = &s->cells[word];

    if (c->store.who & PARTED) {
        check_parts(s, word * WORD, WORD, sites[me >> SITE_SHIFT].op, me);
        return;
    }
    compare(s, word * WORD, me, &c->store);
    must_be_shown(s, word * WORD, me, c->store);
}

/* The same of a byte, whose last load or update was `last`. A barrier of copies is updated by
 * many: of these the last is enough. */
static void note_part(const struct shadow *s, size_t at, uint32_t me, struct access *last,
                      unsigned op)
{
    if (last->when >= *s->since && !same_thread(last->who, me) &&
        !(op == ATOMIC && sites[me >> SITE_SHIFT].is_box) &&
        (me & ENGINE || !is_known(*last, me)))
        readers_add(&s->readers[at / WORD],
                    (struct reader){*last, (uint8_t)(1u << at % WORD), op == ATOMIC}, ACTOR);
    *last = (struct access){now.when, me};
}

/* What others have loaded or updated of these bytes, beside the last of them. */
static void check_readers(const struct shadow *s, size_t word, uint32_t me, unsigned bytes,
                          unsigned op)
{
    struct reader r;

    for (uint32_t i = s->readers[word]; i != 0;) {
        i = readers_next(i, &r);
        if (r.bytes & bytes && (r.updates ? op != ATOMIC : op == STORE || op == ATOMIC ||
                                                           op == ISSUE || op == LAND))
            compare(s, word * WORD + (unsigned)__builtin_ctz(r.bytes & bytes), me, &r.is);
    }
    if (op == STORE || op == ISSUE || op == LAND)
        readers_clear(&s->readers[word], bytes);
}

/* Accesses of some bytes of a word, or of all of a word that has parts. */
static __attribute__((noinline)) void
check_parts(const struct shadow *s, size_t at, unsigned size, unsigned op,
            uint32_t me)
{
    const size_t word = at / WORD;
    struct part *p = part(s, word);
    const int lists = ordering && s->readers;
    int is_calm = size == WORD;

    if (lists && s->readers[word])
        check_readers(s, word, me, ((1u << size) - 1) << at % WORD, op);

    for (size_t i = at % WORD; i < at % WORD + size; ++i) {
        const size_t here = word * WORD + i;

        compare(s, here, me, &p[i].store);
        if (op != ATOMIC)
            compare(s, here, me, &p[i].atomic);
        if (op == SEND || op == FEED) {
            must_be_shown(s, here, me, p[i].store);
            continue;
        }
        if (op != LOAD) {
            compare(s, here, me, &p[i].load);
            must_be_free(s, here, me, &p[i].store);
        }
        if (lists && op <= ATOMIC && op != STORE)
            note_part(s, here, me, op == LOAD ? &p[i].load : &p[i].atomic, op);
        else if (op == LOAD)
            note(s, &p[i].load, me);
        else if (op == ATOMIC)
            note(s, &p[i].atomic, me);
        else {
            now.stored += p[i].store.when < now.launch_start;
            p[i] = (struct part){{now.when, me}, {0, 0}, {0, 0}};
        }
        is_calm = is_calm && p[i].load.who & WARPS &&
                  is_known_to_all(s, p[i].store) &&
                  is_known_to_all(s, p[i].atomic);
    }
    if (op == SEND || op == FEED)
        return;
    s->calm[word] = op != LOAD ? 0 : is_calm ? now.segment_start
                                             : s->calm[word];
    if (size == WORD && op != LOAD && op != ATOMIC)
        s->cells[word] = (struct cell){p->store, {0, 0}};
}

/* Loads of several actors, none of which knows of the others. */
static void note_reader(const struct shadow *s, size_t word, uint32_t me)
{
    struct access *last = &s->cells[word].load;

    if (last->when >= *s->since && !same_thread(last->who, me) &&
        (me & ENGINE || !is_known(*last, me)))
        readers_add(&s->readers[word], (struct reader){*last, ALL_BYTES, 0}, ACTOR);
    *last = (struct access){now.when, me};
}

static inline void check_load(const struct shadow *s, size_t word, uint32_t me)
{
    struct cell *c = &s->cells[word];

    if (c->store.who & PARTED) {
        check_parts(s, word * WORD, WORD, LOAD, me);
        return;
    }
    compare(s, word * WORD, me, &c->store);
    if (ordering && s->readers) {
        note_reader(s, word, me);
        return;
    }
    note(s, &c->load, me);
    if (c->load.who & WARPS && is_known_to_all(s, c->store))
        s->calm[word] = now.segment_start;
}

static inline void check_store(const struct shadow *s, size_t word,
                               uint32_t me)
{
    struct cell *c = &s->cells[word];

    if (c->store.who & PARTED) {
        check_parts(s, word * WORD, WORD, STORE, me);
        return;
    }
    compare(s, word * WORD, me, &c->store);
    compare(s, word * WORD, me, &c->load);
    if (ordering && s->readers && s->readers[word])
        check_readers(s, word, me, ALL_BYTES, STORE);
    must_be_free(s, word * WORD, me, &c->store);
    now.stored += c->store.when < now.launch_start;
    *c = (struct cell){{now.when, me}, {0, 0}};
    s->calm[word] = 0;
}

/* What the accesses of a site have in common. */
struct kind {
    const struct site *site;
    unsigned size, op;
    uint32_t who;
};

/* The last time that lens_fixed() loaded something. */
static uint32_t last_fixed;

static int is_stored_in_launch(const struct shadow *s, size_t word)
{
    const struct cell *c = &s->cells[word];

    if (!(c->store.who & PARTED))
        return c->store.when >= now.launch_start;
    for (int i = 0; i < WORD; ++i) {
        const struct part *p = &parts_of(s, word)[i];

        if (p->store.when >= now.launch_start ||
            p->atomic.when >= now.launch_start)
            return 1;
    }
    return 0;
}

static int is_kept_from_stores(uintptr_t a)
{
    static uint32_t launch;
    static uintptr_t lo, bytes;
    int r;

    if (launch == now.launch_start && a - lo < bytes)
        return 1;
    r = region_of(a, 1);
    if (r < 0 || !region(r)->input)
        return 0;
    launch = now.launch_start;
    lo = region(r)->lo;
    bytes = region(r)->hi - lo;
    return 1;
}

const void *lens_fixed(const void *address, unsigned size)
{
    const uintptr_t a = (uintptr_t)address;
    const struct shadow *s;

    if (!modes.check || !now.launch || space_of(a) == SHARED ||
        (!within(arena, a) && !is_variable(a)) || is_kept_from_stores(a))
        return address;
    start();
    s = shadow_of(a);
    for (size_t word = (a - s->lo) / WORD; WORD * word < a - s->lo + size; ++word) {
        if (is_stored_in_launch(s, word))
            caught("race", site_at((uintptr_t)CALLER(), size,
                                   LOAD),
                   thread_number(now.warp, now.lane),
                   "loads %s by __ldg(), which the same kernel stores: load it "
                   "without", address_text(a, size, -1));
        s->fixed[word] = now.clock;
    }
    last_fixed = now.clock;
    return address;
}

/* What parameters of the running kernel point to that are const and __restrict__. */
static struct range promised[16];
static int promised_count;
static uint32_t promised_in; /* the launch */

static struct range promise(uintptr_t a)
{
    const int r = region_of(a, 1);
    uintptr_t end;

    if (r < 0 || region(r)->input)
        return (struct range){a, 0};
    end = region(r)->hi;
    for (int i = 0; i < now.launch->pointers; ++i) {
        const uintptr_t other = (uintptr_t)now.launch->pointer[i];

        if (other > a && other < end)
            end = other;
    }
    return (struct range){a, end - a};
}

void lens_fixed_from(const void *address)
{
    const uintptr_t a = (uintptr_t)address;

    if (promised_in != now.launch_start)
        promised_count = 0;
    promised_in = now.launch_start;
    for (int i = 0; i < promised_count; ++i)
        if (promised[i].lo == a)
            return;
    if (promised_count < 16)
        promised[promised_count++] = promise(a);
}

/* A load by way of such a parameter, or a store to what was loaded so. */
static void check_promised(const struct kind k, const struct shadow *s, size_t at,
                           unsigned thread)
{
    int is_promised = 0;

    for (int i = 0; i < promised_count; ++i)
        is_promised |= within(promised[i], s->lo + at);
    for (size_t word = at / WORD;
         is_promised && k.op == LOAD && WORD * word < at + k.size; ++word) {
        if (is_stored_in_launch(s, word))
            caught("race", k.site, thread, "loads %s, which the same kernel stores, "
                   "but its parameter is const and __restrict__: leave __restrict__ "
                   "out", address_text(s->lo + at, k.size, -1));
        s->fixed[word] = last_fixed = now.clock;
    }
}

/* Stores are looked at when a warp comes to a barrier, after loads by then. */
static __attribute__((noinline)) void
check_fixed(const struct kind k, const struct shadow *s, size_t at, unsigned thread)
{
    for (size_t word = at / WORD; WORD * word < at + k.size; ++word)
        if (s->fixed[word] >= now.launch_start)
            caught("race", k.site, thread, "%s %s, which the same kernel loads by "
                   "__ldg() or by a const __restrict__ parameter: load it without", verb_of(k.site),
                   address_text(s->lo + at, k.size, -1));
}

/* The first load of bytes that were not written. */
static struct {
    uintptr_t address;
    const struct site *site, *copy; /* copy: under way to there, or null */
    unsigned thread;
} unwritten_of[MAX_RANKS];
#define unwritten unwritten_of[now.rank]

/* C is not written before a product with beta = 0. That it is updated then, the
 * bench finds out: its C holds NaN. */
static __attribute__((noinline)) void
note_unwritten(const struct site *s, uintptr_t a, unsigned thread)
{
    const struct shadow *shadow = shadow_of(a);
    const struct access last = shadow->cells[(a - shadow->lo) / WORD].store;
    const struct site *by = &sites[last.who >> SITE_SHIFT];

    if (s->op == ATOMIC && s->region >= 0 && region(s->region)->cols)
        return;
    unwritten.address = a;
    unwritten.site = s;
    unwritten.thread = thread;
    unwritten.copy = last.when >= now.block_start && by->op == ISSUE ? by : NULL;
}

static void mark(uint8_t *bits, size_t at, unsigned size, int written)
{
    const uint8_t mask = byte_mask(at, size);

    bits[at / 8] = (uint8_t)(written ? bits[at / 8] | mask
                                     : bits[at / 8] & ~mask);
    if (size == 16)
        bits[at / 8 + 1] = written ? 0xff : 0;
}

/* One copy more, or less, reads these bytes. */
static void hold(const struct shadow *s, size_t at, size_t bytes, int copies,
                 uint32_t me)
{
    for (size_t word = at / WORD; WORD * word < at + bytes; ++word) {
        s->holds[word].copies += (uint32_t)copies;
        s->holds[word].who = me;
        held += (unsigned long)copies;
    }
}

void check_released(uintptr_t a, size_t bytes)
{
    const struct shadow *s = shadow_of(a);

    hold(s, a - s->lo, bytes, -1, 0);
}

static struct kind kind_of(event e)
{
    const struct site *s = &sites[EVENT_SITE(e)];

    return (struct kind){s, s->size, s->op,
                         EVENT_SITE(e) << SITE_SHIFT | now.rank << RANK_SHIFT};
}

/* Checks one access of `who`: a thread and maybe MANY, for all lanes of its
 * warp that load from this address together. */
static inline __attribute__((always_inline)) void
check_access(struct kind k, uintptr_t a, uint32_t who)
{
    const struct shadow *shadow = shadow_of(a);
    const size_t at = a - shadow->lo;
    const uint32_t me = who | k.who;

    if (k.op == HOLD || k.op == RELEASE) {
        hold(shadow, at, k.size, k.op == HOLD ? 1 : -1, me);
        if (k.op == HOLD)
            return;
        k.op = LOAD; /* until now, that is */
    }
    if ((k.op == LOAD || k.op == ATOMIC || k.op >= SEND) && !unwritten.site &&
        !is_written(shadow->written, at, k.size))
        note_unwritten(k.site, a, me & THREAD);
    if (k.op >= SEND) {
        if (k.size < WORD)
            check_parts(shadow, at, k.size, k.op, me);
        else
            for (size_t word = at / WORD; WORD * word < at + k.size; ++word)
                check_engine_load(shadow, word, me);
        hold(shadow, at, k.size, 1, me);
        return;
    }
    if (k.size < WORD)
        check_parts(shadow, at, k.size, k.op, me);
    else
        for (size_t word = at / WORD; WORD * word < at + k.size; ++word)
            if (k.op == LOAD)
                check_load(shadow, word, me);
            else if (k.op == ATOMIC)
                check_parts(shadow, WORD * word, WORD, ATOMIC, me);
            else
                check_store(shadow, word, me);
    if (promised_count > 0 && promised_in == now.launch_start)
        check_promised(k, shadow, at, me & THREAD);
    if (k.op != LOAD && last_fixed >= now.launch_start)
        check_fixed(k, shadow, at, me & THREAD);
    if (k.op != LOAD)
        mark(shadow->written, at, k.size, k.op != ISSUE);
}

static void check_all(const event *e, size_t count, uint32_t me)
{
    for (size_t i = 0; i < count; ++i)
        if (!sites[EVENT_SITE(e[i])].is_input)
            check_access(kind_of(e[i]), EVENT_ADDRESS(e[i]), me);
}

void check_events(const event *e, size_t count, unsigned lane)
{
    check_all(e, count, thread_number(now.warp, lane));
}

void check_events_outside(const event *e, size_t count, unsigned lane)
{
    now.warp_start = OUTSIDE;
    check_all(e, count, thread_number(now.warp, lane));
}

void check_arrival(uintptr_t a, size_t bytes, unsigned site, unsigned thread)
{
    const struct shadow *s = shadow_of(a);
    const size_t at = a - s->lo;
    const uint32_t me = site << SITE_SHIFT | now.rank << RANK_SHIFT |
                        (ordering ? ENGINE : WARPS) | thread;

    for (size_t word = at / WORD; WORD * word < at + bytes; ++word) {
        s->cells[word] = (struct cell){{now.clock, me}, {0, 0}};
        s->calm[word] = 0;
    }
    set_bits(s->written, at, bytes, 1);
}

/* The shadow of a place in the shared memory of another block of the cluster, for an access now. */
static struct shadow shadow_of_peer(unsigned rank, uintptr_t a)
{
    struct shadow s = within(statics, a) ? static_of[rank] : dynamic_of[rank];

    s.since = &now.cluster_start;
    now.when = now.clock;
    return s;
}

void check_remote_issue(unsigned rank, uintptr_t a, size_t bytes, unsigned site)
{
    const struct shadow s = shadow_of_peer(rank, a);
    const size_t at = a - s.lo;
    const uint32_t me = site << SITE_SHIFT | now.rank << RANK_SHIFT | current_thread();

    for (size_t word = at / WORD; WORD * word < at + bytes; ++word)
        check_store(&s, word, me);
    set_bits(s.written, at, bytes, 0);
}

void check_remote_load(unsigned rank, uintptr_t a, size_t bytes, unsigned site)
{
    const struct shadow s = shadow_of_peer(rank, a);
    const size_t at = a - s.lo;
    const uint32_t me = site << SITE_SHIFT | now.rank << RANK_SHIFT | current_thread();

    if (!is_written(s.written, at, WORD))
        caught("uninitialised read", &sites[site], current_thread(), "loads %s of block %u of its "
               "cluster, which was never written, or not yet: does it wait for what stores there?",
               address_text(a, WORD, -1), rank);
    for (size_t word = at / WORD; WORD * word < at + bytes; ++word)
        check_load(&s, word, me);
}

void check_fed(uintptr_t a, size_t bytes, unsigned site, unsigned group, unsigned holds)
{
    const struct shadow *s = shadow_of(a);
    const size_t at = a - s->lo;
    const uint32_t me = site << SITE_SHIFT | now.rank << RANK_SHIFT | ENGINE | group;

    now.when = now.clock;
    hold(s, at, bytes, -(int)holds, me);
    for (size_t word = at / WORD; WORD * word < at + bytes; ++word)
        if (!(s->cells[word].store.who & PARTED))
            note_reader(s, word, me);
        else
            for (unsigned i = 0; i < WORD; ++i)
                note_part(s, word * WORD + i, me, &parts_of(s, word)[i].load, LOAD);
}

/* True when one more load by these lanes changes nothing. Idle lanes hold a
 * copy of an active one's event. */
static int is_calm(const event *e, unsigned size)
{
    const struct shadow *s = shadow_of(EVENT_ADDRESS(e[0]));
    uint32_t differs = 0;

    for (int i = 0; i < WARP && !differs; ++i) {
        const uint32_t *calm = s->calm + (EVENT_ADDRESS(e[i]) - s->lo) / 4;

        for (unsigned word = 0; 4 * word < size; ++word)
            differs |= calm[word] ^ now.segment_start;
    }
    return !differs;
}

/* Loads from one address by neighbouring lanes count as one. */
static inline __attribute__((always_inline)) void
check_loads(const struct kind k, const event *e, uint32_t lanes)
{
    for (unsigned i = 0; i < WARP; ++i) {
        uint32_t many = 0;

        if (!(lanes >> i & 1))
            continue;
        while (i + 1 < WARP && lanes >> (i + 1) & 1 && e[i + 1] == e[i]) {
            many = MANY;
            ++i;
        }
        check_access(k, EVENT_ADDRESS(e[i]), thread_number(now.warp, i) | many);
    }
}

void check_request(const event *e, uint32_t lanes)
{
    struct kind k = kind_of(e[0]);

    if (k.site->is_input || (k.op == LOAD && is_calm(e, k.size)))
        return;
    if (k.op == LOAD && k.size == WORD) { /* most requests by far */
        k.op = LOAD;
        k.size = WORD;
        check_loads(k, e, lanes);
    } else if (k.op == LOAD) {
        check_loads(k, e, lanes);
    } else {
        for (unsigned i = 0; i < WARP; ++i)
            if (lanes >> i & 1)
                check_access(k, EVENT_ADDRESS(e[i]),
                             thread_number(now.warp, i));
    }
}

void check_segment_end(void)
{
    if (unwritten.copy)
        caught("uninitialised read", unwritten.site, unwritten.thread,
               "%s %s, which the copy of %s is still bringing",
               verb_of(unwritten.site),
               address_text(unwritten.address, unwritten.site->size, -1),
               line_text(unwritten.copy));
    if (unwritten.site && ordering)
        caught("uninitialised read", unwritten.site, unwritten.thread,
               "%s %s, which was never written, or not yet: does it wait for what stores there?",
               verb_of(unwritten.site),
               address_text(unwritten.address, unwritten.site->size, -1));
    if (unwritten.site)
        caught("uninitialised read", unwritten.site, unwritten.thread,
               "%s %s, which was never written%s", verb_of(unwritten.site),
               address_text(unwritten.address, unwritten.site->size, -1),
               is_operand(unwritten.address, 2) && contract.beta == 0.0f
                   ? ": where beta is 0, a kernel may not read C" : "");
}
