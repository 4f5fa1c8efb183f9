/* crash.h - what would kill the program, or never end, becomes a sentence that says where. */
#ifndef CRASH_H
#define CRASH_H

#include <stdint.h>

/* Ends the program as catch.h does: it does `what` at this place. */
_Noreturn void crash(const char *kind, uintptr_t place, const char *what);

/* The same when a second of a block has passed in which it has not advanced, if that was the
 * last such that it may have. */
void crash_second(uintptr_t place);

/* Processor seconds that a block may take without advancing; LENS_SECONDS in the environment
 * sets another limit. */
void crash_limit(void);

#endif
