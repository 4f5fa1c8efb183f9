#include "lens/warp.h"

#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/fiber.h"
#include "lens/half.h"
#include "lens/memory.h"
#include "lens/products.h"
#include "lens/site.h"
#include "lens/unit.h"

#include <stdlib.h>
#include <string.h>

void lens_shuffle(void *const brought[WARP], unsigned mask)
{
    for (int i = 0; i < WARP; ++i) {
        struct lens_exchange *e = brought[i];

        if (!(mask >> i & 1))
            continue;
        const int from = e->source;
        const int there = from >= 0 && from < WARP && (mask >> from & 1);

        /* The value of a lane that takes no part is undefined: a NaN. */
        e->result = there ? ((struct lens_exchange *)brought[from])->bits
                          : UINT64_MAX;
    }
}

void lens_ballot(void *const brought[WARP], unsigned mask)
{
    uint64_t votes = 0;

    for (int i = 0; i < WARP; ++i)
        if (mask >> i & 1)
            votes |= ((struct lens_exchange *)brought[i])->bits << i;
    for (int i = 0; i < WARP; ++i)
        if (mask >> i & 1)
            ((struct lens_exchange *)brought[i])->result = votes;
}

/* What the lanes of a warp have called together since all of them last met. */
struct call {
    const char *what;
    const void *pc, *matrix;
    unsigned bytes, stride, thread; /* of the lane that came first */
};

static struct calls {
    struct call *call;
    unsigned count, room;
    unsigned of_lane[WARP]; /* how many each lane has called */
} calls[MAX_RANKS][MAX_WARPS];

static void must_be_aligned(const struct call *c)
{
    if (within(stacks, (uintptr_t)c->matrix))
        return; /* which it may not access at all */
    if ((uintptr_t)c->matrix % 32)
        caught_at("misaligned access", c->pc, c->thread, "calls %s with %s, "
                  "which is no multiple of 32 bytes", c->what,
                  address_text((uintptr_t)c->matrix, c->bytes, -1));
    if (c->bytes * c->stride % 16)
        caught_at("misaligned access", c->pc, c->thread, "calls %s with rows of "
                  "%u elements, which is no multiple of %u, or 16 bytes",
                  c->what, c->stride, 16 / c->bytes);
}

static void must_agree(const struct call *mine, const struct call *first)
{
    if (mine->pc != first->pc)
        caught_at("divergent warp", mine->pc, mine->thread, "calls %s, where "
                  "lane %u calls %s at %s: all lanes of a warp call it "
                  "together, in one place", mine->what, first->thread % WARP,
                  first->what, line_at(first->pc));
    if (mine->matrix != first->matrix || mine->stride != first->stride)
        caught_at("divergent warp", mine->pc, mine->thread, "calls %s with %s "
                  "in rows of %u elements, and lane %u with %s in rows of %u: all "
                  "lanes of a warp give the same", mine->what,
                  address_text((uintptr_t)mine->matrix, mine->bytes, -1),
                  mine->stride, first->thread % WARP,
                  address_text((uintptr_t)first->matrix, first->bytes, -1),
                  first->stride);
}

static struct call *new_call(struct calls *c)
{
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : WARP;
        c->call = realloc(c->call, c->room * sizeof *c->call);
        if (!c->call)
            fail("out of memory for the calls of a warp");
    }
    return &c->call[c->count++];
}

void lens_together(const char *what, const void *matrix,
                   unsigned bytes, unsigned stride)
{
    lens_together_from(what, matrix, bytes, stride, CALLER());
}

void lens_together_from(const char *what, const void *matrix,
                        unsigned bytes, unsigned stride, const void *pc)
{
    const struct call mine = {what, pc, matrix,
                              bytes, stride, current_thread()};
    struct calls *c = &calls[now.rank][now.warp];
    const unsigned n = c->of_lane[now.lane]++;

    if (n < c->count) {
        must_agree(&mine, &c->call[n]);
        return;
    }
    must_be_aligned(&mine);
    *new_call(c) = mine;
}

void calls_end(unsigned warp)
{
    struct calls *c = &calls[now.rank][warp];

    for (unsigned lane = 0; lane < WARP && c->count > 0; ++lane) {
        const struct call *missed = &c->call[c->of_lane[lane]];

        if (c->of_lane[lane] < c->count)
            caught_at("divergent warp", missed->pc, missed->thread, "calls %s, "
                      "and lane %u does not: all lanes of a warp call it together",
                      missed->what, lane);
    }
    c->count = 0;
    memset(c->of_lane, 0, sizeof c->of_lane);
}

static unsigned p_of(unsigned lane, int i)
{
    return lane / 4 + 8 * ((unsigned)i / 2 % 2);
}

static unsigned q_of(unsigned lane, int i)
{
    return 2 * (lane % 4) + (unsigned)i % 2 + 8 * ((unsigned)i / 4);
}

static int is_shared(const void *address)
{
    return space_of((uintptr_t)address) == SHARED;
}

/* Four words a lane, of two elements each. */
static void load_pairs(uint16_t x[8], const uint16_t *from, unsigned stride,
                       int touch, const void *pc)
{
    const unsigned lane = lens_lane();

    for (int i = 0; i < 8; ++i) {
        const uint16_t *at = from + (size_t)p_of(lane, i) * stride +
                             q_of(lane, i);

        if (i % 2 == 0 && touch)
            lens_touch_from(at, 4, LOAD, pc);
        x[i] = *at;
    }
}

void lens_load_halves(uint16_t x[8], const uint16_t *from, unsigned stride)
{
    const void *pc = CALLER();
    const unsigned lane = lens_lane();

    must_be_own(x, 16, __builtin_frame_address(0));
    if (is_shared(from)) {
        const unsigned p = lane % 8 + 8 * (lane / 8 % 2), q = 8 * (lane / 16);

        lens_touch_from(from + (size_t)p * stride + q, 16, LOAD, pc);
    }
    load_pairs(x, from, stride, !is_shared(from), pc);
}

void lens_load_bfloats(uint16_t x[8], const uint16_t *from, unsigned stride)
{
    must_be_own(x, 16, __builtin_frame_address(0));
    load_pairs(x, from, stride, 1, CALLER());
}

static unsigned k_of_word(unsigned lane, int i)
{
    return lane % 4 + 4 * ((unsigned)i / 2);
}

static unsigned edge_of_word(unsigned lane, int i)
{
    return lane / 4 + 8 * ((unsigned)i % 2);
}

void lens_load_words(float x[4], const float *from, unsigned stride,
                     int along_k)
{
    const unsigned lane = lens_lane();

    must_be_own(x, 16, __builtin_frame_address(0));
    for (int i = 0; i < 4; ++i) {
        const size_t k = k_of_word(lane, i), edge = edge_of_word(lane, i);
        const float *at = from + (along_k ? edge * stride + k
                                          : k * stride + edge);

        lens_touch_from(at, 4, LOAD, CALLER());
        x[i] = *at;
    }
}

static size_t place(unsigned lane, int i, unsigned stride, int col_major)
{
    const size_t p = p_of(lane, i), q = q_of(lane, i);

    return col_major ? q * stride + p : p * stride + q;
}

/* Reports a lane's accesses to its eight sums: in pairs where two lie
 * together. */
static void touch_sums(const char *base, unsigned size, unsigned stride,
                       int col_major, enum op op, const void *pc)
{
    const int step = col_major ? 1 : 2;

    for (int i = 0; i < 8; i += step)
        lens_touch_from(base + size * place(lens_lane(), i, stride, col_major),
                        size * (unsigned)step, op, pc);
}

void lens_load_sums(void *x, const void *from, unsigned size, unsigned stride,
                    int col_major)
{
    must_be_own(x, 8 * size, __builtin_frame_address(0));
    touch_sums(from, size, stride, col_major, LOAD,
               CALLER());
    for (int i = 0; i < 8; ++i)
        memcpy((char *)x + size * (unsigned)i,
               (const char *)from +
                   size * place(lens_lane(), i, stride, col_major), size);
}

void lens_store_sums(void *to, const void *x, unsigned size, unsigned stride,
                     int col_major)
{
    must_be_own(x, 8 * size, __builtin_frame_address(0));
    touch_sums(to, size, stride, col_major, STORE, CALLER());
    for (int i = 0; i < 8; ++i)
        memcpy((char *)to + size * place(lens_lane(), i, stride, col_major),
               (const char *)x + size * (unsigned)i, size);
}

typedef float tile[16][16] __attribute__((aligned(64)));
typedef float row_of_tile __attribute__((vector_size(64), may_alias));

static float tf32(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    bits &= ~UINT32_C(0x1fff);
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Row-major into `out`; `edge` is the operand's row of A or column of B. */
static void put_word(tile out, float f, unsigned lane, int i, int is_b)
{
    const unsigned k = k_of_word(lane, i), edge = edge_of_word(lane, i);

    out[is_b ? k : edge][is_b ? edge : k] = tf32(f);
}

static void unpack(tile out, enum lens_format format, const void *x,
                   unsigned lane, int col_major, int is_b)
{
    const uint16_t *bits = x;

    if (format == LENS_TF32) {
        for (int i = 0; i < 4; ++i)
            put_word(out, ((const float *)x)[i], lane, i, is_b);
        return;
    }
    for (int i = 0; i < 8; ++i) {
        const unsigned p = p_of(lane, i), q = q_of(lane, i);

        out[col_major ? q : p][col_major ? p : q] =
            format == LENS_HALF ? half_to_float(bits[i])
                                : bfloat16_to_float(bits[i]);
    }
}

/* As a tensor core does. nvcc makes two instructions of four products each where a fragment of
 * TF32 has eight. */
static void add_float_product(tile c, tile a, tile b, int depth)
{
    const int at_once = depth == 8 ? 4 : 16;
    const float *rows[16];

    for (int k = 0; k < depth; ++k)
        rows[k] = b[k];
    for (int k = 0; k < depth; k += at_once)
        for (int i = 0; i < 16; ++i)
            unit_add(c[i], a[i] + k, rows + k, at_once, 16);
}

/* In float: how sums in half are added is not modelled. */
static void add_half_product(tile c, tile a, tile b, int depth)
{
    for (int i = 0; i < 16; ++i) {
        row_of_tile sum = *(const row_of_tile *)c[i];

        for (int k = 0; k < depth; ++k)
            sum += a[i][k] * *(const row_of_tile *)b[k];
        *(row_of_tile *)c[i] = sum;
    }
}

static float sum_of(const struct lens_product *p, int i)
{
    return p->half_sums ? half_to_float(((const uint16_t *)p->c)[i])
                        : ((const float *)p->c)[i];
}

static void set_sum(const struct lens_product *p, int i, float f)
{
    if (p->half_sums)
        ((uint16_t *)p->d)[i] = half_from_double(f);
    else
        ((float *)p->d)[i] = f;
}

void lens_multiply(void *const brought[WARP], unsigned mask)
{
    const struct lens_product *first = brought[0];
    const unsigned deep = first->format == LENS_TF32 ? 8 : 16;
    tile a, b, c;

    (void)mask;
    products_made(NULL, 16 * 16 * deep);
    for (unsigned lane = 0; lane < WARP; ++lane) {
        const struct lens_product *p = brought[lane];

        unpack(a, p->format, p->a, lane, p->a_col_major, 0);
        unpack(b, p->format, p->b, lane, p->b_col_major, 1);
        for (int i = 0; i < 8; ++i)
            c[p_of(lane, i)][q_of(lane, i)] = sum_of(p, i);
    }
    for (unsigned i = 0; products_turned && i < 16; ++i)
        *(row_of_tile *)a[i] = -*(const row_of_tile *)a[i];
    (first->half_sums ? add_half_product : add_float_product)(c, a, b, (int)deep);
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (int i = 0; i < 8; ++i)
            set_sum(brought[lane], i, c[p_of(lane, i)][q_of(lane, i)]);
}

/* Copies under way, thread by thread, oldest first. */
enum { MAX_COPIES = 256 };

struct copy {
    void *to;
    const char *from;
    const void *pc;
    unsigned bytes, read, batch;
    int holds; /* its source: the kernel might store there meanwhile */
    unsigned char data[16];
};

struct queue {
    unsigned batch; /* that the next copy joins */
    int count;
    struct copy copy[MAX_COPIES];
};
static struct queue *queues[MAX_RANKS]; /* of a block's threads; null until one copies */

static struct queue *queue(void)
{
    struct queue **of = &queues[now.rank];

    if (!*of)
        *of = calloc(MAX_THREADS, sizeof **of);
    if (!*of)
        fail("out of memory for the copies of a block");
    return &(*of)[current_thread()];
}

static void must_lie_in(enum space space, const void *a, const char *what,
                        const struct copy *c)
{
    if (space_of((uintptr_t)a) != space)
        caught("out of bounds", site_at((uintptr_t)c->pc, c->bytes, ISSUE),
               current_thread(), "%s %s, which is not in %s "
               "memory", what, within(stacks, (uintptr_t)a)
                   ? "local memory" : address_text((uintptr_t)a, c->bytes, -1),
               space == SHARED ? "shared" : "global");
}

static unsigned step_of(const struct copy *c)
{
    const int whole = c->read == 4 || c->read == 8 || c->read == 16;

    return whole ? c->read : c->read % 4 ? 1 : 4;
}

static void touch_source(const struct copy *c, enum op op)
{
    for (unsigned i = 0; i < c->read; i += step_of(c))
        lens_touch_from(c->from + i, step_of(c), op, c->pc);
}

/* Loads it, and keeps the kernel from storing there until the copy lands. */
static void hold_source(struct copy *c)
{
    must_lie_in(GLOBAL, c->from, "copies from", c);
    if ((uintptr_t)c->from % c->bytes)
        caught("misaligned access", site_at((uintptr_t)c->pc, c->bytes, ISSUE),
               current_thread(), "copies %u bytes from %s, "
               "which is no multiple of %u bytes", c->bytes,
               address_text((uintptr_t)c->from, c->bytes, -1), c->bytes);
    touch_source(c, LOAD);
    c->holds = !site_at((uintptr_t)c->pc, step_of(c), LOAD)->is_input;
    if (c->holds)
        touch_source(c, HOLD);
}

void lens_copy_async(void *to, const void *from, size_t bytes, size_t zeros)
{
    lens_copy_async_from(to, from, bytes, zeros, CALLER());
}

void lens_copy_async_from(void *to, const void *from, size_t bytes, size_t zeros,
                          const void *pc)
{
    struct queue *q = queue();
    struct copy *c = &q->copy[q->count];

    if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes)
        fail("__pipeline_memcpy_async copies 4, 8 or 16 bytes, not %zu "
             "with %zu zeros", bytes, zeros);
    if (q->count == MAX_COPIES)
        fail("more than %d copies of one thread under way", MAX_COPIES);
    ++q->count;
    *c = (struct copy){to, from, pc, (unsigned)bytes,
                       (unsigned)(bytes - zeros), q->batch, 0, {0}};
    must_lie_in(SHARED, to, "copies to", c);
    if (c->read > 0)
        hold_source(c);
    memcpy(c->data, from, bytes - zeros);
    lens_touch_from(to, (unsigned)bytes, ISSUE, pc);
    memset(to, 0xff, bytes); /* NaN, until the copy lands */
}

void lens_copy_commit(void)
{
    ++queue()->batch;
}

void lens_copy_wait(size_t batches_left)
{
    struct queue *q = queue();
    int landed = 0;

    for (; landed < q->count; ++landed) {
        struct copy *c = &q->copy[landed];

        if (c->batch + batches_left >= q->batch)
            break;
        lens_touch_from(c->to, c->bytes, LAND, c->pc);
        memcpy(c->to, c->data, c->bytes);
        if (c->holds)
            touch_source(c, RELEASE);
    }
    q->count -= landed;
    memmove(q->copy, q->copy + landed, (size_t)q->count * sizeof *q->copy);
}

void copies_end(void)
{
    struct queue *q = queues[now.rank] ? queue() : NULL;

    if (!q || (q->batch == 0 && q->count == 0))
        return;
    lens_copy_commit();
    lens_copy_wait(0);
    q->batch = 0;
}
