/* complain.c - the one sentence on what went wrong, kept until main() prints it (bench.h). */
#include "bench/bench.h"

#include <stdarg.h>
#include <stdio.h>

static char sentence[512], later[512];

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

void complain_later(const char *format, ...)
{
    va_list args;

    if (later[0])
        return;
    va_start(args, format);
    vsnprintf(later, sizeof later, format, args);
    va_end(args);
}

int complain_now(void)
{
    if (!later[0])
        return 0;
    complain("%s", later);
    later[0] = '\0';
    return -1;
}
