/* The instructions of kernels/mma.h, and stmatrix. */
#include "kernels/store_engine.h"
#include "kernels/tensor_engine.h"

#include "lens/catch.h"
#include "lens/engine.h"
#include "lens/fail.h"
#include "lens/fiber.h"
#include "lens/groups.h"
#include "lens/half.h"
#include "lens/memory.h"
#include "lens/products.h"
#include "lens/site.h"
#include "lens/unit.h"
#include "lens/warp.h"

#include <string.h>

enum { PIECE = 16, HALF_ROW = 16, MOST = 32 }; /* bytes; elements of a slice */

/* All lanes call `what` here; the last of them acts. */
static void together(const char *what, const void *pc, void *mine, lens_act *act)
{
    lens_together_from(what, NULL, 0, 0, pc);
    lens_meet(what, pc, 0xffffffffu, mine, act);
}

struct rows {
    uint32_t *out;
    const char *row;
};

/* Four bytes of each matrix, as ldmatrix_x4() says. */
static void deal_rows(void *const brought[WARP], unsigned mask)
{
    (void)mask;
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (unsigned m = 0; m < 4; ++m) {
            const struct rows *from = brought[8 * m + lane / 4];

            memcpy(&((struct rows *)brought[lane])->out[m],
                   from->row + lane % 4 * 4, 4);
        }
}

/* Two elements of each matrix, as ldmatrix_x4_trans() says. */
static void deal_columns(void *const brought[WARP], unsigned mask)
{
    (void)mask;
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (unsigned m = 0; m < 4; ++m)
            for (unsigned i = 0; i < 2; ++i) {
                const struct rows *from = brought[8 * m + lane % 4 * 2 + i];

                memcpy((char *)&((struct rows *)brought[lane])->out[m] + 2 * i,
                       from->row + lane / 4 * 2, 2);
            }
}

/* Of an instruction that wants 16 bytes of shared memory of each lane. */
static void must_be_row(const char *what, const void *row, enum op op, const void *pc)
{
    if (space_of((uintptr_t)row) != SHARED)
        caught("out of bounds", site_at((uintptr_t)pc, PIECE, op), current_thread(),
               "gives %s %s, which is not in shared memory", what,
               within(stacks, (uintptr_t)row)
                   ? "local memory" : address_text((uintptr_t)row, PIECE, -1));
    if ((uintptr_t)row % PIECE)
        caught("misaligned access", site_at((uintptr_t)pc, PIECE, op), current_thread(),
               "gives %s %s, which is no multiple of 16 bytes", what,
               address_text((uintptr_t)row, PIECE, -1));
}

static void load(uint32_t *out, const char *row, const void *pc, lens_act *deal)
{
    struct rows mine = {out, row};

    must_be_row("ldmatrix", row, LOAD, pc);
    lens_touch_from(row, PIECE, LOAD, pc);
    watch_own(out, 16, STORE, pc);
    together("ldmatrix", pc, &mine, deal);
}

void engine_load_rows(uint32_t out[4], const void *row)
{
    must_be_own(out, 16, __builtin_frame_address(0));
    load(out, row, CALLER(), deal_rows);
}

void engine_load_columns(uint32_t out[4], const void *row)
{
    must_be_own(out, 16, __builtin_frame_address(0));
    load(out, row, CALLER(), deal_columns);
}

struct stored {
    const uint32_t *in;
    char *row;
};

/* The other way of deal_rows(). */
static void collect_rows(void *const brought[WARP], unsigned mask)
{
    (void)mask;
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (unsigned m = 0; m < 4; ++m)
            memcpy(((const struct stored *)brought[8 * m + lane / 4])->row + lane % 4 * 4,
                   &((const struct stored *)brought[lane])->in[m], 4);
}

void engine_store_rows(void *row, const uint32_t in[4])
{
    const void *pc = CALLER();
    struct stored mine = {in, row};

    must_be_own(in, 16, __builtin_frame_address(0));
    must_be_row("stmatrix", row, STORE, pc);
    lens_touch_from(row, PIECE, STORE, pc);
    watch_own(in, 16, LOAD, pc);
    together("stmatrix", pc, &mine, collect_rows);
}

void engine_start_copy(void *to, const void *from, int there)
{
    lens_copy_async_from(to, from, 16, there ? 0 : 16, CALLER());
}

void engine_close_group(void)
{
    lens_copy_commit();
}

void engine_wait_for_groups(int left)
{
    lens_copy_wait((size_t)left);
}

/* Elements of a type: their bytes, and the value of the i-th. */
enum type { F16, BF16, F32, S8 };

static float element(enum type type, const void *x, unsigned i)
{
    uint16_t bits = 0;
    uint32_t word;
    float f;

    switch (type) {
    case S8:
        return ((const int8_t *)x)[i];
    case F32: /* the upper 19 bits */
        memcpy(&word, (const char *)x + 4 * i, 4);
        word &= ~UINT32_C(0x1fff);
        memcpy(&f, &word, 4);
        return f;
    default:
        memcpy(&bits, (const char *)x + 2 * i, 2);
        return type == F16 ? half_to_float(bits) : bfloat16_to_float(bits);
    }
}

static unsigned size_of(enum type type)
{
    return type == S8 ? 1 : type == F32 ? 4 : 2;
}

struct operands {
    enum type type;
    const uint32_t *a, *b;
    void *c;
    const void *pc;
};

/* Rows of A and columns of B, from what the lanes hold of them. */
static void gather(void *const brought[WARP], float a[16][MOST], float b[MOST][8])
{
    const enum type type = ((const struct operands *)brought[0])->type;
    const unsigned of_word = 4 / size_of(type), of_half = HALF_ROW / size_of(type);

    for (unsigned lane = 0; lane < WARP; ++lane) {
        const struct operands *o = brought[lane];

        for (unsigned i = 0; i < 4 * of_word; ++i) {
            const unsigned word = i / of_word, k = lane % 4 * of_word + i % of_word;

            a[lane / 4 + word % 2 * 8][word / 2 * of_half + k] =
                products_turned ? -element(type, o->a, i) : element(type, o->a, i);
            if (word < 2)
                b[word * of_half + k][lane / 4] = element(type, o->b, i);
        }
    }
}

/* Where sum e of a lane stands: its row and its column. */
static unsigned row_of(unsigned lane, unsigned e)
{
    return lane / 4 + e / 2 * 8;
}

static unsigned column_of(unsigned lane, unsigned e)
{
    return lane % 4 * 2 + e % 2;
}

static void multiply_bytes(void *const brought[WARP], float a[16][MOST], float b[MOST][8])
{
    for (unsigned lane = 0; lane < WARP; ++lane)
        for (unsigned e = 0; e < 4; ++e) {
            int32_t *c = ((struct operands *)brought[lane])->c;
            double sum = c[e];

            for (unsigned k = 0; k < MOST; ++k)
                sum += (double)a[row_of(lane, e)][k] * (double)b[k][column_of(lane, e)];
            c[e] = (int32_t)sum;
        }
}

static void multiply(void *const brought[WARP], unsigned mask)
{
    const enum type type = ((const struct operands *)brought[0])->type;
    float a[16][MOST], b[MOST][8], sums[16][8];
    const float *rows[MOST];

    (void)mask;
    products_made(((const struct operands *)brought[0])->pc,
                  16 * 8 * 2 * HALF_ROW / size_of(type));
    gather(brought, a, b);
    if (type == S8) {
        multiply_bytes(brought, a, b);
        return;
    }
    for (unsigned i = 0; i < WARP * 4; ++i)
        sums[row_of(i / 4, i % 4)][column_of(i / 4, i % 4)] =
            ((const float *)((struct operands *)brought[i / 4])->c)[i % 4];
    for (unsigned k = 0; k < MOST; ++k)
        rows[k] = b[k];
    for (unsigned row = 0; row < 16; ++row)
        unit_add(sums[row], a[row], rows, 2 * HALF_ROW / size_of(type), 8);
    for (unsigned i = 0; i < WARP * 4; ++i)
        ((float *)((struct operands *)brought[i / 4])->c)[i % 4] =
            sums[row_of(i / 4, i % 4)][column_of(i / 4, i % 4)];
}

static void multiply_by(enum type type, void *c, const uint32_t *a,
                        const uint32_t *b, const void *pc)
{
    struct operands mine = {type, a, b, c, pc};

    watch_own(a, 16, LOAD, pc);
    watch_own(b, 8, LOAD, pc);
    watch_own(c, 16, STORE, pc);
    together("mma.sync", pc, &mine, multiply);
}

void engine_multiply_float(const char *types, float c[4], const uint32_t a[4],
                           const uint32_t b[2])
{
    if (strcmp(types, "f32.e4m3.e4m3.f32") == 0)
        fail("the lens does not multiply numbers of eight bits");
    must_be_own(c, 16, __builtin_frame_address(0));
    must_be_own(a, 16, __builtin_frame_address(0));
    must_be_own(b, 8, __builtin_frame_address(0));
    multiply_by(strcmp(types, "f32.f16.f16.f32") == 0     ? F16
                : strcmp(types, "f32.bf16.bf16.f32") == 0 ? BF16
                                                          : F32,
                c, a, b, CALLER());
}

void engine_multiply_int(const char *types, int c[4], const uint32_t a[4],
                         const uint32_t b[2])
{
    (void)types;
    must_be_own(c, 16, __builtin_frame_address(0));
    must_be_own(a, 16, __builtin_frame_address(0));
    must_be_own(b, 8, __builtin_frame_address(0));
    multiply_by(S8, c, a, b, CALLER());
}
