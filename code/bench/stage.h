/* stage.h - one size set up on the GPU: operands, copies, reference. */
#ifndef STAGE_H
#define STAGE_H

#include "bench.h"
#include "matrix.h"
#include "size.h"

struct stage {
    struct size size;
    unsigned type;       /* of A and B: element.h */
    int copies;          /* sets of operands that timing rotates among */
    struct matrix *a, *b, *bt, *c;
    double *want, *mag;  /* device; null without a reference */
};

enum stage_parts { WITH_REFERENCE = 1, WITH_B_TRANSPOSED = 2 };

/* Allocates and fills: A and B uniform in [-1, 1), the same in each copy and
 * rounded to the type that stands among the parts (HALF, BFLOAT16, TF32, or
 * none for float); C poisoned. Says no, before allocating, when the card has too little free
 * memory. Returns 0, or -1 with a complaint; stage_free() either way. */
int stage_new(struct stage *st, struct size s, int copies, unsigned parts);
void stage_free(struct stage *st);

/* Copies that a size needs so that together they are twice the L2 cache; of
 * floats, or of a type. */
int stage_copies(struct size s);
int stage_copies_of(unsigned type, struct size s);

/* Enqueues kernel k on copy i, with alpha = 1 and beta = 0. */
void stage_launch(const struct stage *st, const struct kernel *k, int i);

/* Poisons C of copy 0, runs k on it and compares with the reference; *error is
 * the largest error over its bound. Sums in half, whose bound says little when
 * they are deep, are run on one-hot rows too, and must be equal there. Returns 0
 * when the product is right, else -1 with a complaint that names the element. */
int stage_check(const struct stage *st, const struct kernel *k, double *error);

#endif
