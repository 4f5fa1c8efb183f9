/* tap.h - checks in C that speak TAP. */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failures;

/* One test: passes when `right` is not 0. Returns `right`. */
__attribute__((format(printf, 2, 3)))
static int ok(int right, const char *format, ...)
{
    va_list args;

    printf("%sok %d - ", right ? "" : "not ", ++tap_count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    tap_failures += !right;
    return right;
}

/* Ends the tests; main() returns it. */
static int tap_end(void)
{
    printf("1..%d\n", tap_count);
    return tap_failures != 0;
}

#endif
