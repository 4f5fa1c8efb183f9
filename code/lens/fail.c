#include "lens/fail.h"

#include "bench/program.h"

#include <stdio.h>
#include <stdlib.h>

static int failed;

int has_failed(void)
{
    return failed;
}

void fail_start(void)
{
    failed = 1;
    fflush(stdout);
    fprintf(stderr, "%s: ", provenance.stem);
}

void fail_end(int code, const char *format, va_list args)
{
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(code);
}

void fail(const char *format, ...)
{
    va_list args;

    fail_start();
    va_start(args, format);
    fail_end(CANNOT, format, args);
}
