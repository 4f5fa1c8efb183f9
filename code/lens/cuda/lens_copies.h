/* lens_copies.h - memcpy() and its like, which the lens must see: GCC would put
 * them into the program itself, and report none of their accesses. Comes before
 * every other header (lens.mk has -fno-builtin-memcpy and the like). */
#ifndef LENS_COPIES_H
#define LENS_COPIES_H

#include <stddef.h>

extern "C" {
void *lens_memcpy(void *, const void *, size_t);
void *lens_memmove(void *, const void *, size_t);
void *lens_memset(void *, int, size_t);
int lens_memcmp(const void *, const void *, size_t);

void *memcpy(void *, const void *, size_t) noexcept __asm__("lens_memcpy");
void *memmove(void *, const void *, size_t) noexcept __asm__("lens_memmove");
void *memset(void *, int, size_t) noexcept __asm__("lens_memset");
int memcmp(const void *, const void *, size_t) noexcept __asm__("lens_memcmp");
}
#define __builtin_memcpy lens_memcpy
#define __builtin_memmove lens_memmove
#define __builtin_memset lens_memset
#define __builtin_memcmp lens_memcmp

#endif
