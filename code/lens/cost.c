#include "lens/cost.h"

/* Appends value to a set of n values unless it is there; returns the new n. */
static int add(uintptr_t *set, int n, uintptr_t value)
{
    for (int i = n - 1; i >= 0; --i)
        if (set[i] == value)
            return n;
    set[n] = value;
    return n + 1;
}

//> sectors of a request
/* Counts the different values of address / unit in a group of lanes. */
static int distinct(const struct request *r, uint32_t group,
                    unsigned unit)
{
    uintptr_t set[WARP];
    int n = 0;

    for (int i = 0; i < WARP; ++i)
        if (r->lanes & group & (1u << i))
            n = add(set, n, r->address[i] / unit);
    return n;
}
//< sectors of a request

static struct cost base_cost(const struct request *r, unsigned unit)
{
    const uint64_t bytes = (uint64_t)distinct(r, ~0u, r->size) * r->size;
    const uint64_t lanes = (uint64_t)__builtin_popcount(r->lanes);

    return (struct cost){.asked = lanes * r->size,
                         .ideal = (bytes + unit - 1) / unit};
}

struct cost global_cost(const struct request *r)
{
    struct cost c = base_cost(r, SECTOR);

    c.units = (uint64_t)distinct(r, ~0u, SECTOR);
    return c;
}

/* True when lanes i and i ^ by agree wherever both are active. */
static int pairs_agree(const struct request *r, int by)
{
    for (int i = 0; i < WARP; ++i) {
        const uint32_t both = (1u << i) | (1u << (i ^ by));

        if ((r->lanes & both) == both && r->address[i] != r->address[i ^ by])
            return 0;
    }
    return 1;
}

static int groups(const struct request *r)
{
    const int n = r->size <= 4 ? 1 : (int)r->size / 4;

    if (n > 1 && r->op == LOAD && (pairs_agree(r, 1) || pairs_agree(r, 2)))
        return n / 2;
    return n;
}

//> passes over the banks
/* A group of lanes needs a pass for each word of its busiest bank. */
static int passes(const struct request *r, uint32_t group)
{
    uintptr_t words[WARP * 4];
    int in_bank[BANKS] = {0}, n = 0, most = 0;

    for (int i = 0; i < WARP; ++i) {
        if (!(r->lanes & group & (1u << i)))
            continue;
        for (unsigned byte = 0; byte < r->size; byte += BANK_BYTES) {
            const uintptr_t word = (r->address[i] + byte) / BANK_BYTES;
            const int before = n;

            n = add(words, n, word);
            if (n > before && ++in_bank[word % BANKS] > most)
                most = in_bank[word % BANKS];
        }
    }
    return most;
}
//< passes over the banks

struct cost shared_cost(const struct request *r)
{
    struct cost c = base_cost(r, BANKS * BANK_BYTES);
    const int n = groups(r), lanes = WARP / n;

    for (int g = 0; g < n; ++g) {
        const uint32_t ones = lanes == WARP ? ~0u : (1u << lanes) - 1;

        c.units += (uint64_t)passes(r, ones << (g * lanes));
    }
    return c;
}
