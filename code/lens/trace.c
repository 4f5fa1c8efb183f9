#include "lens/trace.h"

#include "bench/bench.h"
#include "lens/memory.h"
#include "lens/symbols.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_LINES = 64 };

static struct {
    int line;
    unsigned warp;
    uint64_t block;
} wanted = {.line = -1};

/* What there was: in the largest launch; whether the block ran and the warp
 * made an access; and the lines of its accesses, in no order. */
static struct {
    uint64_t blocks;
    unsigned warps;
    int ran, traced, rows;
    int line[MAX_LINES], lines;
} met;

/* Requests printed, by op and region. */
static int printed[LAND + 1][MAX_REGIONS];

void trace_start(int line, unsigned warp, uint64_t block)
{
    wanted.line = line;
    wanted.warp = warp;
    wanted.block = block;
}

int tracing(void)
{
    const struct uint3 g = now.launch->grid, b = now.block,
                       t = now.launch->block;
    const uint64_t blocks = (uint64_t)g.x * g.y * g.z;
    const unsigned warps = (t.x * t.y * t.z + WARP - 1) / WARP;

    if (wanted.line < 0)
        return 0;
    met.blocks = blocks > met.blocks ? blocks : met.blocks;
    met.warps = warps > met.warps ? warps : met.warps;
    if (b.x + (uint64_t)g.x * (b.y + (uint64_t)g.y * b.z) != wanted.block)
        return 0;
    met.ran = 1;
    return now.warp == wanted.warp;
}

static void meet_line(int line)
{
    int i = 0;

    while (i < met.lines && met.line[i] != line)
        ++i;
    if (i == met.lines && i < MAX_LINES)
        met.line[met.lines++] = line;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int no_such_line(void)
{
    char list[MAX_LINES * 8] = "";
    int n = 0;

    qsort(met.line, (size_t)met.lines, sizeof *met.line, by_number);
    for (int i = 0; i < met.lines; ++i)
        n += snprintf(list + n, sizeof list - (size_t)n, "%s%d",
                      i == 0 ? "" : i == met.lines - 1 ? " and " : ", ",
                      met.line[i]);
    return complain("warp %u of block %llu makes no access at line %d; it does "
                    "at %s", wanted.warp, (unsigned long long)wanted.block,
                    wanted.line, list);
}

int trace_end(void)
{
    const unsigned long long block = wanted.block, blocks = met.blocks;

    if (met.rows > 0)
        return 0;
    if (wanted.block >= met.blocks)
        return complain("there is no block %llu; they are 0 to %llu", block,
                        blocks - (blocks > 0));
    if (wanted.warp >= met.warps)
        return complain("there is no warp %u; those of a block are 0 to %u",
                        wanted.warp, met.warps - 1);
    if (!met.ran)
        return complain("block %llu of %llu did not run, for of so large a "
                        "product only some do; take a smaller --size", block,
                        blocks);
    if (!met.traced)
        return complain("warp %u of block %llu makes no access", wanted.warp,
                        block);
    return no_such_line();
}

/* How many distinct address / unit the lanes before `lane` hold that compete
 * with its own: all of them for sectors, those of its bank for words. */
static int pass_of(const struct request *r, int lane, unsigned unit, unsigned n)
{
    const uintptr_t mine = r->address[lane] / unit;
    uintptr_t seen[WARP];
    int count = 0;

    for (int i = 0; i <= lane; ++i) {
        const uintptr_t x = r->address[i] / unit;
        int j = 0;

        if (!(r->lanes >> i & 1) || x % n != mine % n)
            continue;
        while (j < count && seen[j] != x)
            ++j;
        if (x == mine)
            return j;
        if (j == count)
            seen[count++] = x;
    }
    return count;
}

static void print_lane(const struct site *s, const struct request *r, int lane,
                       int number)
{
    static const char *const ops[] = {"load", "store", "atomic", "store"};
    const uintptr_t a = r->address[lane];
    const struct region *at = region(region_of(a, r->size));
    const int shared = at->space == SHARED;
    long long row, col;

    printf("%s\t%d\t%s\t%s\t%s\t%d\t%d\t%zu\t", symbol_at(now.launch->entry),
           site_line(s), shared ? "shared" : "global", ops[s->op], at->name,
           number, lane, (size_t)(a - at->lo));
    if (at->cols) {
        element_of(at, a, &row, &col);
        printf("%lld\t%lld\t", row, col);
    } else {
        printf("\t\t");
    }
    if (shared)
        printf("%zu\t%d\t%u\n", (size_t)((a - at->lo) / BANK_BYTES % BANKS),
               pass_of(r, lane, BANK_BYTES, BANKS), r->size);
    else
        printf("%zu\t%d\t%u\n", (size_t)((a - at->lo) / SECTOR),
               pass_of(r, lane, SECTOR, 1), r->size);
}

void trace_request(const struct site *s, const struct request *r)
{
    int *number;

    met.traced = 1;
    meet_line(site_line(s));
    if (wanted.line > 0 && site_line(s) != wanted.line)
        return;
    number = &printed[s->op][region_of(r->address[__builtin_ctz(r->lanes)], 1)];
    if (*number == TRACED)
        return;
    if (met.rows++ == 0)
        puts("kernel\tline\tspace\top\tarray\trequest\tlane\toffset\trow\t"
             "col\tunit\tpass\tbytes");
    for (int i = 0; i < WARP; ++i)
        if (r->lanes >> i & 1)
            print_lane(s, r, i, *number);
    ++*number;
}
