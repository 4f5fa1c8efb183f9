/* fiber.h by binaryen's asyncify: what fiber_leave() was called from returns, and keeps its
 * variables in the fiber's own room until it is called again. Local variables with an
 * address lie in a stack of memory, of which each fiber has one. */
#include "lens/fiber.h"

#include "lens/crash.h"
#include "lens/fail.h"
#include "lens/host.h"

#define ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(#name)))
ASYNCIFY(start_unwind) void start_unwind(void *kept);
ASYNCIFY(stop_unwind) void stop_unwind(void);
ASYNCIFY(start_rewind) void start_rewind(void *kept);
ASYNCIFY(stop_rewind) void stop_rewind(void);

/* Above the first frame a little room is nobody's, so that one who walks out of his variables is
 * told that. */
enum { KEPT_BYTES = 32 * 1024, STRIDE = KEPT_BYTES + STACK_BYTES, EDGE = 256 };

struct range stacks;
uintptr_t stack_end, host_end;

static const uint64_t CANARY = UINT64_C(0x6c656e73206f6b21);

struct fiber {
    struct { char *next, *end; } kept; /* as asyncify wants it */
    fiber_work *work;
    void *state;
    uint64_t *canary; /* lowest word of the stack */
    uintptr_t at;     /* its top, where the fiber left */
};

static struct fiber fibers[MAX_FIBERS], *resting[MAX_FIBERS], *running;
static int made, rests, leaves, returns;

static uintptr_t stack_pointer(void)
{
    uintptr_t at;

    __asm__ volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(at));
    return at;
}

static void set_stack_pointer(uintptr_t at)
{
    __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(at) : "memory");
}

static struct fiber *make(void)
{
    struct fiber *f = &fibers[made < MAX_FIBERS ? made : 0];
    char *room;

    if (!stacks.bytes)
        stacks = (struct range){(uintptr_t)host_reserve((size_t)STRIDE * MAX_FIBERS),
                                (uintptr_t)STRIDE * MAX_FIBERS};
    if (!stacks.lo)
        fail("no memory for the stacks of %d threads", MAX_FIBERS);
    if (made == MAX_FIBERS)
        fail("a page has stacks for %d threads of a cluster, and no more", MAX_FIBERS);
    room = (char *)stacks.lo + (size_t)STRIDE * (size_t)made++;
    f->kept.end = room + KEPT_BYTES;
    f->canary = (uint64_t *)(void *)f->kept.end;
    *f->canary = CANARY;
    return f;
}

struct fiber *fiber_take(void)
{
    return rests > 0 ? resting[--rests] : make();
}

static uintptr_t end_of(const struct fiber *f)
{
    return (uintptr_t)f->canary + STACK_BYTES - EDGE;
}

/* The lowest function that a switch goes by: asyncify knows it by what it calls. */
static __attribute__((noinline)) int switch_to(struct fiber *f)
{
    const uintptr_t mine = stack_pointer();

    set_stack_pointer(f->at);
    if (returns)
        start_rewind(&f->kept);
    f->work(f->state);
    if (leaves) {
        stop_unwind();
        f->at = stack_pointer();
    }
    set_stack_pointer(mine);
    return leaves;
}

/* The highest. */
static __attribute__((noinline)) void switch_back(void)
{
    if (returns) {
        returns = 0;
        stop_rewind();
        return;
    }
    leaves = 1;
    running->kept.next = running->kept.end - KEPT_BYTES;
    start_unwind(&running->kept);
}

int fiber_run(struct fiber *f, fiber_work *work, void *state)
{
    int done;

    returns = !work;
    if (work) {
        f->work = work;
        f->state = state;
        f->at = end_of(f);
    }
    running = f;
    stack_end = end_of(f);
    done = !switch_to(f);
    leaves = 0;
    running = NULL;
    stack_end = host_end;
    if (*f->canary != CANARY)
        crash("crash", lens_caller, "needs more local memory than a thread has here, "
                                    "128 KiB");
    if (done)
        resting[rests++] = f;
    return done;
}

int fiber_holds(const struct fiber *f, uintptr_t a)
{
    return a - (uintptr_t)f->canary < STACK_BYTES;
}

void fiber_leave(void)
{
    switch_back();
}
