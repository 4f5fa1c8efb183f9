#include "lens/memory.h"

#include "lens/fail.h"
#include "lens/host.h"
#include "lens/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 512, PAGE = 4096, GAP = PAGE, MAX_ALLOCATIONS = 1024 };

static const uintptr_t ARENA_BYTES = (uintptr_t)ARENA_MIB << 20;

struct range arena, statics, variables;
int judged;
int b_transposed;
struct contract contract;

extern char __start_judged_data[] __attribute__((weak));
extern char __stop_judged_data[] __attribute__((weak));
extern const char __start_judged_const[] __attribute__((weak));
extern const char __stop_judged_const[] __attribute__((weak));

extern const struct uint3 threadIdx, blockIdx, blockDim, gridDim;

void *lens_dynamic;

/* Sorted by address. */
static struct range allocations[MAX_ALLOCATIONS];
static int allocation_count;
static unsigned long made; /* allocations, since the start */

static struct region regions[MAX_REGIONS];
static size_t touched; /* bytes of those that are */
static int region_total, static_regions;

static struct region *add_region(enum space space, uintptr_t lo, size_t bytes)
{
    struct region *r = &regions[region_total];

    if (region_total == MAX_REGIONS)
        fail("more than %d arrays", MAX_REGIONS);
    ++region_total;
    *r = (struct region){.space = space, .lo = lo, .hi = lo + bytes};
    return r;
}

static void add_static(const char *name, uintptr_t offset, size_t bytes)
{
    if (strncmp(name, "lens_guard_", 11) != 0)
        snprintf(add_region(SHARED, statics.lo + offset, bytes)->name,
                 sizeof regions[0].name, "%s", name);
}

static struct range between(const void *lo, const void *hi)
{
    return (struct range){(uintptr_t)lo, (uintptr_t)hi - (uintptr_t)lo};
}

__attribute__((constructor)) static void reserve(void)
{
    void *p = host_reserve(ARENA_BYTES);

    if (!p)
        fail("cannot reserve %d MiB of addresses; is `ulimit -v` set?", ARENA_MIB);
    arena = (struct range){(uintptr_t)p, ARENA_BYTES};
    lens_dynamic = p;
    judged = __start_judged_data != NULL;
    variables = judged ? between(__start_judged_data, __stop_judged_data)
                       : host_variables();
    statics = host_statics();
    each_thread_local(add_static);
    static_regions = region_total;
}

int is_variable(uintptr_t a)
{
    return within(variables, a) &&
           !within(host_marked(), a);
}

int is_constant(uintptr_t a)
{
    if (!judged)
        return within(host_constants(), a);
    return within(between(__start_judged_const, __stop_judged_const), a) ||
           within(host_marked(), a) ||
           within(between(&threadIdx, &threadIdx + 1), a) ||
           within(between(&blockIdx, &blockIdx + 1), a) ||
           within(between(&blockDim, &blockDim + 1), a) ||
           within(between(&gridDim, &gridDim + 1), a);
}

/* Variables that a kernel has stored to: the host has others by these names. */
static struct range of_device[MAX_REGIONS];
static int of_device_count;

int is_of_device(uintptr_t a)
{
    for (int i = 0; i < of_device_count; ++i)
        if (within(of_device[i], a))
            return 1;
    return 0;
}

void mark_of_device(uintptr_t a)
{
    if (is_of_device(a) || !object_at((void *)a, &of_device[of_device_count]))
        return;
    if (++of_device_count == MAX_REGIONS)
        fail("more than %d arrays", MAX_REGIONS);
}

/* The index of the first gap that takes `bytes`; its address in *at. */
static int find_gap(size_t bytes, uintptr_t *at)
{
    int i = 0;

    *at = arena.lo + SHARED_SPAN;
    for (; i < allocation_count; ++i) {
        const struct range *next = &allocations[i];

        if (next->lo - *at >= bytes + GAP && next->lo > *at)
            break;
        *at = (next->lo + next->bytes + GAP + ALIGNMENT - 1) &
              ~(uintptr_t)(ALIGNMENT - 1);
    }
    return i;
}

void *memory_new(size_t bytes)
{
    uintptr_t at;
    const int i = find_gap(bytes, &at);

    if (bytes == 0 || allocation_count == MAX_ALLOCATIONS ||
        bytes > arena.bytes || at + bytes + GAP > arena.lo + arena.bytes)
        return NULL;
    memmove(&allocations[i + 1], &allocations[i],
            (size_t)(allocation_count - i) * sizeof *allocations);
    allocations[i] = (struct range){at, bytes};
    ++allocation_count;
    ++made;
    return (void *)at;
}

void memory_set(void *to, int value, size_t bytes)
{
    const uintptr_t a = (uintptr_t)to, end = a + bytes,
                    lo = (a + PAGE - 1) / PAGE * PAGE, hi = end / PAGE * PAGE;

    if (value == 0 && bytes > 1 << 20 &&
        host_empty((void *)lo, hi - lo)) {
        memset(to, 0, lo - a);
        memset((void *)hi, 0, end - hi);
    } else {
        memset(to, value, bytes);
    }
}

int memory_free(void *address)
{
    const uintptr_t a = (uintptr_t)address;
    int i = 0;

    while (i < allocation_count && allocations[i].lo != a)
        ++i;
    if (i == allocation_count)
        return 0;
    memory_set(address, 0, allocations[i].bytes);
    --allocation_count;
    memmove(&allocations[i], &allocations[i + 1],
            (size_t)(allocation_count - i) * sizeof *allocations);
    return 1;
}

static const struct range *allocation_of(uintptr_t address)
{
    for (int i = 0; i < allocation_count; ++i)
        if (within(allocations[i], address))
            return &allocations[i];
    return NULL;
}

int memory_holds(const void *address, size_t bytes)
{
    const uintptr_t a = (uintptr_t)address;
    const struct range *r = allocation_of(a);

    return r && bytes <= r->bytes - (a - r->lo);
}

unsigned long memory_made(void)
{
    return made;
}

int memory_left(size_t *bytes)
{
    *bytes = 0;
    for (int i = 0; i < allocation_count; ++i)
        *bytes += allocations[i].bytes;
    return allocation_count;
}

/* True when a variable of the program, other than the tables here, points to the
 * allocation: it is kept for later, as a workspace is. */
static int is_kept(const struct range *r)
{
    const struct range all = host_variables();
    const uintptr_t *p = (const uintptr_t *)all.lo;

    for (; (uintptr_t)(p + 1) <= all.lo + all.bytes; ++p)
        if (*p == r->lo &&
            !within((struct range){(uintptr_t)allocations, sizeof allocations},
                    (uintptr_t)p) &&
            !within((struct range){(uintptr_t)regions, sizeof regions},
                    (uintptr_t)p))
            return 1;
    return 0;
}

int memory_lost(size_t *bytes)
{
    int lost = 0;

    *bytes = 0;
    for (int i = 0; i < allocation_count; ++i)
        if (!is_kept(&allocations[i])) {
            *bytes += allocations[i].bytes;
            ++lost;
        }
    return lost;
}

/* A matrix, or as much of it as its allocation has room for. In a larger
 * allocation (a launcher's own, for a packed copy) its shape is not known. */
static void add_matrix(const char *name, const void *at, int rows, int cols,
                       int element)
{
    const uintptr_t a = (uintptr_t)at;
    const struct range *in = allocation_of(a);
    const size_t bytes = (size_t)rows * (size_t)cols * (size_t)element,
                 room = in ? in->bytes - (a - in->lo) : 0;
    struct region *r = add_region(GLOBAL, a, room);

    snprintf(r->name, sizeof r->name, "%s", name);
    r->element = element;
    if (room > bytes)
        return;
    r->rows = (size_t)rows;
    r->cols = (size_t)cols;
}

static int has_matrix(struct range a)
{
    for (int i = static_regions; i < region_total; ++i)
        if (within(a, regions[i].lo))
            return 1;
    return 0;
}

/* The pointer argument, from 1, that points into the allocation; else 0. */
static int argument_of(const struct lens_launch *l, struct range a)
{
    for (int i = 0; i < l->pointers; ++i)
        if (within(a, (uintptr_t)l->pointer[i]))
            return i + 1;
    return 0;
}

static void add_allocation(const struct lens_launch *l, int i)
{
    const struct range a = allocations[i];
    const int argument = argument_of(l, a);
    struct region *r;

    if (has_matrix(a))
        return;
    r = add_region(GLOBAL, a.lo, a.bytes);
    if (argument)
        snprintf(r->name, sizeof r->name, "pointer%d", argument);
    else
        snprintf(r->name, sizeof r->name, "allocation%d", i + 1);
}

int is_operand(uintptr_t address, int i)
{
    return address - (uintptr_t)contract.operand[i] < contract.bytes[i];
}

static int is_only_read(const struct region *r)
{
    return is_operand(r->lo, 0) || is_operand(r->lo, 1);
}

/* True when the kernel gets the region as const, and only so. */
static int is_input(const struct lens_launch *l, const struct region *r)
{
    int input = 0;

    for (int i = 0; i < l->pointers; ++i) {
        const uintptr_t a = (uintptr_t)l->pointer[i];

        if (a < r->lo || a >= r->hi)
            continue;
        if (!(l->inputs >> i & 1))
            return 0;
        input = 1;
    }
    return input;
}

static void set_rights(const struct lens_launch *l, struct region *r,
                       int (*is_whole)(uintptr_t address, size_t bytes))
{
    const int only_read = is_only_read(r);

    r->input = only_read || (is_input(l, r) && is_whole(r->lo, r->hi - r->lo));
    r->unread = only_read && contract.alpha == 0.0f;
}

/* Of dynamic shared memory, until a kernel names its own: the name of what stands
 * outside all functions, if one does. */
static const char *dynamic_name(void)
{
    const struct range all = host_names();
    const char *first = (const char *)all.lo;

    if (all.bytes == 0 || strlen(first) + 1 != all.bytes)
        return "shared";
    return first;
}

void name_regions(const struct lens_launch *l,
                  int (*is_whole)(uintptr_t address, size_t bytes))
{
    region_total = static_regions;
    touched = 0;
    for (int i = 0; i < static_regions; ++i)
        regions[i].touched = 0;
    if (l->is_gemm) {
        const int k = b_transposed ? l->n : l->k;
        const int n = b_transposed ? l->k : l->n;

        add_matrix("A", l->pointer[0], l->m, l->k, l->element_bytes[0]);
        add_matrix("B", l->pointer[1], k, n, l->element_bytes[1]);
        add_matrix("C", l->pointer[2], l->m, l->n, l->element_bytes[2]);
    }
    for (int i = 0; i < allocation_count; ++i)
        add_allocation(l, i);
    for (int i = static_regions; i < region_total; ++i)
        set_rights(l, &regions[i], is_whole);
    snprintf(add_region(SHARED, arena.lo, l->shared_bytes)->name,
             sizeof regions[0].name, "%s", dynamic_name());
}

void *lens_dynamic_shared(const char *name)
{
    for (int i = static_regions; i < region_total; ++i)
        if (regions[i].lo == arena.lo)
            snprintf(regions[i].name, sizeof regions[i].name, "%s", name);
    return (void *)arena.lo;
}

int region_of(uintptr_t address, unsigned size)
{
    struct range object;

    for (int i = 0; i < region_total; ++i)
        if (address >= regions[i].lo && address + size <= regions[i].hi)
            return i;
    if (!is_variable(address) || !object_at((void *)address, &object) ||
        address + size > object.lo + object.bytes)
        return -1;
    snprintf(add_region(GLOBAL, object.lo, object.bytes)->name,
             sizeof regions[0].name, "%s", symbol_at((void *)address));
    return region_total - 1;
}

size_t touch_static(int r)
{
    if (!regions[r].touched)
        touched += regions[r].hi - regions[r].lo;
    regions[r].touched = 1;
    return touched;
}

void name_element(uintptr_t address, unsigned bytes)
{
    const int r = region_of(address, bytes);

    if (r >= 0)
        regions[r].element = (int)bytes;
}

const struct region *region(int number)
{
    return &regions[number];
}

void element_of(const struct region *r, uintptr_t address, long long *row,
                long long *col)
{
    const long long at = (long long)(address - r->lo), step = r->element;
    const long long i = (at - (at % step + step) % step) / step;
    const long long n = (long long)r->cols;

    *col = (i % n + n) % n;
    *row = (i - *col) / n;
}

static const struct region *nearest(uintptr_t a)
{
    const struct region *best = NULL;
    uintptr_t least = UINTPTR_MAX;

    for (int i = 0; i < region_total; ++i) {
        const struct region *r = &regions[i];
        const uintptr_t away = a < r->lo ? r->lo - a :
                               a < r->hi ? 0 : a - r->hi + 1;

        if (away < least) {
            least = away;
            best = r;
        }
    }
    return best;
}

static void outside_text(char *out, size_t room, const struct region *r)
{
    const size_t bytes = r->rows * r->cols * (size_t)r->element;

    if (r->cols && r->hi == r->lo && bytes > 0)
        snprintf(out, room, ", but %s was never allocated, or has been freed",
                 r->name);
    else if (r->cols && r->hi - r->lo < bytes)
        snprintf(out, room, ", outside what was allocated for %s: %zu bytes, "
                 "not %zu x %zu", r->name, (size_t)(r->hi - r->lo), r->rows,
                 r->cols);
    else if (r->cols)
        snprintf(out, room, ", outside %s (%zu x %zu)", r->name, r->rows,
                 r->cols);
    else
        snprintf(out, room, ", outside %s (%zu bytes)", r->name,
                 (size_t)(r->hi - r->lo));
}

const char *address_text(uintptr_t a, unsigned size, int in)
{
    static char text[2][200];
    static int next;
    char *out = text[next++ % 2];
    const struct region *r = in >= 0 ? &regions[in] : nearest(a);
    const int element = r && r->element ? r->element : size < 4 ? (int)size : 4;
    long long row, col;
    int n;

    if (!r) {
        snprintf(out, sizeof text[0], "%#lx, where nothing is allocated",
                 (unsigned long)a);
        return out;
    }
    if (r->cols) {
        element_of(r, a, &row, &col);
        n = snprintf(out, sizeof text[0], "%s[%lld][%lld]", r->name, row, col);
    } else {
        n = snprintf(out, sizeof text[0], "%s[%lld]", r->name,
                     (long long)(a - r->lo) / element);
    }
    if (a < r->lo || a + size > r->hi)
        outside_text(out + n, sizeof text[0] - (size_t)n, r);
    return out;
}
