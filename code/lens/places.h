/* places.h - shared memory as descriptors of products name it: places of 18 bits in the
 * block's window, in which a block's arrays lie at multiples of what they do in memory. */
#ifndef PLACES_H
#define PLACES_H

#include <stdint.h>

/* A tile of rows of 128 bytes, as 64 bits say: PTX ISA, "Matrix Descriptor". */
struct tile_at {
    uint32_t start, leading, stride; /* bytes */
    unsigned mode, base;
};
struct tile_at tile_of(uint64_t descriptor);

/* Where 16 bytes lie: of a row whose elements follow along K, row r and piece p of two; and
 * of one along which they do not, for the k-th of them, piece p from the first. */
uint32_t place_along_k(const struct tile_at *t, unsigned row, unsigned piece);
uint32_t place_of_k(const struct tile_at *t, unsigned k, unsigned piece);

/* The 16 bytes that lie at a place, or null. */
const char *at_place(uint32_t place);

#endif
