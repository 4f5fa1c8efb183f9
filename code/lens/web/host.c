/* host.h for a page: one memory, which grows and never shrinks, and no process around it. */
#include "lens/host.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, MOST_WORDS = 16 };

/* Where play's linker says that data begins and ends, and the shared arrays among it. */
extern char __global_base[], __data_end[];
extern char __start_lens_shared[] __attribute__((weak));
extern char __stop_lens_shared[] __attribute__((weak));

uint32_t lens_caller;

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

static struct range between(const char *lo, const char *hi)
{
    return (struct range){(uintptr_t)lo, (uintptr_t)hi - (uintptr_t)lo};
}

struct range host_statics(void)
{
    return between(__start_lens_shared, __stop_lens_shared);
}

struct range host_variables(void)
{
    return between(__global_base, __data_end);
}

struct range host_constants(void)
{
    return host_variables();
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
