/* verify.c - every kernel at every size, with all scalars and inputs (program.h). */
#include "bench/program.h"

#include "bench/cases.h"
#include "bench/matrix.h"
#include "bench/plan.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int transpose(float *x, size_t rows, size_t cols)
{
    float *copy = malloc((rows * cols + 1) * sizeof *copy);

    if (!copy)
        return complain("out of memory on the host");
    memcpy(copy, x, rows * cols * sizeof *x);
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < cols; ++j)
            x[j * rows + i] = copy[i * cols + j];
    free(copy);
    return 0;
}

/* Runs the kernel once on fresh device matrices; its C goes to got. */
static int run_once(const struct kernel *k, const struct gemm_case *c,
                    struct matrix x[3], float *got)
{
    const struct size s = c->size;

    if (matrix_of(&x[0], k->flags, (size_t)s.m * s.k) != 0 ||
        matrix_of(&x[1], k->flags, (size_t)s.k * s.n) != 0 ||
        matrix_new(&x[2], (size_t)s.m * s.n) != 0 ||
        matrix_put(&x[0], c->a) != 0 || matrix_put(&x[1], c->b) != 0 ||
        matrix_put(&x[2], c->c0) != 0)
        return -1;
    if (backend.watch)
        backend.watch(x, c->with.alpha, c->with.beta);
    k->launch(s.m, s.n, s.k, c->with.alpha, x[0].data, x[1].data, c->with.beta,
              x[2].data);
    if (backend.watch)
        backend.watch(NULL, 0.0f, 0.0f);
    if (cuda_check(cudaGetLastError(), "launch") != 0 ||
        cuda_check(cudaDeviceSynchronize(), "kernel") != 0)
        return -1;
    if (matrix_check(&x[0], "A") != 0 || matrix_check(&x[1], "B") != 0 ||
        matrix_check(&x[2], "C") != 0)
        return -1;
    return matrix_get(&x[2], got);
}

static int wrong(const struct kernel *k, const struct gemm_case *c,
                 const char *why)
{
    static const char *const kinds[] = {"uniform", "integers", "one-hot",
                                        "lone", "leading", "scaled"};

    fprintf(stderr, "%s: %s at %dx%dx%d, alpha %g, beta %g, %s inputs: %s\n",
            provenance.stem, k->name, c->size.m, c->size.n, c->size.k,
            (double)c->with.alpha, (double)c->with.beta, kinds[c->kind], why);
    return WRONG;
}

static int judge(const struct kernel *k, const struct gemm_case *c,
                 const float *got)
{
    const size_t n = (size_t)c->size.n;
    char why[160];
    size_t at = 0;

    if (case_accepts(c, got, &at))
        return OK;
    snprintf(why, sizeof why, "C[%zu][%zu] is %.9g, should be %.9g", at / n,
             at % n, (double)got[at], c->want[at]);
    return wrong(k, c, why);
}

static int try_case(const struct kernel *k, struct size s, enum inputs kind,
                    struct scalars with)
{
    struct gemm_case c;
    struct matrix x[3] = {0};
    float *got = malloc(((size_t)s.m * s.n + 1) * sizeof *got);
    int code = CANNOT;

    if (!got)
        complain("out of memory on the host");
    if (case_of(&c, k->flags, s, kind, with) == 0 && got &&
        (!(k->flags & B_TRANSPOSED) ||
         transpose(c.b, (size_t)s.k, (size_t)s.n) == 0)) {
        if (run_once(k, &c, x, got) == 0)
            code = judge(k, &c, got);
        else
            code = wrong(k, &c, complaint());
    } else {
        report(CANNOT);
    }
    for (int i = 0; i < 3; ++i)
        matrix_free(&x[i]);
    case_free(&c);
    free(got);
    return code;
}

/* What is tried at one size: inputs of a kind with a pair of scalars. */
struct trial {
    enum inputs kind;
    int pair;
};

enum { EVERYTHING = 9 * INPUT_KINDS };

/* Each kind of input meets each alpha and each beta. */
static int all_scalars(struct trial *out)
{
    for (int pair = 0; pair < 9; ++pair)
        out[pair] = (struct trial){(enum inputs)((pair + pair / 3) % 3), pair};
    return 9;
}

static int everything(struct trial *out)
{
    for (int i = 0; i < EVERYTHING; ++i)
        out[i] = (struct trial){(enum inputs)(i % INPUT_KINDS),
                                i / INPUT_KINDS};
    return EVERYTHING;
}

/* The first `most` of all_scalars(), in an order in which two are enough for a
 * sanitizer, which looks at accesses and not at values (all of A and B, with C
 * read, and not), and three have each kind of input. */
static int some_scalars(int most, struct trial *out)
{
    static const int order[] = {7, 1, 6, 3, 5, 2, 0, 4, 8};
    struct trial all[9];
    const int n = all_scalars(all);

    for (int i = 0; i < most && i < n; ++i)
        out[i] = all[order[i]];
    return most < n ? most : n;
}

/* The i-th size takes one of the inputs that show every mistake, with an alpha
 * that is not 0. */
static int one_in_turn(int i, struct trial *out)
{
    out[0] = (struct trial){(i + i / 2) % 2 ? INTEGERS : UNIFORM,
                            i % 2 + i / 2 % 3 * 3};
    return 1;
}

static double whole_tiles(int side, int tile)
{
    return (double)(((long long)side + tile - 1) / tile * tile);
}

/* How many trials at a size there is time for, one at least. A block that has
 * one element of C to make works as long as one that has a tile. */
static int time_for(const struct kernel *k, struct size s)
{
    const double flops = 2.0 * whole_tiles(s.m, k->bm) *
                         whole_tiles(s.n, k->bn) * whole_tiles(s.k, k->bk);

    if (backend.patience == 0.0 || flops * EVERYTHING <= backend.patience)
        return EVERYTHING;
    return flops < backend.patience ? (int)(backend.patience / flops) : 1;
}

/* A kernel that makes products of parts adds them up as its bound says, and has
 * scales for rows and columns, or needs none. */
static int verify_split(const struct kernel *k, int *cases)
{
    static const struct {
        struct size size;
        enum inputs kind;
    } with[] = {{{17, 19, 4096}, LEADING}, {{37, 41, 197}, SCALED}};
    int code = OK;

    for (int i = 0; i < 2 && k->flags & SPLIT && code == OK; ++i, ++*cases)
        code = try_case(k, with[i].size, with[i].kind, case_scalars(0));
    return code;
}

static int verify_kernel(const struct kernel *k, const struct options *o)
{
    const int asked = o->size_count > 0;
    struct size sizes[MAX_SIZES];
    struct trial trials[EVERYTHING];
    int count = o->size_count, cases = 0;

    if (k->flags & PATTERN)
        return OK;
    if (!runs_here(k->name, k->flags))
        return report(OK);
    if (asked)
        memcpy(sizes, o->sizes, (size_t)count * sizeof *sizes);
    else if (k->flags & MULTIPLES)
        count = verify_multiples(k->bm, k->bn, k->bk, sizes, MAX_SIZES);
    else
        count = verify_sizes(k->bm, k->bn, k->bk, sizes, MAX_SIZES);
    for (int i = 0; i < count; ++i) {
        if (!takes(k, sizes[i])) {
            report(OK);
            continue;
        }
        const int most = time_for(k, sizes[i]);
        const int n = o->tight ? some_scalars(most < 2 ? most : 2, trials)
                      : asked && most < EVERYTHING
                          ? some_scalars(most, trials)
                      : asked                ? everything(trials)
                      : i < WITH_ALL_SCALARS ? all_scalars(trials)
                                             : one_in_turn(i, trials);

        for (int j = 0; j < n && small_enough(sizes[i]); ++j, ++cases) {
            const int code = try_case(k, sizes[i], trials[j].kind,
                                      case_scalars(trials[j].pair));
            if (code != OK)
                return code;
        }
    }
    if (!asked && !o->tight && verify_split(k, &cases) != OK)
        return WRONG;
    if (cases > 0)
        printf("%-20s %3d small products are right\n", k->name, cases);
    return OK;
}

static int verify_probes(const struct options *o)
{
    for (const struct probe *p = probes; p->name && !o->kernel; ++p) {
        if (!p->verify)
            continue;
        if (!runs_here(p->name, p->flags)) {
            report(OK);
            continue;
        }
        if (p->verify() != 0) {
            fprintf(stderr, "%s: %s: %s\n", provenance.stem, p->name,
                    complaint());
            return WRONG;
        }
        printf("%-20s computes what it should\n", p->name);
    }
    return OK;
}

int verify(const struct options *o)
{
    if (o->tight)
        matrix_tighten();
    const int code = each_kernel(o, verify_kernel);

    return code == OK ? verify_probes(o) : code;
}
