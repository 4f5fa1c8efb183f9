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
void lens_misaligned(const void *, int alignment);

void *memcpy(void *, const void *, size_t) noexcept __asm__("lens_memcpy");
void *memmove(void *, const void *, size_t) noexcept __asm__("lens_memmove");
void *memset(void *, int, size_t) noexcept __asm__("lens_memset");
/* The C library in the browser does not say so of this one. */
#ifdef __wasm__
int memcmp(const void *, const void *, size_t) __asm__("lens_memcmp");
#else
int memcmp(const void *, const void *, size_t) noexcept __asm__("lens_memcmp");
#endif
}

/* A compiler may take a pointer's type by its word, whatever is copied there. */
template <typename T> struct lens_alignment { enum { of = alignof(T) }; };
template <> struct lens_alignment<void> { enum { of = 1 }; };
template <> struct lens_alignment<const void> { enum { of = 1 }; };
template <typename T> static inline __attribute__((always_inline)) T *
lens_aligned(T *p)
{
    if ((size_t)p % lens_alignment<T>::of)
        lens_misaligned(p, lens_alignment<T>::of);
    return p;
}
#define LENS_COPY(name)                                                        \
    template <typename T, typename U> static inline                            \
    __attribute__((always_inline)) void *name(T *to, const U *from, size_t n)  \
    {                                                                          \
        return name((void *)lens_aligned(to),                                  \
                    (const void *)lens_aligned(from), n);                      \
    }
LENS_COPY(memcpy)
LENS_COPY(memmove)
LENS_COPY(lens_memcpy)
LENS_COPY(lens_memmove)
#define __builtin_memcpy lens_memcpy
#define __builtin_memmove lens_memmove
#define __builtin_memset lens_memset
#define __builtin_memcmp lens_memcmp

#endif
