/* crash.h in a page, where no signals are: play tells of what ended the program, and each loop
 * of it of its turns (web/ir.js). */
#include "lens/crash.h"

#include "lens/host.h"

#include <time.h>

__attribute__((constructor)) static void start(void)
{
    crash_limit();
}

/* What the engine of the page said. */
enum trap { DIVIDES, TRAPS, OVERFLOWS, STRAYS };

__attribute__((export_name("lens_trap"))) void lens_trap(int trap);
void lens_trap(int trap)
{
    crash("crash", lens_caller,
          trap == DIVIDES ? "divides an integer by zero" :
          trap == TRAPS ? "comes to a __trap()" :
          trap == OVERFLOWS ? "needs more local memory than a thread has here, 128 KiB" :
                              "accesses memory that nobody allocated");
}

/* Each turn of a loop of the program. The clock is asked once in a million. */
void lens_turn(void);
void lens_turn(void)
{
    static unsigned turns;
    static time_t last;
    time_t second;

    if (++turns & ((1u << 20) - 1))
        return;
    second = time(NULL);
    if (second != last)
        crash_second(lens_caller);
    last = second;
}
