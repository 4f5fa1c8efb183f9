/* dealing.h - a product on several cards: which rows are whose, in which chunk,
 * and how long it should take. Plain C; nothing here needs a card. */
#ifndef DEALING_H
#define DEALING_H

//> deal rows
/* Rows go to the cards in turn, `high` of them at a time. What all
 * cards get in one round is a chunk: rows that lie one after another.
 * Every card has as many rows of every chunk, the last of which may lie
 * beyond the matrix: what is copied is then equally long everywhere. */
struct dealt {
    int rows, cards, chunks, high;
};

static inline struct dealt deal(int rows, int cards, int chunks)
{
    const int parts = cards * chunks;
    const struct dealt d = {rows, cards, chunks,
                            rows / parts + (rows % parts > 0)};

    return d;
}

/* The first row that a card has of a chunk. */
static inline int first_row(const struct dealt *d, int chunk, int card)
{
    return (chunk * d->cards + card) * d->high;
}

/* How many rows of a chunk lie in the matrix. */
static inline int rows_of_chunk(const struct dealt *d, int chunk)
{
    const int all = d->cards * d->high;
    const int left = d->rows - first_row(d, chunk, 0);

    return left < 0 ? 0 : left < all ? left : all;
}

/* Rows of one card, and of all, with those beyond the matrix. */
static inline int rows_of_card(const struct dealt *d)
{
    return d->chunks * d->high;
}

static inline int rows_of_all(const struct dealt *d)
{
    return d->cards * rows_of_card(d);
}

/* Who has a row, and which of its rows that is. */
static inline int card_of_row(const struct dealt *d, int row)
{
    return row / d->high % d->cards;
}

static inline int place_of_row(const struct dealt *d, int row)
{
    return row / d->high / d->cards * d->high + row % d->high;
}
//< deal rows

//> deal columns
/* Columns of B, or all of K, are cut into one share for each card; no
 * share is more than one wider than another. */
static inline int share_at(int whole, int cards, int card)
{
    return (int)((long long)whole * card / cards);
}

static inline int share_of(int whole, int cards, int card)
{
    return share_at(whole, cards, card + 1)
           - share_at(whole, cards, card);
}
//< deal columns

//> time of a product in chunks
/* Microseconds of a product in chunks, each of which is copied and
 * multiplied. One chunk is copied before, or after, all else; in
 * between the slower of the two sets the pace. While a card copies, the
 * copying takes the part `taken` of its multiprocessors from the
 * product. `around` is what comes before the first chunk and after the
 * last. */
static inline double chunks_us(int chunks, double copy, double product,
                               double taken, double around)
{
    const double all_along = product / (1.0 - taken);
    const double some = product + taken * copy;
    const double beside = all_along < copy ? all_along : some;
    const double pace = copy > beside ? copy : beside;

    return around + copy + (chunks - 1) * pace + product;
}

/* The share of the copying that the product hides: of all of it. */
static inline double hidden(double us, double copies, double products)
{
    return (copies + products - us) / copies;
}
//< time of a product in chunks

//> a card and its links, as the model sees them
struct machine {
    double processors;   /* of a card */
    double tile_m, tile_n; /* what a block computes of C */
    double tile_us;      /* for each 1024 of K */
    double launch_us;    /* a product's beginning and end */
    double copy_us;      /* the same of a collective, */
    double hop_us;       /* and for each card more */
    double link;         /* bytes a microsecond that come to a card, */
    double network;      /* and, by another link, from other hosts */
    int in_host;         /* cards */
    double taken;        /* part of the processors that copying takes */
    double around_us;    /* before the first chunk and after the last */
};
//< a card and its links, as the model sees them

//> time of its parts
static inline double whole(double x)
{
    const double down = (double)(long long)x;

    return down < x ? down + 1.0 : down;
}

/* A product of M x N x K: waves of tiles, the last as long as the
 * others. */
static inline double product_us(const struct machine *h, double m,
                                double n, double k)
{
    const double tiles = whole(m / h->tile_m) * whole(n / h->tile_n);

    return h->launch_us
           + whole(tiles / h->processors) * h->tile_us * k / 1024.0;
}

/* All cards' `bytes` come to each card: an all-gather or, the other
 * way round, a reduce-scatter. What comes to a host from other hosts
 * comes once, over all links that its cards have to the network. */
static inline double collective_us(const struct machine *h, int cards,
                                   double bytes)
{
    const double inside = (cards - 1) * bytes / h->link;
    const double outside =
        (cards - h->in_host) * bytes / (h->in_host * h->network);

    return cards == 1 ? 0.0
                      : h->copy_us + (cards - 1) * h->hop_us
                            + (inside > outside ? inside : outside);
}
//< time of its parts

//> the model
/* GATHER: all of A's rows come to each card, which has some columns of
 * B. SCATTER: each card has some of K, and gets some rows of the sum,
 * in floats. */
enum pattern { GATHER, SCATTER };

static inline double model_us(const struct machine *h, enum pattern p,
                              int cards, int chunks, double m, double n,
                              double k)
{
    const double rows = m / chunks;
    const double bytes =
        rows / cards * (p == GATHER ? 2.0 * k : 4.0 * n);
    const double copy = collective_us(h, cards, bytes);
    const double product = p == GATHER
                               ? product_us(h, rows, n / cards, k)
                               : product_us(h, rows, n, k / cards);

    if (cards == 1)
        return product_us(h, m, n, k);
    return chunks_us(chunks, copy, product, h->taken, h->around_us);
}

/* The best number of chunks: a power of two, 1 to `most`. */
static inline int best_chunks(const struct machine *h, enum pattern p,
                              int cards, int most, double m, double n,
                              double k)
{
    int best = 1;

    for (int c = 2; c <= most; c *= 2)
        if (model_us(h, p, cards, c, m, n, k)
            < model_us(h, p, cards, best, m, n, k))
            best = c;
    return best;
}
//< the model

#endif
