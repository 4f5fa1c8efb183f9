/* host.h for a page: one memory, which grows and never shrinks, and no process around it. */
#include "lens/host.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, MOST_WORDS = 16 };

extern char __data_end[]; /* of the lens, whose data lie behind those of the program */

void *host_reserve(size_t bytes)
{
    const size_t at = __builtin_wasm_memory_grow(0, bytes / PAGE + 1);

    return at == SIZE_MAX ? NULL : (void *)(at * PAGE);
}

int host_empty(void *at, size_t bytes)
{
    (void)at, (void)bytes;
    return 0;
}

struct range host_statics(void)
{
    return lens_program.statics;
}

struct range host_variables(void)
{
    return lens_program.variables;
}

struct range host_constants(void)
{
    const uintptr_t lo = lens_program.variables.lo;

    return (struct range){lo, (uintptr_t)__data_end - lo};
}

struct range host_marked(void)
{
    return lens_program.marked;
}

struct range host_names(void)
{
    return lens_program.names;
}

int host_has_streams(void)
{
    return (int)lens_program.has_streams;
}

static void (*at_end)(int status, void *unused);

void host_at_end(void (*end)(int status, void *unused))
{
    at_end = end;
}

/* The command line, its words ended by lines: play writes it here, and calls
 * lens_main(). */
static char words[4096];

__attribute__((export_name("lens_words"))) char *lens_words(void);
char *lens_words(void)
{
    return words;
}

int main(int argc, char **argv);

__attribute__((export_name("lens_main"))) void lens_main(void);
void lens_main(void)
{
    char *argv[MOST_WORDS + 1] = {NULL};
    int argc = 0, status;

    for (char *w = strtok(words, "\n"); w && argc < MOST_WORDS; w = strtok(NULL, "\n"))
        argv[argc++] = w;
    status = main(argc, argv);
    if (at_end)
        at_end(status, NULL);
    exit(status);
}
