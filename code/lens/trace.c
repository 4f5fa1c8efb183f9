#include "trace.h"

#include "memory.h"
#include "symbols.h"

#include <stdio.h>

static struct {
    int line;
    unsigned warp;
    uint64_t block;
} wanted = {.line = -1};

/* Requests printed, by op and region. */
static int printed[LAND + 1][MAX_REGIONS];

void trace_start(int line, unsigned warp, uint64_t block)
{
    wanted.line = line;
    wanted.warp = warp;
    wanted.block = block;
    puts("kernel\tline\tspace\top\tarray\trequest\tlane\toffset\trow\tcol\t"
         "unit\tpass\tbytes");
}

int tracing(void)
{
    const struct uint3 g = now.launch->grid, b = now.block;

    return wanted.line >= 0 && now.warp == wanted.warp &&
           b.x + (uint64_t)g.x * (b.y + (uint64_t)g.y * b.z) == wanted.block;
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

    if (wanted.line > 0 && site_line(s) != wanted.line)
        return;
    number = &printed[s->op][region_of(r->address[__builtin_ctz(r->lanes)], 1)];
    if (*number == TRACED)
        return;
    for (int i = 0; i < WARP; ++i)
        if (r->lanes >> i & 1)
            print_lane(s, r, i, *number);
    ++*number;
}
