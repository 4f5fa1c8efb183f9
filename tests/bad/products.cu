/* products.cu - a tiled product with one mistake at a time, of those that people
 * make. tests/bad/table says what each is to be told; `right` has none. */
#include "bench/bench.h"
#include "kernels/gemm.h"

enum { TILE = 16 };

enum mistake {
    RIGHT, NO_FIRST_BARRIER, NO_SECOND_BARRIER, BARRIER_IN_BRANCH, EARLY_RETURN,
    K_ROUNDED_DOWN, STEP_TOO_MANY, NO_GUARD_A, NO_GUARD_B, NO_GUARD_C,
    GUARD_ONE_OFF, GUARDS_EXCHANGED, ROWS_OF_M, A_ROWS_OF_N, B_ROWS_OF_K,
    NO_PADDING, NAN_IN_PADDING, BETA_READS, NO_BETA, NO_ALPHA, ADDS_TO_C,
    TILE_TRANSPOSED, ONE_K_LESS, SUMS_INT, COLUMN_BY_ROW, ROW_AGAIN,
    GRID_EXCHANGED, GRID_ROUNDED_DOWN, GRID_OF_ONE, BLOCK_TOO_LARGE,
    GRID_NOT_FOLDED, OFFSET_BY_ONE, UNSIGNED_DOWN, HALF_THE_BLOCK, NO_LAUNCH,
    EMPTY_GRID, FOLD_FORGOTTEN, TABLE_TOO_LARGE, TABLE_TOO_SMALL, TABLE_OF_PACKED
};

template <int WRONG>
__global__ void product(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const unsigned by = WRONG == GRID_NOT_FOLDED || WRONG == FOLD_FORGOTTEN
                            ? blockIdx.y : block_y();
    const int row = by * TILE + (WRONG == COLUMN_BY_ROW ? tx : ty);
    const int col = blockIdx.x * TILE + (WRONG == COLUMN_BY_ROW ? ty : tx);
    const int steps = WRONG == K_ROUNDED_DOWN ? K / TILE
                      : WRONG == STEP_TOO_MANY ? K / TILE + 1
                                               : (K + TILE - 1) / TILE;
    float acc = WRONG == ROW_AGAIN ? row : 0.0f;

    if (WRONG == EARLY_RETURN && (row >= M || col >= N))
        return;
    for (int t = 0; alpha != 0.0f && t < steps; ++t) {
        const int ka = t * TILE + tx, kb = t * TILE + ty;
        const int la = WRONG == A_ROWS_OF_N ? N : K;
        const int lb = WRONG == B_ROWS_OF_K ? K : N;
        const bool in_a = WRONG == NO_GUARD_A        ? true
                          : WRONG == GUARD_ONE_OFF   ? row <= M && ka < K
                          : WRONG == STEP_TOO_MANY   ? row < M
                          : WRONG == UNSIGNED_DOWN   ? row < M && ka - K < 0u
                                                     : row < M && ka < K;
        const bool in_b = WRONG == NO_GUARD_B      ? true
                          : WRONG == STEP_TOO_MANY ? col < N
                                                   : kb < K && col < N;

        if (WRONG == HALF_THE_BLOCK && ty >= TILE / 2)
            ;
        else if (WRONG != NO_PADDING || in_a)
            As[ty][tx] = in_a ? A[(size_t)row * la + ka] : 0.0f; // fill As
        if (WRONG == TILE_TRANSPOSED)
            Bs[tx][ty] = in_b ? B[(size_t)kb * lb + col] : 0.0f;
        else if (WRONG == NAN_IN_PADDING)
            Bs[ty][tx] = in_b ? B[(size_t)kb * lb + col] : 0.0f / (col - col);
        else
            Bs[ty][tx] = in_b ? B[(size_t)kb * lb + col] : 0.0f; // fill Bs
        if (WRONG == BARRIER_IN_BRANCH && row < M)
            __syncthreads(); // branch
        else if (WRONG != NO_FIRST_BARRIER && WRONG != BARRIER_IN_BRANCH)
            __syncthreads();
        for (int k = 0; k < TILE - (WRONG == ONE_K_LESS); ++k)
            if (WRONG == SUMS_INT)
                acc = (int)(acc + As[ty][k] * Bs[k][tx]);
            else
                acc += As[ty][k] * Bs[k][tx]; // multiply
        if (WRONG != NO_SECOND_BARRIER)
            __syncthreads();
    }

    const bool in_c = WRONG == NO_GUARD_C         ? true
                      : WRONG == GUARDS_EXCHANGED ? row < N && col < M
                                                  : row < M && col < N;
    const size_t at = (size_t)row * (WRONG == ROWS_OF_M ? M : N) + col +
                      (WRONG == OFFSET_BY_ONE);
    if (!in_c)
        return;
    if (WRONG == BETA_READS)
        C[at] = alpha * acc + beta * C[at]; // reads C
    else if (WRONG == NO_BETA)
        C[at] = alpha * acc;
    else if (WRONG == ADDS_TO_C)
        C[at] += alpha * acc; // adds
    else if (WRONG == NO_ALPHA)
        put(&C[at], 1.0f, acc, beta);
    else
        put(&C[at], alpha, acc, beta); // store
}

template <int WRONG>
static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    const dim3 tile(TILE, WRONG == BLOCK_TOO_LARGE ? 128 : TILE);
    const unsigned x = blocks(N, TILE), y = blocks(M, TILE);

    if (WRONG != EMPTY_GRID && (M == 0 || N == 0))
        return;
    if (WRONG == GRID_EXCHANGED)
        product<WRONG><<<grid(y, x), tile>>>(M, N, K, alpha, A, B, beta, C);
    else if (WRONG == GRID_ROUNDED_DOWN)
        product<WRONG><<<grid(N / TILE, M / TILE), tile>>>(M, N, K, alpha, A, B,
                                                           beta, C);
    else if (WRONG == GRID_OF_ONE)
        product<WRONG><<<1, tile>>>(M, N, K, alpha, A, B, beta, C);
    else if (WRONG == GRID_NOT_FOLDED)
        product<WRONG><<<dim3(x, y), tile>>>(M, N, K, alpha, A, B, beta, C);
    else if (WRONG != NO_LAUNCH)
        product<WRONG><<<grid(x, y), tile>>>(M, N, K, alpha, A, B, beta, C);
}

/* A thread for each element, in tiles of 8 rows and 32 columns. */
enum { ROWS = 8, COLS = 32 };
__global__ void oblong(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    const int row = block_y() * ROWS + threadIdx.y;
    const int col = blockIdx.x * COLS + threadIdx.x;
    float acc = 0.0f;

    if (row >= M || col >= N)
        return;
    for (int k = 0; alpha != 0.0f && k < K; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run_oblong(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    if (M > 0 && N > 0)
        oblong<<<grid(blocks(N, COLS), blocks(M, ROWS)), dim3(COLS, ROWS)>>>(
            M, N, K, alpha, A, B, beta, C);
}

/* B goes through a copy first, in a launch of its own. */
static __global__ void packs(const float *B, float *packed, int elements)
{
    const int i = blockIdx.x * 256 + threadIdx.x;

    if (i < elements)
        packed[i] = B[i];
}

static void run_packed(int M, int N, int K, float alpha, const float *A,
                       const float *B, float beta, float *C)
{
    float *packed;

    if (M == 0 || N == 0)
        return;
    cudaMalloc(&packed, (size_t)(K * N + 1) * sizeof *packed);
    if (alpha != 0.0f)
        packs<<<K * N / 256 + 1, 256>>>(B, packed, K * N);
    run<TABLE_OF_PACKED>(M, N, K, alpha, A, packed, beta, C);
    cudaFree(packed);
}

/* Tiles in groups of eight rows of tiles; the last group is taken for a full one. */
__global__ void grouped(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    enum { GROUP = 8 };
    const unsigned high = (M + TILE - 1) / TILE, wide = (N + TILE - 1) / TILE;
    const unsigned first = blockIdx.x / (GROUP * wide) * GROUP;
    const unsigned in = blockIdx.x % (GROUP * wide);
    const unsigned rows = min(high, (unsigned)GROUP);
    const unsigned row = (first + in % rows) * TILE + threadIdx.y;
    const unsigned col = in / rows * TILE + threadIdx.x;
    float acc = 0.0f;

    if (row >= M || col >= N)
        return;
    for (int k = 0; alpha != 0.0f && k < K; ++k)
        acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}

static void run_grouped(int M, int N, int K, float alpha, const float *A,
                        const float *B, float beta, float *C)
{
    if (M == 0 || N == 0)
        return;
    grouped<<<blocks(M, TILE) * blocks(N, TILE), dim3(TILE, TILE)>>>(
        M, N, K, alpha, A, B, beta, C);
}

#define MADE_AS(name, wrong, tile)                                             \
    {name, run<wrong>, tile, tile, TILE, 4096, 0, "product<" #wrong ">"},
#define MADE(name, wrong) MADE_AS(name, wrong, TILE)
const struct kernel kernels[] = {
    MADE("right", RIGHT)
    MADE("no-first-barrier", NO_FIRST_BARRIER)
    MADE("no-second-barrier", NO_SECOND_BARRIER)
    MADE("barrier-in-branch", BARRIER_IN_BRANCH)
    MADE("early-return", EARLY_RETURN)
    MADE("k-rounded-down", K_ROUNDED_DOWN)
    MADE("step-too-many", STEP_TOO_MANY)
    MADE("no-guard-a", NO_GUARD_A)
    MADE("no-guard-b", NO_GUARD_B)
    MADE("no-guard-c", NO_GUARD_C)
    MADE("guard-one-off", GUARD_ONE_OFF)
    MADE("guards-exchanged", GUARDS_EXCHANGED)
    MADE("rows-of-m", ROWS_OF_M)
    MADE("a-rows-of-n", A_ROWS_OF_N)
    MADE("b-rows-of-k", B_ROWS_OF_K)
    MADE("no-padding", NO_PADDING)
    MADE("nan-in-padding", NAN_IN_PADDING)
    MADE("beta-reads", BETA_READS)
    MADE("no-beta", NO_BETA)
    MADE("no-alpha", NO_ALPHA)
    MADE("adds-to-c", ADDS_TO_C)
    MADE("tile-transposed", TILE_TRANSPOSED)
    MADE("one-k-less", ONE_K_LESS)
    MADE("sums-int", SUMS_INT)
    MADE("row-again", ROW_AGAIN)
    MADE("grid-exchanged", GRID_EXCHANGED)
    MADE("grid-rounded-down", GRID_ROUNDED_DOWN)
    MADE("grid-of-one", GRID_OF_ONE)
    MADE("block-too-large", BLOCK_TOO_LARGE)
    MADE("grid-not-folded", GRID_NOT_FOLDED)
    MADE("offset-by-one", OFFSET_BY_ONE)
    MADE("unsigned-down", UNSIGNED_DOWN)
    MADE("half-the-block", HALF_THE_BLOCK)
    MADE("no-launch", NO_LAUNCH)
    MADE("empty-grid", EMPTY_GRID)
    MADE("fold-forgotten", FOLD_FORGOTTEN)
    MADE_AS("table-too-large", TABLE_TOO_LARGE, 32)
    MADE_AS("table-too-small", TABLE_TOO_SMALL, 8)
    {"table-of-packed", run_packed, 32, 32, TILE, 4096, 0},
    {"table-exchanged", run_oblong, COLS, ROWS, 1, 4096, 0},
    {"last-group-full", run_grouped, TILE, TILE, 1, 4096, 0, "grouped"},
    {},
};
