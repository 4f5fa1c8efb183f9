/* judge.c - main() of a student's program: verifies or counts one kernel and
 * gives the verdict on descriptor 3.
 *
 *   judge verify KERNEL FLAGS BM BN BK SEED [2^-BITS] [MxNxK]...
 *   judge count  KERNEL FLAGS BM BN BK SEED [2^-BITS] MxNxK...
 *   judge bound  KERNEL FLAGS BM BN BK SEED 2^-BITS FAMILY MxNxK
 *   judge choose KERNEL FLAGS BM BN BK SEED [half|float] MxNxK...
 *
 * What the table says of the kernel must be what the unit asks for: a kernel
 * that calls itself a pattern would not be checked, one with another tile not
 * at its edges. Without sizes, verify takes those of the bench. SEED moves the
 * inputs on, those of a count too, whose product must be right. 2^-BITS of |A||B| is what a
 * result may be off by; without it, the bound of the bench holds. What stands behind `half` or `float` is asked of
 * KERNEL or of KERNEL-fp32, and what stands before of both (chooser.h). The verdict is the line `end`, after the rows of a count; a run
 * that does not come so far has none, however it ends and whatever it prints. */
#define _GNU_SOURCE
#include "bench/cases.h"
#include "bench/matrix.h"
#include "bench/reference.h"
#include "lens/fiber.h"
#include "lens/lens.h"
#include "lens/catch.h"
#include "lens/command.h"
#include "lens/memory.h"
#include "lens/products.h"
#include "lens/site.h"
#include "bench/program.h"
#include "course/chooser.h"
#include "course/flight.h"
#include "seal.h"

#include <cuda_runtime.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERDICT = 3, FIXED = 8 };

/* The program's own table, by another name (compile.sh). The bench gets a copy, in
 * which the kernel that is asked for has a launcher that calls the program's. */
enum { MOST_KERNELS = 63 };
extern __attribute__((weak)) const struct kernel judged_kernels[];
static struct kernel table[MOST_KERNELS + 1];
static gemm_fn *launcher;
extern const struct kernel kernels[MOST_KERNELS + 1]
    __attribute__((alias("table")));

/* So that there are such sections: memory.h. */
__attribute__((used, section("judged_data"))) static char data;
__attribute__((used, section("judged_const"))) static const char constant;

/* Where floats are multiplied by parts, A changes its sign before some launches, and so do
 * tensor cores: lens/products.h. Inputs of both signs do not tell which launches these are. */
static int by_parts, counted;
static uint64_t turns;

static int is_turned(void)
{
    return by_parts && (counted || hash64(++turns) >> 63);
}

static void turn(const float *A)
{
    uint32_t *bits = (uint32_t *)(uintptr_t)A;

    for (size_t i = 0; A == contract.operand[0] && i < contract.bytes[0] / sizeof *bits; ++i)
        bits[i] ^= UINT32_C(1) << 31;
}

/* The local memory of the program ends below this frame. */
static void launch(int M, int N, int K, float alpha, const float *A,
                   const float *B, float beta, float *C)
{
    products_turned = is_turned();
    if (products_turned)
        turn(A);
    stack_end = host_end = (uintptr_t)__builtin_alloca(1);
    launcher(M, N, K, alpha, A, B, beta, C);
    REGISTERS_LOST;
    stack_end = host_end = 0;
    if (products_turned)
        turn(A);
    products_turned = 0;
}

/* What a unit asks for in place of the bench's bound, in units of |A||B|. */
static double asked_bound;

double __real_largest_error(unsigned flags, struct size s, const float *got,
                            const double *want, const double *mag, size_t *worst);
double __wrap_largest_error(unsigned flags, struct size s, const float *got,
                            const double *want, const double *mag, size_t *worst);
double __wrap_largest_error(unsigned flags, struct size s, const float *got,
                            const double *want, const double *mag, size_t *worst)
{
    double most = 0.0;

    if (asked_bound == 0.0)
        return __real_largest_error(flags, s, got, want, mag, worst);
    for (size_t i = 0; i < (size_t)s.m * (size_t)s.n; ++i) {
        const double off = fabs((double)got[i] - want[i]);
        const double e = off == 0.0 ? 0.0 : off / (asked_bound * mag[i]);

        if (e <= most)
            continue;
        most = e == e ? e : (double)INFINITY;
        if (worst)
            *worst = i;
    }
    return most;
}

/* What the program calls in place of the functions that it names: these store only where
 * it may. A sentence with numbers and words has no use for %n. */
static int has_no_n(const char *format)
{
    while ((format = strchr(format, '%'))) {
        format += 1 + strspn(format + 1, " #+-'.0123456789*$Ihjlqtz");
        if (*format == 'n')
            return 0;
        format += *format != '\0';
    }
    return 1;
}

static const char *in_full(const char *format, va_list args)
{
    static char text[512];

    if (has_no_n(format))
        vsnprintf(text, sizeof text, format, args);
    return text;
}

int judged_complain(const char *format, ...);
int judged_complain(const char *format, ...)
{
    va_list args;
    int code;

    va_start(args, format);
    code = complain("%s", in_full(format, args));
    va_end(args);
    return code;
}

void judged_complain_later(const char *format, ...);
void judged_complain_later(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_later("%s", in_full(format, args));
    va_end(args);
}

double judged_frexp(double x, int *exponent);
double judged_frexp(double x, int *exponent)
{
    must_be_own(exponent, sizeof *exponent, __builtin_frame_address(0));
    return frexp(x, exponent);
}

float judged_frexpf(float x, int *exponent);
float judged_frexpf(float x, int *exponent)
{
    must_be_own(exponent, sizeof *exponent, __builtin_frame_address(0));
    return frexpf(x, exponent);
}

/* Device memory of the program's own, where kernels of the book keep what they pack. */
enum { MOST_ROOMS = 8, MOST_BYTES = 1 << 30 };
static struct room {
    void *at;
    size_t bytes;
} rooms[MOST_ROOMS];

int judged_malloc(void **to, size_t bytes);
int judged_malloc(void **to, size_t bytes)
{
    struct room *empty = NULL;
    size_t all = bytes;
    int error;

    if (!within(variables, (uintptr_t)to) ||
        !within(variables, (uintptr_t)to + sizeof *to - 1))
        must_be_own(to, sizeof *to, __builtin_frame_address(0));
    for (int i = 0; i < MOST_ROOMS; ++i) {
        empty = rooms[i].at ? empty : &rooms[i];
        all += rooms[i].bytes;
    }
    if (!empty || bytes > MOST_BYTES || all > MOST_BYTES)
        caught_in_program("memory", "the program takes more than 1 GiB of the device, or more "
                          "than %d pieces: does a loop allocate without end?", MOST_ROOMS);
    *empty = (struct room){NULL, bytes};
    error = cudaMalloc(&empty->at, bytes);
    if (error != cudaSuccess)
        empty->bytes = 0;
    *to = empty->at;
    return error;
}

int judged_free(void *room);
int judged_free(void *room)
{
    for (int i = 0; i < MOST_ROOMS && room; ++i)
        if (rooms[i].at == room) {
            rooms[i] = (struct room){NULL, 0};
            return cudaFree(room);
        }
    return room ? cudaErrorInvalidValue : cudaSuccess;
}

/* -fsanitize=return and unreachable: what stands behind would run next. */
void __ubsan_handle_missing_return(void *at);
void __ubsan_handle_missing_return(void *at)
{
    (void)at;
    caught_in_program("crash", "a function that returns a value comes to its end "
                      "without one");
}

void __ubsan_handle_builtin_unreachable(void *at);
void __ubsan_handle_builtin_unreachable(void *at)
{
    (void)at;
    caught_in_program("crash", "the program comes to a __builtin_unreachable()");
}

static const struct kernel *asked(const char *name)
{
    for (const struct kernel *k = judged_kernels;
         k && k < judged_kernels + MOST_KERNELS && k->name; ++k)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

/* As a table has them: "HALF | SWEEP", or 0. */
static const char *in_words(unsigned flags, char *out, size_t room)
{
    static const char *const names[] = {
        "B_TRANSPOSED", "PATTERN", "SWEEP", "MULTIPLES",
        "HALF", "BFLOAT16", "TF32", "HALF_ACC", "NEEDS_80", "NEEDS_90",
        "HEADLINE", "ONLY_90", "SPLIT",
    };
    size_t used = 0;

    _Static_assert(B_TRANSPOSED == 1 && SPLIT == 1 << 12, "as in bench.h");
    snprintf(out, room, "0");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (flags >> i & 1)
            used += (size_t)snprintf(out + used, room - used, "%s%s",
                                     used ? " | " : "", names[i]);
    return out;
}

/* Descriptions of a table: the one that is there, or one that is wanted. */
static int is_as_asked(const struct kernel *k, char **v)
{
    /* Else it could be another name in time. */
    if (within(variables, (uintptr_t)k->name))
        return complain("the table's name for %s can be written to", k->name);
    const int flags = atoi(v[0]), bm = atoi(v[1]), bn = atoi(v[2]),
              bk = atoi(v[3]);

    /* No tile is asked for where any will do. */
    char has[128], wants[128];

    if ((int)k->flags != flags)
        return complain("the table gives %s the flags %s, the task %s", k->name,
                        in_words(k->flags, has, sizeof has),
                        in_words((unsigned)flags, wants, sizeof wants));
    if (bm > 0 && (k->bm != bm || k->bn != bn || k->bk != bk))
        return complain("the table gives %s the tile %dx%dx%d, the task "
                        "%dx%dx%d", k->name, k->bm, k->bn, k->bk, bm, bn, bk);
    return 0;
}

/* Each case takes the next inputs. */
static int move_on(int seed)
{
    const struct size one = {1, 1, 1};
    int status = 0;

    for (int i = 0; i < seed && status == 0; ++i) {
        struct gemm_case c;

        status = case_new(&c, one, UNIFORM, case_scalars(0));
        case_free(&c);
    }
    return status;
}

/* What tensor cores multiplied, as rows of a count. */
static void product_rows(const char *kernel, struct size s)
{
    const char *const row = "%s,%d,%d,%d,%s,tensor,product,all,%llu\n";

    if (products_total() == 0)
        return;
    puts("kernel,m,n,k,line,space,op,array,multiplications");
    for (int i = 1; i < site_count; ++i)
        if (products_of_site(i) > 0) {
            char line[16];

            snprintf(line, sizeof line, "%d", site_line(&sites[i]));
            printf(row, kernel, s.m, s.n, s.k, line,
                   (unsigned long long)products_of_site(i));
        }
    printf(row, kernel, s.m, s.n, s.k, "total", (unsigned long long)products_total());
}

/* Size by size: each has its rows of the lens, and those of its loads in flight and of its
 * products. */
static int count(const struct command *of, const struct options *o)
{
    struct options one = *o;
    int code = OK;

    one.size_count = 1;
    counted = 1;
    for (int i = 0; i < o->size_count && code == OK; ++i) {
        one.sizes[0] = o->sizes[i];
        flight_reset();
        products_reset();
        code = of->run(&one);
        if (code == OK) {
            flight_rows(o->kernel, o->sizes[i]);
            product_rows(o->kernel, o->sizes[i]);
        }
    }
    return code;
}

/* Inputs for which errors are asked: uniform in (-1, 1); each row of A, and each column of B,
 * of one number; all positive; sums of which the second half takes away what the first half
 * added, but for 2^-12 of it; sums with a 1 at the beginning, and those with rows and columns
 * times powers of two (inputs.h). */
static const char *const families[] = {
    "uniform", "constant", "positive", "cancelling", "leading", "scaled", NULL};
enum family { OF_UNIFORM, OF_CONSTANT, OF_POSITIVE, OF_CANCELLING, OF_LEADING, OF_SCALED };
static enum family family;

static enum inputs kind_of(enum family f)
{
    return f == OF_LEADING ? LEADING : f == OF_SCALED ? SCALED : UNIFORM;
}

/* Makes uniform inputs those of the family. */
static void become(struct gemm_case *c)
{
    const size_t m = (size_t)c->size.m, n = (size_t)c->size.n, depth = (size_t)c->size.k;

    for (size_t i = 0; i < m * depth; ++i) {
        const size_t k = i % depth;

        if (family == OF_CONSTANT)
            c->a[i] = c->a[i - k];
        else if (family == OF_POSITIVE)
            c->a[i] = fabsf(c->a[i]);
        else if (family == OF_CANCELLING && k >= depth / 2)
            c->a[i] = c->a[i - depth / 2];
    }
    for (size_t i = 0; i < n * depth; ++i) {
        const size_t k = i / n;

        if (family == OF_CONSTANT)
            c->b[i] = c->b[i % n];
        else if (family == OF_POSITIVE)
            c->b[i] = fabsf(c->b[i]);
        else if (family == OF_CANCELLING && k >= depth / 2)
            c->b[i] = -c->b[i - depth / 2 * n] * (1.0f + c->b[i] / 4096.0f);
    }
    reference(c->size, 1.0f, c->a, c->b, 0.0f, NULL, c->want, c->mag);
}

/* The largest error, in units of what is asked. */
static int error_of(const struct kernel *k, const struct gemm_case *c, double *most)
{
    const struct size s = c->size;
    struct matrix x[3] = {0};
    float *got = malloc(((size_t)s.m * (size_t)s.n + 1) * sizeof *got);
    int status = -1;

    if (!got)
        complain("out of memory on the host");
    else if (matrix_new(&x[0], (size_t)s.m * (size_t)s.k) == 0 &&
             matrix_new(&x[1], (size_t)s.k * (size_t)s.n) == 0 &&
             matrix_new(&x[2], (size_t)s.m * (size_t)s.n) == 0 &&
             matrix_put(&x[0], c->a) == 0 && matrix_put(&x[1], c->b) == 0 &&
             matrix_poison(&x[2]) == 0) {
        backend.watch(x, 1.0f, 0.0f);
        k->launch(s.m, s.n, s.k, 1.0f, x[0].data, x[1].data, 0.0f, x[2].data);
        backend.watch(NULL, 0.0f, 0.0f);
        if (cuda_check(cudaGetLastError(), "launch") == 0 &&
            cuda_check(cudaDeviceSynchronize(), "kernel") == 0 &&
            matrix_check(&x[2], "C") == 0 && matrix_get(&x[2], got) == 0) {
            *most = largest_error(k->flags, s, got, c->want, c->mag, NULL);
            status = 0;
        }
    }
    for (int i = 0; i < 3; ++i)
        matrix_free(&x[i]);
    free(got);
    return status;
}

static int bound(const struct options *o)
{
    const struct kernel *k = table;
    struct gemm_case c;
    double most = INFINITY;

    while (strcmp(k->name, o->kernel) != 0)
        ++k;
    int status = case_of(&c, k->flags, o->sizes[0], kind_of(family),
                         (struct scalars){1.0f, 0.0f});
    if (status == 0) {
        become(&c);
        status = error_of(k, &c, &most);
    }
    case_free(&c);
    if (status != 0)
        return report(WRONG);
    if (most <= 1.0)
        return OK;
    complain("%s inputs at %dx%dx%d: the largest error is 2^%.1f of |A||B|, where at most 2^%g "
             "is asked", families[family], o->sizes[0].m, o->sizes[0].n, o->sizes[0].k,
             log2(most * asked_bound), log2(asked_bound));
    return report(WRONG);
}

/* Of which type each size is asked. */
enum { OF_HALF = 1, OF_FLOAT = 2 };
static int types_asked[MAX_ASKED], type_asked = OF_HALF | OF_FLOAT;

static int is_type(const char *name)
{
    if (strcmp(name, "half") == 0)
        type_asked = OF_HALF;
    else if (strcmp(name, "float") == 0)
        type_asked = OF_FLOAT;
    else
        return 0;
    return 1;
}

/* Product by product, what the program takes. It computes nothing. */
static int choose(const struct options *o)
{
    char other[64];

    snprintf(other, sizeof other, "%s-fp32", o->kernel);
    puts("kernel,m,n,k,line,space,op,array,parts,nanoseconds,calls");
    for (int type = OF_HALF; type <= OF_FLOAT; ++type) {
        const struct kernel *k = asked(type == OF_HALF ? o->kernel : other);

        if (!k) {
            complain("the table has no kernel '%s'", other);
            return report(WRONG);
        }
        launcher = k->launch;
        for (int i = 0; i < o->size_count; ++i) {
            const struct size s = o->sizes[i];

            if (!(types_asked[i] & type))
                continue;
            taken_reset();
            launch(s.m, s.n, s.k, 1.0f, NULL, NULL, 0.0f, NULL);
            taken_row(type == OF_HALF ? "half" : "float", s);
        }
    }
    return OK;
}

static int run(const struct options *o, const char *name)
{
    int code;

    if (strcmp(o->command, "choose") == 0)
        return choose(o);
    if (strcmp(o->command, "bound") == 0)
        return bound(o);
    if (strcmp(o->command, "verify") == 0) {
        code = verify(o);
        return code == OK && o->size_count == 0 ? backend.verify_more(o) : code;
    }
    for (const struct command *c = backend.commands; c->name; ++c)
        if (strcmp(c->name, "count") == 0)
            return count(c, o);
    complain("no way to count %s", name);
    return report(CANNOT);
}

static int is_family(const char *name)
{
    for (int i = 0; families[i]; ++i)
        if (strcmp(families[i], name) == 0) {
            family = (enum family)i;
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    struct options o = {.trace = -1, .block = -1, .warp = -1};
    const struct kernel *k;
    int code;

    if (argc < FIXED || argc - FIXED > MAX_ASKED) {
        fputs("judge verify|count|bound|choose KERNEL FLAGS BM BN BK SEED [2^-BITS] [FAMILY] [TYPE] [MxNxK]...\n",
              stderr);
        return CANNOT;
    }
    o.command = argv[1];
    o.kernel = argv[2];
    k = asked(argv[2]);
    for (int i = FIXED; i < argc; ++i) {
        if (strncmp(argv[i], "2^-", 3) == 0) {
            asked_bound = ldexp(1.0, -atoi(argv[i] + 3));
            continue;
        }
        if (is_family(argv[i]) || is_type(argv[i]))
            continue;
        types_asked[o.size_count] = type_asked;
        if (parse_size(argv[i], &o.sizes[o.size_count++]) != 0) {
            complain("no size: %s", argv[i]);
            return report(CANNOT);
        }
    }
    if (!k) {
        complain("the table has no kernel '%s'", argv[2]);
        return report(WRONG);
    }
    if (is_as_asked(k, argv + 3) != 0)
        return report(WRONG);
    for (int i = 0; i < MOST_KERNELS && judged_kernels[i].name; ++i)
        table[i] = judged_kernels[i];
    table[k - judged_kernels].launch = launch;
    launcher = k->launch;
    if (move_on(atoi(argv[7])) != 0)
        return report(CANNOT);
    /* Blocks that make parts store more than those of the product: parts of K, too. */
    by_parts = (k->flags & SPLIT) != 0;
    turns = (uint64_t)atoi(argv[7]) << 32;
    count_as_judge((uint64_t)atoi(argv[7]),
                   sizeof(float) * (uint64_t)atoi(argv[4]) *
                       (uint64_t)atoi(argv[5]) * (by_parts ? 16 : 1));
    if (strcmp(o.command, "count") == 0 || strcmp(o.command, "choose") == 0)
        dup2(VERDICT, STDOUT_FILENO);
    if (seal() != 0 && !getenv("COURSE_UNSEALED")) {
        complain("this system cannot keep a program from files and processes "
                 "(no seccomp); for programs that you trust, "
                 "COURSE_UNSEALED=1 goes on without");
        return report(CANNOT);
    }
    code = run(&o, argv[2]);
    fflush(stdout);
    if (code == OK && write(VERDICT, "end\n", 4) != 4)
        return CANNOT;
    return code;
}
