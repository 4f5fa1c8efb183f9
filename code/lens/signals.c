/* crash.h, where the system sends signals.
 *
 * A signal interrupts the program anywhere. What is done here is more than a
 * handler may do, strictly; but the program ends with it in any case. */
#define _GNU_SOURCE
#include "lens/crash.h"
#include "lens/fiber.h"
#include "lens/lens.h"

#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

enum { HANDLER_STACK = 256 * 1024 };

/* As if what was interrupted there had been a call (site.h). */
static uintptr_t interrupted_at(const ucontext_t *c)
{
#if defined __x86_64__
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP] + 1;
#elif defined __aarch64__
    return c->uc_mcontext.pc + 1;
#else
    (void)c;
    return 0;
#endif
}

static void crashed(int signal, siginfo_t *info, void *context)
{
    const uintptr_t at = interrupted_at(context),
                    a = (uintptr_t)info->si_addr;

    if (signal == SIGFPE)
        crash("crash", at, "divides an integer by zero");
    if (signal == SIGILL)
        crash("crash", at, "comes to a __trap()");
    if (now.launch && a - (stacks.lo - stacks.bytes) < 2 * stacks.bytes)
        crash("crash", at, "needs more local memory than a thread has here, "
                           "128 KiB");
    crash("crash", at, "accesses memory that nobody allocated");
}

static void tick(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info;
    crash_second(interrupted_at(context));
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

    crash_limit();
    sigaltstack(&stack, NULL);
    handle(SIGFPE, crashed, SA_RESETHAND);
    handle(SIGILL, crashed, SA_RESETHAND);
    handle(SIGSEGV, crashed, SA_RESETHAND);
    handle(SIGBUS, crashed, SA_RESETHAND);
    handle(SIGVTALRM, tick, SA_RESTART);
    setitimer(ITIMER_VIRTUAL, &second, NULL);
}
