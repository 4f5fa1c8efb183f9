/* symbols.h - the program's own symbol table: what are its kernels and arrays
 * called? A program that was stripped has no names. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct range;

/* Calls `tell` with the source name of each thread-local array ("As"), where
 * it starts in the thread's block of them, and its size. */
void each_thread_local(void (*tell)(const char *name, uintptr_t offset,
                                    size_t bytes));

/* Where the object begins and how long it is that the address lies in; 0 if no
 * symbol is told of. */
int object_at(const void *address, struct range *object);

/* Bytes of the static shared arrays that are declared in the kernel. */
size_t shared_of(const void *kernel);

/* True where a function of the program begins, and none of the lens and its headers. */
int is_function(const void *address);

/* The function or object that the address lies in, as the source calls it:
 * "rectangle<128,128>", "table"; "?" if it has no name. In one of two static
 * buffers. */
const char *symbol_at(const void *address);

#endif
