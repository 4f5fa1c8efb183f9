/* dealing.h - a product on several cards: which rows are whose, in which chunk,
 * and how long it should take. Plain C; nothing here needs a card. */
#ifndef DEALING_H
#define DEALING_H

//> deal rows
/* Rows go to the cards in turn, a piece of piece_rows rows at a time. A
 * chunk is one piece of every card: rows that follow each other. All
 * pieces have equally many rows, so all copies are equally long; the
 * last rows may lie beyond the matrix. */
struct dealt {
    int rows, cards, pieces, piece_rows;
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
    return (chunk * d->cards + card) * d->piece_rows;
}

/* How many of `count` rows lie in the matrix. */
static inline int rows_from(const struct dealt *d, int first, int count)
{
    const int left = d->rows - first;

    return left < 0 ? 0 : left < count ? left : count;
}

/* How many rows of a chunk lie in the matrix. */
static inline int rows_of_chunk(const struct dealt *d, int chunk)
{
    return rows_from(d, first_row(d, chunk, 0),
                     d->cards * d->piece_rows);
}

/* Rows of one card, and of all cards, with rows beyond the matrix. */
static inline int rows_of_card(const struct dealt *d)
{
    return d->pieces * d->piece_rows;
}

static inline int rows_of_all(const struct dealt *d)
{
    return d->cards * rows_of_card(d);
}

/* In a ring the rows of a card follow each other. The chunks are pieces
 * of these rows. */
static inline int ring_row(const struct dealt *d, int card, int piece)
{
    return (card * d->pieces + piece) * d->piece_rows;
}

/* The card that has a row, and the row's number on this card. */
static inline int card_of_row(const struct dealt *d, int row)
{
    return row / d->piece_rows % d->cards;
}

static inline int place_of_row(const struct dealt *d, int row)
{
    return row / d->piece_rows / d->cards * d->piece_rows
           + row % d->piece_rows;
}
//< deal rows

//> deal columns
/* Columns of B, or all of K, are cut into one share for each card. The
 * widths of two shares differ by at most one. */
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

//> a product beside a copy
static inline double later(double x, double y)
{
    return x > y ? x : y;
}

/* A product beside a copy. While the copy runs, it takes the part
 * `copy_share` of the card from the product. */
static inline double beside_us(double copy, double product,
                               double copy_share)
{
    const double all_along = product / (1.0 - copy_share);

    return all_along < copy ? all_along : product + copy_share * copy;
}
//< a product beside a copy

//> time of a product in chunks
/* Microseconds of a product in chunks; each chunk is copied and
 * multiplied. One copy and one product run alone, at the two ends.
 * Between them the slower one of copy and product sets the pace.
 * `fixed_us` is the time before the first chunk and after the last. */
static inline double chunks_us(int chunks, double copy, double product,
                               double copy_share, double fixed_us)
{
    const double pace =
        later(copy, beside_us(copy, product, copy_share));

    return fixed_us + copy + (chunks - 1) * pace + product;
}
//< time of a product in chunks

//> to gather or to scatter
/* To gather: each card has some columns of B and receives all rows of
 * A. To scatter: each card has a part of K, and receives some rows of
 * the sum, in floats. */
enum pattern { GATHER, SCATTER };

enum { MOST_PIECES = 16 };
//< to gather or to scatter

//> time of a product in a ring
/* The microseconds of a product in a ring. Each card's rows are cut
 * into pieces. A gather starts with the card's own rows, which need no
 * copy. A scatter copies a piece only after its sums are computed, and
 * adds to sums only after they have arrived. */
static inline double ring_us(enum pattern pattern, int cards,
                             int pieces, double copy, double product,
                             double copy_share, double fixed_us)
{
    const double slowed = beside_us(copy, product, copy_share);
    const int products = cards * pieces, last_round = products - pieces;
    double arrivals[MOST_PIECES] = {}, copy_end = 0.0,
           product_end = 0.0;

    for (int i = 0; i < products; ++i) {
        double *const arrival = &arrivals[i % pieces];

        if (pattern == GATHER) {
            product_end = later(product_end, *arrival)
                          + (i < last_round ? slowed : product);
            *arrival = copy_end += copy;
        } else {
            product_end = later(product_end, *arrival)
                          + (i < pieces ? product : slowed);
            *arrival = copy_end = later(copy_end, product_end) + copy;
        }
    }
    return fixed_us + product_end;
}
//< time of a product in a ring

//> how much is hidden
/* The part of the time of all copies that the product hides. */
static inline double hidden(double us, double copies, double products)
{
    return (copies + products - us) / copies;
}
//< how much is hidden

//> a card and its links, as the model sees them
struct machine {
    double processors;   /* of a card */
    double tile_m, tile_n; /* what a block computes of C */
    double tile_us;      /* for each 1024 of K */
    double launch_us;    /* a product's beginning and end */
    double copy_us;      /* a copy's beginning and end */
    double link;         /* bytes a microsecond that come to a card, */
    double network;      /* and, by another link, from other servers */
    int in_server;         /* cards */
    double copy_share;   /* part of a product that copying takes */
    double fixed_us;     /* before the first piece and after the last */
};
//< a card and its links, as the model sees them

//> time of its parts
static inline double whole(double x)
{
    const double down = (double)(long long)x;

    return down < x ? down + 1.0 : down;
}

/* The time of a product of M x N x K: waves of tiles; the last wave
 * takes as long as the others. */
static inline double product_us(const struct machine *h, double m,
                                double n, double k)
{
    const double tiles = whole(m / h->tile_m) * whole(n / h->tile_n);

    return h->launch_us
           + whole(tiles / h->processors) * h->tile_us * k / 1024.0;
}

/* The time of a piece from one card to another. What a server receives
 * from other servers arrives once, over all links of its cards to the
 * network. */
static inline double piece_us(const struct machine *h, int cards,
                              double bytes)
{
    const double inside = bytes / h->link;
    const double far = cards > h->in_server ? cards - h->in_server : 0;
    const double outside =
        far / cards * bytes / (h->in_server * h->network);

    return h->copy_us + later(inside, outside);
}
//< time of its parts

//> the model
/* The time of a product of one card, or of a ring of cards. With no
 * pieces, all copies come before or after the one product. */
static inline double model_us(const struct machine *h, enum pattern p,
                              int cards, int pieces, double m, double n,
                              double k)
{
    const double own = m / cards;
    const double rows = pieces > 0 ? own / pieces : own;
    const double wide = p == GATHER ? n / cards : n;
    const double deep = p == GATHER ? k : k / cards;
    const double copy =
        piece_us(h, cards, rows * (p == GATHER ? 2.0 * k : 4.0 * n));

    if (cards == 1)
        return product_us(h, m, n, k);
    if (pieces == 0)
        return h->fixed_us + (cards - 1) * copy
               + product_us(h, m, wide, deep);
    return ring_us(p, cards, pieces, copy,
                   product_us(h, rows, wide, deep), h->copy_share,
                   h->fixed_us);
}

/* The best number of pieces: none, or a power of two to MOST_PIECES. */
static inline int best_pieces(const struct machine *h, enum pattern p,
                              int cards, double m, double n, double k)
{
    int best = 0;

    for (int c = 1; c <= MOST_PIECES; c *= 2)
        if (model_us(h, p, cards, c, m, n, k)
            < model_us(h, p, cards, best, m, n, k))
            best = c;
    return best;
}
//< the model

#endif
