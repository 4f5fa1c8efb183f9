#include "loops/law.h"

enum { TURNS = 4 }; /* the first of them is left out */

void nothing_kept(struct slots *s)
{
    for (int i = 0; i < SLOTS; ++i)
        s->keeps[i] = NO_REGISTER;
}

static int stands_before(const int from[SLOTS], int slot)
{
    for (int i = 0; i < slot; ++i)
        if (from[i] == from[slot])
            return 1;
    return 0;
}

/* The reads of an FFMA from each bank, and what they take by themselves. */
static struct cost cost_of(const struct slots *s, const struct ffma *x)
{
    struct cost cost = {{0, 0}, 1, 0};
    int from[SLOTS];

    for (int i = 0; i < SLOTS; ++i) {
        const int kept = x->from[i] != NO_REGISTER && x->from[i] == s->keeps[i];

        cost.kept |= (unsigned)kept << i;
        from[i] = kept ? NO_REGISTER : x->from[i];
    }
    for (int i = 0; i < SLOTS; ++i)
        if (from[i] != NO_REGISTER && !stands_before(from, i))
            ++cost.reads[from[i] % 2];
    for (int bank = 0; bank < 2; ++bank)
        if (cost.reads[bank] > cost.cycles)
            cost.cycles = cost.reads[bank];
    return cost;
}

int next(struct slots *s, const struct word *w, struct ffma *x, struct cost *cost)
{
    const int is_ffma = as_ffma(w, x);

    if (is_ffma)
        *cost = cost_of(s, x);
    for (int i = 0; i < SLOTS; ++i)
        if (x->reuse >> i & 1)
            s->keeps[i] = x->from[i];
        else if (is_ffma)
            s->keeps[i] = NO_REGISTER;
    return is_ffma;
}

/* The cycle of the next instruction, and the first in which each bank is free. */
struct clock {
    size_t now, free[2];
};

static size_t read_from(const struct clock *c, const struct cost *cost, int bank)
{
    return (c->free[bank] > c->now ? c->free[bank] : c->now) + cost->reads[bank];
}

static void issue(struct clock *c, const struct cost *cost)
{
    while (read_from(c, cost, 0) > c->now + WINDOW || read_from(c, cost, 1) > c->now + WINDOW)
        ++c->now;
    for (int bank = 0; bank < 2; ++bank)
        c->free[bank] = read_from(c, cost, bank);
    ++c->now;
}

static void add(struct score *sum, const struct cost *cost)
{
    ++sum->ffmas;
    ++sum->by_cycles[cost->cycles];
    for (int bank = 0; bank < 2; ++bank)
        sum->reads[bank] += cost->reads[bank];
    for (int i = 0; i < SLOTS; ++i)
        sum->kept += cost->kept >> i & 1;
}

static double busier(const struct score *sum)
{
    const size_t reads = sum->reads[0] > sum->reads[1] ? sum->reads[0] : sum->reads[1];

    return reads > sum->instructions ? reads : sum->instructions;
}

struct score score_of(const struct function *f, const struct loop *l)
{
    struct score sum;
    struct slots slots;
    struct clock clock = {0, {0, 0}};
    struct ffma x;
    struct cost cost;
    size_t begun = 0, cycles = 0;

    nothing_kept(&slots);
    for (int turn = 0; turn < TURNS; ++turn) {
        sum = (struct score){0};
        begun = turn == 1 ? clock.now : begun;
        for (size_t i = l->first; i <= l->last; ++i) {
            if (is_nop(&f->code[i]))
                continue;
            ++sum.instructions;
            if (next(&slots, &f->code[i], &x, &cost)) {
                add(&sum, &cost);
                issue(&clock, &cost);
            } else {
                ++clock.now;
            }
        }
    }
    for (int i = 1; i <= SLOTS; ++i)
        cycles += i * sum.by_cycles[i];
    sum.alone = (double)cycles / sum.ffmas;
    sum.sum = (double)(cycles + sum.instructions - sum.ffmas) / sum.ffmas;
    sum.in_a_row = (double)(clock.now - begun) / (TURNS - 1) / sum.ffmas;
    sum.bound = busier(&sum) / sum.ffmas;
    return sum;
}
