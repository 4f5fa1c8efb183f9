/* memory.h - global and shared memory, and the names of what lies there.
 *
 * One reserved range of addresses holds the dynamic shared memory of a block,
 * a gap, and all of global memory that is allocated. Static __shared__ arrays
 * are the program's thread-local data, all of it. The program's variables are
 * global memory to a kernel: its __device__ ones, for no other does nvcc let a
 * kernel name. Every other address is local (a stack) or constant. */
#ifndef MEMORY_H
#define MEMORY_H

#include "lens/lens.h"

/* The memories as ranges of addresses. */
struct range {
    uintptr_t lo, bytes;
};
extern struct range arena, statics, variables;

/* True in a program that is judged, whose variables and constants lie in sections of
 * their own, judged_data and judged_const: course/compile.sh. It touches these, its
 * local memory and what the lens gives it, and nothing else; nor does its host. */
extern int judged;

enum {
    SHARED_LIMIT = 227 * 1024, /* of a block, when the kernel asks for it */
    SHARED_DEFAULT = 48 * 1024,
    SHARED_SPAN = 512 * 1024,  /* of the arena, before global memory starts */
    MAX_REGIONS = 2048
};

static inline int within(struct range r, uintptr_t address)
{
    return address - r.lo < r.bytes;
}

/* Of an address in one of these ranges. */
static inline enum space space_of(uintptr_t address)
{
    return within(statics, address) || address - arena.lo < SHARED_SPAN
               ? SHARED : GLOBAL;
}

/* True in a variable of the program that is not __constant__; and in what a kernel
 * may load without that being an access. */
int is_variable(uintptr_t address);
int is_constant(uintptr_t address);

/* A kernel stores to the variable of the program that lies there; true when one has. */
void mark_of_device(uintptr_t address);
int is_of_device(uintptr_t address);

/* An array: a matrix of the running launch, another allocation, or a shared
 * array. Its numbers are good for one launch. */
struct region {
    char name[48];
    enum space space;
    uintptr_t lo, hi;
    int element;  /* bytes of an element; 0 when it is not known */
    size_t cols;  /* of a matrix, row-major; else 0 */
    size_t rows;
    int input;    /* the kernel may only load from it */
    int unread;   /* the kernel may not even do that */
    int touched;  /* of a static shared array: in this launch */
};

/* Allocation. Addresses are multiples of 512, and what lies there is 0. memory_new() returns null when
 * there is no room; memory_free() returns 0 for an address it did not give. */
void *memory_new(size_t bytes);
int memory_free(void *address);
/* True when [address, address + bytes) lies in one allocation. */
int memory_holds(const void *address, size_t bytes);
/* As memset(); zeros take no time. */
void memory_set(void *to, int value, size_t bytes);
/* How often memory_new() has given some. */
unsigned long memory_made(void);
/* Allocations that live, and their bytes. */
int memory_left(size_t *bytes);
/* The same of those to which no variable of the program points any more. */
int memory_lost(size_t *bytes);

/* What the launcher was called with that runs: A, B and C, or null. Nobody may store
 * into A and B, or load from them where alpha is 0, or from C where beta is, until
 * it has been stored. */
extern struct contract {
    const void *operand[3];
    size_t bytes[3];
    float alpha, beta;
} contract;
/* True when the address lies in one of them, 0 for A. */
int is_operand(uintptr_t address, int i);

/* Names the regions of a launch. Where b_transposed is set, B is N x K. Inputs
 * are those that the kernel takes as const, and that are whole: all written. */
extern int b_transposed;
void name_regions(const struct lens_launch *launch,
                  int (*is_whole)(uintptr_t address, size_t bytes));

/* The region with all of [address, address + size), or -1. That of a variable
 * begins with the first question. */
int region_of(uintptr_t address, unsigned size);
const struct region *region(int number);

/* Bytes of the static shared arrays that this launch has touched, with region number
 * r, which is one. */
size_t touch_static(int r);

/* The elements of the array that the address lies in are of so many bytes. */
void name_element(uintptr_t address, unsigned bytes);

/* "A[3][17]", or "A[33][0], outside A (33 x 17)", for an access of `size`
 * bytes, as an element of region number `in`, or of the closest one when that
 * is -1; in a static buffer. */
const char *address_text(uintptr_t address, unsigned size, int in);

/* Row and column of an address in a matrix region. */
void element_of(const struct region *r, uintptr_t address, long long *row,
                long long *col);

#endif
