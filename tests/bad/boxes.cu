/* boxes.cu - a product of tiles that the copy engine brings into two slots, with
 * one mistake at a time. tests/bad/table says what each is to be told; `right` has
 * none. Of sizes that are multiples of 16. */
#include "bench/bench.h"
#include "kernels/tma.h"
#include "kernels/gemm.h"

enum { T = 16, BOX = T * T, BYTES = 2 * BOX * sizeof(float) };

enum mistake {
    RIGHT, NO_WAIT, WAIT_BY_ONE, WRONG_PHASE, PHASE_OF_THREE, TOO_FEW_BYTES,
    TOO_MANY_BYTES, NO_EXPECT, NO_INIT, NO_BARRIER_AFTER_INIT, NO_SECOND_BARRIER,
    STARTED_TWICE, STORED_MEANWHILE, EXPECTED_TWICE, NOT_ALIGNED, IN_GLOBAL,
    ONE_TOO_MANY, NO_MAP, MAP_OF_FREED, MAP_OF_EMPTY, MAP_TOO_TALL, STORED_LATE,
    OTHER_SLOT, STORED_BEFORE, INIT_TWICE, STARTER_ELSEWHERE, SOURCE_STORED, ODD_COLUMN
};

template <int WRONG>
__global__ void boxes(int M, int N, int K, float alpha,
                      const __grid_constant__ struct tile_map a,
                      const __grid_constant__ struct tile_map b, float beta,
                      float *C)
{
    extern __shared__ __align__(1024) float tiles[];
    __shared__ uint64_t full[2];
    __shared__ float scale;
    const int x = threadIdx.x % T, y = threadIdx.x / T, thread = threadIdx.x;
    const int row = block_y() * T, col = blockIdx.x * T;
    const int steps = alpha != 0.0f ? K / T : 0;
    float acc = 0.0f;
    const auto start = [&](int t) {
        uint64_t *to = &full[t % 2];
        float *As = tiles + t % 2 * 2 * BOX, *Bs = As + BOX;
        const unsigned bytes = WRONG == TOO_FEW_BYTES    ? BYTES / 2
                               : WRONG == TOO_MANY_BYTES ? 2 * BYTES
                                                         : BYTES;

        if (WRONG != NO_EXPECT)
            expect(to, bytes); // expects
        if (WRONG == STORED_LATE)
            scale = 1.0f; // stores late
        As = WRONG == NOT_ALIGNED ? As + 32 : WRONG == IN_GLOBAL ? C : As;
        start_box(As, &a, row, t * T, to); // brings A
        start_box(Bs, &b, t * T, col + 2 * (WRONG == ODD_COLUMN), to); // brings B
        if (WRONG == STARTED_TWICE)
            start_box(Bs, &b, t * T, col, to); // once more
        if (WRONG == EXPECTED_TWICE)
            expect(to, BYTES); // again
    };

    if (thread == 0) {
        for (int i = 0; i < 2 && WRONG != NO_INIT; ++i)
            init_barrier(&full[i]); // initialises
        if (WRONG != NO_BARRIER_AFTER_INIT)
            start(0);
        if (WRONG == INIT_TWICE)
            init_barrier(&full[0]); // for the next tile
    }
    if (WRONG != NO_BARRIER_AFTER_INIT)
        __syncthreads();
    else if (thread == 32)
        start(0);
    for (int t = 0; t < steps; ++t) {
        const float *As = tiles + t % 2 * 2 * BOX, *Bs = As + BOX;
        const bool elsewhere = WRONG == STARTER_ELSEWHERE && thread == 0;
        const unsigned slot = WRONG == OTHER_SLOT ? 0 : (t + elsewhere) % 2,
                       phase = WRONG == WRONG_PHASE      ? 1
                               : WRONG == OTHER_SLOT     ? t % 2
                               : WRONG == PHASE_OF_THREE ? t / 2 % 3
                                                         : t / 2 % 2;

        if (thread == 0 && (t + 1 < steps || WRONG == ONE_TOO_MANY))
            start(t + 1);
        if (WRONG == STORED_MEANWHILE && thread == 40)
            tiles[(t + 1) % 2 * 2 * BOX] = 0.0f; // meanwhile
        if (WRONG == STORED_BEFORE && t > 0 && thread == 40)
            tiles[t % 2 * 2 * BOX] = 0.0f; // before it came
        if (WRONG == SOURCE_STORED && t == 0 && thread == 0)
            C[0] = 0.0f; // stores to the source
        if (WRONG != NO_WAIT && (WRONG != WAIT_BY_ONE || thread == 0))
            wait_for(&full[slot], phase); // waits
        if (WRONG == STORED_LATE)
            acc *= scale; // reads what is late
        for (int k = 0; k < T; ++k)
            acc += As[y * T + (k / 4 ^ y / 2 % 4) * 4 + k % 4] * // multiplies
                   Bs[k * T + x];
        if (WRONG != NO_SECOND_BARRIER)
            __syncthreads();
    }
    if (row + y < M && col + x < N)
        put(&C[(size_t)(row + y) * N + col + x], alpha, acc, beta);
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    struct tile_map a = {}, b = {};
    float *other;

    cudaMalloc(&other, (size_t)M * K * sizeof *other);
    if (WRONG != NO_MAP &&
        map_tiles(&a, WRONG == MAP_OF_FREED || WRONG == MAP_OF_EMPTY ? other
                      : WRONG == SOURCE_STORED                       ? C : A,
                  WRONG == MAP_TOO_TALL ? M + T : M, K, K, T, T, 1))
        return;
    if (WRONG == SOURCE_STORED)
        cudaMemcpy(C, A, (size_t)M * K * sizeof *C, cudaMemcpyDeviceToDevice);
    if (map_tiles(&b, B, K, N, N, T, T, 0))
        return;
    if (WRONG == MAP_OF_FREED)
        cudaFree(other);
    boxes<WRONG><<<grid(blocks(N, T), blocks(M, T) + (WRONG == MAP_TOO_TALL)),
                   T * T, 2 * BYTES>>>(M, N, K, alpha, a, b, beta, C);
    if (WRONG != MAP_OF_FREED)
        cudaFree(other);
}

#define MADE(name, wrong) {name, run<wrong>, T, T, T, 4096, 0},
const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("no-wait", NO_WAIT)
    MADE("wait-by-one", WAIT_BY_ONE)
    MADE("wrong-phase", WRONG_PHASE)
    MADE("phase-of-three", PHASE_OF_THREE)
    MADE("other-slot", OTHER_SLOT)
    MADE("starter-elsewhere", STARTER_ELSEWHERE)
    MADE("too-few-bytes", TOO_FEW_BYTES)
    MADE("too-many-bytes", TOO_MANY_BYTES)
    MADE("no-expect", NO_EXPECT)
    MADE("expected-twice", EXPECTED_TWICE)
    MADE("no-init", NO_INIT)
    MADE("no-barrier-after-init", NO_BARRIER_AFTER_INIT)
    MADE("no-second-barrier", NO_SECOND_BARRIER)
    MADE("started-twice", STARTED_TWICE)
    MADE("stored-meanwhile", STORED_MEANWHILE)
    MADE("stored-before", STORED_BEFORE)
    MADE("stored-late", STORED_LATE)
    MADE("source-stored", SOURCE_STORED)
    MADE("init-twice", INIT_TWICE)
    MADE("one-too-many", ONE_TOO_MANY)
    MADE("not-aligned", NOT_ALIGNED)
    MADE("odd-column", ODD_COLUMN)
    MADE("in-global", IN_GLOBAL)
    MADE("no-map", NO_MAP)
    MADE("map-of-freed", MAP_OF_FREED)
    MADE("map-of-empty", MAP_OF_EMPTY)
    MADE("map-too-tall", MAP_TOO_TALL)
    {},
};
