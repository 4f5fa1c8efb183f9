#include "loops/sass.h"

#include <stdlib.h>

enum { FFMA = 0x023, BRA = 0x947, EXIT = 0x94d, NOP = 0x918, ALWAYS = 7, BYTES = 16 };

static unsigned field(uint64_t half, int from)
{
    return half >> from & 0xff;
}

static int operation(const struct word *w)
{
    return w->lo & 0xfff;
}

int known_arch(int arch)
{
    return arch >= 80 && arch <= 90;
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
    return operation(w) == NOP;
}

/* Where a branch goes, from the instruction behind it: 48 bits from bit 34, in units
 * of four bytes; from sm_90 on eight more below them, in bits 16-23. */
static int64_t distance(const struct word *w, int arch)
{
    const uint64_t bits = w->lo >> 34 | (w->hi & 0x3ffff) << 30;
    const int64_t signed_bits = (int64_t)(bits << 16) >> 16;

    return 4 * (arch < 90 ? signed_bits : signed_bits * 256 + field(w->lo, 16));
}

/* The instruction to which the branch at `i` goes, or -1 where there is none. */
static int64_t target(const struct function *f, int arch, size_t i)
{
    const int64_t bytes = distance(&f->code[i], arch), to = (int64_t)i + 1 + bytes / BYTES;

    return bytes % BYTES != 0 || (uint64_t)to >= f->length ? -1 : to;
}

/* The instruction behind it does not follow: it leaves, and under no condition. */
static int leaves(const struct word *w)
{
    return (operation(w) == BRA || operation(w) == EXIT) &&
           (w->lo >> 12 & 15) == ALWAYS && (w->hi >> 23 & 15) == ALWAYS;
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

/* Forwards from its start one comes to its end: 1, 0 or -1. Where not, the branch back
 * belongs to what stands out of line behind the loop, as a wait that is tried again. */
static int comes_round(const struct function *f, int arch, const struct loop *l)
{
    char *comes = calloc(f->length, 1);
    int status = -1;

    if (!comes)
        return status;
    comes[l->first] = 1;
    for (size_t i = l->first; i < l->last; ++i) {
        const int64_t to = operation(&f->code[i]) == BRA ? target(f, arch, i) : -1;

        if (comes[i] && to > (int64_t)i)
            comes[to] = 1;
        if (comes[i] && !leaves(&f->code[i]))
            comes[i + 1] = 1;
    }
    status = comes[l->last];
    free(comes);
    return status;
}

/* The loop that the instruction at `last` closes, with FFMAs: 1, 0 if none, or -1. */
static int loop_at(const struct function *f, int arch, const size_t *before, size_t last,
                   struct loop *out)
{
    if (operation(&f->code[last]) != BRA)
        return 0;
    const int64_t to = target(f, arch, last);

    if (to < 0)
        return -1;
    *out = (struct loop){(size_t)to, last, 0};
    if ((size_t)to > last)
        return 0;
    out->ffmas = before[last + 1] - before[to];
    return out->ffmas > 0 ? comes_round(f, arch, out) : 0;
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
        if (!is || (outer && l.first < outer->first))
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
    size_t *before = known_arch(arch) ? count(f) : NULL;
    struct loop inner;
    const int status = before ? best(f, arch, before, NULL, out) : -1;

    if (status > 0)
        while (best(f, arch, before, out, &inner) > 0 && 2 * inner.ffmas >= out->ffmas)
            *out = inner;
    free(before);
    return status;
}
