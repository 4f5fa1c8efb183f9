/* packed.cu - bench/copies.h for constants that are known only when the tuner
 * runs: what run_ported() and run_dealt() do before they launch. */
#include "packed.h"

#include "../bench/copies.h"

/* Shares of which code/summit.cu keeps count. */
static const size_t MOST_SHARES = 2048;

static int pack_for(int bm, int M, int N, int K, int form,
                    struct packed *p, size_t more)
{
    switch (bm) {
    case 64:
        return pack<64>(M, N, K, form, &p->A, &p->B, more, &p->parts);
    case 128:
        return pack<128>(M, N, K, form, &p->A, &p->B, more, &p->parts);
    case 256:
        return pack<256>(M, N, K, form, &p->A, &p->B, more, &p->parts);
    case 512:
        return pack<512>(M, N, K, form, &p->A, &p->B, more, &p->parts);
    }
    complain_later("nothing is packed for tiles of %d rows", bm);
    return -1;
}

static int map_both(const struct config *c, int M, int N, int K,
                    struct packed *p)
{
    struct tile_map *a = (struct tile_map *)&p->a;
    struct tile_map *b = (struct tile_map *)&p->b;
    const size_t high = (size_t)blocks(M, c->bm) * c->bm;
    const unsigned box = min(c->bm, 256);
    const int status =
        c->way[FORM] == TURNED
            ? map_tiles(a, p->A, K, high, high, c->bk, box, 0)
            : map_tiles(a, p->A, M, K, blocks(K, 4) * 4, c->bm, 16, 1);

    return status ? -1
                  : map_tiles(b, p->B, K, N, blocks(N, 4) * 4, c->bk,
                              c->bn, 0);
}

int pack_operands(const struct config *c, int multiprocessors, int M, int N,
                  int K, float alpha, const float *A, const float *B,
                  struct packed *p)
{
    static_assert(sizeof p->a == sizeof(struct tile_map) &&
                      alignof(struct operand_map) ==
                          alignof(struct tile_map),
                  "a map is a map");
    const int none = alpha == 0.0f || K == 0, mapped = c->takes == MAPPED;
    const size_t whole = (size_t)blocks(M, c->bm) * blocks(N, c->bn);
    const size_t steps = none ? 1 : blocks(K, c->bk);
    const size_t room = min((size_t)c->blocks * multiprocessors, MOST_SHARES);
    const int cut = mapped && c->way[DEAL] && whole % room != 0;
    const size_t shares = cut ? min(room, whole * steps) : whole;

    *p = {A, B, {}, {}, NULL, (unsigned)shares};
    if (none)
        return 0;
    if (pack_for(c->bm, M, N, K, mapped ? c->way[FORM] : (int)TURNED, p,
                 cut ? shares * c->bm * c->bn : 0) != 0)
        return -1;
    return mapped ? map_both(c, M, N, K, p) : 0;
}
