/* fail.h - how a program ends that the lens stops: with one line on stderr. */
#ifndef FAIL_H
#define FAIL_H

#include <stdarg.h>

/* The lens itself cannot go on: "<stem>: <sentence>", exit 2. */
void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* The same in two halves, for a sentence that begins with a place: prints
 * "<stem>: "; then the rest, and ends the program with the exit code. */
void fail_start(void);
_Noreturn void fail_end(int code, const char *format, va_list args);

/* True once any of these was called: what the program leaves behind then is no
 * mistake of its own. */
int has_failed(void);

#endif
