#include "lens/readers.h"

#include "lens/fail.h"

#include <stdlib.h>

static struct node {
    struct reader is;
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

/* The same, of the same actor. */
static int is_alike(const struct reader *a, const struct reader *b, uint32_t actor)
{
    return a->updates == b->updates && ((a->is.who ^ b->is.who) & actor) == 0;
}

static void clear(uint32_t *list, unsigned bytes, const struct reader *like, uint32_t actor)
{
    for (uint32_t *at = list; *at;) {
        struct node *n = &all[*at];
        const uint32_t here = *at;

        if (!like || is_alike(&n->is, like, actor))
            n->is.bytes &= (uint8_t)~bytes;
        if (n->is.bytes) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        n->next = unused;
        unused = here;
    }
}

void readers_clear(uint32_t *list, unsigned bytes)
{
    clear(list, bytes, NULL, 0);
}

void readers_clear_of(uint32_t *list, struct reader one, uint32_t actor)
{
    clear(list, one.bytes, &one, actor);
}

void readers_add(uint32_t *list, struct reader one, uint32_t actor)
{
    uint32_t at;

    readers_clear_of(list, one, actor);
    for (at = *list; at; at = all[at].next)
        if (is_alike(&all[at].is, &one, actor) && all[at].is.is.when == one.is.when) {
            all[at].is.bytes |= one.bytes;
            return;
        }
    at = take();
    all[at] = (struct node){one, *list};
    *list = at;
}

uint32_t readers_next(uint32_t at, struct reader *out)
{
    *out = all[at].is;
    return all[at].next;
}
