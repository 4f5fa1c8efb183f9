//> omit
/* tiling.cu - tiles of A and B in shared memory, and what they save. */
#include "bench/bench.h"
#include "kernels/gemm.h"
//< omit

//> a tile at a time
template <int T>
__global__ void tiled(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned row = block_y() * T + y;
    const unsigned col = blockIdx.x * T + x;
//> where to load from
    const unsigned last_row = M - 1, last_col = N - 1;
    const float *a = A + (size_t)min(row, last_row) * K + x;
    const float *b = B + (size_t)y * N + min(col, last_col);
//< where to load from
    const unsigned depth = alpha != 0.0f ? K : 0, remainder = depth % T;
    float acc = 0.0f;

//> the ragged tile first
    if (remainder > 0) {
        As[y][x] = x < remainder ? *a : 0;
        Bs[y][x] = y < remainder ? *b : 0;
        __syncthreads();
        for (unsigned k = 0; k < remainder; ++k)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }
//< the ragged tile first
//> the whole tiles
    for (unsigned k0 = remainder; k0 < depth; k0 += T) {
        As[y][x] = a[k0];
        Bs[y][x] = b[(size_t)k0 * N];
        __syncthreads();
        for (unsigned k = 0; k < T; ++k)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }
//< the whole tiles
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< a tile at a time

//> launch it
template <int T>
static void run_tiled(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    tiled<T><<<grid(blocks(N, T), blocks(M, T)), dim3(T, T)>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< launch it

//> prefetch the next tile
template <int T>
__global__ void ahead(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned row = block_y() * T + y;
    const unsigned col = blockIdx.x * T + x;
    const unsigned last_row = M - 1, last_col = N - 1;
    const float *a = A + (size_t)min(row, last_row) * K + x;
    const float *b = B + (size_t)y * N + min(col, last_col);
    const unsigned depth = alpha != 0.0f ? K : 0, remainder = depth % T;
    const unsigned first_steps = remainder > 0 ? remainder : T;
    float acc = 0.0f, next_a = 0.0f, next_b = 0.0f;

    if (x < min(first_steps, depth))
        next_a = *a;
    if (y < min(first_steps, depth))
        next_b = *b;
    for (unsigned next_k0 = first_steps;
         next_k0 < depth + T && depth > 0; next_k0 += T) {
        As[y][x] = next_a;
        Bs[y][x] = next_b;
        __syncthreads();
        if (next_k0 < depth) {
            next_a = a[next_k0];
            next_b = b[(size_t)next_k0 * N];
        }
        for (unsigned k = 0; k < T; ++k)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }
    if (row < M && col < N)
        put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< prefetch the next tile

//> no tile, but four floats of A at a time
enum { SIDE = 32 };

__global__ void wide_a(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const unsigned row = block_y() * SIDE + threadIdx.y;
    const unsigned col = blockIdx.x * SIDE + threadIdx.x;

    if (row >= M || col >= N)
        return;
    const float *a = A + (size_t)row * K, *b = B + col;
    float acc = 0.0f;
    int k = alpha != 0.0f ? 0 : K;
    if (K % 4 == 0) /* only then can each row start with a float4 */
        for (; k < K; k += 4) {
            const float4 a4 = *(const float4 *)(a + k);

            acc += a4.x * b[(size_t)k * N];
            acc += a4.y * b[((size_t)k + 1) * N];
            acc += a4.z * b[((size_t)k + 2) * N];
            acc += a4.w * b[((size_t)k + 3) * N];
        }
    for (; k < K; ++k)
        acc += a[k] * b[(size_t)k * N];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< no tile, but four floats of A at a time

//> rows of 33 floats
/* Does the same as tiled<32>, but no float4s fit into the rows of As:
 * only each fourth row begins at a multiple of 16 bytes. For sizes that
 * are multiples of 32. */
__global__ void padded(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    __shared__ float As[SIDE][SIDE + 1], Bs[SIDE][SIDE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned row = block_y() * SIDE + y;
    const unsigned col = blockIdx.x * SIDE + x;
    const float *a = A + (size_t)row * K + x;
    const float *b = B + (size_t)y * N + col;
    const unsigned depth = alpha != 0.0f ? K : 0;
    float acc = 0.0f;

    for (unsigned k0 = 0; k0 < depth; k0 += SIDE) {
        As[y][x] = a[k0];
        Bs[y][x] = b[(size_t)k0 * N];
        __syncthreads();
        for (unsigned k = 0; k < SIDE; ++k)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
//< rows of 33 floats

//> omit
template <int T>
static void run_ahead(int M, int N, int K, float alpha, const float *A,
                      const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    ahead<T><<<grid(blocks(N, T), blocks(M, T)), dim3(T, T)>>>(
        M, N, K, alpha, A, B, beta, C);
}

static void run_padded(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    padded<<<grid(blocks(N, SIDE), blocks(M, SIDE)), dim3(SIDE, SIDE)>>>(
        M, N, K, alpha, A, B, beta, C);
}

static void run_wide_a(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    const dim3 block_dim(SIDE, SIDE);
    wide_a<<<grid(blocks(N, SIDE), blocks(M, SIDE)), block_dim>>>(
        M, N, K, alpha, A, B, beta, C);
}
//< omit

//> the table
const struct kernel kernels[] = {
    {"tile-8", run_tiled<8>, 8, 8, 8, 8192, 0, "tiled<8>"},
    {"tile-16", run_tiled<16>, 16, 16, 16, 8192, 0, "tiled<16>"},
    {"tile-32", run_tiled<32>, 32, 32, 32, 8192, 0, "tiled<32>"},
    {"tile-32-ahead", run_ahead<32>, 32, 32, 32, 8192, 0, "ahead<32>"},
    {"tile-32-padded", run_padded, SIDE, SIDE, SIDE, 8192, MULTIPLES,
     "padded"},
    {"wide-a", run_wide_a, SIDE, SIDE, 4, 8192, 0},
    {},
};
//< the table
