#include "lens/count.h"

#include "lens/fail.h"
#include "lens/memory.h"
#include "lens/site.h"
#include "lens/trace.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TALLIES = 4096, MAX_ROWS = 4096 };

/* The sums of one site in one region during one launch, -1 for a barrier: those of
 * the running block, and weighted ones. */
struct tally {
    const struct site *site;
    int region;
    struct sums block, all;
};

static struct tally tallies[MAX_TALLIES];
static int tally_count;
static struct row rows[MAX_ROWS];
static int row_count;
static struct totals totals, launch; /* launch: of the running one */

/* The last pattern of a site's requests: which lanes, and how far each is from
 * the first of them. Its cost depends on that and on the first address modulo
 * a sector, and is kept for each such phase. Loops repeat patterns, so almost
 * every request finds its cost here. */
struct memo {
    uint64_t from_first[WARP];
    uint32_t lanes, known; /* known: a bit for each phase */
    struct cost cost[SECTOR];
    uintptr_t lo, hi;      /* the region of the tally below */
    struct tally *tally;
};

static struct memo *memos[MAX_SITES];

static struct memo *memo_of(unsigned site)
{
    if (!memos[site]) {
        memos[site] = calloc(1, sizeof **memos);
        if (!memos[site])
            fail("out of memory on the host");
        memos[site]->lo = 1;
    }
    return memos[site];
}

/* Makes the memo that of this pattern; forgets costs if it was another's. */
static void match(struct memo *m, const event *e, uint32_t lanes)
{
    const event first = e[first_lane(lanes)];
    uint64_t differs = lanes ^ m->lanes;

    for (int i = 0; i < WARP; ++i)
        differs |= (e[i] - first) ^ m->from_first[i];
    if (!differs)
        return;
    for (int i = 0; i < WARP; ++i)
        m->from_first[i] = e[i] - first;
    m->lanes = lanes;
    m->known = 0;
}

static struct tally *tally_of(const struct site *s, int region_number)
{
    for (int i = 0; i < tally_count; ++i)
        if (tallies[i].site == s && tallies[i].region == region_number)
            return &tallies[i];
    if (tally_count == MAX_TALLIES)
        fail("more than %d sums in one launch", MAX_TALLIES);
    tallies[tally_count] = (struct tally){s, region_number, {0}, {0}};
    return &tallies[tally_count++];
}

static void add_cost(struct memo *m, const struct site *s, uintptr_t first,
                     const struct cost *c)
{
    if (first < m->lo || first >= m->hi) {
        const int r = region_of(first, 1);

        m->tally = tally_of(s, r);
        m->lo = region(r)->lo;
        m->hi = region(r)->hi;
    }
    ++m->tally->block.requests;
    m->tally->block.asked += c->asked;
    m->tally->block.units += c->units;
    m->tally->block.ideal += c->ideal;
}

static struct request request_of(const event *e, uint32_t lanes)
{
    const struct site *s = &sites[EVENT_SITE(e[0])];
    struct request r = {.lanes = lanes, .size = s->size, .op = (enum op)s->op};

    for (int i = 0; i < WARP; ++i)
        r.address[i] = EVENT_ADDRESS(e[i]);
    return r;
}

static struct cost cost_of(const struct request *r)
{
    return space_of(r->address[0]) == SHARED ? shared_cost(r) : global_cost(r);
}

void count_request(const event *e, uint32_t lanes)
{
    const unsigned site = EVENT_SITE(e[0]);
    const uintptr_t first = EVENT_ADDRESS(e[first_lane(lanes)]);
    const unsigned phase = first % SECTOR;
    struct memo *m = memo_of(site);

    if (sites[site].op >= LAND || sites[site].is_box)
        return;
    match(m, e, lanes);
    if (!(m->known >> phase & 1)) {
        const struct request r = request_of(e, lanes);

        m->cost[phase] = cost_of(&r);
        m->known |= 1u << phase;
    }
    add_cost(m, &sites[site], first, &m->cost[phase]);
    if (tracing()) {
        const struct request r = request_of(e, lanes);

        trace_request(&sites[site], &r);
    }
}

void add_sums(struct sums *to, const struct sums *more)
{
    to->requests += more->requests;
    to->asked += more->asked;
    to->units += more->units;
    to->ideal += more->ideal;
}

void count_box(const struct site *s, uintptr_t address, struct sums made)
{
    if (modes.count)
        add_sums(&tally_of(s, region_of(address, 1))->block, &made);
}

/* FNV-1a, a word at a time. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

static int is_stored(const struct tally *t)
{
    return (t->site->op == STORE || t->site->op == ATOMIC) &&
           region(t->region)->space == GLOBAL;
}

uint64_t count_block(uint64_t weight, unsigned blocks)
{
    uint64_t made = 0, stored = 0;

    for (int i = 0; i < tally_count; ++i) {
        struct sums *s = &tallies[i].block;

        if (s->requests == 0)
            continue;
        made = mix(mix(made, (uint64_t)i), s->requests);
        made = mix(mix(mix(made, s->asked), s->units), s->ideal);
        if (is_stored(&tallies[i]))
            stored += s->asked;
        tallies[i].all.requests += weight * s->requests;
        tallies[i].all.asked += weight * s->asked;
        tallies[i].all.units += weight * s->units;
        tallies[i].all.ideal += weight * s->ideal;
        *s = (struct sums){0};
    }
    launch.blocks += weight * blocks;
    launch.run += blocks;
    if (stored / blocks > launch.most_stored)
        launch.most_stored = stored / blocks;
    return made;
}

struct totals count_totals(void)
{
    return totals;
}

struct totals count_totals_of_launch(void)
{
    return launch;
}

void count_reset(void)
{
    row_count = 0;
    totals = (struct totals){0};
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->file != b->file && strcmp(a->file, b->file) != 0)
        return a->file == lens_source   ? -1
               : b->file == lens_source ? 1
                                        : strcmp(a->file, b->file);
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    if (a->op != b->op)
        return a->op < b->op ? -1 : 1;
    return strcmp(a->array, b->array);
}

/* The sums of the row that this is the key of. */
static struct sums *sums_of(const struct row *key)
{
    for (int i = 0; i < row_count; ++i)
        if (compare_rows(&rows[i], key) == 0)
            return &rows[i].sums;
    if (row_count == MAX_ROWS)
        fail("more than %d rows in a record", MAX_ROWS);
    rows[row_count] = *key;
    return &rows[row_count++].sums;
}

void count_barrier(const void *pc)
{
    if (modes.count)
        ++tally_of(site_of_place(pc), -1)->block.requests;
}

/* Of functions of a header, only what is inlined belongs to a line of the
 * chapter, or of the header where the kernel stands. */
static void must_be_of_kernel(const struct site *s)
{
    if (site_file(s) != lens_source && !is_in_kernel(s->pc))
        fail("%s:%d makes accesses that no line of %s calls for: give its "
             "function __forceinline__", site_file(s), site_line(s),
             lens_source);
}

static void add_tally(const struct tally *t)
{
    const enum op op = (enum op)t->site->op;
    struct row key = {.file = site_file(t->site), .line = site_line(t->site),
                      .space = BLOCK, .op = BARRIER};

    if (op != BARRIER) {
        must_be_of_kernel(t->site);
        key.space = region(t->region)->space;
        key.op = op == ISSUE ? STORE : op == SEND ? LOAD : op;
        memcpy(key.array, region(t->region)->name, sizeof key.array);
    } else {
        launch.barriers += t->all.requests;
    }
    add_sums(sums_of(&key), &t->all);
}

void count_launch_start(void)
{
    launch = (struct totals){0};
    tally_count = 0;
    for (int i = 1; i < site_count; ++i)
        if (memos[i]) {
            memos[i]->lo = 1;
            memos[i]->hi = 0;
        }
}

void count_launch_end(void)
{
    for (int i = 0; i < tally_count; ++i)
        add_tally(&tallies[i]);
    totals.barriers += launch.barriers;
    totals.blocks += launch.blocks;
    totals.run += launch.run;
    if (launch.most_stored > totals.most_stored)
        totals.most_stored = launch.most_stored;
}

const struct row *count_rows(int *n)
{
    qsort(rows, (size_t)row_count, sizeof *rows, compare_rows);
    *n = row_count;
    return rows;
}
