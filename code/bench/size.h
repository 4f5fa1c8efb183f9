/* size.h - the sizes of a product, and the ones that the bench tries. */
#ifndef SIZE_H
#define SIZE_H

#include <stddef.h>

struct size {
    int m, n, k;
};

/* The deepest product whose rounding errors bound.h can bound: half of 2^24. */
enum { MAX_K = 1 << 23 };

/* Reads "N" or "MxNxK", decimal, each 0 .. 2^31-1, nothing before or after.
 * Returns 0, or -1 and leaves *size alone. */
int parse_size(const char *text, struct size *size);

/* 2MNK, the FLOPs of one product (the scaling by alpha and beta left out). */
double size_flops(struct size s);

/* True when no side is larger than `largest`. */
int size_fits(struct size s, int largest);

/* Writes the sizes that verify tries on a kernel with a bm x bn x bk tile into
 * out[capacity]: empty and single, each edge of the tile -1, +0 and +1, primes,
 * tall, wide and deep. Returns how many there are (at most MAX_SIZES). The
 * first WITH_ALL_SCALARS of them are for every pair of alpha and beta: a single
 * element, a sum of nothing, one of three primes, and one of several blocks. */
enum { MAX_SIZES = 64, WITH_ALL_SCALARS = 4 };
int verify_sizes(int bm, int bn, int bk, struct size *out, int capacity);

/* The same for a kernel that takes only multiples of its tile. */
int verify_multiples(int bm, int bn, int bk, struct size *out, int capacity);

#endif
