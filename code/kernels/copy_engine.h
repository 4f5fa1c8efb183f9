/* copy_engine.h - the copy engine and its barriers where nvcc, and so PTX, is not:
 * tma.h calls these there, in place of the instructions that it names, and what
 * runs the kernels supplies them. A map is that of tma.h. */
#ifndef COPY_ENGINE_H
#define COPY_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int engine_map_tiles(uint64_t opaque[16], const float *x, size_t rows,
                     size_t cols, size_t pitch, unsigned high, unsigned wide,
                     int swizzled);
void engine_barrier_init(uint64_t *b, unsigned arrivals);
void engine_barrier_expect(uint64_t *b, unsigned bytes);
void engine_barrier_wait(uint64_t *b, unsigned phase);
void engine_copy_tile(float *to, const uint64_t *map, unsigned row,
                      unsigned col, uint64_t *b);

#ifdef __cplusplus
}
#endif
#endif
