#include "lens/catch.h"

#include "lens/fail.h"
#include "bench/program.h"
#include "lens/site.h"
#include "lens/symbols.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *thread_text(unsigned number)
{
    static char text[4][40];
    static int next;
    char *out = text[next++ % 4];
    const struct uint3 t = thread_index(number);

    snprintf(out, sizeof text[0], "(%u,%u,%u)", t.x, t.y, t.z);
    return out;
}

const char *verb_of(const struct site *site)
{
    return site->op == LOAD || site->op == RELEASE ? "loads"
           : site->op == ATOMIC                    ? "updates"
           : site->op == SEND                      ? "sends"
           : site->op == FEED                      ? "multiplies"
                                                   : "stores";
}

static void where(const char *kind, const char *file, int line, unsigned number)
{
    fprintf(stderr, "%s: %s:%d: ", kind, file, line);
    if (now.launch)
        fprintf(stderr, "%s, block (%u,%u,%u), thread %s ",
                symbol_at(now.launch->entry), now.block.x, now.block.y,
                now.block.z, thread_text(number));
}

static _Noreturn void end(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail_end(WRONG, format, args);
}

/* Ends a sentence that begins with the file: its lines are told without its name. */
static _Noreturn void end_about(const char *file, const char *format, va_list args)
{
    char text[4096], of[320];
    size_t n;

    vsnprintf(text, sizeof text, format, args);
    n = (size_t)snprintf(of, sizeof of, " of %s", file);
    for (char *at = text; (at = strstr(at, of));)
        if (isalnum((unsigned char)at[n]))
            at += n;
        else
            memmove(at, at + n, strlen(at + n) + 1);
    end("%s", text);
}

void caught(const char *kind, const struct site *site, unsigned number,
            const char *format, ...)
{
    va_list args;

    fail_start();
    where(kind, site_file(site), site_line(site), number);
    va_start(args, format);
    end_about(site_file(site), format, args);
}

void caught_at(const char *kind, const void *pc, unsigned number,
               const char *format, ...)
{
    const struct site *s = pc ? site_of_place(pc) : NULL;
    va_list args;

    fail_start();
    where(kind, s ? site_file(s) : lens_source, s ? site_line(s) : 0, number);
    va_start(args, format);
    end_about(s ? site_file(s) : lens_source, format, args);
}

void caught_in_program(const char *kind, const char *format, ...)
{
    va_list args;

    fail_start();
    fprintf(stderr, "%s: ", kind);
    va_start(args, format);
    end_about(lens_source, format, args);
}
