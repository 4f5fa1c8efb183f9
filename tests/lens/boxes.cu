/* boxes.cu - tiles that the copy engine brings, of a 64 x 64 matrix, whose cost
 * can be counted by hand. tests/lens-boxes.t has the answers. */
#include "bench/bench.h"
#include "kernels/tma.h"

/* Brings one box, whose sums all threads take. */
__global__ void bring(const __grid_constant__ struct tile_map map, unsigned row,
                      unsigned col, unsigned floats, float *C)
{
    extern __shared__ __align__(1024) float s[];
    __shared__ uint64_t full;

    if (threadIdx.x == 0) {
        init_barrier(&full);
        expect(&full, floats * sizeof(float));
        start_box(s, &map, row, col, &full);
    }
    __syncthreads();
    wait_for(&full, 0);
    for (unsigned i = threadIdx.x; i < floats; i += 32)
        C[i] = s[i];
}

#define BOX(name, rows, cols, high, wide, swizzled, row, col)                  \
    static void name(int M, int N, int K, float alpha, const float *A,         \
                     const float *B, float beta, float *C)                     \
    {                                                                          \
        struct tile_map map;                                                   \
                                                                               \
        if (map_tiles(&map, A, rows, cols, cols, high, wide, swizzled) == 0)   \
            bring<<<1, 32, 4 * high * wide>>>(map, row, col, high * wide, C);  \
    }

BOX(whole, 64, 64, 8, 32, 0, 0, 0)
BOX(four_on, 64, 64, 8, 32, 0, 0, 4)
BOX(corner, 64, 64, 8, 32, 0, 60, 40)
BOX(outside, 64, 64, 8, 32, 0, 64, 0)
BOX(before, 64, 64, 8, 32, 0, 0u - 2, 0u - 8)
BOX(narrow, 1024, 4, 8, 4, 0, 0, 0)
BOX(tall, 64, 64, 64, 4, 0, 0, 0)
BOX(swizzled, 64, 64, 8, 16, 1, 0, 16)

/* A map is refused for each of these reasons; else nothing is launched. */
static void refusals(int M, int N, int K, float alpha, const float *A,
                     const float *B, float beta, float *C)
{
    struct tile_map map;
    const auto refused = [&](const float *x, size_t rows, size_t cols,
                             size_t pitch, unsigned high, unsigned wide,
                             int swizzled) {
        return engine_map_tiles(map.opaque, x, rows, cols, pitch, high, wide,
                              swizzled) != 0;
    };

    if (refused(A + 1, 64, 64, 64, 8, 32, 0) &&
        refused(A, 0, 64, 64, 8, 32, 0) && refused(A, 64, 0, 64, 8, 32, 0) &&
        refused(A, 64, 62, 62, 8, 32, 0) && refused(A, 64, 64, 64, 0, 32, 0) &&
        refused(A, 64, 64, 64, 257, 32, 0) &&
        refused(A, 64, 64, 64, 8, 0, 0) && refused(A, 64, 64, 64, 8, 260, 0) &&
        refused(A, 64, 64, 64, 8, 30, 0) && refused(A, 64, 64, 64, 8, 32, 1) &&
        !refused(A, 64, 62, 64, 256, 16, 1))
        bring<<<1, 32, 4 * 256 * 16>>>(map, 0, 0, 256 * 16, C);
}

#define ENTRY(name) {#name, name, 0, 0, 0, 64, PATTERN},
const struct kernel kernels[] = {
    ENTRY(whole) ENTRY(four_on) ENTRY(corner) ENTRY(outside)
    ENTRY(before) ENTRY(narrow) ENTRY(tall) ENTRY(swizzled) ENTRY(refusals)
    {},
};
