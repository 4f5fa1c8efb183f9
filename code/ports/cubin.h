/* cubin.h - the functions in a cubin, the ELF file that nvcc makes for one GPU. */
#ifndef CUBIN_H
#define CUBIN_H

#include <stddef.h>
#include <stdint.h>

/* An instruction: 128 bits, from compute capability 7.0 on. */
struct word {
    uint64_t lo, hi;
};

struct function {
    const char *symbol; /* as the compiler mangles it; in the file */
    struct word *code;  /* of its own */
    size_t length;
};

struct cubin {
    unsigned char *file;
    size_t size;
    int arch; /* 90 for sm_90 */
    struct function *function;
    size_t functions;
};

/* Reads a file. Returns null, or the sentence, without the file's name, that says
 * why it could not: then there is nothing to close. Whatever the file holds,
 * nothing outside it is read. */
const char *cubin_open(struct cubin *c, const char *path);
void cubin_close(struct cubin *c);

#endif
