/* stage.cu - stages of every type on the lens, and kernels that are right there
 * or wrong in one place. */
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/element.h"
#include "kernels/gemm.h"
extern "C" {
#include "bench/reference.h"
#include "bench/gpu/stage.h"
}

#include <stdlib.h>

extern "C" {
size_t device_free_memory(void) { return (size_t)1 << 30; }
size_t device_l2_bytes(void) { return 100000; }
}

/* What a kernel does besides its product. */
/* Those from ROUND_TF32 on keep within the bound of a deep product. */
enum mistake { NONE, ONE_LESS, NAN_THERE, STRAY, ZEROS, ROUND_TF32, ROUND_BF16,
               LAST_K, BY_SIZE, HALF_SUMS };
enum { DEEP = 2100 };
static unsigned type;
static enum mistake mistake;

__global__ void multiply(int M, int N, int K, float alpha, const char *A,
                         const char *B, float beta, float *C, unsigned type,
                         int transposed, enum mistake mistake)
{
    const size_t row = block_y(), col = blockIdx.x * 32 + threadIdx.x;
    const size_t at = row * N + col;
    const int here = row == M - 1 && col == N - 1;
    float sum = 0.0f;

    if (row >= M || col >= N)
        return;
    const unsigned as = mistake == ROUND_TF32 ||
                                (mistake == BY_SIZE && K >= DEEP) ? TF32
                        : mistake == ROUND_BF16 ? BFLOAT16 : 0;
    const size_t end = mistake == LAST_K && K >= DEEP ? K - 1 : K;

    for (size_t k = here && mistake == ONE_LESS ? 1 : 0; k < end; ++k) {
        sum += rounded_to(as, element_get(type, A, row * K + k)) *
               rounded_to(as, element_get(type, B, transposed ? col * K + k
                                                              : k * N + col));
        if (type & HALF_ACC || mistake == HALF_SUMS)
            sum = rounded_to(HALF, sum);
    }
    if (mistake == ZEROS)
        sum = 0.0f;
    put(&C[at], alpha, here && mistake == NAN_THERE ? nanf("") : sum, beta);
}

static void run(int M, int N, int K, float alpha, const float *A,
                const float *B, float beta, float *C)
{
    multiply<<<grid(blocks(N, 32), M), 32>>>(
        M, N, K, alpha, (const char *)A, (const char *)B, beta, C, type,
        (type & B_TRANSPOSED) != 0, mistake);
}

/* Whether a stage takes this kernel's product; what its error was. */
static int taken(unsigned flags, enum mistake m, struct size s, double *error)
{
    const struct kernel k = {"k", run, 1, 1, 1, 1, flags};
    struct stage st;
    int status;

    type = flags;
    mistake = m;
    status = stage_new(&st, s, 2, WITH_REFERENCE | (flags & ELEMENT) |
                                      (flags & B_TRANSPOSED ? WITH_B_TRANSPOSED
                                                            : 0));
    if (status == 0)
        status = stage_check(&st, &k, error);
    stage_free(&st);
    return status == 0;
}

static const unsigned FLAGS[] = {
    0, HALF, BFLOAT16, TF32, HALF | HALF_ACC, HALF | B_TRANSPOSED,
};

static int right(void)
{
    const struct size s = {33, 37, 41};
    double error;

    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; ++i)
        if (!taken(FLAGS[i], NONE, s, &error))
            return complain("type %u is refused, error %g", FLAGS[i], error);
        else if (!(error > 0.0 && error < 0.5))
            return complain("type %u has an error of %g", FLAGS[i], error);
    return 0;
}

static int wrong(enum mistake m)
{
    const struct size s = {33, 37, 41};
    double error;

    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; ++i)
        if (taken(FLAGS[i], m, s, &error))
            return complain("type %u is taken", FLAGS[i]);
    return 0;
}

static int one_less(void) { return wrong(ONE_LESS); }
static int nan_there(void) { return wrong(NAN_THERE); }

/* Deep sums in half: their bound takes zeros, their one-hot rows do not. */
static int deep(void)
{
    const struct size s = {40, 33, 2100};
    double error = 9.0;

    if (!taken(HALF | HALF_ACC, NONE, s, &error))
        return complain("a right one is refused");
    if (taken(HALF | HALF_ACC, ZEROS, s, &error))
        return complain("zeros are taken");
    return error <= 1.0 ? 0 : complain("zeros are out of the bound");
}

/* A kernel for floats that takes them for halves or bfloat16s. */
static int other_type(void)
{
    const struct size s = {33, 37, 41};
    double error;

    type = 0;
    for (size_t i = 1; i < 3; ++i) {
        const struct kernel k = {"k", run, 1, 1, 1, 1, 0};
        struct stage st;
        int took;

        mistake = NONE;
        took = stage_new(&st, s, 1, WITH_REFERENCE) == 0;
        type = FLAGS[i];
        took = took && stage_check(&st, &k, &error) == 0;
        type = 0;
        stage_free(&st);
        if (took)
            return complain("floats read as type %u are taken", FLAGS[i]);
    }
    return 0;
}

/* The device's inputs and reference are those of the CPU, of every type. */
static int like_the_host(void)
{
    const struct size s = {19, 23, 29};

    for (size_t t = 0; t < 4; ++t) {
        float a[19 * 29], b[29 * 23];
        double want[19 * 23], mag[19 * 23], dwant[19 * 23], dmag[19 * 23];
        struct stage st;
        int same = stage_new(&st, s, 1, WITH_REFERENCE | FLAGS[t]) == 0;

        same = same && matrix_get(&st.a[0], a) == 0 &&
               matrix_get(&st.b[0], b) == 0;
        for (size_t i = 0; i < 19 * 29; ++i)
            same &= a[i] == rounded_to(FLAGS[t], input(UNIFORM, 1, 1, 29, i));
        for (size_t i = 0; i < 29 * 23; ++i)
            same &= b[i] == rounded_to(FLAGS[t], input(UNIFORM, 0, 2, 23, i));
        reference(s, 1.0f, a, b, 0.0f, NULL, want, mag);
        cudaMemcpy(dwant, st.want, sizeof dwant, cudaMemcpyDeviceToHost);
        cudaMemcpy(dmag, st.mag, sizeof dmag, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < 19 * 23; ++i)
            same &= fabs(want[i] - dwant[i]) < 1e-13 &&
                    fabs(mag[i] - dmag[i]) < 1e-13;
        stage_free(&st);
        if (!same)
            return complain("type %u differs", FLAGS[t]);
    }
    return 0;
}

/* 100,000 bytes of cache, twice: operands of two bytes want more copies. */
static int copies(void)
{
    const struct size s = {64, 64, 64};

    if (stage_copies(s) != 200000 / (3 * 64 * 64 * 4) + 1 ||
        stage_copies_of(HALF, s) != 200000 / (2 * 64 * 64 * 4) + 1 ||
        stage_copies_of(TF32, s) != stage_copies(s))
        return complain("%d and %d copies", stage_copies(s),
                        stage_copies_of(HALF, s));
    return 0;
}

/* Whether a kernel of this type is taken on each kind of input. */
static int passes(unsigned flags, enum mistake m, struct size s)
{
    const struct kernel k = {"k", run, 1, 1, 1, 1, flags, 0};
    struct stage st;
    double error;
    int status;

    type = flags;
    mistake = m;
    status = stage_new(&st, s, 1, WITH_REFERENCE | (flags & ELEMENT) |
                                      (flags & B_TRANSPOSED ? WITH_B_TRANSPOSED
                                                            : 0));
    for (int i = 0; i < 3 && status == 0; ++i) {
        status = stage_fill(&st, STAGE_KINDS[i]);
        if (status == 0)
            status = stage_check(&st, &k, &error);
    }
    stage_free(&st);
    return status == 0;
}

static int exact(void)
{
    const struct size s = {33, 37, DEEP};

    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; ++i)
        if (!passes(FLAGS[i], NONE, s))
            return complain("type %u is refused: %s", FLAGS[i], complaint());
    return 0;
}

static int convicted(enum mistake m)
{
    const struct size s = {33, 37, DEEP};
    double error;

    if (m < ROUND_BF16 && !taken(0, m, s, &error))
        return complain("uniform inputs show it, with an error of %g", error);
    return passes(0, m, s) ? complain("it is taken") : 0;
}

static int to_tf32(void) { return convicted(ROUND_TF32); }
static int to_bf16(void) { return convicted(ROUND_BF16); }
static int last_k(void) { return convicted(LAST_K); }
static int by_size(void) { return convicted(BY_SIZE); }
static int half_sums(void) { return convicted(HALF_SUMS); }

/* What stands in C after a launch that was timed. */
static int judged(void)
{
    const struct kernel k = {"k", run, 1, 1, 1, 1, 0, 0};
    const struct size s = {33, 37, 41};
    struct stage st;
    int right, late = 1, unwritten = 1, stray = 1;

    type = 0;
    mistake = NONE;
    if (stage_new(&st, s, 3, WITH_REFERENCE) != 0)
        return -1;
    stage_launch(&st, &k, 2);
    right = stage_judge(&st, &k, 2, 1) == 0;
    mistake = ONE_LESS;
    stage_launch(&st, &k, 2);
    late = stage_judge(&st, &k, 2, 1) == 0;
    mistake = NONE;
    stage_launch(&st, &k, 1);
    stage_ready(&st);
    unwritten = stage_judge(&st, &k, 1, 1) == 0;
    stage_launch(&st, &k, 0);
    cudaMemset(st.b[0].data + 37 * 41, 0, 4);
    stray = stage_judge(&st, &k, 0, 1) == 0;
    stage_free(&st);
    return right && !late && !unwritten && !stray
               ? 0 : complain("%d %d %d %d", right, late, unwritten, stray);
}

/* Whether so many launches upon C are taken for `told`, the last with a mistake. */
static int adds_up(unsigned flags, float beta, enum mistake last, int launches,
                   int told)
{
    const struct kernel k = {"k", run, 1, 1, 1, 1, flags, 0};
    const struct size s = {33, 37, 41};
    struct stage st;
    int taken = stage_new(&st, s, 2, WITH_REFERENCE | (flags & ELEMENT)) == 0;

    type = flags;
    st.alpha = 0.5f;
    st.beta = beta;
    taken = taken && stage_ready(&st) == 0;
    for (int i = 0; i < launches; ++i) {
        mistake = i == launches - 1 ? last : NONE;
        stage_launch(&st, &k, 1);
    }
    taken = taken && stage_judge(&st, &k, 1, told) == 0;
    stage_free(&st);
    return taken;
}

static int added(void)
{
    for (int n = 1; n <= 70; n += 23)
        for (size_t i = 0; i < 4; ++i) {
            if (!adds_up(FLAGS[i], 3.0f, NONE, n, n) ||
                !adds_up(FLAGS[i], -0.5f, NONE, n, n))
                return complain("type %u: %d launches are refused: %s", FLAGS[i], n,
                                complaint());
            if (adds_up(FLAGS[i], 3.0f, NONE, n, n + 1) ||
                adds_up(FLAGS[i], 3.0f, NAN_THERE, n, n))
                return complain("type %u: %d launches are taken", FLAGS[i], n);
        }
    return adds_up(0, 3.0f, ONE_LESS, 1, 1) || adds_up(0, -0.5f, ONE_LESS, 9, 9)
               ? complain("one less is taken") : 0;
}

/* As many launches as are said to leave finite numbers do, and not many more. */
static int finite(void)
{
    const struct size s = {1, 1, 4096};
    struct stage st = {s};
    double c = 1.0;

    st.beta = 1.0f;
    if (stage_launches(&st) < 1 << 30)
        return complain("beta 1 is limited");
    st.beta = 3.0f;
    const int n = stage_launches(&st);

    for (int i = 0; i < n; ++i)
        c = 3.0 * c + s.k / 2.0;
    return c < 3.4e38 && c * 27.0 > 3.4e38 ? 0 : complain("%d launches: %g", n, c);
}

/* With beta, integers are exact and uniform inputs within the bound. */
static int checked(void)
{
    static const enum mistake MISTAKES[] = {NONE, ONE_LESS, NAN_THERE};
    const struct kernel k = {"k", run, 1, 1, 1, 1, 0, 0};
    const struct size s = {33, 37, DEEP};

    for (int i = 0; i < 3; ++i) {
        struct stage st;
        double error = 0.0;
        int right = stage_new(&st, s, 1, WITH_REFERENCE) == 0;

        type = 0;
        mistake = MISTAKES[i];
        st.alpha = 0.5f;
        st.beta = 3.0f;
        for (int j = 0; j < 3 && right; ++j)
            right = stage_fill(&st, STAGE_KINDS[j]) == 0 &&
                    stage_check(&st, &k, &error) == 0;
        stage_free(&st);
        if (right != (MISTAKES[i] == NONE))
            return complain("mistake %d: %s", i, complaint());
    }
    return 0;
}

__global__ void count_rows(unsigned rows, unsigned *seen)
{
    if (block_y() < rows)
        ++seen[block_y()];
}

/* More rows of blocks than a grid's y holds: each is there once. */
static int folded(void)
{
    static const unsigned rows[] = {1, 65535, 65536, 131071, 200001};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const unsigned n = rows[i];
        const dim3 g = grid(1, n);
        unsigned *seen, *got = (unsigned *)malloc(4 * n);
        unsigned wrong = g.x != 1 || g.y > 65535 || g.z > 65535;

        cudaMalloc((void **)&seen, 4 * n);
        cudaMemset(seen, 0, 4 * n);
        count_rows<<<g, 1>>>(n, seen);
        cudaMemcpy(got, seen, 4 * n, cudaMemcpyDeviceToHost);
        for (unsigned row = 0; row < n; ++row)
            wrong += got[row] != 1;
        cudaFree(seen);
        free(got);
        if (wrong)
            return complain("%u rows: %u are not there once", n, wrong);
    }
    return blocks(1, 32) == 1 && blocks(32, 32) == 1 && blocks(33, 32) == 2
               ? 0 : complain("tiles do not cover");
}

__global__ void store(float *c)
{
    put(&c[0], 2.0f, 3.0f, 0.0f);
    put(&c[1], 2.0f, 3.0f, 0.5f);
}

/* The end of a kernel: beta 0 does not let through what stands in C. */
static int stores(void)
{
    const float before[2] = {NAN, 10.0f};
    float *c, after[2];

    cudaMalloc((void **)&c, sizeof before);
    cudaMemcpy(c, before, sizeof before, cudaMemcpyHostToDevice);
    store<<<1, 1>>>(c);
    cudaMemcpy(after, c, sizeof after, cudaMemcpyDeviceToHost);
    cudaFree(c);
    return after[0] == 6.0f && after[1] == 11.0f
               ? 0 : complain("%g and %g", after[0], after[1]);
}

static int nothing(long long size, struct samples *out)
{
    (void)size, (void)out;
    return complain("there is nothing to measure here");
}

#define PROBE(name) {"stage", #name, "ms", {1}, nothing, name, 0, 0}
const struct probe probes[] = {
    PROBE(right), PROBE(one_less), PROBE(nan_there), PROBE(deep),
    PROBE(other_type), PROBE(like_the_host), PROBE(copies), PROBE(exact),
    PROBE(to_tf32), PROBE(to_bf16), PROBE(last_k), PROBE(by_size),
    PROBE(half_sums), PROBE(judged), PROBE(added), PROBE(finite),
    PROBE(checked), PROBE(folded), PROBE(stores),
    {},
};
