/* judge.c - main() of a student's program: verifies or counts one kernel and
 * gives the verdict on descriptor 3.
 *
 *   judge verify KERNEL FLAGS BM BN BK SEED [MxNxK]...
 *   judge count  KERNEL FLAGS BM BN BK SEED MxNxK...
 *
 * What the table says of the kernel must be what the unit asks for: a kernel
 * that calls itself a pattern would not be checked, one with another tile not
 * at its edges. Without sizes, verify takes those of the bench. SEED moves the
 * inputs on, those of a count too, whose product must be right. The verdict is the line `end`, after the rows of a count; a run
 * that does not come so far has none, however it ends and whatever it prints. */
#define _GNU_SOURCE
#include "bench/cases.h"
#include "lens/fiber.h"
#include "lens/lens.h"
#include "lens/catch.h"
#include "lens/command.h"
#include "lens/memory.h"
#include "bench/program.h"
#include "course/flight.h"
#include "seal.h"

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

/* The local memory of the program ends below this frame. */
static void launch(int M, int N, int K, float alpha, const float *A,
                   const float *B, float beta, float *C)
{
    stack_end = host_end = (uintptr_t)__builtin_alloca(1);
    launcher(M, N, K, alpha, A, B, beta, C);
    REGISTERS_LOST;
    stack_end = host_end = 0;
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
    };
    size_t used = 0;

    _Static_assert(B_TRANSPOSED == 1 && NEEDS_90 == 1 << 9, "as in bench.h");
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

/* Size by size: each has its rows of the lens, and those of its loads in flight. */
static int count(const struct command *of, const struct options *o)
{
    struct options one = *o;
    int code = OK;

    one.size_count = 1;
    for (int i = 0; i < o->size_count && code == OK; ++i) {
        one.sizes[0] = o->sizes[i];
        flight_reset();
        code = of->run(&one);
        if (code == OK)
            flight_rows(o->kernel, o->sizes[i]);
    }
    return code;
}

static int run(const struct options *o, const char *name)
{
    int code;

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

int main(int argc, char **argv)
{
    struct options o = {.trace = -1, .block = -1, .warp = -1};
    const struct kernel *k;
    int code;

    if (argc < FIXED || argc - FIXED > MAX_ASKED) {
        fputs("judge verify|count KERNEL FLAGS BM BN BK SEED [MxNxK]...\n",
              stderr);
        return CANNOT;
    }
    o.command = argv[1];
    o.kernel = argv[2];
    k = asked(argv[2]);
    for (int i = FIXED; i < argc; ++i)
        if (parse_size(argv[i], &o.sizes[o.size_count++]) != 0) {
            complain("no size: %s", argv[i]);
            return report(CANNOT);
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
    count_as_judge((uint64_t)atoi(argv[7]),
                   sizeof(float) * (uint64_t)atoi(argv[4]) *
                       (uint64_t)atoi(argv[5]));
    if (strcmp(o.command, "count") == 0)
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
