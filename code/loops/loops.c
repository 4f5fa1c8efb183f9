/* loops.c - what the register file's banks take of a kernel's loop, by its machine
 * code alone: without a GPU, and without a disassembler. */
#include "bench/columns.h"
#include "loops/exchange.h"
#include "loops/law.h"
#include "loops/name.h"
#include "loops/sass.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, CANNOT = 2, NAME = 200, NAMES = 64 };

static const char USAGE[] =
    "loops [--csv | --listing] [--kernel NAME] [--names FILE] FILE.cubin\n"
    "  the loop of each kernel that has most FFMAs, and what they cost by their registers\n"
    "  --csv      for other programs\n"
    "  --listing  FFMA by FFMA: R8.reuse is kept for the next one, [R8] was, and is not read\n"
    "  --names    lines `NAME FUNCTION …`, as `build/lens/STEM describe` prints them\n";

struct request {
    const char *path, *names, *kernel;
    int csv, listing, help;
};

struct kernel {
    char name[NAME];
    const struct function *function;
    struct loop loop;
};

struct list {
    struct kernel *kernel;
    size_t count;
};

static int complain(const char *format, ...)
{
    va_list words;

    fputs("loops: ", stderr);
    va_start(words, format);
    vfprintf(stderr, format, words);
    va_end(words);
    fputc('\n', stderr);
    return CANNOT;
}

static void print_table(const struct list *all)
{
    int room = 6;

    for (size_t i = 0; i < all->count; ++i)
        if ((int)strlen(all->kernel[i].name) > room)
            room = (int)strlen(all->kernel[i].name);
    printf("%-*s  in the loop    FFMA  FFMAs of n cycles  operands   cycles an FFMA      of\n"
           "%-*s    all   FFMA      %%     1     2     3  not read    alone    window   peak\n",
           room, "", room, "kernel");
    for (size_t i = 0; i < all->count; ++i) {
        const struct kernel *k = &all->kernel[i];
        const struct score s = score_of(k->function, &k->loop);

        printf("%-*s %6zu %6zu %6.1f %5zu %5zu %5zu %9zu %8.3f %9.3f %4.0f %%\n", room, k->name,
               s.instructions, s.ffmas, 100.0 * s.ffmas / s.instructions, s.by_cycles[1],
               s.by_cycles[2], s.by_cycles[3], s.kept, s.alone, s.in_a_row, 100 / s.in_a_row);
    }
}

/* What becomes of it where its factors lie in the other bank. */
static void row_exchanged(struct cells *row, const struct kernel *k)
{
    struct function f = *k->function;
    size_t loads;
    long both = -1;

    f.code = malloc(f.length * sizeof *f.code);
    if (f.code) {
        memcpy(f.code, k->function->code, f.length * sizeof *f.code);
        both = exchange_factors(f.code, &k->loop, NULL, 0, &loads);
    }
    if (both >= 0) {
        row_number(row, "exchanges", (double)both);
        row_number(row, "exchanged", score_of(&f, &k->loop).in_a_row);
    }
    free(f.code);
}

static void print_csv(const struct list *all)
{
    char columns[COLUMNS_TEXT], text[ROW_TEXT];

    columns_of("loops", 1, columns);
    puts(columns);
    for (size_t i = 0; i < all->count; ++i) {
        const struct kernel *k = &all->kernel[i];
        const struct score s = score_of(k->function, &k->loop);
        struct cells row = row_of("loops");

        snprintf(text, sizeof text, strchr(k->name, ',') ? "\"%s\"" : "%s", k->name);
        row_word(&row, "kernel", text);
        row_number(&row, "instructions", (double)s.instructions);
        row_number(&row, "ffma", (double)s.ffmas);
        row_number(&row, "share", 100.0 * s.ffmas / s.instructions);
        row_number(&row, "one", (double)s.by_cycles[1]);
        row_number(&row, "two", (double)s.by_cycles[2]);
        row_number(&row, "three", (double)s.by_cycles[3]);
        row_number(&row, "kept", (double)s.kept);
        row_number(&row, "alone", s.alone);
        row_number(&row, "sum", s.sum);
        row_number(&row, "cycles", s.in_a_row);
        row_number(&row, "peak", 100 / s.in_a_row);
        row_number(&row, "bound", s.bound);
        row_exchanged(&row, k);
        row_text(&row, columns, text, sizeof text);
        puts(text);
    }
}

static const char *operand(const struct ffma *x, const struct cost *cost, int slot,
                           char out[16])
{
    const int kept = cost->kept >> slot & 1, reuse = x->reuse >> slot & 1;

    if (x->from[slot] == NO_REGISTER)
        return slot == 1 ? "constant" : "RZ";
    snprintf(out, 16, "%sR%d%s%s", kept ? "[" : "", x->from[slot], kept ? "]" : "",
             reuse ? ".reuse" : "");
    return out;
}

static void list_loop(const struct kernel *k)
{
    struct slots slots;
    struct ffma x;
    struct cost cost;
    char a[16], b[16], c[16], whole[80];

    nothing_kept(&slots);
    for (size_t i = k->loop.first; i <= k->loop.last; ++i) {
        if (!next(&slots, &k->function->code[i], &x, &cost))
            continue;
        snprintf(whole, sizeof whole, "R%d = %s * %s + %s", x.to, operand(&x, &cost, 0, a),
                 operand(&x, &cost, 1, b), operand(&x, &cost, 2, c));
        printf("%-44s  even %d odd %d   %d cycle%s\n", whole, cost.reads[0], cost.reads[1],
               cost.cycles, cost.cycles == 1 ? "" : "s");
    }
}

static void print_listing(const struct list *all)
{
    for (size_t i = 0; i < all->count; ++i) {
        printf("%s%s:\n", i ? "\n" : "", all->kernel[i].name);
        list_loop(&all->kernel[i]);
    }
}

/* A function under a name, if it is asked for and has a loop with FFMAs. Returns 0, or
 * -1 where its machine code is not understood. */
static int add(struct list *all, const struct request *r, int arch,
               const struct function *f, const char *name)
{
    struct kernel *k = &all->kernel[all->count];

    if (r->kernel && strcmp(r->kernel, name) != 0)
        return 0;
    snprintf(k->name, sizeof k->name, "%s", name);
    k->function = f;
    const int found = hot_loop(f, arch, &k->loop);

    all->count += found > 0;
    return found < 0 ? -1 : 0;
}

/* The functions by their names in the file, which come first and in its order; the rest
 * by their own. */
static int name_all(struct list *all, const struct request *r, const struct cubin *c,
                    FILE *names)
{
    char (*own)[NAME] = calloc(c->functions + 1, sizeof *own);
    char *named = calloc(c->functions + 1, 1);
    char name[NAME], function[NAME];
    int status = own && named ? 0 : -1;

    for (size_t f = 0; f < c->functions && status == 0; ++f)
        plain_name(c->function[f].symbol, own[f], NAME);
    for (int n = 0; names && n < NAMES && fscanf(names, "%199s %199s%*[^\n]", name, function) == 2; ++n)
        for (size_t f = 0; f < c->functions && status == 0; ++f)
            if (strcmp(own[f], function) == 0) {
                status = add(all, r, c->arch, &c->function[f], name);
                named[f] = 1;
                break;
            }
    for (size_t f = 0; f < c->functions && status == 0; ++f)
        if (!named[f])
            status = add(all, r, c->arch, &c->function[f], own[f]);
    free(named);
    free(own);
    return status;
}

static int find_kernels(struct list *all, const struct request *r, const struct cubin *c)
{
    FILE *names = r->names ? fopen(r->names, "r") : NULL;

    if (r->names && !names)
        return complain("%s: %s", r->names, strerror(errno));
    all->kernel = calloc(c->functions + NAMES + 1, sizeof *all->kernel);
    const int status = all->kernel ? name_all(all, r, c, names) : -1;

    if (names)
        fclose(names);
    if (status != 0)
        return complain("%s holds branches that lead nowhere: its machine code is not that "
                        "of sm_%d, or its banks cannot be told here", r->path, c->arch);
    if (all->count == 0)
        return complain("%s has no loop with FFMAs%s%s", r->path,
                        r->kernel ? " in a kernel called " : "", r->kernel ? r->kernel : "");
    return OK;
}

static int show(const struct request *r)
{
    struct cubin c;
    struct list all = {NULL, 0};
    const char *why = cubin_open(&c, r->path);

    if (why)
        return complain("%s %s", r->path, why);
    const int status =
        known_arch(c.arch) ? find_kernels(&all, r, &c)
                           : complain("%s is for sm_%d; what is known of banks holds from "
                                      "sm_80 to sm_90", r->path, c.arch);

    if (status == OK)
        (r->csv ? print_csv : r->listing ? print_listing : print_table)(&all);
    free(all.kernel);
    cubin_close(&c);
    return status == OK && (fflush(stdout) != 0 || ferror(stdout))
               ? complain("cannot write: %s", strerror(errno))
               : status;
}

/* 0, or -1 where the words are not those of USAGE. */
static int read_words(int argc, char **argv, struct request *r)
{
    for (int i = 1; i < argc; ++i) {
        const char **takes = strcmp(argv[i], "--kernel") == 0  ? &r->kernel
                             : strcmp(argv[i], "--names") == 0 ? &r->names
                             : argv[i][0] != '-'               ? &r->path
                                                               : NULL;
        int *is = strcmp(argv[i], "--csv") == 0       ? &r->csv
                  : strcmp(argv[i], "--listing") == 0 ? &r->listing
                  : strcmp(argv[i], "--help") == 0    ? &r->help
                                                      : NULL;
        if (is)
            *is = 1;
        else if (!takes || *takes || (takes != &r->path && ++i == argc))
            return -1;
        else
            *takes = argv[i];
    }
    return r->help || (r->path && !(r->csv && r->listing)) ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct request r = {0};

    if (read_words(argc, argv, &r) != 0) {
        fputs(USAGE, stderr);
        return CANNOT;
    }
    if (r.help)
        return fputs(USAGE, stdout) < 0 ? CANNOT : OK;
    return show(&r);
}
