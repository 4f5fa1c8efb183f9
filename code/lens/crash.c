#include "lens/crash.h"

#include "lens/catch.h"
#include "lens/host.h"
#include "lens/site.h"

#include <stdlib.h>

enum { LIMIT = 20 };

static int limit = LIMIT;

void crash_limit(void)
{
    const char *asked = getenv("LENS_SECONDS");

    if (asked && atoi(asked) > 0)
        limit = atoi(asked);
}

/* The place in the program that is or was running; null where that is neither the
 * chapter's code nor a kernel's. */
static const struct site *site_of(uintptr_t place)
{
    const struct site *last = warp_log.next > warp_log.first
                                  ? &sites[EVENT_SITE(warp_log.next[-1])]
                                  : NULL;

    if (place - FIRST_PLACE < PLACES) {
        const struct site *s = new_site(place, 1, LOAD);

        if (site_file(s) == lens_source || is_in_kernel(place))
            return s;
    }
    return now.launch ? last : NULL;
}

void crash(const char *kind, uintptr_t place, const char *what)
{
    const struct site *s = site_of(place);

    if (s)
        caught(kind, s, thread_number(now.warp, now.lane), "%s%s",
               now.launch ? "" : "the host ", what);
    if (now.launch)
        caught_at(kind, NULL, thread_number(now.warp, now.lane), "%s", what);
    caught_in_program(kind, "the host %s", what);
}

/* A block may run for long, as one that makes many tiles does: it advances as long as it stores
 * where its launch has not stored yet. A loop that nothing stops comes to an end of that. */
void crash_second(uintptr_t place)
{
    static uint32_t block, stored;
    static int ticks;

    if (!now.launch || now.block_start != block || now.stored != stored)
        ticks = 0;
    block = now.block_start;
    stored = now.stored;
    if (now.launch && ++ticks > limit)
        crash("endless", place,
              "belongs to a block that does not come to its end: is there a loop "
              "that nothing stops?");
}
