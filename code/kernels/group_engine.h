/* group_engine.h - the instructions of warpgroup.h where nvcc, and so PTX, is not:
 * warpgroup.h calls these there, and what runs the kernels supplies them. Of
 * barriers and waits copy_engine.h has the rest; a map is that of tma.h. */
#ifndef GROUP_ENGINE_H
#define GROUP_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A map of boxes of high x wide elements of `size` bytes; `pitch` is in bytes.
 * wide * size is 128, and the pieces of 16 bytes are swizzled: piece p of row r
 * of a box lies at p ^ r % 8. */
int engine_map_boxes(uint64_t map[16], unsigned size, const void *x,
                     size_t rows, size_t cols, size_t pitch, unsigned high,
                     unsigned wide);
/* A copy whose map is so; bit r of `blocks` for the block of rank r in the
 * cluster, at the same places of its shared memory, box and barrier; 0 for the
 * block itself. */
void engine_copy_box(void *to, const uint64_t map[16], unsigned row,
                     unsigned col, uint64_t *barrier, unsigned blocks);
/* The other way, from shared memory; groups of them are counted by thread. */
void engine_store_box(const uint64_t map[16], unsigned row, unsigned col,
                      const void *from);
void engine_close_stores(void);
void engine_wait_for_stores(int left, int only_read);

void engine_barrier_arrive(uint64_t *barrier);
void engine_barrier_arrive_at(uint64_t *barrier, unsigned rank);
/* cluster.sync(), its two halves together. */
void engine_meet_cluster(void);
unsigned engine_rank(void);
/* The next launch of this thread has clusters of so many blocks. */
void engine_clusters_of(unsigned blocks);

void engine_meet_threads(unsigned barrier, unsigned threads);
void engine_show_copies(void); /* fence.proxy.async */

/* What a descriptor's address is made of: a place in shared memory. */
uint32_t engine_shared_address(const void *p);

void engine_begin_products(void);
void engine_close_products(void);
void engine_wait_for_products(int left);
/* 64 x n sums, n / 2 of them in each thread of the four warps; `types` as in
 * "f32.f16.f16"; b_rows: a row of B's tile is one k. Sums count only if add. */
void engine_group_multiply(const char *types, unsigned n, void *sums,
                           uint64_t a, uint64_t b, int add, int b_rows);
/* With A's elements in registers, four words a lane. */
void engine_group_multiply_own(const char *types, unsigned n, void *sums,
                               const uint32_t a[4], uint64_t b, int add);

#ifdef __cplusplus
}
#endif
#endif
