/* identifier.h - what a kernel of a library is called. */
#ifndef IDENTIFIER_H
#define IDENTIFIER_H

#include <stddef.h>

/* The longest identifier in the name of a function as C++ mangles it, or all of
 * another name: of _ZN7cutlass7Kernel2I12sgemm_64x64vEEvT_ it is sgemm_64x64v. What
 * names of cuBLAS have from "_warpsize" on is left out: before it stand tile and
 * stages. */
void identifier_of(const char *mangled, char *out, size_t size);

#endif
