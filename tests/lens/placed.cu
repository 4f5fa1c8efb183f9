/* placed.cu - launches the kernels of placed.h, and has one that is their twin but stands here. tests/lens-placed.t says where
 * the lens finds what they do. */
#include "bench/bench.h"
#include "placed.h"

#define ARGUMENTS M, N, alpha == 0 ? 0 : K, alpha, A, B, beta, C

__global__ void in_program(PARAMETERS)
{
    __shared__ float As[SIDE][SIDE];
    __shared__ float Bs[SIDE][SIDE];
    const int row = blockIdx.y * SIDE, col = blockIdx.x * SIDE;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += SIDE) {
        As[threadIdx.y][threadIdx.x] = A[(row + threadIdx.y) * K + k0 + threadIdx.x]; // brings A
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col + threadIdx.x]; // brings B
        __syncthreads(); // meets
        acc += dot<SIDE>(As, Bs); // multiplies
        __syncthreads();
    }
    put(&C[(row + threadIdx.y) * N + col + threadIdx.x], alpha, acc, beta); // puts
}

#define TILED(name, ...)                                                       \
    static void run_##name(PARAMETERS)                                         \
    {                                                                          \
        if (M > 0 && N > 0)                                                    \
            __VA_ARGS__<<<dim3(N / SIDE, M / SIDE), dim3(SIDE, SIDE)>>>(ARGUMENTS); \
    }
#define ALONE(name, threads, ...)                                              \
    static void run_##name(PARAMETERS) { name<<<1, threads>>>(__VA_ARGS__); }

TILED(in_program, in_program)
TILED(in_header, in_header<true>)
TILED(no_first, in_header<false>)
ALONE(half_meets, 32, C)
ALONE(asks_beside, 32, C)
ALONE(beyond_array, 32, 9, C)
ALONE(deadlock, 64, C)

#define ENTRY(name) {#name, run_##name, SIDE, SIDE, SIDE, 4096, MULTIPLES},

const struct kernel kernels[] = {
    ENTRY(in_program) ENTRY(in_header) ENTRY(no_first) ENTRY(half_meets) ENTRY(asks_beside) ENTRY(beyond_array) ENTRY(deadlock)
    {},
};
