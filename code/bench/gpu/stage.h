/* stage.h - one size set up on the GPU: operands, copies, reference. */
#ifndef STAGE_H
#define STAGE_H

#include "bench/bench.h"
#include "bench/inputs.h"
#include "bench/matrix.h"
#include "bench/size.h"

struct stage {
    struct size size;
    unsigned type;       /* of A and B: element.h */
    int copies;          /* sets of operands that timing rotates among */
    struct matrix *a, *b, *bt, *c;
    enum inputs kind;    /* of the operands of copy 0 */
    uint64_t seed;       /* another gives stage_fill() other inputs of a kind */
    float alpha, beta;   /* 1 and 0, until somebody sets others */
    double *want, *mag;  /* device, for copy 0; null without a reference */
};

enum stage_parts { WITH_REFERENCE = 1, WITH_B_TRANSPOSED = 2 };

/* Allocates and fills: A and B uniform in [-1, 1), the same in each copy and
 * rounded to the type that stands among the parts (HALF, BFLOAT16, TF32, or
 * none for float); C poisoned. Says no, before allocating, when the card has too
 * little free memory. Returns 0, or -1 with a complaint; stage_free() either way. */
int stage_new(struct stage *st, struct size s, int copies, unsigned parts);
void stage_free(struct stage *st);

/* Copies that a size needs so that together they are twice the L2 cache; of
 * floats, or of a type. */
int stage_copies(struct size s);
int stage_copies_of(unsigned type, struct size s);

/* Enqueues kernel k on copy i, with the stage's alpha and beta. */
void stage_launch(const struct stage *st, const struct kernel *k, int i);

/* Calls of a kernel that rotate among the copies of a stage: work for timing.h. */
struct rotation {
    const struct stage *stage;
    const struct kernel *kernel;
    int next; /* the copy that the next call takes */
};

static inline void stage_launch_next(void *ctx)
{
    struct rotation *r = (struct rotation *)ctx;

    stage_launch(r->stage, r->kernel, r->next);
    r->next = (r->next + 1) % r->stage->copies;
}

/* Fills A and B of copy 0 with inputs of another kind and makes their reference.
 * Returns 0, or -1 with a complaint. */
int stage_fill(struct stage *st, enum inputs kind);

/* The kinds that every product is held against, the last of them UNIFORM, with
 * which a stage begins. */
extern const enum inputs STAGE_KINDS[3];

/* Makes C of copy 0 ready, runs k on it and compares with the reference. UNIFORM
 * inputs are right within the bound; *error is the largest error over it. All
 * others are right to the bit; LONE is taken with beta = 0 only, for beside C it is
 * not exact, and of a kernel that multiplies by parts (SPLIT), which leaves out the
 * product of the last bits, it is held to the bound. A kernel with sums in half,
 * which cannot hold those, is not run on them: their bound says little when they
 * are deep, so that beside UNIFORM inputs it is run on one-hot rows too and must be
 * equal there. Returns 0 when the product is right, else -1 with a complaint that
 * names the element. */
int stage_check(const struct stage *st, const struct kernel *k, double *error);

/* Holds what stands in C of copy i, and the zones around its matrices, against
 * the reference of UNIFORM inputs: the outcome of so many launches, one upon the
 * other since C was made ready. With beta = 0 the last of them alone counts. */
int stage_judge(const struct stage *st, const struct kernel *k, int i,
                int launches);

/* Makes C of every copy ready: poisoned or, where beta is not 0, filled with
 * inputs of the kind of A and B. */
int stage_ready(const struct stage *st);

/* Enqueues the same, where beta is not 0. */
void stage_renew(const struct stage *st);

/* So many launches, one upon the other, leave finite numbers in C. */
int stage_launches(const struct stage *st);

#endif
