#include "sass.h"

#include <stdlib.h>

enum { FFMA = 0x023, BRA = 0x947, NOP = 0x918, BYTES = 16 };

static unsigned field(uint64_t half, int from)
{
    return half >> from & 0xff;
}

int as_ffma(const struct word *w, struct ffma *out)
{
    const int form = w->lo >> 9 & 7;

    *out = (struct ffma){.to = field(w->lo, 16),
                         .from = {field(w->lo, 24), field(w->lo, 32), field(w->hi, 0)},
                         .reuse = w->hi >> 58 & 7};
    if (form != 1) /* bits 32-63 hold a constant, or say where it is */
        out->from[1] = NO_REGISTER;
    return (w->lo & 0x1ff) == FFMA && form != 0;
}

int is_nop(const struct word *w)
{
    return (w->lo & 0xfff) == NOP;
}

/* Where a branch goes, from the instruction behind it: 48 bits from bit 34, in units
 * of four bytes; from sm_90 on eight more below them, in bits 16-23. */
static int64_t distance(const struct word *w, int arch)
{
    const uint64_t bits = w->lo >> 34 | (w->hi & 0x3ffff) << 30;
    const int64_t signed_bits = (int64_t)(bits << 16) >> 16;

    return 4 * (arch < 90 ? signed_bits : signed_bits * 256 + field(w->lo, 16));
}

/* How many FFMAs stand before each instruction, and before the end. */
static size_t *count(const struct function *f)
{
    size_t *before = calloc(f->length + 1, sizeof *before);
    struct ffma x;

    for (size_t i = 0; before && i < f->length; ++i)
        before[i + 1] = before[i] + as_ffma(&f->code[i], &x);
    return before;
}

/* The loop that the instruction at `last` closes: 1, 0 if none, or -1. */
static int loop_at(const struct function *f, int arch, const size_t *before, size_t last,
                   struct loop *out)
{
    if ((f->code[last].lo & 0xfff) != BRA)
        return 0;
    const int64_t bytes = distance(&f->code[last], arch);
    const int64_t to = (int64_t)last + 1 + bytes / BYTES;

    if (bytes % BYTES != 0 || (uint64_t)to >= f->length)
        return -1;
    *out = (struct loop){(size_t)to, last, 0};
    if ((size_t)to > last)
        return 0;
    out->ffmas = before[last + 1] - before[to];
    return 1;
}

static size_t length(const struct loop *l)
{
    return l->last - l->first;
}

/* Of the loops inside `outer` and shorter, or of all if it is null, the one with most
 * FFMAs, and of equals the shortest: 1, 0 if none has any, or -1. */
static int best(const struct function *f, int arch, const size_t *before,
                const struct loop *outer, struct loop *out)
{
    struct loop l;
    int status = 0;

    for (size_t i = outer ? outer->first : 0; i < (outer ? outer->last : f->length); ++i) {
        const int is = loop_at(f, arch, before, i, &l);

        if (is < 0)
            return is;
        if (!is || l.ffmas == 0 || (outer && l.first < outer->first))
            continue;
        if (!status || l.ffmas > out->ffmas ||
            (l.ffmas == out->ffmas && length(&l) < length(out)))
            *out = l;
        status = 1;
    }
    return status;
}

int hot_loop(const struct function *f, int arch, struct loop *out)
{
    size_t *before = count(f);
    struct loop inner;
    const int status = before ? best(f, arch, before, NULL, out) : -1;

    if (status > 0)
        while (best(f, arch, before, out, &inner) > 0 && 2 * inner.ffmas >= out->ffmas)
            *out = inner;
    free(before);
    return status;
}
