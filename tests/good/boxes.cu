/* boxes.cu - products that are right, of tiles that the copy engine brings. */
#include "bench/bench.h"
#include "kernels/tma.h"
#include "kernels/gemm.h"

enum { T = 16, BOX = T * T, BYTES = 2 * BOX * sizeof(float) };

/* Rows of multiples of four floats. What fills them is never copied. */
static __global__ void widen(int rows, int cols, const float *from, float *to)
{
    const unsigned i = blockIdx.x * 256 + threadIdx.x, pitch = (cols + 3) / 4 * 4;

    if (i / pitch < rows && i % pitch < cols)
        to[i] = from[(size_t)(i / pitch) * cols + i % pitch];
}

static float *map_wide(struct tile_map *map, const float *x, int rows, int cols,
                       int swizzled)
{
    const size_t pitch = (cols + 3) / 4 * 4;
    float *wide;

    if (cudaMalloc(&wide, rows * pitch * sizeof *wide) != cudaSuccess)
        return NULL;
    widen<<<blocks(rows * pitch, 256), 256>>>(rows, cols, x, wide);
    if (map_tiles(map, wide, rows, cols, pitch, T, T, swizzled))
        return NULL;
    return wide;
}

static __device__ __forceinline__ float dot(const float *As, const float *Bs)
{
    const int x = threadIdx.x, y = threadIdx.y;
    float acc = 0.0f;

    for (int k = 0; k < T; ++k)
        acc += As[y * T + (k / 4 ^ y / 2 % 4) * 4 + k % 4] * Bs[k * T + x];
    return acc;
}

/* Two slots, which one thread fills. */
__global__ void two_slots(int M, int N, int K, float alpha,
                          const __grid_constant__ struct tile_map a,
                          const __grid_constant__ struct tile_map b, float beta,
                          float *C)
{
    extern __shared__ __align__(1024) float tiles[];
    __shared__ uint64_t full[2];
    const int row = block_y() * T + threadIdx.y;
    const int col = blockIdx.x * T + threadIdx.x;
    const bool first = threadIdx.x == 0 && threadIdx.y == 0;
    const int steps = alpha != 0.0f ? (K + T - 1) / T : 0;
    float acc = 0.0f;
    const auto start = [&](int t) {
        float *to = tiles + t % 2 * 2 * BOX;

        expect(&full[t % 2], BYTES);
        start_box(to, &a, row, t * T, &full[t % 2]); // A
        start_box(to + BOX, &b, t * T, col, &full[t % 2]); // B
    };

    if (first) {
        init_barrier(&full[0]);
        init_barrier(&full[1]);
        if (steps > 0)
            start(0);
    }
    __syncthreads();
    for (int t = 0; t < steps; ++t) {
        const float *As = tiles + t % 2 * 2 * BOX;

        if (first && t + 1 < steps)
            start(t + 1);
        wait_for(&full[t % 2], t / 2 % 2);
        acc += dot(As, As + BOX);
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

/* The last warp fills the slot, and says with it how many steps there are; copies
 * leave before anybody knows how many bytes they are; only some wait. */
__global__ void last_warp(int M, int N, int K, float alpha,
                          const __grid_constant__ struct tile_map a,
                          const __grid_constant__ struct tile_map b, float beta,
                          float *C)
{
    __shared__ __align__(512) float As[BOX];
    __shared__ __align__(128) float Bs[BOX];
    __shared__ uint64_t full;
    __shared__ int steps;
    const int row = block_y() * T + threadIdx.y;
    const int col = blockIdx.x * T + threadIdx.x;
    float acc = 0.0f;
    int more = 1;

    if (threadIdx.x == 0 && threadIdx.y == 0)
        init_barrier(&full);
    __syncthreads();
    for (int t = 0; more; ++t) {
        if (threadIdx.x == 0 && threadIdx.y == T - 1) {
            steps = alpha != 0.0f ? (K + T - 1) / T : 0;
            if (t < steps) {
                start_box(As, &a, row - (T - 1), t * T, &full);
                start_box(Bs, &b, t * T, col, &full);
            }
            expect(&full, t < steps ? BYTES : 0);
        }
        if (threadIdx.y < T / 2 || threadIdx.x % 2)
            wait_for(&full, t % 2);
        __syncwarp();
        more = t < steps;
        if (more)
            acc += dot(As, Bs);
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}

#define RUN(name, bytes)                                                       \
    static void run_##name(int M, int N, int K, float alpha, const float *A,   \
                           const float *B, float beta, float *C)               \
    {                                                                          \
        struct tile_map a = {}, b = {};                                        \
        const int any = M > 0 && N > 0 && K > 0 && alpha != 0.0f;              \
        float *wide_a = any ? map_wide(&a, A, M, K, 1) : NULL;                 \
        float *wide_b = any ? map_wide(&b, B, K, N, 0) : NULL;                 \
                                                                               \
        if (M > 0 && N > 0)                                                    \
            name<<<grid(blocks(N, T), blocks(M, T)), dim3(T, T), bytes>>>(     \
                M, N, K, alpha, a, b, beta, C);                                \
        cudaFree(wide_a);                                                      \
        cudaFree(wide_b);                                                      \
    }
RUN(two_slots, 2 * BYTES)
RUN(last_warp, 0)

const struct kernel kernels[] = {
    {"two-slots", run_two_slots, T, T, T, 4096, 0},
    {"last-warp", run_last_warp, T, T, T, 4096, 0},
    {},
};
