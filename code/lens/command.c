/* The word `count`, and its record. */
#include "bench/record.h"
#include "bench/reference.h"

#include "bench/baseline.h"
#include "bench/cases.h"
#include "lens/check.h"
#include "lens/command.h"
#include "lens/count.h"
#include "lens/handover.h"
#include "lens/host.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/matrix.h"
#include "lens/memory.h"
#include "bench/plan.h"
#include "bench/program.h"
#include "lens/runtime.h"
#include "lens/sample.h"
#include "lens/symbols.h"
#include "lens/trace.h"

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct size DEFAULT_SIZE = {128, 128, 128};

/* Larger products than this (in M * N * K) are sampled. */
static const double ALL_BLOCKS = 256.0 * 256.0 * 256.0;

static uint64_t judge_seed; /* 0 where nobody judges */
static uint64_t judge_most; /* bytes that a block may store; 0 for any */

void count_as_judge(uint64_t seed, uint64_t most_stored)
{
    judge_seed = seed + 1;
    judge_most = most_stored;
}

static struct record record;
static int tracing_only;

/* What the rows of one kernel and size have in common. */
struct subject {
    const char *kernel;
    struct size size;
    int is_product;
    struct totals totals;
};

static struct cells place(const struct subject *of, const char *line,
                          const char *space, const char *op, const char *array)
{
    struct cells row = row_of("lens");

    row_word(&row, "kernel", of->kernel);
    row_size(&row, of->size);
    row_word(&row, "line", line);
    row_word(&row, "space", space);
    row_word(&row, "op", op);
    row_word(&row, "array", array);
    row_number(&row, "blocks", (double)of->totals.blocks);
    row_number(&row, "run", (double)of->totals.run);
    return row;
}

static uint64_t moved(enum space space, const struct sums *s)
{
    return s->units * (space == GLOBAL ? SECTOR : BANKS * BANK_BYTES);
}

static int add_sums_row(const struct subject *of, const char *line,
                    enum space space, enum op op, const char *array,
                    const struct sums *s)
{
    static const char *const spaces[] = {"global", "shared"};
    static const char *const ops[] = {"load", "store", "atomic", "store"};
    const int global = space == GLOBAL;
    struct cells row = place(of, line, spaces[space], ops[op], array);

    row_number(&row, "requests", (double)s->requests);
    row_number(&row, global ? "sectors" : "wavefronts", (double)s->units);
    row_number(&row, global ? "ideal_sectors" : "ideal_wavefronts",
               (double)s->ideal);
    row_number(&row, "bytes_asked", (double)s->asked);
    row_number(&row, "bytes_moved", (double)moved(space, s));
    return record_put(&record, &row);
}

static int add_barriers(const struct subject *of, const char *line,
                        uint64_t barriers)
{
    struct cells row = place(of, line, "block", "barrier", "");

    row_number(&row, "barriers", (double)barriers);
    return record_put(&record, &row);
}

static int add_total(const struct subject *of, uint64_t global_bytes)
{
    struct cells row = place(of, "total", "all", "all", "all");

    row_number(&row, "barriers", (double)of->totals.barriers);
    if (global_bytes > 0 && of->is_product)
        row_number(&row, "flops_per_byte",
                   size_flops(of->size) / (double)global_bytes);
    return record_put(&record, &row);
}

/* "12", or "code/kernels/tma.h:12" where that is not the program's own file. */
static const char *line_of(const struct row *row)
{
    static char text[300];
    const int own = row->file == lens_source;

    snprintf(text, sizeof text, "%s%s%d", own ? "" : row->file, own ? "" : ":",
             row->line);
    return text;
}

/* The rows of what has been counted since count_reset(). */
static int add_rows(const struct subject *of)
{
    struct sums total[SPACES][ATOMIC + 1] = {0};
    int n, status = 0;
    const struct row *rows = count_rows(&n);
    uint64_t global_bytes = 0;

    for (int i = 0; i < n && status == 0; ++i) {
        const char *line = line_of(&rows[i]);

        if (rows[i].op == BARRIER) {
            status = add_barriers(of, line, rows[i].sums.requests);
            continue;
        }
        add_sums(&total[rows[i].space][rows[i].op], &rows[i].sums);
        status = add_sums_row(of, line, rows[i].space, rows[i].op,
                              rows[i].array, &rows[i].sums);
    }
    for (int space = 0; space < SPACES; ++space)
        for (int op = LOAD; op <= ATOMIC && status == 0; ++op) {
            const struct sums *s = &total[space][op];

            if (space == GLOBAL)
                global_bytes += moved(GLOBAL, s);
            if (s->requests > 0)
                status = add_sums_row(of, "total", (enum space)space,
                                      (enum op)op, "all", s);
        }
    return status == 0 ? add_total(of, global_bytes) : status;
}

/* Gives a matrix values. A sample of the blocks makes no product, so there
 * zeros serve. */
static int fill(struct matrix *x, unsigned type, size_t count, uint64_t seed)
{
    float *host;
    int status;

    if (matrix_of(x, type, count) != 0)
        return -1;
    if (sampling())
        return cuda_check(
            cudaMemset(x->data, 0, count * element_size(x->type)), "memory");
    host = malloc((count + 1) * sizeof *host);
    if (!host)
        return complain("out of memory on the host");
    for (size_t i = 0; i < count; ++i)
        host[i] = uniform(seed, i);
    status = matrix_put(x, host);
    free(host);
    return status;
}

/* Returns 0 when C is the product, else -1 with a complaint. */
static int check_product(const struct kernel *k, struct size s,
                         const struct matrix *a, const struct matrix *b,
                         const struct matrix *c)
{
    const size_t elements = (size_t)s.m * (size_t)s.n;
    float *x = malloc((a->count + 1) * sizeof *x),
          *y = malloc((2 * b->count + 1) * sizeof *y), *turned = y + b->count,
          *got = malloc((elements + 1) * sizeof *got);
    double *want = malloc((2 * elements + 1) * sizeof *want);
    size_t worst = 0;
    int status = -1;

    if (!x || !y || !got || !want)
        complain("out of memory on the host");
    else if (matrix_get(a, x) == 0 && matrix_get(b, y) == 0 &&
             matrix_get(c, got) == 0) {
        for (size_t i = 0; i < b->count; ++i)
            turned[i] = y[i % (size_t)s.n * (size_t)s.k + i / (size_t)s.n];
        reference(s, 1.0f, x, k->flags & B_TRANSPOSED ? turned : y, 0.0f, got,
                  want, want + elements);
        status = largest_error(k->flags, s, got, want, want + elements,
                               &worst) <= 1.0 ? 0
                     : complain("C[%zu][%zu] is %.9g, should be %.9g",
                                worst / (size_t)s.n, worst % (size_t)s.n,
                                (double)got[worst], want[worst]);
    }
    free(x);
    free(y);
    free(got);
    free(want);
    return status;
}

/* A launcher of this program has. */
static int launcher_allocates;

static void watch(const struct matrix *x, float alpha, float beta)
{
    static unsigned long made;

    launcher_allocates |= !x && memory_made() != made;
    made = memory_made();
    contract = (struct contract){.alpha = alpha, .beta = beta};
    for (int i = 0; x && i < 3; ++i) {
        contract.operand[i] = x[i].data;
        contract.bytes[i] = x[i].count * element_size(x[i].type);
    }
    if (x && beta == 0.0f)
        mark_unwritten((uintptr_t)x[2].data, contract.bytes[2]);
}

/* Has the product made with alpha 1 and beta 0. Returns 0, or -1 with a complaint. */
static int make_product(const struct kernel *k, struct size s,
                        const struct matrix *a, const struct matrix *b,
                        const struct matrix *c)
{
    const struct matrix x[3] = {*a, *b, *c};

    if (!(k->flags & PATTERN))
        watch(x, 1.0f, 0.0f);
    cudaDeviceSynchronize();
    k->launch(s.m, s.n, s.k, 1.0f, a->data, b->data, 0.0f, c->data);
    watch(NULL, 0.0f, 0.0f);
    cudaDeviceSynchronize();
    return cuda_check(cudaGetLastError(), "launch");
}

/* With beta = 0, and so nothing in C that a product may read. What comes out is checked if
 * `where`, which the complaint says then, is not null. */
static int run_once(const struct kernel *k, struct size s, const char *where)
{
    struct matrix a = {0}, b = {0}, c = {0};
    char what[256];
    int status = -1;

    if (fill(&a, k->flags, (size_t)s.m * (size_t)s.k, 1 + 2 * judge_seed) == 0 &&
        fill(&b, k->flags, (size_t)s.k * (size_t)s.n, 2 + 2 * judge_seed) == 0 &&
        (k->flags & PATTERN
             ? fill(&c, 0, (size_t)s.m * (size_t)s.n, 3)
             : matrix_of(&c, 0, (size_t)s.m * (size_t)s.n)) == 0) {
        if (sampling())
            sample_multiply_adds((double)s.m * s.n * s.k, c.data);
        status = make_product(k, s, &a, &b, &c);
        if (status == 0 && where)
            status = check_product(k, s, &a, &b, &c);
    }
    if (status != 0 && where) {
        snprintf(what, sizeof what, "%s", complaint());
        complain("%s at %dx%dx%d, %s: %s", k->name, s.m, s.n, s.k, where, what);
    }
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&c);
    return status;
}

/* A page has less memory than some products take, and a launcher that allocates takes more. */
static int has_room(struct size s)
{
    enum { SHARE = 8 }; /* of the matrices, in what such a launcher takes and they */
    const double elements = (double)s.m * s.k + (double)s.k * s.n + (double)s.m * s.n;

    return elements * sizeof(float) * (launcher_allocates ? SHARE : 1) <
           (double)arena.bytes - SHARED_SPAN;
}

/* Returns 0; 1, with the reason, where the product cannot be counted; or -1 with
 * a complaint. */
static int count_size(const struct kernel *k, struct size s)
{
    struct subject of = {.kernel = k->name, .size = s,
                         .is_product = !(k->flags & PATTERN)};

    if (!has_room(s)) {
        complain("%s at %dx%dx%d is left out: here is no memory for it", k->name, s.m,
                 s.n, s.k);
        return 1;
    }
    if ((double)s.m * s.n * s.k > ALL_BLOCKS)
        sample_some(k->bm, k->bn);
    else
        sample_all();
    count_reset();
    b_transposed = (k->flags & B_TRANSPOSED) != 0;
    if (run_once(k, s, judge_seed && of.is_product && !sampling()
                           ? "where it is counted" : NULL) != 0)
        return -1;
    if (sample_too_few() > 0) {
        complain("%s at %dx%dx%d is left out: it has %llu block%s make all of "
                 "the product, too much in each to be sampled",
                 k->name, s.m, s.n, s.k,
                 (unsigned long long)sample_too_few(),
                 sample_too_few() == 1 ? "" : "s");
        return 1;
    }
    of.totals = count_totals();
    if (of.is_product && judge_most > 0 &&
        of.totals.most_stored > judge_most) {
        complain("%s at %dx%dx%d: a block stores %llu bytes, and its tile of C "
                 "has %llu: does it do the work of others?", k->name, s.m, s.n,
                 s.k, (unsigned long long)of.totals.most_stored,
                 (unsigned long long)judge_most);
        return -1;
    }
    if (of.totals.run == 0 && size_flops(s) > 0.0) {
        complain("%s launches no kernel", k->name);
        return -1;
    }
    return tracing_only ? 0 : add_rows(&of);
}

/* A whole record has the sizes of a profile, a question its own, or 128. */
static int count_kernel(const struct kernel *k, const struct options *o)
{
    const struct size *sizes = &DEFAULT_SIZE;
    int n = 1;

    if (o->size_count > 0 || o->folder)
        sizes = count_sizes(k, o, &n);
    if (k->flags & SWEEP && o->size_count == 0)
        n = 1; /* a sample of its large tiles takes seconds */
    for (int i = 0; i < n; ++i) {
        const int status = takes(k, sizes[i]) ? count_size(k, sizes[i]) : 0;

        if (status < 0 || (status > 0 && o->size_count > 0))
            return report(CANNOT);
        if (status > 0)
            report(OK);
    }
    return OK;
}

static void place_of(const struct options *o, char *out, size_t room)
{
    if (o->out)
        snprintf(out, room, "%s", o->out);
    else if (o->folder)
        snprintf(out, room, "%s/lens/%s.csv", o->folder, provenance.stem);
    else
        snprintf(out, room, "-");
}

static int open_record(const struct options *o)
{
    char head[512], path[1024], part[1100];

    place_of(o, path, sizeof path);
    snprintf(part, sizeof part, "%s.part", path);
    remove(part); /* counting is quick: it never resumes */
    snprintf(head, sizeof head,
             "# record: tiles 1\n# kind: lens\n# program: %s\n"
             "# source-sha256: %s\n", lens_source, provenance.source_sha256);
    return record_open(&record, path, head, NULL);
}

static int trace(const struct options *o)
{
    int code;

    tracing_only = 1;
    trace_start(o->trace, o->warp < 0 ? 0 : (unsigned)o->warp,
                o->block < 0 ? 0 : (uint64_t)o->block);
    code = each_kernel(o, count_kernel);
    return code == OK && trace_end() != 0 ? report(CANNOT) : code;
}

static int count(const struct options *o)
{
    int code;

    modes.count = 1;
    modes.check = getenv("LENS_CHECK") ? atoi(getenv("LENS_CHECK")) : 1;
    if (!kernels[0].name)
        return OK; /* probes are timed, not counted */
    if (o->trace >= 0)
        return trace(o);
    if (o->warp >= 0 || o->block >= 0) {
        complain("--block and --warp choose what --trace LINE shows");
        return report(CANNOT);
    }
    if (open_record(o) != 0)
        return report(CANNOT);
    code = each_kernel(o, count_kernel);
    if (code != OK)
        record_abandon(&record);
    else if (record_finish(&record, "") != 0)
        code = report(CANNOT);
    return code;
}

/* The lens has no library to compare with. */
void cublas(int M, int N, int K, float alpha, const float *A, const float *B,
            float beta, float *C)
{
    (void)M, (void)N, (void)K, (void)alpha, (void)A, (void)B, (void)beta;
    (void)C;
    set_error(cudaErrorNotSupported);
}

static int ready(void)
{
    return 0;
}

/* One element of x, which is 2 in any type. */
static int put_two(const struct matrix *x, size_t at)
{
    const float two = 2.0f;
    const uint16_t half = 0x4000; /* and bfloat16 */
    const size_t bytes = element_size(x->type);

    return cuda_check(cudaMemcpy((char *)x->data + at * bytes,
                                 bytes == 2 ? (const void *)&half : &two, bytes,
                                 cudaMemcpyHostToDevice), "memory");
}

/* Makes a product of A and B that are 0 but for the last element of each, which is
 * 2. The last element of C in *last, which is NaN before: where nobody stored it, it
 * stays so. A launch that is refused is a mistake; else *tells is 0 where *last says
 * nothing: of several launches, of those that run no block, and of a launcher that
 * allocates, for all of it is 0. */
struct last {
    float value;
    int tells;
};

static int make_last(const struct kernel *k, struct size s, struct last *out)
{
    const size_t of_a = (size_t)s.m * (size_t)s.k, of_b = (size_t)s.k * (size_t)s.n,
                 elements = (size_t)s.m * (size_t)s.n;
    const unsigned long launches = lens_launches();
    struct matrix a = {0}, b = {0}, c = {0};
    int status = -1;

    out->value = NAN;
    b_transposed = (k->flags & B_TRANSPOSED) != 0;
    if (matrix_of(&a, k->flags, of_a) == 0 &&
        matrix_of(&b, k->flags, of_b) == 0 && matrix_of(&c, 0, elements) == 0 &&
        put_two(&a, of_a - 1) == 0 && put_two(&b, of_b - 1) == 0) {
        float *const corner = c.data + elements - 1;
        const unsigned long made = memory_made();

        cudaMemcpy(corner, &out->value, sizeof *corner, cudaMemcpyHostToDevice);
        if (sampling())
            sample_multiply_adds((double)s.m * s.n * s.k, c.data);
        status = make_product(k, s, &a, &b, &c);
        out->tells = lens_launches() == launches + 1 && memory_made() == made &&
                     sample_too_few() == 0;
        cudaMemcpy(&out->value, corner, sizeof *corner, cudaMemcpyDeviceToHost);
    }
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&c);
    return status;
}

static int wrong_last(const struct kernel *k, struct size s, const char *where)
{
    fprintf(stderr, "%s: %s at %dx%dx%d, %s: %s\n", provenance.stem, k->name, s.m,
            s.n, s.k, where, complaint());
    return WRONG;
}

/* The blocks at the corners run: of a launcher's launches with the contract's
 * parameters, or of its only one. */
static int make_corners(const struct kernel *k, struct size s, struct last *out)
{
    int status;

    sample_corners(k->bm, k->bn, 1);
    status = make_last(k, s, out);
    if (status == 0 && out->tells && !sample_launch().is_gemm) {
        sample_corners(k->bm, k->bn, 0);
        status = make_last(k, s, out);
    }
    out->tells &= !has_handed_over(sample_launch().entry);
    sample_all();
    return status;
}

/* With more tiles in a line than a grid has blocks in y. *tells is set where the last
 * element is right, so that it must be in every product. */
static int verify_long(const struct kernel *k, struct size s, int *tells)
{
    const unsigned long before = lens_launches();
    struct last last = {0};
    const int status = make_corners(k, s, &last);

    if (status == 0 && lens_launches() == before) {
        complain("%s launches no kernel", k->name);
        return report(WRONG);
    }
    *tells = last.tells && last.value == 4.0f;
    if (status == 0 && (*tells || isnan(last.value) || !last.tells))
        return OK;
    if (status == 0)
        complain("the last element is %g, should be 4", last.value);
    return wrong_last(k, s, "where more than 65535 tiles lie in a line, and a grid "
                            "has so many in x only");
}

/* Where offsets in C pass 2^31, or in A or B 2^32, of a kernel whose last element tells. None of
 * these matrices is there but for the pages that are touched. A grid that no card
 * has tells nothing. */
static int verify_far(const struct kernel *k, struct size s)
{
    struct last last = {0};

    if (make_corners(k, s, &last) != 0 || !last.tells || last.value == 4.0f)
        return OK;
    complain("the last element is %g, should be 4; compute offsets in 64 bits, as "
             "size_t", last.value);
    return wrong_last(k, s, "where offsets pass 2147483648 elements");
}

/* Depths of a sum, and the multiply-adds that all tiles of a program may have at the
 * larger one, a tile at the other. */
enum { DEEP = 65573, SHALLOW = 4129 };
static double deep_work = DEEP_WORK;
static const double SHALLOW_WORK = 0x1.1p26;

/* One element, of a sum that is longer than what 16 bits count, where there is time
 * for that, or else than 4096. */
static int verify_deep(const struct kernel *k)
{
    const double tile = (double)k->bm * k->bn;
    const int is_deep = tile * DEEP <= deep_work;
    const struct size s = {1, 1, is_deep ? DEEP : SHALLOW};
    struct last last = {0};
    int status;

    if (tile * SHALLOW > SHALLOW_WORK || k->flags & SWEEP || !takes(k, s))
        return OK;
    deep_work -= is_deep ? tile * DEEP : 0.0;
    modes.check = 0;
    status = make_last(k, s, &last);
    modes.check = 1;
    if (status == 0 && last.value == 4.0f)
        return OK;
    if (status == 0)
        complain("the only element is %g, should be 4", last.value);
    return wrong_last(k, s, "a long sum");
}

/* What the first block of a launch stores: C[0][0] to C[rows - 1][cols - 1] and
 * nothing else of the first WINDOW rows and columns; or rows is 0. */
struct stored {
    const void *entry;
    int rows, cols;
};
enum { WINDOW = 513 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int is_stored(const float *c, struct size s, int row, int col)
{
    const float *at = c + (size_t)row * (size_t)s.n + (size_t)col;

    return is_element_written((uintptr_t)at, sizeof *at);
}

static void find_stored(const float *c, struct size s, struct stored *out)
{
    const int rows = least(s.m, WINDOW), cols = least(s.n, WINDOW);
    int h = 0, w = 0;

    while (h < rows && is_stored(c, s, h, 0))
        ++h;
    while (w < cols && is_stored(c, s, 0, w))
        ++w;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            if (is_stored(c, s, row, col) != (row < h && col < w))
                return;
    out->rows = h;
    out->cols = w;
}

static int count_tiles(struct size s, const struct stored *tile)
{
    return (s.m + tile->rows - 1) / tile->rows *
           ((s.n + tile->cols - 1) / tile->cols);
}

/* Of a launcher that makes one launch, or several of which one has the contract's
 * parameters (the others pack, say), with a block for each such tile, or as many for
 * each, which share K. */
static struct stored first_block(const struct kernel *k, struct size s)
{
    const unsigned long before = lens_launches();
    struct stored out = {0};
    struct matrix a = {0}, b = {0}, c = {0};
    struct lens_launch launch, product;
    int is_one = 0, products = 0, status;

    b_transposed = (k->flags & B_TRANSPOSED) != 0;
    sample_first();
    if (fill(&a, k->flags, (size_t)s.m * (size_t)s.k, 1) == 0 &&
        fill(&b, k->flags, (size_t)s.k * (size_t)s.n, 2) == 0 &&
        matrix_of(&c, 0, (size_t)s.m * (size_t)s.n) == 0) {
        status = make_product(k, s, &a, &b, &c);
        products = sample_product(&product);
        is_one = lens_launches() == before + 1;
        if (status == 0 && (is_one || products == 1))
            find_stored(c.data, s, &out);
    }
    sample_all();
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&c);
    launch = !is_one && products == 1 ? product : sample_launch();
    out.entry = launch.entry;
    if (launch.cluster > 1)
        out.rows = 0;
    if (out.rows > 0 && out.cols > 0 &&
        (uint64_t)launch.grid.x * launch.grid.y * launch.grid.z %
                (uint64_t)count_tiles(s, &out) != 0)
        out.rows = 0;
    return out;
}

static int up_to_multiple(int n, int of)
{
    return (n + of - 1) / of * of;
}

static struct size square_for(const struct kernel *k, int n)
{
    if (k->flags & MULTIPLES)
        return (struct size){up_to_multiple(n, k->bm), up_to_multiple(n, k->bn),
                             k->bk};
    return (struct size){n, n, 1};
}

/* Another entry of the table names this kernel with this tile: the launcher at
 * hand picks among several, and the edges of each are tried at its own. */
static int is_tried(const struct stored *tile)
{
    for (const struct kernel *k = kernels; k->name; ++k)
        if (k->bm == tile->rows && k->bn == tile->cols && k->function &&
            strcmp(k->function, symbol_at(tile->entry)) == 0)
            return 1;
    return 0;
}

/* The table may say another tile than the kernel has; then verify has tried the
 * edges of the wrong one. What is proved of a kernel that is refused: at three
 * sizes its launcher makes one launch (of a product), of the same kernel, with a block for
 * each tile of this shape, or as many for each; and the first block, alone,
 * stores the first such tile, all of it, and nothing else near. Other kernels
 * have no one tile, and nothing is said of them: those of several such launches,
 * those that are others at other sizes, and whose blocks store lines, several
 * tiles, or parts. */
static int verify_tile(const struct kernel *k)
{
    static const int SIZES[2][3] = {{4097, 1025, 257}, {1025, 513, 257}};
    const int *sizes = SIZES[!has_room(square_for(k, SIZES[0][0]))];
    const struct size large = square_for(k, sizes[0]);
    const struct stored tile = first_block(k, large);

    if (tile.rows <= 1 || tile.cols <= 1 || tile.rows >= WINDOW ||
        tile.cols >= WINDOW || (tile.rows == k->bm && tile.cols == k->bn))
        return OK;
    for (int i = 1; i < 3; ++i) {
        const struct size s = square_for(k, sizes[i]);
        const struct stored same = first_block(k, s);

        if (same.entry != tile.entry || same.rows != least(tile.rows, s.m) ||
            same.cols != least(tile.cols, s.n))
            return OK;
    }
    if (is_tried(&tile))
        return OK;
    complain("the table gives %s tiles of %d x %d, but block (0,0,0) stores "
             "C[0][0] to C[%d][%d], a tile of %d x %d; write that into the "
             "table, for verify tries the edges of the tile that stands there",
             k->name, k->bm, k->bn, tile.rows - 1, tile.cols - 1, tile.rows,
             tile.cols);
    return report(WRONG);
}

/* More tiles of C in a line than a kernel puts into a group, so that there is a second group
 * and it is not full; down, and across. */
static int verify_groups(const struct kernel *k)
{
    enum { MANY = 10, FEW = 2 };
    const struct size sizes[] = {
        {MANY * k->bm, FEW * k->bn, k->flags & MULTIPLES ? k->bk : 1},
        {FEW * k->bm, MANY * k->bn, k->flags & MULTIPLES ? k->bk : 1},
    };

    if (k->flags & SWEEP)
        return OK;
    b_transposed = (k->flags & B_TRANSPOSED) != 0;
    for (int i = 0; i < 2; ++i)
        if (run_once(k, sizes[i], "where many tiles lie in a line") != 0)
            return report(WRONG);
    return OK;
}

/* A launcher that asks how much shared memory a block may have runs on a card with less, too:
 * compute capability 7.5 has 64 KiB, and 8.6 has 99. */
static int verify_less_shared(const struct kernel *k)
{
    const int newer = (k->flags & (NEEDS_80 | NEEDS_90 | ONLY_90)) != 0, whole = most_shared.bytes;
    const int more = !(k->flags & MULTIPLES);
    const struct size s = {k->bm + more, k->bn + more, k->bk + more};
    int status;

    most_shared.bytes = (newer ? 99 : 64) * 1024;
    status = run_once(k, s, "on a card with less shared memory");
    most_shared.bytes = whole;
    return status == 0 ? OK : report(WRONG);
}

/* What there is no room for is left out, which is said once. */
static int is_tried_here(const struct kernel *k, struct size s)
{
    static int is_said;

    if (takes(k, s) && !has_room(s) && !is_said++)
        printf("%-20s %dx%dx%d and the like are left out: here is no memory for them\n",
               k->name, s.m, s.n, s.k);
    return takes(k, s) && has_room(s);
}

static int verify_edges(const struct kernel *k, const struct options *o)
{
    enum { TILES = 65536, COLUMNS = (1 << 20) + 7, DEPTH = 33, ROWS = 2049,
           LINE = 130150525 };
    const struct size tall = {TILES * k->bm + 1, 1, 1},
                      wide = {1, TILES * k->bn + 1, 1},
                      far[] = {{ROWS, COLUMNS, 1}, {LINE, 1, DEPTH},
                               {1, LINE, DEPTH}};
    int code = OK, tells_tall = 0, tells_wide = 0;

    (void)o;
    if (k->flags & PATTERN || k->bm <= 0 || k->bn <= 0)
        return OK;
    most_shared.is_asked = 0;
    code = verify_tile(k);
    if (code == OK && is_tried_here(k, tall))
        code = verify_long(k, tall, &tells_tall);
    if (code == OK && is_tried_here(k, wide))
        code = verify_long(k, wide, &tells_wide);
    if (code == OK)
        code = verify_groups(k);
    for (int i = 0; code == OK && tells_tall && tells_wide && i < 3; ++i)
        if (is_tried_here(k, far[i]))
            code = verify_far(k, far[i]);
    if (code == OK && most_shared.is_asked)
        code = verify_less_shared(k);
    return code == OK ? verify_deep(k) : code;
}

static int verify_more(const struct options *o)
{
    if (o->size_count == 0)
        return each_kernel(o, verify_edges);
    for (int i = 0; i < o->size_count; ++i) {
        const struct size s = o->sizes[i];

        if (!small_enough(s)) {
            complain("%dx%dx%d is too large to verify on a CPU; a GPU can",
                     s.m, s.n, s.k);
            return report(CANNOT);
        }
    }
    return OK;
}

static const struct command commands[] = {
    {"count", "[--size MxNxK]... [--kernel NAME] [--out FILE | --data DIR]\n"
     "                 [--trace LINE [--block B] [--warp W]]", count},
    {0},
};

const struct backend backend = {.commands = commands, .red_zone = 0,
                                .ready = ready, .verify_more = verify_more,
                                .patience = 0x1p30, .watch = watch};
