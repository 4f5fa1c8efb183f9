/* What would kill the program, or never end, becomes a sentence that says where.
 *
 * A signal interrupts the program anywhere. What is done here is more than a
 * handler may do, strictly; but the program ends with it in any case. */
#define _GNU_SOURCE
#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/fiber.h"
#include "lens/site.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>

/* Processor seconds that a block may take: a hundred times what the longest of
 * this book does. LENS_SECONDS in the environment sets another limit. */
enum { LIMIT = 20, HANDLER_STACK = 256 * 1024 };

static int limit = LIMIT;

static uintptr_t interrupted_at(const ucontext_t *c)
{
#if defined __x86_64__
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return c->uc_mcontext.pc;
#else
    (void)c;
    return 0;
#endif
}

/* The place in the program that is or was running; null where that is not the
 * chapter's code. */
static const struct site *site_of(uintptr_t pc)
{
    const struct site *last = warp_log.next > warp_log.first
                                  ? &sites[EVENT_SITE(warp_log.next[-1])]
                                  : NULL;

    if (pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext) {
        const struct site *s = new_site(pc + 1, 1, LOAD);

        if (site_file(s) == lens_source)
            return s;
    }
    return now.launch ? last : NULL;
}

static _Noreturn void say(const char *kind, uintptr_t pc, const char *what)
{
    const struct site *s = site_of(pc);

    if (s)
        caught(kind, s, thread_number(now.warp, now.lane), "%s%s",
               now.launch ? "" : "the host ", what);
    if (now.launch)
        caught_at(kind, 0, thread_number(now.warp, now.lane), "%s", what);
    caught_in_program(kind, "the host %s", what);
}

static void crashed(int signal, siginfo_t *info, void *context)
{
    const uintptr_t pc = interrupted_at(context),
                    a = (uintptr_t)info->si_addr;

    if (signal == SIGFPE)
        say("crash", pc, "divides an integer by zero");
    if (signal == SIGILL)
        say("crash", pc, "comes to a __trap()");
    if (now.launch && a - (stacks.lo - stacks.bytes) < 2 * stacks.bytes)
        say("crash", pc, "needs more local memory than a thread has here, "
                         "128 KiB");
    say("crash", pc, "accesses memory that nobody allocated");
}

static void tick(int signal, siginfo_t *info, void *context)
{
    static uint32_t block;
    static int ticks;

    (void)signal, (void)info;
    if (!now.launch || now.block_start != block)
        ticks = 0;
    block = now.block_start;
    if (now.launch && ++ticks > limit)
        say("endless", interrupted_at(context),
            "belongs to a block that does not come to its end: is there a loop "
            "that nothing stops?");
}

static void handle(int signal, void (*by)(int, siginfo_t *, void *), int flags)
{
    struct sigaction a = {.sa_sigaction = by,
                          .sa_flags = SA_SIGINFO | SA_ONSTACK | flags};

    sigaction(signal, &a, NULL);
}

__attribute__((constructor)) static void watch(void)
{
    static char room[HANDLER_STACK];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    const struct itimerval second = {{1, 0}, {1, 0}};
    const char *asked = getenv("LENS_SECONDS");

    if (asked && atoi(asked) > 0)
        limit = atoi(asked);
    sigaltstack(&stack, NULL);
    handle(SIGFPE, crashed, SA_RESETHAND);
    handle(SIGILL, crashed, SA_RESETHAND);
    handle(SIGSEGV, crashed, SA_RESETHAND);
    handle(SIGBUS, crashed, SA_RESETHAND);
    handle(SIGVTALRM, tick, SA_RESTART);
    setitimer(ITIMER_VIRTUAL, &second, NULL);
}
