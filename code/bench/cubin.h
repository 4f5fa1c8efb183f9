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
    size_t at;          /* the byte of the file at which its code begins */
};

struct cubin {
    unsigned char *file;
    size_t size;
    int arch; /* 90 for sm_90 */
    struct function *function;
    size_t functions;
};

/* Reads a file, or takes what lies in memory from malloc(), which is its own then.
 * Return null, or the sentence, without the file's name, that says why that could
 * not be: then there is nothing to close. Whatever the file holds, nothing outside
 * it is read. */
const char *cubin_open(struct cubin *c, const char *path);
const char *cubin_take(struct cubin *c, unsigned char *file, size_t size);
void cubin_close(struct cubin *c);

#endif
