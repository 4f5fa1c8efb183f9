/* table.h - the names of what a program consists of, and where each lies. */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>

enum symbol_kind { FUNCTION, OBJECT, SHARED_ARRAY };

struct symbol {
    uintptr_t value; /* its address; of a shared array, where it starts among all of them */
    size_t bytes;
    const char *name; /* as the linker knows it */
    enum symbol_kind kind;
};

/* All of them, one after another up to `end`; none where the program was stripped. */
struct symbols {
    const struct symbol *first, *end;
};
struct symbols all_symbols(void);

/* Where the function begins in whose code the place lies, or 0. */
uintptr_t function_at(uintptr_t place);

#endif
