#include "warp.h"

#include "catch.h"
#include "half.h"
#include "memory.h"

#include <string.h>

void lens_shuffle(void *const brought[WARP], unsigned mask)
{
    for (int i = 0; i < WARP; ++i) {
        struct lens_exchange *e = brought[i];

        if (!(mask >> i & 1))
            continue;
        const int from = e->source;
        const int there = from >= 0 && from < WARP && (mask >> from & 1);

        /* The value of a lane that takes no part is undefined: its own. */
        e->result = ((struct lens_exchange *)brought[there ? from : i])->bits;
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
    return within(statics, (uintptr_t)address) ||
           (within(arena, (uintptr_t)address) &&
            space_of((uintptr_t)address) == SHARED);
}

void lens_load_half(uint16_t x[16], const uint16_t *from, unsigned stride)
{
    const void *pc = __builtin_return_address(0);
    const unsigned lane = lens_lane();

    if (is_shared(from)) {
        const unsigned p = lane % 8 + 8 * (lane / 8 % 2), q = 8 * (lane / 16);

        lens_touch_from(from + (size_t)p * stride + q, 16, LOAD, pc);
    }
    for (int i = 0; i < 8; ++i) {
        const uint16_t *at = from + (size_t)p_of(lane, i) * stride +
                             q_of(lane, i);

        if (i % 2 == 0 && !is_shared(from))
            lens_touch_from(at, 4, LOAD, pc);
        x[i] = x[i + 8] = *at;
    }
}

static size_t place(unsigned lane, int i, unsigned stride, int col_major)
{
    const size_t p = p_of(lane, i), q = q_of(lane, i);

    return col_major ? q * stride + p : p * stride + q;
}

/* Reports a lane's accesses to its eight floats: in pairs where two lie
 * together. */
static void touch_floats(const float *base, unsigned stride, int col_major,
                         enum op op, const void *pc)
{
    const int step = col_major ? 1 : 2;

    for (int i = 0; i < 8; i += step)
        lens_touch_from(base + place(lens_lane(), i, stride, col_major),
                        4 * (unsigned)step, op, pc);
}

void lens_load_float(float x[8], const float *from, unsigned stride,
                     int col_major)
{
    touch_floats(from, stride, col_major, LOAD, __builtin_return_address(0));
    for (int i = 0; i < 8; ++i)
        x[i] = from[place(lens_lane(), i, stride, col_major)];
}

void lens_store_float(float *to, const float x[8], unsigned stride,
                      int col_major)
{
    touch_floats(to, stride, col_major, STORE, __builtin_return_address(0));
    for (int i = 0; i < 8; ++i)
        to[place(lens_lane(), i, stride, col_major)] = x[i];
}

typedef float tile[16][16];

static void unpack(tile out, const uint16_t *x, unsigned lane, int col_major)
{
    for (int i = 0; i < 8; ++i) {
        const unsigned p = p_of(lane, i), q = q_of(lane, i);

        out[col_major ? q : p][col_major ? p : q] = half_to_float(x[i]);
    }
}

static void add_product(tile c, tile a, tile b)
{
    for (int i = 0; i < 16; ++i)
        for (int k = 0; k < 16; ++k)
            for (int j = 0; j < 16; ++j)
                c[i][j] += a[i][k] * b[k][j];
}

void lens_multiply(void *const brought[WARP], unsigned mask)
{
    tile a, b, c;

    (void)mask;
    for (unsigned lane = 0; lane < WARP; ++lane) {
        const struct lens_product *p = brought[lane];

        unpack(a, p->a, lane, p->a_col_major);
        unpack(b, p->b, lane, p->b_col_major);
        for (int i = 0; i < 8; ++i)
            c[p_of(lane, i)][q_of(lane, i)] = p->c[i];
    }
    add_product(c, a, b);
    for (unsigned lane = 0; lane < WARP; ++lane) {
        const struct lens_product *p = brought[lane];

        for (int i = 0; i < 8; ++i)
            p->d[i] = c[p_of(lane, i)][q_of(lane, i)];
    }
}

/* Copies under way, thread by thread, oldest first. */
enum { MAX_COPIES = 256 };

struct copy {
    void *to;
    const void *pc;
    unsigned bytes, batch;
    unsigned char data[16];
};

struct queue {
    uint32_t block_start; /* of the block that it belongs to */
    unsigned batch;       /* that the next copy joins */
    int count;
    struct copy copy[MAX_COPIES];
};
static struct queue queues[MAX_THREADS];

static unsigned this_thread(void)
{
    return thread_number(now.warp, now.lane);
}

static struct queue *queue(void)
{
    struct queue *q = &queues[this_thread()];

    if (q->block_start != now.block_start) {
        q->block_start = now.block_start;
        q->count = 0;
        q->batch = 0;
    }
    return q;
}

static void touch_source(const char *from, size_t bytes, const void *pc)
{
    const int whole = bytes == 4 || bytes == 8 || bytes == 16;
    const unsigned step = whole ? (unsigned)bytes : bytes % 4 ? 1 : 4;

    for (size_t i = 0; i < bytes; i += step)
        lens_touch_from(from + i, step, LOAD, pc);
}

void lens_copy_async(void *to, const void *from, size_t bytes, size_t zeros)
{
    const void *pc = __builtin_return_address(0);
    struct queue *q = queue();
    struct copy *c = &q->copy[q->count];

    if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes)
        fail("__pipeline_memcpy_async copies 4, 8 or 16 bytes, not %zu "
             "with %zu zeros", bytes, zeros);
    if (q->count == MAX_COPIES)
        fail("more than %d copies of one thread under way", MAX_COPIES);
    ++q->count;
    *c = (struct copy){to, pc, (unsigned)bytes, q->batch, {0}};
    touch_source(from, bytes - zeros, pc);
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
    }
    q->count -= landed;
    memmove(q->copy, q->copy + landed, (size_t)q->count * sizeof *q->copy);
}
