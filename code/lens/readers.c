#include "lens/readers.h"

#include "lens/fail.h"

#include <stdlib.h>

static struct reader {
    struct access is;
    uint32_t next;
} *all; /* number 0 is none */
static uint32_t room, count = 1, unused;

static uint32_t take(void)
{
    const uint32_t at = unused;

    if (at) {
        unused = all[at].next;
        return at;
    }
    if (count >= room) {
        room = room ? 2 * room : 4096;
        all = realloc(all, room * sizeof *all);
        if (!all)
            fail("out of memory for the readers of a word");
    }
    return count++;
}

void readers_add(uint32_t *list, struct access one, uint32_t actor, uint32_t mask)
{
    uint32_t *at = list, new;

    while (*at) {
        struct reader *r = &all[*at];
        const uint32_t here = *at;

        if ((r->is.who ^ actor) & mask && (r->is.who ^ one.who) & mask) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        r->next = unused;
        unused = here;
    }
    new = take();
    all[new] = (struct reader){one, *list};
    *list = new;
}

uint32_t readers_next(uint32_t at, struct access *out)
{
    *out = all[at].is;
    return all[at].next;
}

void readers_free(uint32_t *list)
{
    while (*list) {
        const uint32_t here = *list;

        *list = all[here].next;
        all[here].next = unused;
        unused = here;
    }
}
