#include "made-up.h"
#include "tap.h"

#include <string.h>

static struct config list[MAX_CONFIGS];

/* The same rules, asked one by one of a configuration that has a reason. */
static int holds(const struct space *s, const struct config *c,
                 const struct limits *l, const char *why)
{
    const int warps = c->wm > 0;
    const int bad_tiles = warps ? c->bm % c->wm || c->bn % c->wn
                                : c->bm % c->tm || c->bn % c->tn;
    if (strcmp(why, "stages") == 0)
        return (c->stages - 1) * c->bk > 32;
    if (strcmp(why, "indivisible") == 0)
        return bad_tiles;
    const int threads = warps ? 32 * (c->bm / c->wm) * (c->bn / c->wn)
                              : c->bm / c->tm * (c->bn / c->tn);
    const int quads_a = c->bm * c->bk / 4, quads_b = c->bn * c->bk / 4;
    const int packed = c->blocks > 0;
    const long bytes = 4L * c->stages * c->bk * (c->bm + s->padding + c->bn);
    const int registers = c->tm * c->tn + c->tm + c->tn;

    if (strcmp(why, "threads") == 0)
        return threads > l->threads || threads % 32;
    if (strcmp(why, "loads") == 0)
        return quads_a % threads || quads_b % threads ||
               (packed && (4 * threads % c->bm || 4 * threads % c->bn));
    if (strcmp(why, "shared memory") == 0 && packed)
        return bytes > l->opt_in ||
               (bytes + l->reserved) * c->blocks > l->sm_shared;
    if (strcmp(why, "shared memory") == 0)
        return bytes > l->shared;
    if (strcmp(why, "registers") == 0)
        return registers > 255 || registers * threads > l->registers ||
               (packed && c->blocks * threads * (registers + 24) >
                              l->sm_registers);
    return 0;
}

static const char *const reasons[] = {"stages", "indivisible", "threads",
                                      "loads", "shared memory", "registers"};
enum { REASONS = sizeof reasons / sizeof *reasons };

/* Every reason that is given is true, and who is valid has none of them. */
static void check(const char *stem, const char *card, const struct limits *l)
{
    const struct space *s = space_of(stem);
    const int n = space_list(s, list, MAX_CONFIGS);
    int untrue = 0, missed = 0, rejected = 0;

    for (int i = 0; i < n; ++i) {
        const char *why = rejection(s, &list[i], l);

        rejected += why != NULL;
        untrue += why && !holds(s, &list[i], l, why);
        for (int j = 0; j < REASONS && !why; ++j)
            missed += holds(s, &list[i], l, reasons[j]);
    }
    ok(rejected > 0 && untrue == 0, "%s on %s: %d are rejected, for true "
       "reasons", stem, card, rejected);
    ok(missed == 0, "%s on %s: nobody is valid against a reason", stem, card);
}

/* With one limit lowered, only what respects it is left. */
static void lowered(const char *stem, const char *what, struct limits l)
{
    const struct space *s = space_of(stem);
    const int n = space_list(s, list, MAX_CONFIGS);
    int over = 0, fewer = 0;

    for (int i = 0; i < n; ++i) {
        const struct config *c = &list[i];

        fewer += rejection(s, c, &l) && !rejection(s, c, &h200);
        over += !rejection(s, c, &l) &&
                (config_threads(c) > l.threads ||
                 config_shared(s, c) > (config_packed(c) ? l.opt_in
                                                         : l.shared) ||
                 config_threads(c) * (config_sums(c) + config_fragments(c)) >
                     l.registers);
    }
    ok(over == 0 && fewer > 0, "%s, fewer %s: %d more are rejected and nobody "
       "is over", stem, what, fewer);
}

int main(void)
{
    static const char *const stems[] = {"autotuning", "warptiling", "registers"};
    struct limits threads = h200, shared = h200, registers = h200;

    threads.threads = 256;
    shared.shared = 16 * 1024;
    shared.opt_in = 40 * 1024;
    registers.registers = 16 * 1024;
    for (int i = 0; i < 3; ++i) {
        check(stems[i], "a large card", &h200);
        check(stems[i], "a card with little shared memory", &shared);
        lowered(stems[i], "threads", threads);
        lowered(stems[i], "bytes of shared memory", shared);
        lowered(stems[i], "registers", registers);
    }
    return tap_end();
}
