#include "count.h"

#include "catch.h"
#include "memory.h"
#include "site.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TALLIES = 4096, MAX_ROWS = 4096 };

uint64_t weight = 1;

/* The sums of one site in one region during one launch. */
struct tally {
    const struct site *site;
    int region;
    struct sums sums;
};

static struct tally tallies[MAX_TALLIES];
static int tally_count;
static struct row rows[MAX_ROWS];
static int row_count;
static struct totals totals;

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
    tallies[tally_count] = (struct tally){.site = s, .region = region_number};
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
    m->tally->sums.requests += weight;
    m->tally->sums.asked += weight * c->asked;
    m->tally->sums.units += weight * c->units;
    m->tally->sums.ideal += weight * c->ideal;
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
    const uintptr_t a = r->address[0];

    return within(statics, a) || space_of(a) == SHARED ? shared_cost(r)
                                                       : global_cost(r);
}

void count_request(const event *e, uint32_t lanes)
{
    const unsigned site = EVENT_SITE(e[0]);
    const uintptr_t first = EVENT_ADDRESS(e[first_lane(lanes)]);
    const unsigned phase = first % SECTOR;
    struct memo *m = memo_of(site);

    if (sites[site].op == LAND)
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

void count_block(void)
{
    totals.blocks += weight;
    ++totals.run;
}

struct totals count_totals(void)
{
    return totals;
}

void count_reset(void)
{
    row_count = 0;
    totals = (struct totals){0};
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

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

void count_barrier(int line)
{
    const struct row key = {.line = line, .space = BLOCK, .op = BARRIER};

    if (modes.count)
        sums_of(&key)->requests += weight;
    totals.barriers += weight;
}

void add_sums(struct sums *to, const struct sums *more)
{
    to->requests += more->requests;
    to->asked += more->asked;
    to->units += more->units;
    to->ideal += more->ideal;
}

/* Of functions of a header, only what is inlined belongs to a line of the
 * chapter. */
static int line_of(const struct site *s)
{
    if (site_file(s) != lens_source)
        fail("%s:%d makes accesses that no line of %s calls for: give its "
             "function __forceinline__", site_file(s), site_line(s),
             lens_source);
    return site_line(s);
}

static void add_tally(const struct tally *t)
{
    const struct region *at = region(t->region);
    const enum op op = (enum op)t->site->op;
    struct row key = {.line = line_of(t->site), .space = at->space,
                      .op = op == ISSUE ? STORE : op};

    memcpy(key.array, at->name, sizeof key.array);
    add_sums(sums_of(&key), &t->sums);
}

void count_launch_end(void)
{
    for (int i = 0; i < tally_count; ++i)
        add_tally(&tallies[i]);
    tally_count = 0;
    for (int i = 1; i < site_count; ++i)
        if (memos[i]) {
            memos[i]->lo = 1;
            memos[i]->hi = 0;
        }
}

const struct row *count_rows(int *n)
{
    qsort(rows, (size_t)row_count, sizeof *rows, compare_rows);
    *n = row_count;
    return rows;
}
