/* host.h for a program of Linux. */
#define _GNU_SOURCE
#include "lens/host.h"

#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>

extern char __data_start[], end[]; /* of the program's variables */
extern const char __start_lens_constant[] __attribute__((weak));
extern const char __stop_lens_constant[] __attribute__((weak));
extern const char __start_lens_names[] __attribute__((weak));
extern const char __stop_lens_names[] __attribute__((weak));
extern const char lens_uses_streams __attribute__((weak));

void *host_reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

int host_empty(void *at, size_t bytes)
{
    return madvise(at, bytes, MADV_DONTNEED) == 0;
}

/* The program's own thread-local data, which is the first that is told of. */
static int find_statics(struct dl_phdr_info *program, size_t size, void *out)
{
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; ++i)
        if (program->dlpi_phdr[i].p_type == PT_TLS)
            *(struct range *)out = (struct range){
                (uintptr_t)program->dlpi_tls_data, program->dlpi_phdr[i].p_memsz};
    return 1;
}

struct range host_statics(void)
{
    struct range r = {0, 0};

    dl_iterate_phdr(find_statics, &r);
    return r;
}

static struct range between(const char *lo, const char *hi)
{
    return (struct range){(uintptr_t)lo, (uintptr_t)hi - (uintptr_t)lo};
}

struct range host_variables(void)
{
    return between(__data_start, end);
}

struct range host_constants(void)
{
    return between(__executable_start, end);
}

struct range host_marked(void)
{
    return between(__start_lens_constant, __stop_lens_constant);
}

struct range host_names(void)
{
    return between(__start_lens_names, __stop_lens_names);
}

int host_has_streams(void)
{
    return &lens_uses_streams != NULL;
}

void host_at_end(void (*end_of)(int status, void *unused))
{
    on_exit(end_of, NULL);
}
