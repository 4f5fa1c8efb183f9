#include "lens/products.h"
#include "lens/site.h"

#include <string.h>

enum { PIECE = 16 }; /* bytes, as of loads there: so the site is one that is there already */

int products_turned;

static uint64_t total, of_site[MAX_SITES];

void products_made(const void *pc, unsigned count)
{
    total += count;
    if (pc)
        of_site[site_at((uintptr_t)pc, PIECE, LOAD) - sites] += count;
}

void products_reset(void)
{
    total = 0;
    memset(of_site, 0, sizeof of_site);
}

uint64_t products_total(void)
{
    return total;
}

uint64_t products_of_site(int i)
{
    return of_site[i];
}
