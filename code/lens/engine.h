/* engine.h - what kernels call of the engine, and hand to it: lens_device.h and
 * the C files both read this. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct uint3 {
    unsigned x, y, z;
};

/* One kernel<<<grid, block, bytes>>>(arguments). */
struct lens_launch {
    const void *entry; /* the kernel */
    struct uint3 grid, block;
    size_t shared_bytes;
    struct CUstream_st *stream;
    void (*run_thread)(void *state);
    void *state;
    const void *pointer[16]; /* pointer arguments, in order */
    int pointers;
    unsigned inputs;         /* bit i: pointer[i] is to const */
    int element_bytes[3];    /* of A, B and C */
    unsigned cluster;        /* blocks of one; 0 and 1: each block is alone */
    int is_gemm;             /* the parameters are those of the contract */
    int m, n, k;
};

/* The words of a map of kernels/tma.h. A pitch is in bytes; what is swizzled turns 4
 * pieces of 16 bytes, or 8, or none. STORES: the kernel may store by it. */
enum lens_map {
    MAP_FIRST, MAP_ROWS, MAP_COLS, MAP_PITCH, MAP_HIGH, MAP_WIDE, MAP_SWIZZLED, MAP_SIZE,
    MAP_STORES, MAP_MADE = 15
};

/* Runs it: every block, or those that sample_weight() picks, one after another;
 * the warps of a block one after another from barrier to barrier; the lanes of
 * a warp likewise. A refused launch sets the error that cudaGetLastError()
 * gives. */
void lens_run(const struct lens_launch *launch);

/* Launches that were not refused. */
unsigned long lens_launches(void);

/* Where the dynamic shared memory of a block starts, which is called `name`
 * from now on. */
void *lens_dynamic_shared(const char *name);

/* Where that is. Names in the section lens_names are those of such arrays that stand
 * outside all functions. */
extern void *lens_dynamic;

/* The launch has more threads in a block than __launch_bounds__ says. */
void lens_beyond_bounds(unsigned threads);

void lens_barrier(void);
int lens_barrier_vote(int predicate, int kind);
unsigned lens_lane(void);

/* Where in the program this stands, for what lanes do together. */
const void *lens_here(void);

/* Waits for the lanes of the mask; the last to come acts on what all of them
 * have brought, or, without an act, memory is ordered. */
typedef void lens_act(void *const brought[32], unsigned mask);
void lens_meet(const char *what, const void *pc, unsigned mask, void *mine,
               lens_act *act);
/* The same, but lanes of the mask that have left the kernel, or that the block has no
 * threads for, are not waited for. */
void lens_meet_living(const char *what, const void *pc, unsigned mask, void *mine,
                      lens_act *act);

/* The running lane calls `what` here, with a matrix of elements of so many
 * bytes, or null: all 32 lanes of its warp must call it there, in one instruction,
 * with the same. (CUDA C++ Programming Guide, "Warp Matrix Functions": so it is of
 * loads, stores and products; a matrix begins at a multiple of 32 bytes, its rows at
 * multiples of 16.) */
void lens_together(const char *what, const void *matrix,
                   unsigned bytes, unsigned stride);

/* What a lane brings to a shuffle or a vote, and takes away. */
struct lens_exchange {
    uint64_t bits, result;
    int source; /* the lane to read, of a shuffle */
};
lens_act lens_shuffle, lens_ballot;

/* An access as if the kernel had made it here. Before an atomic, lens_early() may
 * give what the word was a little earlier: when the atomic would leave that as it
 * is, it is all that comes of it. handover.h */
enum { LENS_ATOMIC = 2 };
void lens_touch(const void *address, unsigned size, int op);
const void *lens_early(const void *address, unsigned size);
void lens_fence(void);

/* Gives back the address of what is about to be loaded by way of a cache that sees no
 * store of the same launch: one there, before or after, is a mistake. It is const, so
 * that the compiler joins and moves such loads as it does others. */
const void *lens_fixed(const void *address, unsigned size)
    __attribute__((const));

/* All loads of this launch from there on go by way of that cache, as far as the next
 * of the launch's pointers into the same array. */
void lens_fixed_from(const void *address);

/* As those of the C library; in a kernel they are accesses to the bytes. */
void *lens_memcpy(void *to, const void *from, size_t bytes);
void *lens_memmove(void *to, const void *from, size_t bytes);
void *lens_memset(void *to, int value, size_t bytes);
int lens_memcmp(const void *x, const void *y, size_t bytes);

/* A lane's part of a fragment. Element i < 8 of a 16 x 16 fragment of half or
 * bfloat16 lies at (p, q), p the strided index and q the contiguous one:
 * p = lane / 4 + 8 * (i / 2 % 2), q = 2 * (lane % 4) + i % 2 + 8 * (i / 4);
 * elements 8 to 15, which only half has, repeat them. A sum's element i has
 * that place with p its row and q its column. Element i < 4 of a 16 x 8
 * fragment of TF32 lies at depth k = lane % 4 + 4 * (i / 2), and at row or
 * column lane / 4 + 8 * (i % 2) of the product. (NVIDIA leaves all this open;
 * it is the layout of mma.m16n8k16 and .m16n8k8 in the PTX ISA.)
 *
 * Accesses are those of the hardware: from shared memory a fragment of half is
 * one ldmatrix, 16 bytes a lane; from global memory four words a lane. Of TF32
 * it is four words a lane, wherever it lies. Rows of sums go as four accesses
 * of two elements a lane, columns as eight of one. nvcc 13 has ldmatrix for
 * half alone: bfloat16 comes by words from shared memory too. */
void lens_load_halves(uint16_t x[8], const uint16_t *from, unsigned stride);
void lens_load_bfloats(uint16_t x[8], const uint16_t *from, unsigned stride);
void lens_load_words(float x[4], const float *from, unsigned stride,
                     int along_k);

/* Eight sums of `size` bytes: float or half. */
void lens_load_sums(void *x, const void *from, unsigned size, unsigned stride,
                    int col_major);
void lens_store_sums(void *to, const void *x, unsigned size, unsigned stride,
                     int col_major);

/* TF32 takes the upper 19 bits of each float, as the hardware does. Half sums
 * are added up in float and rounded once a product. */
enum lens_format { LENS_HALF, LENS_BFLOAT16, LENS_TF32 };
struct lens_product {
    enum lens_format format;
    const void *a, *b, *c; /* a lane's elements */
    void *d;
    int half_sums;
    int a_col_major, b_col_major;
};
lens_act lens_multiply;

/* cuda_pipeline.h. The bytes arrive at the wait, not before; between the copy
 * and the wait their destination counts as unwritten, and no thread may store to
 * it or to the source. Those for which a thread never waits arrive when it ends, in
 * copies_end(). The source is global memory, the destination shared. */
void lens_copy_async(void *to, const void *from, size_t bytes, size_t zeros);
void lens_copy_commit(void);
void lens_copy_wait(size_t batches_left);

#ifdef __cplusplus
}
#endif
#endif
