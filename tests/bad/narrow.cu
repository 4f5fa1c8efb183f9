/* narrow.cu - results of 16 bits by stmatrix and the copy engine, with one mistake at a time.
 * tests/bad/table says what each is to be told; `right` has none. A group of four warps
 * sends 64 x 64 results. */
#include "bench/bench.h"
#include "kernels/narrow.h"

enum mistake { RIGHT, NOT_SHOWN, ODD_ROW, HALF_STORES, ROW_BEYOND, NO_MEETING };

template <int WRONG>
__global__ void results(const __grid_constant__ struct tile_map map_c)
{
    extern __shared__ __align__(1024) char room[];
    const unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane % 16;
    uint32_t of[4];

    for (unsigned q = 0; q < 4; ++q) {
        char *to = room + row * ROW_BYTES + ((2 * q + lane / 16) ^ lane % 8) * 16;

        for (unsigned m = 0; m < 4; ++m)
            of[m] = two_of((const half *)0, q, m);
        if (WRONG == ODD_ROW)
            to += 4;
        if (WRONG == ROW_BEYOND)
            to += ROW_BYTES;
        if (WRONG == HALF_STORES && lane >= 16)
            break;
        store_rows(to, of); // stores
    }
    if (WRONG != NOT_SHOWN)
        show_copies();
    if (WRONG != NO_MEETING)
        meet_threads(1, GROUP_THREADS); // meets
    if (threadIdx.x == 0) {
        send_box(&map_c, 0, 0, room); // sends
        wait_until_sent<0>();
    }
}

template <int WRONG>
static void run_results(int M, int N, int K, float alpha, const float *A, const float *B,
                        float beta, float *C)
{
    struct tile_map map = {};

    if (map_boxes(&map, 2, C, 64, 64, (size_t)N * 4, 64) == 0)
        results<WRONG><<<1, GROUP_THREADS, BOX_BYTES>>>(map);
}

#define RESULTS(name, wrong) {name, run_results<wrong>, 16, 16, 16, 4096, PATTERN, 0, {0}}
const struct kernel kernels[] = {
    RESULTS("right", RIGHT),
    RESULTS("rows-not-shown", NOT_SHOWN),
    RESULTS("odd-row", ODD_ROW),
    RESULTS("half-stores", HALF_STORES),
    RESULTS("row-past-room", ROW_BEYOND),
    RESULTS("rows-not-met", NO_MEETING),
    {},
};
