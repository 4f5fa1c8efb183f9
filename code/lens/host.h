/* host.h - what the lens asks of the machine that it runs on: host.c answers for a
 * program of Linux, web/host.c for a page. With the one go fiber.c, lines.c, table.c and
 * signals.c, with the other what web/ has instead; all else is the same. */
#ifndef HOST_H
#define HOST_H

#include "lens/memory.h"

/* A place in the program that calls the lens: under Linux the address to which the call
 * returns. There is no such address in WebAssembly: there it is the number of the call,
 * which is put into lens_caller before it (web/ir.js). STACK_HERE() is where the frame of
 * the function that asks ends, above which its callers have theirs. ARENA_MIB is how much memory
 * a program may have, and DEEP_WORK how many multiply-adds verify spends on long sums. */
#ifdef __wasm__
extern uint32_t lens_caller;

/* What play tells of the program: where its parts are in memory, as address and bytes, and
 * tables of it (web/ir.js). */
struct symbol;
struct place;
extern struct lens_program {
    struct range variables, statics, marked, names;
    struct symbol *symbol; /* of shared arrays their addresses, until table.h is asked */
    uint32_t symbol_count;
    const struct place *place; /* number 0 is none */
    uint32_t place_count, has_streams;
} lens_program;
#define CALLER() ((const void *)(uintptr_t)lens_caller)
#define CALLER_OF(frame) ((uintptr_t)lens_caller)
#define STACK_HERE() ((uintptr_t)__builtin_frame_address(0))
#define FIRST_PLACE ((uintptr_t)0)
#define PLACES ((size_t)lens_program.place_count)
enum { ARENA_MIB = 80 };
#define DEEP_WORK 0x1.1p24
#else
extern const char __executable_start[], etext[];
#define CALLER() ((const void *)__builtin_return_address(0))
#define CALLER_OF(frame) (((const uintptr_t *)(frame))[1])
#define STACK_HERE() ((uintptr_t)__builtin_dwarf_cfa())
#define FIRST_PLACE ((uintptr_t)__executable_start)
#define PLACES ((size_t)(etext - __executable_start) + 1)
enum { ARENA_MIB = 32 * 1024 };
#define DEEP_WORK 0x1.1p27
#endif

/* So many bytes, which are 0 and cost nothing until they are touched; or null. */
void *host_reserve(size_t bytes);

/* Makes them 0 for nothing, if that can be had: else returns 0. */
int host_empty(void *at, size_t bytes);

/* The program's static shared arrays, its variables, and those with all that is constant. */
struct range host_statics(void), host_variables(void), host_constants(void);

/* Its variables that are __constant__, and the names of its dynamic shared arrays that stand
 * outside all functions. */
struct range host_marked(void), host_names(void);

/* True in a program that creates a stream: lens_more.h. */
int host_has_streams(void);

/* Is called with the exit code when the program ends. */
void host_at_end(void (*end)(int status, void *unused));

#endif
