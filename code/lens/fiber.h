/* fiber.h - a stack for each CUDA thread that has to wait. */
#ifndef FIBER_H
#define FIBER_H

#include "lens/memory.h"

struct fiber;

/* What a fiber does each time it is given something new to run. */
typedef void fiber_work(void *state);

/* Of the threads of all blocks of a cluster; in a page, of as many as one block may have. */
#ifdef __wasm__
enum { MAX_FIBERS = MAX_THREADS };
#else
enum { MAX_FIBERS = MAX_RANKS * MAX_THREADS };
#endif

/* A fiber at rest, made when none is left. It belongs to the fiber room until
 * the program ends. Exits with a sentence when there is no memory. */
struct fiber *fiber_take(void);

/* Runs `work` on the fiber, or goes on with the work it left off (work is null
 * then). Returns 1 when the work is done; the fiber rests again and may be
 * taken by another. Returns 0 when it called fiber_leave(). */
int fiber_run(struct fiber *f, fiber_work *work, void *state);

/* Called on a fiber: returns to whoever called fiber_run(), until the next. */
void fiber_leave(void);

/* Where the stacks of all fibers lie: the local memory of the threads; and where
 * that of the running fiber ends. What it holds now begins at the frame of the
 * function that asks. When none runs, that is host_end: where the local memory of
 * the launcher of a judged program ends, and 0 of all others. */
enum { STACK_BYTES = 128 * 1024 };
extern struct range stacks;
extern uintptr_t stack_end, host_end;

/* What follows a call of a function that keeps no register for its caller: course.mk
 * has a judged program compiled so. */
#if defined __x86_64__
#define REGISTERS_LOST                                                         \
    __asm__ volatile("" ::: "rbx", "r12", "r13", "r14", "r15", "memory")
#else
#define REGISTERS_LOST
#endif

/* True when the address lies in the stack of this fiber. */
int fiber_holds(const struct fiber *f, uintptr_t address);

#endif
