/* ucontext makes a fiber; GCC's __builtin_setjmp and __builtin_longjmp, a
 * handful of instructions each, switch between fibers that exist. Stacks lie a
 * little more than 128 KiB apart, so that their tops fall into different sets
 * of every cache. */
#define _GNU_SOURCE
#include "lens/fiber.h"

#include "lens/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Below each stack lies a page that cannot be accessed. */
enum { PAGE = 4096, STRIDE = 2 * PAGE + STACK_BYTES + 17 * 64 };

struct range stacks;
uintptr_t stack_end, host_end;

static const uint64_t CANARY = UINT64_C(0x6c656e73206f6b21);

typedef void *place[5]; /* as __builtin_setjmp wants it */

struct fiber {
    place here;
    fiber_work *work;
    void *state;
    int done, entered;
    uint64_t *canary; /* lowest word of the stack */
    uintptr_t end;    /* above what `work` has there */
};

static struct fiber fibers[MAX_FIBERS], *resting[MAX_FIBERS];
static int made, rests;
static struct fiber *running;
static place scheduler;
static ucontext_t scheduler_context;

static void fiber_main(void)
{
    stack_end = running->end = (uintptr_t)__builtin_frame_address(0);
    for (;;) {
        running->work(running->state);
        REGISTERS_LOST;
        running->done = 1;
        fiber_leave();
    }
}

static void map_stacks(void)
{
    const size_t all = (size_t)STRIDE * MAX_FIBERS;
    void *at = mmap(NULL, all, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        fail("no memory for the stacks of %d threads", MAX_FIBERS);
    stacks = (struct range){(uintptr_t)at, all};
}

static struct fiber *make(void)
{
    struct fiber *f = &fibers[made];
    uintptr_t below;

    if (!stacks.bytes)
        map_stacks();
    below = stacks.lo + (uintptr_t)STRIDE * (uintptr_t)made++;
    mprotect((void *)((below + PAGE - 1) / PAGE * PAGE), PAGE, PROT_NONE);
    f->canary = (uint64_t *)(below + 2 * PAGE);
    *f->canary = CANARY;
    return f;
}

struct fiber *fiber_take(void)
{
    return rests > 0 ? resting[--rests] : make();
}

/* The first switch to a fiber, onto its fresh stack. */
static void enter(struct fiber *f)
{
    static ucontext_t fresh;

    getcontext(&fresh);
    fresh.uc_stack.ss_sp = f->canary + 1;
    fresh.uc_stack.ss_size = STACK_BYTES - sizeof *f->canary;
    fresh.uc_link = NULL;
    makecontext(&fresh, fiber_main, 0);
    swapcontext(&scheduler_context, &fresh);
}

/* These two jump; a function must not do so to its own __builtin_setjmp. */
static __attribute__((noinline)) void go_to(struct fiber *f)
{
    if (f->entered)
        __builtin_longjmp(f->here, 1);
    f->entered = 1;
    enter(f);
}

static __attribute__((noinline)) void go_back(void)
{
    __builtin_longjmp(scheduler, 1);
}

static __attribute__((noinline)) void switch_to(struct fiber *f)
{
    if (__builtin_setjmp(scheduler) == 0)
        go_to(f);
}

int fiber_run(struct fiber *f, fiber_work *work, void *state)
{
    if (work) {
        f->work = work;
        f->state = state;
        f->done = 0;
    }
    running = f;
    stack_end = f->end;
    switch_to(f);
    running = NULL;
    stack_end = host_end;
    if (*f->canary != CANARY)
        fail("a thread needs more than %d KiB of local memory",
             STACK_BYTES / 1024);
    if (f->done)
        resting[rests++] = f;
    return f->done;
}

int fiber_holds(const struct fiber *f, uintptr_t a)
{
    return a - (uintptr_t)f->canary < STACK_BYTES;
}

void fiber_leave(void)
{
    if (__builtin_setjmp(running->here) == 0)
        go_back();
}
