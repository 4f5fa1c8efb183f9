#define _GNU_SOURCE
#include "check.h"

#include "catch.h"
#include "fail.h"
#include "memory.h"
#include "site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Who made an access: a thread, some bytes of a word, a site, and what is
 * known of accesses that it overwrote here. */
enum {
    THREAD = 0x3ff,
    IN_WARP = WARP - 1,
    BYTES = 0xf << 10,
    MANY = 1 << 14,    /* other threads too, since the last barrier */
    WARPS = 1 << 15,   /* other warps too, since the last barrier */
    FOREIGN = 1 << 16, /* other blocks too, in this launch */
    MIXED = 1 << 17,   /* and they touched other bytes of the word */
    ATOMICALLY = 1 << 18,
    SITE_SHIFT = 19
};

struct access {
    uint32_t when, who;
};

/* Four bytes of memory. `calm` is the start of a segment in which two warps
 * have loaded all of them and nobody has stored any: one more load there
 * changes nothing. */
struct cell {
    struct access store, load;
};

/* The cells and written-bits of one memory. An access counts for a race from
 * `since` on: this launch for global memory, the last barrier for shared. */
struct shadow {
    uintptr_t lo;
    struct cell *cells;
    uint32_t *calm;
    uint8_t *written; /* a bit for each byte */
    const uint32_t *since;
};

static struct shadow of_global, of_dynamic, of_static;

static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        fail("cannot reserve addresses to check with; is `ulimit -v` set?");
    return p;
}

static struct shadow new_shadow(struct range r, const uint32_t *since)
{
    const size_t words = r.bytes / 4 + 4;

    return (struct shadow){r.lo, reserve(words * sizeof(struct cell)),
                           reserve(words * sizeof(uint32_t)),
                           reserve(words), since};
}

static void start(void)
{
    if (of_global.cells)
        return;
    of_global = new_shadow(arena, &now.launch_start);
    of_dynamic = of_global;
    of_dynamic.since = &now.segment_start;
    of_static = new_shadow(statics, &now.segment_start);
}

static const struct shadow *shadow_of(uintptr_t a)
{
    if (within(statics, a))
        return &of_static;
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
    memset(bits + first / 8, value ? 0xff : 0, count / 8);
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

/* Eight bytes at a time: any before the first of these must be written too. */
int all_written(uintptr_t address, size_t bytes)
{
    const size_t first = address - of_global.lo, more = bytes + first % 8;
    const uint8_t *bits = of_global.written + first / 8;

    if (!within(arena, address))
        return 0;
    return (more < 8 || (bits[0] == 0xff &&
                         memcmp(bits, bits + 1, more / 8 - 1) == 0)) &&
           (more % 8 == 0 || is_written(bits, more / 8 * 8, more % 8));
}

void check_block_start(size_t dynamic_bytes)
{
    start();
    set_bits(of_static.written, 0, statics.bytes, 0);
    set_bits(of_dynamic.written, 0, dynamic_bytes, 0);
}

static int same_thread(uint32_t a, uint32_t b)
{
    return ((a ^ b) & THREAD) == 0;
}

static int same_warp(uint32_t a, uint32_t b)
{
    return ((a ^ b) & THREAD & ~IN_WARP) == 0;
}

/* True when nothing orders `then`, of this launch and, in shared memory, of
 * this segment, before what `me` does now. */
static int unordered(struct access then, uint32_t me)
{
    if (!(then.who & me & BYTES))
        return 0;
    if (then.when < now.block_start || then.who & FOREIGN)
        return 1;
    if (then.when < now.segment_start ||
        (then.who & MIXED && (me & BYTES) != BYTES))
        return 0;
    if (then.who & WARPS || !same_warp(then.who, me))
        return 1;
    return (!same_thread(then.who, me) || (then.who | me) & MANY) &&
           then.when >= now.warp_start;
}

/* What `me` must remember of the access that it replaces. */
static uint32_t inherited(struct access then, uint32_t me)
{
    uint32_t flags;

    if (then.when < now.block_start)
        return FOREIGN | (then.who & BYTES);
    flags = then.who & FOREIGN;
    if (then.when < now.segment_start)
        return flags;
    flags |= then.who & (MANY | WARPS | MIXED | BYTES);
    if (!same_thread(then.who, me))
        flags |= MANY;
    if (!same_warp(then.who, me))
        flags |= WARPS;
    if ((then.who ^ me) & BYTES && flags & MANY)
        flags |= MIXED;
    return flags;
}

static void report_race(uint32_t me, uintptr_t a, struct access then)
{
    const struct site *mine = &sites[me >> SITE_SHIFT];
    const struct site *other = &sites[then.who >> SITE_SHIFT];
    const int far = then.when < now.block_start || then.who & FOREIGN;
    char who[80] = "another thread";

    if (far)
        snprintf(who, sizeof who, "thread %s of another block",
                 thread_text(then.who & THREAD));
    else if (!same_thread(me, then.who))
        snprintf(who, sizeof who, "thread %s", thread_text(then.who & THREAD));
    caught("race", mine, me & THREAD,
           "%s %s, which %s %s at line %d with no barrier between",
           verb_of(mine), address_text(a, mine->size, -1), who, verb_of(other),
           site_line(other));
}

static void check_load(const struct shadow *s, size_t word, uint32_t me)
{
    struct cell *c = &s->cells[word];
    const uint32_t since = *s->since;

    if (c->store.when >= since && unordered(c->store, me))
        report_race(me, s->lo + 4 * word, c->store);
    c->load.who = c->load.when < since ? me : me | inherited(c->load, me);
    c->load.when = now.when;
    if ((c->load.who & (WARPS | MIXED | BYTES)) == (WARPS | BYTES) &&
        c->store.when < now.segment_start)
        s->calm[word] = now.segment_start;
}

static void check_store(const struct shadow *s, size_t word, uint32_t me)
{
    struct cell *c = &s->cells[word];
    const uint32_t since = *s->since;
    const int both_atomic = (me & c->store.who & ATOMICALLY) != 0;

    if (!both_atomic && c->store.when >= since && unordered(c->store, me))
        report_race(me, s->lo + 4 * word, c->store);
    if (c->load.when >= since && unordered(c->load, me))
        report_race(me, s->lo + 4 * word, c->load);
    c->store.who = c->store.when < since ? me : me | inherited(c->store, me);
    c->store.when = now.when;
    s->calm[word] = 0;
}

/* The first load of bytes that were not written. */
static struct {
    uintptr_t address;
    const struct site *site;
    unsigned thread;
} unwritten;

static void mark(uint8_t *bits, size_t at, unsigned size, int written)
{
    const uint8_t mask = byte_mask(at, size);

    bits[at / 8] = (uint8_t)(written ? bits[at / 8] | mask
                                     : bits[at / 8] & ~mask);
    if (size == 16)
        bits[at / 8 + 1] = written ? 0xff : 0;
}

/* What the accesses of a site have in common. */
struct kind {
    const struct site *site;
    unsigned size, op;
    uint32_t who;
};

static struct kind kind_of(event e)
{
    const struct site *s = &sites[EVENT_SITE(e)];

    return (struct kind){s, s->size, s->op,
                         EVENT_SITE(e) << SITE_SHIFT |
                             (s->op == ATOMIC ? ATOMICALLY : 0)};
}

/* Checks one access of `who`: a thread and maybe MANY, for all lanes of its
 * warp that load from this address together. */
static inline void check_access(const struct kind k, uintptr_t a, uint32_t who)
{
    const struct shadow *shadow = shadow_of(a);
    const size_t at = a - shadow->lo;
    const uint32_t bytes = k.size < 4 ? ((1u << k.size) - 1) << a % 4 : 15,
                   me = who | k.who | bytes << 10;

    if ((k.op == LOAD || k.op == ATOMIC) && !unwritten.site &&
        !is_written(shadow->written, at, k.size)) {
        unwritten.address = a;
        unwritten.site = k.site;
        unwritten.thread = me & THREAD;
    }
    for (size_t word = at / 4; 4 * word < at + k.size; ++word)
        if (k.op == LOAD)
            check_load(shadow, word, me);
        else
            check_store(shadow, word, me);
    if (k.op != LOAD)
        mark(shadow->written, at, k.size, k.op != ISSUE);
}

void check_events(const event *e, size_t count, unsigned lane)
{
    const uint32_t me = thread_number(now.warp, lane);

    for (size_t i = 0; i < count; ++i)
        if (!sites[EVENT_SITE(e[i])].is_input)
            check_access(kind_of(e[i]), EVENT_ADDRESS(e[i]), me);
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

void check_request(const event *e, uint32_t lanes)
{
    const struct kind k = kind_of(e[0]);

    if (k.site->is_input || (k.op == LOAD && is_calm(e, k.size)))
        return;
    for (unsigned i = 0; i < WARP; ++i) {
        uint32_t many = 0;

        if (!(lanes >> i & 1))
            continue;
        /* Loads from one address by neighbouring lanes count as one. */
        while (k.op == LOAD && i + 1 < WARP && lanes >> (i + 1) & 1 &&
               e[i + 1] == e[i]) {
            many = MANY;
            ++i;
        }
        check_access(k, EVENT_ADDRESS(e[i]), thread_number(now.warp, i) | many);
    }
}

void check_segment_end(void)
{
    if (unwritten.site)
        caught("uninitialised read", unwritten.site, unwritten.thread,
               "%s %s, which was never written", verb_of(unwritten.site),
               address_text(unwritten.address, unwritten.site->size, -1));
}
