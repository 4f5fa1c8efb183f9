#include "lens/places.h"

#include "kernels/group_engine.h"
#include "lens/boxes.h"
#include "lens/fail.h"
#include "lens/host.h"
#include "lens/memory.h"

enum { ALIGNED = 1024, FIRST = 1024, ROW = 128, MAX_WINDOWS = 256 };

/* The arrays that a launch has named, and where each begins. */
static struct {
    uintptr_t lo, bytes;
    uint32_t at;
} windows[MAX_WINDOWS];
static int count;
static uint32_t end, launch;

static void add_window(uintptr_t lo, uintptr_t bytes)
{
    if (count == MAX_WINDOWS)
        fail("more than %d shared arrays in one kernel", MAX_WINDOWS);
    windows[count].lo = lo;
    windows[count].bytes = bytes;
    windows[count++].at = end + (uint32_t)(lo % ALIGNED);
    end = (uint32_t)((end + lo % ALIGNED + bytes + ALIGNED - 1) / ALIGNED * ALIGNED);
}

/* Dynamic shared memory comes first, so that it is the same for all. */
static void begin(void)
{
    if (launch == now.launch_start)
        return;
    launch = now.launch_start;
    count = 0;
    end = FIRST;
    if (now.launch->shared_bytes > 0)
        add_window(arena.lo, now.launch->shared_bytes);
}

uint32_t engine_shared_address(const void *p)
{
    const void *pc = CALLER();
    const uintptr_t a = (uintptr_t)p;
    int r;

    begin();
    must_be_in_shared(p, "asks for the place in shared memory of", pc);
    for (int i = 0; i < count; ++i)
        if (a - windows[i].lo <= windows[i].bytes)
            return windows[i].at + (uint32_t)(a - windows[i].lo);
    r = region_of(a, 1);
    if (r < 0)
        return 0;
    add_window(region(r)->lo, region(r)->hi - region(r)->lo);
    return engine_shared_address(p);
}

const char *at_place(uint32_t place)
{
    begin();
    for (int i = 0; i < count; ++i)
        if (place >= windows[i].at && place - windows[i].at + 16 <= windows[i].bytes)
            return (const char *)windows[i].lo + (place - windows[i].at);
    return 0;
}

struct tile_at tile_of(uint64_t d)
{
    return (struct tile_at){.start = (uint32_t)(d & 0x3fff) << 4,
                            .leading = (uint32_t)(d >> 16 & 0x3fff) << 4,
                            .stride = (uint32_t)(d >> 32 & 0x3fff) << 4,
                            .base = (unsigned)(d >> 49 & 7),
                            .mode = (unsigned)(d >> 62)};
}

/* Bits 4 to 6 of a place change by bits 7 to 9. */
static uint32_t swizzled(uint32_t place)
{
    place &= 0x3ffff;
    return place ^ (place >> 7 & 7) << 4;
}

uint32_t place_along_k(const struct tile_at *t, unsigned row, unsigned piece)
{
    return swizzled(t->start + row / 8 * t->stride + row % 8 * ROW + piece * 16);
}

uint32_t place_of_k(const struct tile_at *t, unsigned k, unsigned piece)
{
    return swizzled(t->start + piece / 8 * t->leading + k / 8 * t->stride + k % 8 * ROW +
                    piece % 8 * 16);
}
