#include "lens/groups.h"

#include "kernels/column_engine.h"
#include "kernels/group_engine.h"
#include "lens/boxes.h"
#include "lens/catch.h"
#include "lens/check.h"
#include "lens/fail.h"
#include "lens/half.h"
#include "lens/order.h"
#include "lens/places.h"
#include "lens/site.h"
#include "lens/unit.h"
#include "lens/wait.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, MOST_COLS = 256, MOST_K = 32, OF_WARP = 16, WARPS_OF = GROUP / WARP };

enum type { F16, BF16, TF32, S8, E4M3, TYPES };
static const char *const types_of[] = {"f32.f16.f16", "f32.bf16.bf16", "f32.tf32.tf32",
                                       "s32.s8.s8", "f32.e4m3.e4m3"};
static const unsigned size_of[] = {2, 2, 4, 1, 1};

/* What is the same in all threads of a group. */
struct asked {
    const void *pc;
    enum type type;
    unsigned n;
    uint64_t a, b;
    int add, b_rows, own; /* own: A's elements are in registers */
    int a_rows;           /* a row of A's tile is one k */
};

struct product {
    struct asked is;
    unsigned first;            /* the thread that was the first to ask */
    uint32_t called[WARPS_OF]; /* a bit for each lane that has asked */
    clocks known;              /* of those that have closed a group with it */
    struct {
        char *sums;
        uint32_t a[4];
    } of[GROUP];
};

/* The products of a group under way, as a ring; how many it has made. */
enum { MAX_FLYING = 64 };
static struct group {
    struct product *flying[MAX_FLYING];
    unsigned made, asked;
    uint32_t done[MAX_FLYING]; /* the clock when each was */
} groups[MAX_RANKS][MAX_GROUPS];

static int in_use; /* since a cluster began */

/* What products know of a thread's local memory. */
enum { MAX_OWN = 12, MAX_CLOSED = 32 };
struct own {
    uintptr_t lo;
    unsigned bytes, last; /* the newest product that has it, by number */
    int is_a, touched;    /* touched: by the thread, since it began products */
    int is_given;         /* a product is under way: sums are kept apart, and NaN there */
    int is_same;          /* nothing but this is there, or since it began products */
    char *kept;           /* sums, or elements of A */
    unsigned room;
};

static struct thread {
    struct own own[MAX_OWN];
    struct range all; /* of them */
    int owns, begun;
    unsigned asked, closed, waited; /* products: asked for, in groups, waited for */
    unsigned ends[MAX_CLOSED], groups;
    unsigned until; /* those it waits for now */
    const void *pc;
} threads[MAX_RANKS][MAX_THREADS];

struct range watched;

static struct thread *current(void)
{
    return &threads[now.rank][current_thread()];
}

static struct group *group_of(unsigned thread)
{
    return &groups[now.rank][thread / GROUP];
}

static struct product *product(const struct group *g, unsigned number)
{
    return g->flying[number % MAX_FLYING];
}

static int is_whole(const struct product *p)
{
    for (int w = 0; w < WARPS_OF; ++w)
        if (~p->called[w])
            return 0;
    return 1;
}

static void forget(struct group *g)
{
    for (int i = 0; i < MAX_FLYING; ++i)
        if (g->flying[i])
            order_forget(&g->flying[i]->known);
    g->made = g->asked = 0;
}

/* All but the memory that it has for what it keeps. */
static void forget_thread(struct thread *t)
{
    for (int i = 0; i < MAX_OWN; ++i)
        t->own[i] = (struct own){.kept = t->own[i].kept, .room = t->own[i].room};
    t->all = (struct range){0, 0};
    t->owns = t->begun = 0;
    t->asked = t->closed = t->waited = t->groups = 0;
}

void groups_start(void)
{
    if (!in_use)
        return;
    for (unsigned r = 0; r < MAX_RANKS; ++r) {
        for (unsigned g = 0; g < MAX_GROUPS; ++g)
            forget(&groups[r][g]);
        for (unsigned t = 0; t < MAX_THREADS; ++t)
            forget_thread(&threads[r][t]);
    }
    watched = (struct range){0, 0};
    in_use = 0;
}

/* Local memory. */

void watch_thread(void)
{
    if (ordering)
        watched = current()->all;
}

static int is_flying(const struct thread *t, const struct own *o)
{
    return o->last >= t->waited;
}

static _Noreturn void report_own(const struct thread *t, const struct own *o, uintptr_t a,
                                 unsigned size, enum op op, const void *pc)
{
    const struct site *s = site_at((uintptr_t)pc, size, op);
    const struct product *p = product(group_of(current_thread()), o->last);
    const char *line = line_at(p->is.pc);

    if (o->is_a)
        caught("race", s, current_thread(), "stores word %u of the elements of A of the products "
               "of %s, which may still read it: nobody has waited for them",
               (unsigned)(a - o->lo) / 4, line);
    caught("race", s, current_thread(), "%s sum %u of the products of %s, %s", verb_of(s),
           (unsigned)(a - o->lo) / 4, line,
           o->last >= t->closed ? "which are under way, and of no group that is closed"
                                : "which are under way: it has not waited for them");
}

void watched_access(uintptr_t a, unsigned size, enum op op, const void *pc)
{
    struct thread *t = current();

    for (int i = 0; i < t->owns; ++i) {
        struct own *o = &t->own[i];

        if (a + size <= o->lo || a >= o->lo + o->bytes || (o->is_a && op == LOAD))
            continue;
        if (is_flying(t, o))
            report_own(t, o, a, size, op, pc);
        o->touched = 1;
    }
}

void watch_own(const void *x, unsigned bytes, enum op op, const void *pc)
{
    for (uintptr_t a = (uintptr_t)x; a < (uintptr_t)x + bytes; a += 4)
        if (a - watched.lo < watched.bytes)
            watched_access(a, 4, op, pc);
}

static void stretch(struct range *r, uintptr_t lo, uintptr_t bytes)
{
    const uintptr_t end = r->bytes && r->lo + r->bytes > lo + bytes ? r->lo + r->bytes
                                                                    : lo + bytes;

    r->lo = r->bytes && r->lo < lo ? r->lo : lo;
    r->bytes = end - r->lo;
}

/* True when the thread has stored there since products had it, before it began others. */
static int has_changed(const struct own *o)
{
    return !o->is_given && o->is_same && memcmp((void *)o->lo, o->kept, o->bytes) != 0;
}

static struct own *new_own(struct thread *t)
{
    int i = 0;

    if (t->owns < MAX_OWN)
        return &t->own[t->owns++];
    while (i < MAX_OWN && is_flying(t, &t->own[i]))
        ++i;
    if (i == MAX_OWN)
        fail("products of more than %d arrays of one thread are under way", MAX_OWN);
    return &t->own[i];
}

static void keep(struct own *o)
{
    if (o->room < o->bytes) {
        free(o->kept);
        o->kept = malloc(o->bytes);
        o->room = o->bytes;
    }
    if (!o->kept)
        fail("out of memory for sums under way");
    memcpy(o->kept, (void *)o->lo, o->bytes);
    o->is_given = 1;
    if (!o->is_a)
        memset((void *)o->lo, 0xff, o->bytes); /* NaN, until it has waited */
}

/* The running thread's next product has these sums, or elements of A. Returns where they
 * are kept until it has waited. */
static char *take_own(struct thread *t, const void *x, unsigned bytes, int is_a,
                      const void *pc)
{
    const uintptr_t lo = (uintptr_t)x;
    struct own *o = NULL;

    for (int i = 0; i < t->owns && !o; ++i)
        if (t->own[i].lo == lo && t->own[i].bytes == bytes && t->own[i].is_a == is_a)
            o = &t->own[i];
    if (!t->begun || (o && (o->touched || has_changed(o))))
        caught("race", site_at((uintptr_t)pc, PIECE, FEED), current_thread(), "asks for "
               "products, and has not called begin_products() since it %s",
               !t->begun ? "started: so of registers nothing is said to be there"
               : is_a    ? "stored elements of A"
                         : "loaded or stored their sums");
    for (int i = 0; i < t->owns; ++i)
        if (&t->own[i] != o && is_flying(t, &t->own[i]) && t->own[i].lo < lo + bytes &&
            lo < t->own[i].lo + t->own[i].bytes && !(is_a && t->own[i].is_a))
            caught("race", site_at((uintptr_t)pc, PIECE, FEED), current_thread(), "asks for "
                   "products of what other products that are under way have in the same place");
    if (!o) {
        o = new_own(t);
        *o = (struct own){.lo = lo, .bytes = bytes, .is_a = is_a, .kept = o->kept,
                          .room = o->room};
        stretch(&t->all, lo, bytes);
        watched = t->all;
    }
    if (!o->is_given || o->is_a)
        keep(o);
    o->last = t->asked;
    return o->kept;
}

/* It has waited: sums are there from now on. Where its accesses are not told, as in a
 * page, what it has stored meanwhile is found now. */
static void give_back(const struct thread *t, struct own *o, unsigned thread)
{
    const struct product *p = product(group_of(thread), o->last);
    const char *there = (const char *)o->lo;
    int same = o->is_a ? memcmp(there, o->kept, o->bytes) == 0 : 1;

    for (unsigned i = 0; !o->is_a && i < o->bytes; ++i)
        same &= there[i] == (char)0xff;
    if (!same)
        caught_at("race", t->pc, thread, "waits for the products of %s, %s which "
                  "it has stored meanwhile", line_at(p->is.pc),
                  o->is_a ? "to elements of A of" : "to sums of");
    if (!o->is_a)
        memcpy((void *)o->lo, o->kept, o->bytes);
    o->is_given = 0;
    o->is_same = 1;
}

/* A product is asked for. */

static void must_be_tile(const struct tile_at *t, char which, const void *pc)
{
    const struct site *s = site_at((uintptr_t)pc, PIECE, FEED);

    if (t->mode != 1)
        caught("launch", s, current_thread(), "gives a descriptor of %c of mode %u: the lens "
               "takes rows of 128 swizzled bytes alone, which is mode 1", which, t->mode);
    if (t->base != 0)
        caught("launch", s, current_thread(), "gives a descriptor of %c with base offset %u: the "
               "lens takes tiles at multiples of 1024 bytes alone, where it is 0", which,
               t->base);
}

static unsigned depth_of(const struct asked *q)
{
    return 32 / size_of[q->type];
}

static const char *must_lie(uint32_t place, char which, const void *pc)
{
    const char *at = at_place(place);

    if (!at)
        caught("out of bounds", site_at((uintptr_t)pc, PIECE, FEED), current_thread(),
               "multiplies 16 bytes of %c at place %#x of shared memory, where no array lies: "
               "does its descriptor say where the tile is, and how far apart its rows are?",
               which, place);
    return at;
}

/* Calls `does` for each 16 bytes of B, or of the rows of A that a warp reads. */
typedef void on_piece(const char *at, const struct asked *q, void *with);

static void each_of_b(const struct asked *q, on_piece *does, void *with)
{
    const struct tile_at t = tile_of(q->b);

    if (q->b_rows)
        for (unsigned k = 0; k < depth_of(q); ++k)
            for (unsigned p = 0; p < q->n / 8; ++p)
                does(must_lie(place_of_k(&t, k, p), 'B', q->pc), q, with);
    else
        for (unsigned col = 0; col < q->n; ++col)
            for (unsigned p = 0; p < 2; ++p)
                does(must_lie(place_along_k(&t, col, p), 'B', q->pc), q, with);
}

static void each_of_a(const struct asked *q, unsigned warp, on_piece *does, void *with)
{
    const struct tile_at t = tile_of(q->a);

    for (unsigned k = 0; q->a_rows && k < depth_of(q); ++k)
        for (unsigned p = 0; p < OF_WARP / 8; ++p)
            does(must_lie(place_of_k(&t, k, warp * (OF_WARP / 8) + p), 'A', q->pc), q, with);
    for (unsigned row = warp * OF_WARP; !q->own && !q->a_rows && row < (warp + 1) * OF_WARP;
         ++row)
        for (unsigned p = 0; p < 2; ++p)
            does(must_lie(place_along_k(&t, row, p), 'A', q->pc), q, with);
}

static void feed(const char *at, const struct asked *q, void *with)
{
    (void)with;
    touch_box(at, PIECE, FEED, q->pc);
}

static void fed(const char *at, const struct asked *q, void *with)
{
    check_fed((uintptr_t)at, PIECE, (unsigned)(site_at((uintptr_t)q->pc, PIECE, FEED) - sites),
              *(unsigned *)with, 1);
}

static void must_agree(const struct product *p, const struct asked *mine)
{
    const struct site *s = site_at((uintptr_t)mine->pc, PIECE, FEED);
    const char *what = p->is.a != mine->a && !mine->own ? "descriptor of A"
                       : p->is.b != mine->b             ? "descriptor of B"
                       : p->is.add != mine->add         ? "word on old sums"
                                                        : NULL;

    if (p->is.pc != mine->pc)
        caught("divergent warp", s, current_thread(), "asks for products here, and thread %s of "
               "its group for those of %s: the four warps of a group ask together, in one "
               "place", thread_text(p->first), line_at(p->is.pc));
    if (what)
        caught("divergent warp", s, current_thread(), "gives another %s than thread %s of its "
               "group: the four warps of a group give the same", what,
               thread_text(p->first));
}

static struct product *new_product(struct group *g, const struct asked *mine)
{
    struct product **at = &g->flying[g->asked % MAX_FLYING];

    if (g->asked - g->made == MAX_FLYING)
        fail("more than %d products of one group under way", MAX_FLYING);
    if (!*at)
        *at = calloc(1, sizeof **at);
    if (!*at)
        fail("out of memory for products under way");
    (*at)->is = *mine;
    (*at)->first = current_thread();
    order_forget(&(*at)->known);
    memset((*at)->called, 0, sizeof (*at)->called);
    ++g->asked;
    return *at;
}

static void must_be_group(const void *pc)
{
    const struct uint3 d = now.launch->block;
    const unsigned me = current_thread(), end = me / GROUP * GROUP + GROUP;

    if (end > d.x * d.y * d.z)
        caught("divergent warp", site_at((uintptr_t)pc, PIECE, FEED), me, "asks for products, "
               "but its block has %u threads, and so no whole group of it: that is 128 threads",
               d.x * d.y * d.z);
}

static void ask(const struct asked *mine, void *sums, const uint32_t *a)
{
    struct thread *t = current();
    struct group *g = group_of(current_thread());
    const unsigned me = current_thread() % GROUP;
    struct product *p;
    char *kept;

    must_be_group(mine->pc);
    in_use = 1;
    kept = take_own(t, sums, mine->n / 2 * 4, 0, mine->pc);
    if (a)
        take_own(t, a, 16, 1, mine->pc);
    p = t->asked == g->asked ? new_product(g, mine) : product(g, t->asked);
    must_agree(p, mine);
    ++t->asked;
    p->called[me / WARP] |= 1u << me % WARP;
    p->of[me].sums = kept;
    if (a)
        memcpy(p->of[me].a, a, sizeof p->of[me].a);
    if (~p->called[me / WARP])
        return;
    each_of_a(mine, me / WARP, feed, NULL);
    each_of_b(mine, feed, NULL);
}

static enum type type_of(const char *types)
{
    int i = 0;

    while (i < TYPES && strcmp(types, types_of[i]) != 0)
        ++i;
    if (i == TYPES)
        fail("the lens has no products of groups of types %s", types);
    return (enum type)i;
}

static void ask_of_tiles(const struct asked *mine, void *sums, const void *frame)
{
    const struct tile_at of_a = tile_of(mine->a), of_b = tile_of(mine->b);

    order_begin();
    must_be_own(sums, mine->n / 2 * 4, frame);
    must_be_tile(&of_a, 'A', mine->pc);
    must_be_tile(&of_b, 'B', mine->pc);
    ask(mine, sums, NULL);
}

void engine_group_multiply(const char *types, unsigned n, void *sums, uint64_t a,
                           uint64_t b, int add, int b_rows)
{
    const struct asked mine = {CALLER(), type_of(types), n, a, b, add != 0, b_rows, 0, 0};

    ask_of_tiles(&mine, sums, __builtin_frame_address(0));
}

void engine_multiply_columns(const char *types, unsigned n, void *sums, uint64_t a,
                             uint64_t b, int add)
{
    const struct asked mine = {CALLER(), type_of(types), n, a, b, add != 0, 0, 0, 1};

    ask_of_tiles(&mine, sums, __builtin_frame_address(0));
}

void engine_group_multiply_own(const char *types, unsigned n, void *sums,
                               const uint32_t a[4], uint64_t b, int add)
{
    const struct asked mine = {CALLER(), type_of(types), n, 0, b, add != 0, 0, 1, 0};
    const struct tile_at of_b = tile_of(b);

    order_begin();
    must_be_own(sums, n / 2 * 4, __builtin_frame_address(0));
    must_be_own(a, 16, __builtin_frame_address(0));
    must_be_tile(&of_b, 'B', mine.pc);
    ask(&mine, sums, a);
}

void engine_begin_products(void)
{
    struct thread *t = current();

    order_begin();
    in_use = 1;
    t->begun = 1;
    for (int i = 0; i < t->owns; ++i)
        t->own[i].touched = t->own[i].is_same = 0;
}

void engine_close_products(void)
{
    struct thread *t = current();

    in_use = 1;
    t->closed = t->asked;
    t->ends[t->groups++ % MAX_CLOSED] = t->closed;
    if (t->closed == 0)
        return;
    new_moment_of_lane();
    order_arrive(&product(group_of(current_thread()), t->closed - 1)->known);
}

/* A product is made. */

static float value(enum type type, const char *x)
{
    uint16_t bits = 0;
    uint32_t word;
    float f;

    switch (type) {
    case S8:
        return *(const int8_t *)x;
    case E4M3:
        return e4m3_to_float(*(const uint8_t *)x);
    case TF32: /* the upper 19 bits */
        memcpy(&word, x, 4);
        word &= ~UINT32_C(0x1fff);
        memcpy(&f, &word, 4);
        return f;
    default:
        memcpy(&bits, x, 2);
        return type == F16 ? half_to_float(bits) : bfloat16_to_float(bits);
    }
}

static float tile_a[ROWS][MOST_K], tile_b[MOST_K][MOST_COLS];
static int is_zero[MOST_K], is_finite[MOST_K]; /* all that B has of this k */

static void load_a(const struct product *p)
{
    const struct asked *q = &p->is;
    const struct tile_at t = tile_of(q->a);
    const unsigned size = size_of[q->type], of_piece = PIECE / size;

    for (unsigned row = 0; row < ROWS && !q->own; ++row)
        for (unsigned i = 0; i < depth_of(q); ++i)
            tile_a[row][i] =
                q->a_rows ? value(q->type, at_place(place_of_k(&t, i, row / of_piece)) +
                                               row % of_piece * size)
                          : value(q->type, at_place(place_along_k(&t, row, i / of_piece)) +
                                               i % of_piece * size);
    for (unsigned n = 0; n < GROUP && q->own; ++n)
        for (unsigned i = 0; i < 4 * (4 / size); ++i) {
            const unsigned word = i / (4 / size), lane = n % WARP;

            tile_a[n / WARP * OF_WARP + lane / 4 + word % 2 * 8]
                  [word / 2 * of_piece + lane % 4 * (4 / size) + i % (4 / size)] =
                      value(q->type, (const char *)p->of[n].a + i * size);
        }
}

static void load_b(const struct asked *q)
{
    const struct tile_at t = tile_of(q->b);
    const unsigned size = size_of[q->type], of_piece = PIECE / size;

    for (unsigned col = 0; col < q->n; ++col)
        for (unsigned k = 0; k < depth_of(q); ++k)
            tile_b[k][col] =
                q->b_rows ? value(q->type, at_place(place_of_k(&t, k, col / of_piece)) +
                                               col % of_piece * size)
                          : value(q->type, at_place(place_along_k(&t, col, k / of_piece)) +
                                               k % of_piece * size);
    for (unsigned k = 0; k < depth_of(q); ++k) {
        is_zero[k] = is_finite[k] = 1;
        for (unsigned col = 0; col < q->n; ++col) {
            is_zero[k] &= tile_b[k][col] == 0.0f;
            is_finite[k] &= fabsf(tile_b[k][col]) <= FLT_MAX;
        }
    }
}

/* Row `row` of a product of bytes: in double it is exact. */
static void multiply_bytes(double out[MOST_COLS], const float *a, unsigned depth, unsigned n)
{
    memset(out, 0, n * sizeof *out);
    for (unsigned k = 0; k < depth; ++k)
        for (unsigned col = 0; a[k] != 0.0f && col < n; ++col)
            out[col] += (double)a[k] * (double)tile_b[k][col];
}

/* The others: products that are all 0 change nothing. */
static void add_products(float sums[MOST_COLS], const float *a, unsigned depth, unsigned n)
{
    const float *b[MOST_K];
    float of_a[MOST_K];
    unsigned some = 0;

    for (unsigned k = 0; k < depth; ++k) {
        if (a[k] == 0.0f ? is_finite[k] : is_zero[k] && fabsf(a[k]) <= FLT_MAX)
            continue;
        of_a[some] = a[k];
        b[some++] = tile_b[k];
    }
    unit_add(sums, of_a, b, some, n);
}

static char *sum_at(const struct product *p, unsigned row, unsigned col)
{
    const unsigned lane = row % 8 * 4 + col % 8 / 2, e = row / 8 % 2 * 2 + col % 2;

    return p->of[row / OF_WARP * WARP + lane].sums + 4 * (col / 8 * 4 + e);
}

static void add_row_of_bytes(const struct product *p, unsigned row)
{
    double out[MOST_COLS];
    int32_t whole;

    multiply_bytes(out, tile_a[row], depth_of(&p->is), p->is.n);
    for (unsigned col = 0; col < p->is.n; ++col) {
        memcpy(&whole, sum_at(p, row, col), 4);
        whole = (int32_t)((uint32_t)(p->is.add ? whole : 0) + (uint32_t)(int32_t)out[col]);
        memcpy(sum_at(p, row, col), &whole, 4);
    }
}

static void add_row(const struct product *p, unsigned row)
{
    float sums[MOST_COLS] = {0};

    for (unsigned col = 0; p->is.add && col < p->is.n; ++col)
        memcpy(&sums[col], sum_at(p, row, col), 4);
    add_products(sums, tile_a[row], depth_of(&p->is), p->is.n);
    for (unsigned col = 0; col < p->is.n; ++col)
        memcpy(sum_at(p, row, col), &sums[col], 4);
}

static void make(struct group *g, unsigned number)
{
    struct product *p = product(g, g->made);

    load_a(p);
    load_b(&p->is);
    for (unsigned row = 0; row < ROWS; ++row) {
        if (p->is.type == S8)
            add_row_of_bytes(p, row);
        else
            add_row(p, row);
    }
    for (unsigned w = 0; modes.check && w < WARPS_OF; ++w) {
        each_of_a(&p->is, w, fed, &number);
        each_of_b(&p->is, fed, &number);
    }
    g->done[g->made++ % MAX_FLYING] = now.clock + 1;
}

static int is_over(unsigned thread)
{
    const struct group *g = group_of(thread);
    struct thread *t = &threads[now.rank][thread];

    if (g->made < t->until)
        return 0;
    t->waited = t->until;
    for (int i = 0; i < t->owns; ++i)
        if (t->own[i].is_given && !is_flying(t, &t->own[i]))
            give_back(t, &t->own[i], thread);
    order_take(thread, product(g, t->until - 1)->known);
    order_take_engine(thread, thread / GROUP, g->done[(t->until - 1) % MAX_FLYING]);
    return 1;
}

static void hasten(unsigned thread)
{
    struct group *g = group_of(thread);
    const unsigned until = threads[now.rank][thread].until;

    ++now.clock;
    while (g->made < until && g->made < g->asked && is_whole(product(g, g->made)))
        make(g, thread / GROUP);
    ++now.clock;
}

static _Noreturn void stuck(unsigned thread)
{
    const struct group *g = group_of(thread);
    const struct thread *t = &threads[now.rank][thread];
    const struct product *p = product(g, g->made);
    unsigned absent = 0;

    while (absent < GROUP && p->called[absent / WARP] >> absent % WARP & 1)
        ++absent;
    caught_at("divergent warp", t->pc, thread, "waits for the products of %s, for "
              "which thread %s of its group has not asked: the four warps of a group ask "
              "together%s", line_at(p->is.pc), thread_text(thread / GROUP * GROUP + absent),
              others_wait(thread));
}

static const char *text(unsigned thread)
{
    static char out[2][300];
    static int turn;
    char *to = out[turn++ % 2];

    snprintf(to, sizeof out[0], "at %s for products",
             line_at(threads[now.rank][thread].pc));
    return to;
}

void engine_wait_for_products(int left)
{
    static const struct wait for_products = {is_over, hasten, stuck, text};
    struct thread *t = current();
    const unsigned kept = (unsigned)left;

    if (t->groups == 0 && t->asked > 0)
        caught_at("race", CALLER(), current_thread(), "waits for groups of products, and "
                  "has closed none: for those of %s it does not wait",
                  line_at(product(group_of(current_thread()), t->asked - 1)->is.pc));
    if (t->groups <= kept)
        return;
    if (kept >= MAX_CLOSED)
        fail("more than %d groups of products of one thread under way", MAX_CLOSED);
    t->until = t->ends[(t->groups - 1 - kept) % MAX_CLOSED];
    t->pc = CALLER();
    if (t->until > t->waited)
        wait_by(&for_products);
}

void products_end_of_thread(void)
{
    const struct thread *t = current();

    if (!ordering || t->waited == t->asked)
        return;
    caught_at("race", product(group_of(current_thread()), t->asked - 1)->is.pc,
              current_thread(), "asks for products and ends before it has waited for them");
}

void groups_block_end(void)
{
    for (unsigned i = 0; ordering && i < MAX_GROUPS; ++i) {
        const struct group *g = &groups[now.rank][i];

        if (g->made < g->asked)
            caught_at("divergent warp", product(g, g->made)->is.pc,
                      product(g, g->made)->first, "asks for products, and not all threads of "
                      "its group do: the four warps of a group ask together");
    }
}
