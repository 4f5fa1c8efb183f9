#include "kernels/dealing.h"
#include "tap.h"

#include <math.h>
#include <string.h>

enum { MOST = 4096 };

/* Each row is one card's, in one chunk, at one place; chunks lie one after another. */
static int deals(int rows, int cards, int chunks)
{
    const struct dealt d = deal(rows, cards, chunks);
    static char seen[MOST];
    int in_chunks = 0;

    memset(seen, 0, sizeof seen);
    for (int c = 0; c < chunks; ++c)
        for (int p = 0; p < cards; ++p)
            for (int i = 0; i < d.piece_rows; ++i) {
                const int row = first_row(&d, c, p) + i;

                if (row >= rows_of_all(&d) || seen[row]++)
                    return 0;
                if (card_of_row(&d, row) != p || place_of_row(&d, row) != c * d.piece_rows + i)
                    return 0;
            }
    for (int c = 0; c < chunks; ++c)
        in_chunks += rows_of_chunk(&d, c);
    return in_chunks == rows && rows_of_all(&d) >= rows &&
           rows_of_all(&d) - rows < cards * chunks &&
           rows_of_all(&d) == cards * rows_of_card(&d);
}

static int deals_all(int most_rows)
{
    for (int rows = 0; rows <= most_rows; ++rows)
        for (int cards = 1; cards <= 9; ++cards)
            for (int chunks = 1; chunks <= 17; ++chunks)
                if (!deals(rows, cards, chunks))
                    return 0;
    return 1;
}

static int shares(int whole, int cards)
{
    int sum = 0, least = whole, most = 0;

    for (int p = 0; p < cards; ++p) {
        const int s = share_of(whole, cards, p);

        if (share_at(whole, cards, p) != sum)
            return 0;
        sum += s;
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    return sum == whole && most - least <= 1;
}

static int shares_all(void)
{
    for (int whole = 0; whole < 300; ++whole)
        for (int cards = 1; cards < 20; ++cards)
            if (!shares(whole, cards))
                return 0;
    return shares(2147483647, 7);
}

static int near(double a, double b)
{
    return fabs(a - b) < 1e-9 * fabs(b);
}

/* The same by going through it chunk by chunk: a chunk is copied once the one before it is, and
 * multiplied once it is there and the one before it is multiplied. */
static double step_by_step(int chunks, double copy, double product)
{
    double copied = 0.0, made = 0.0;

    for (int c = 0; c < chunks; ++c) {
        copied += copy;
        made = (made > copied ? made : copied) + product;
    }
    return made;
}

static int is_stepwise(void)
{
    static const double each[] = {0.5, 1.0, 3.0, 7.25, 100.0};

    for (int chunks = 1; chunks <= 16; ++chunks)
        for (int i = 0; i < 5; ++i)
            for (int j = 0; j < 5; ++j)
                if (!near(chunks_us(chunks, each[i], each[j], 0.0, 0.0),
                          step_by_step(chunks, each[i], each[j])))
                    return 0;
    return 1;
}

/* Pieces of a ring: each other card's rows, whole and once, behind one's own. */
static int is_ring(int rows, int cards, int pieces)
{
    const struct dealt d = deal(rows, cards, pieces);
    int sum = 0;

    for (int p = 0; p < cards; ++p) {
        if (ring_row(&d, p, 0) != p * rows_of_card(&d))
            return 0;
        for (int i = 0; i < pieces; ++i) {
            if (ring_row(&d, p, i) != p * rows_of_card(&d) + i * d.piece_rows)
                return 0;
            sum += rows_from(&d, ring_row(&d, p, i), d.piece_rows);
        }
    }
    return sum == rows;
}

static int are_rings(void)
{
    for (int rows = 0; rows <= 60; ++rows)
        for (int cards = 1; cards <= 9; ++cards)
            for (int pieces = 1; pieces <= 16; ++pieces)
                if (!is_ring(rows, cards, pieces))
                    return 0;
    return 1;
}

/* 100 processors, a tile of 128 x 256; numbers that are easy to add up. */
static const struct machine easy = {
    .processors = 100, .tile_m = 128, .tile_n = 256, .tile_us = 10.0, .launch_us = 2.0,
    .copy_us = 5.0, .link = 1000.0, .network = 10.0, .in_server = 8};

int main(void)
{
    const struct dealt d = deal(10, 2, 2);

    ok(deals_all(60), "each row is dealt once, at the place that is told");
    ok(deals(4096, 8, 16), "and of many rows");
    ok(d.piece_rows == 3 && rows_of_chunk(&d, 0) == 6 && rows_of_chunk(&d, 1) == 4,
       "ten rows are two chunks, the last of them with two rows beyond the matrix");
    ok(deal(2147483647, 8, 16).piece_rows == 16777216, "rows near the end of an int");
    ok(shares_all(), "shares of columns are all of them, and as wide as each other but for one");

    ok(near(chunks_us(1, 3.0, 5.0, 0.5, 1.0), 9.0), "one chunk hides nothing");
    ok(near(chunks_us(4, 3.0, 5.0, 0.0, 0.0), 3.0 + 4 * 5.0), "a slow product hides all copies but one");
    ok(near(chunks_us(4, 5.0, 3.0, 0.0, 0.0), 4 * 5.0 + 3.0), "slow copies hide all products but one");
    ok(is_stepwise(), "as it comes out chunk by chunk");
    ok(near(chunks_us(2, 4.0, 10.0, 0.25, 0.0), 4.0 + 11.0 + 10.0),
       "a copy of 4 us on a quarter of the card takes 1 us from a product");
    ok(near(chunks_us(2, 8.0, 7.0, 0.25, 0.0), 8.0 + 9.0 + 7.0), "a copy that is over just before a product takes of all of it");
    ok(near(chunks_us(2, 12.0, 7.0, 0.25, 0.0), 12.0 + 12.0 + 7.0),
       "a product that is over first takes what it takes beside");
    ok(near(hidden(26.0, 20.0, 24.0), 0.9), "hidden is what the sum of both has more");

    ok(near(product_us(&easy, 1280, 2560, 1024), 12.0), "a wave that is full");
    ok(near(product_us(&easy, 1281, 2560, 1024), 22.0), "a row more is a wave more");
    ok(near(product_us(&easy, 1, 1, 2048), 22.0), "a tile takes as long as a wave");
    ok(near(piece_us(&easy, 8, 1e6), 1005.0), "a piece comes over the link");
    ok(near(piece_us(&easy, 16, 1e6), 5.0 + 8.0 / 16 * 12500.0),
       "eight cards more on another host come over eight links of the network");

    ok(are_rings(), "a ring's pieces are all rows, each once");
    ok(near(ring_us(GATHER, 2, 1, 3.0, 5.0, 0.0, 1.0), 11.0), "own rows first: a short copy is hidden");
    ok(near(ring_us(GATHER, 2, 1, 8.0, 5.0, 0.0, 0.0), 13.0), "and what is longer than the product is not");
    ok(near(ring_us(GATHER, 4, 2, 8.0, 5.0, 0.0, 0.0), 6 * 8.0 + 5.0), "six slow copies, and the last product");
    ok(near(ring_us(GATHER, 2, 2, 4.0, 10.0, 0.25, 0.0), 42.0), "copies take from the products beside them, which come first");
    ok(near(ring_us(SCATTER, 2, 1, 3.0, 5.0, 0.0, 0.0), 13.0), "own rows last, in one piece: nothing is hidden");
    ok(near(ring_us(SCATTER, 2, 2, 3.0, 5.0, 0.0, 0.0), 20.0), "in two: a piece travels while the other is made");
    ok(near(ring_us(SCATTER, 2, 2, 12.0, 5.0, 0.0, 0.0), 34.0), "slow copies wait for one product, and one for them");
    ok(near(ring_us(SCATTER, 3, 2, 5.0, 5.0, 0.0, 0.0), 30.0), "three cards, and copies as long as products");

    ok(near(model_us(&easy, GATHER, 1, 4, 1280, 2560, 1024), 12.0), "one card multiplies in one piece");
    ok(near(model_us(&easy, GATHER, 2, 1, 1280, 5120, 1024), 5.0 + 1310.72 + 12.0),
       "two gather rows of A in two bytes an element");
    ok(near(model_us(&easy, SCATTER, 2, 1, 1280, 2560, 2048), 12.0 + 5.0 + 6553.6 + 12.0),
       "and scatter rows of C in four");
    ok(near(model_us(&easy, GATHER, 2, 0, 1280, 5120, 1024), 5.0 + 1310.72 + 12.0), "no pieces: one product after all copies");
    ok(best_pieces(&easy, SCATTER, 2, 128 * 100 * 8, 256, 1 << 22) == 2, "two pieces hide all, and more cost launches");
    ok(best_pieces(&easy, GATHER, 2, 128, 256, 64) == 0, "and a tile is best in one");
    return tap_end();
}
