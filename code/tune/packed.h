/* packed.h - operands as kernels want them that copy float4s or boxes. */
#ifndef PACKED_H
#define PACKED_H

#include "space.h"

#include <stdint.h>

#ifdef __cplusplus
#include <stddef.h>
extern "C" {
#endif

/* What bench/bulk.h calls a tile_map. */
struct operand_map {
#ifdef __cplusplus
    alignas(64)
#else
    _Alignas(64)
#endif
    uint64_t opaque[16];
};

/* What a kernel is launched with. */
struct packed {
    const float *A, *B;
    struct operand_map a, b; /* of what takes maps */
    float *parts;            /* room that it shares its work with */
    unsigned blocks;
};

/* Enqueues what bench/copies.h does before a kernel that copies, and writes what
 * it is launched with into *p. PACKED: A is turned, its rows padded to multiples
 * of BM, and the rows of B begin at float4s. MAPPED: A in its FORM; work is dealt
 * to `multiprocessors` in equal shares, if DEAL says so. What is packed stays
 * until the next call. With alpha or K of 0 nothing is packed. Returns 0, or -1
 * with its reason given to complain_later(). */
int pack_operands(const struct config *c, int multiprocessors, int M, int N,
                  int K, float alpha, const float *A, const float *B,
                  struct packed *p);

#ifdef __cplusplus
}
#endif
#endif
