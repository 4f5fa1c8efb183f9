#include "bench.h"

#include <stdarg.h>
#include <stdio.h>

static char sentence[512];

int complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return -1;
}

const char *complaint(void)
{
    return sentence;
}
