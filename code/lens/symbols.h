/* symbols.h - the program's own symbol table: what are its arrays called? */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/* Calls `tell` with the source name, address and size of each object that lies
 * in [lo, lo + bytes). Tells of nothing when the program was stripped. */
void each_symbol(uintptr_t lo, size_t bytes,
                 void (*tell)(const char *name, uintptr_t at, size_t bytes));

#endif
