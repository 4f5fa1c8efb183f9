/* catch.h - a mistake is reported, and ends the program. */
#ifndef CATCH_H
#define CATCH_H

#include "lens/lens.h"

struct site;

#define PRINTF(f, a) __attribute__((format(printf, f, a), noreturn))

/* The program is wrong: "<stem>: <kind>: <file>:<line>: <kernel>, block
 * (x,y,z), thread (x,y,z) <sentence>", exit 1. The thread is `number` of the
 * running block. */
void caught(const char *kind, const struct site *site, unsigned number,
            const char *format, ...) PRINTF(4, 5);

/* As caught(), at a place in the program that need be no access, or null. */
void caught_at(const char *kind, const void *pc, unsigned number,
               const char *format, ...) PRINTF(4, 5);

/* As caught(), for a mistake of the program as a whole. */
void caught_in_program(const char *kind, const char *format, ...) PRINTF(2, 3);

/* "(3,2,0)", in one of a few static buffers. */
const char *thread_text(unsigned number);

/* "loads", "stores", "updates", "sends" or "multiplies". */
const char *verb_of(const struct site *site);

#endif
