/* cases.h - one test product: operands, scalars and what must come out. */
#ifndef CASES_H
#define CASES_H

#include "inputs.h"
#include "size.h"

struct scalars {
    float alpha, beta;
};

struct gemm_case {
    struct size size;
    struct scalars with;
    enum inputs kind;
    float *a, *b, *c0;   /* operands on the host; NaN where not to be read */
    double *want, *mag;  /* reference.h; integers must match bit for bit */
};

/* The i-th of the nine pairs of alpha and beta from {0, 1, -0.5}. */
struct scalars case_scalars(int i);

/* Makes a case with fresh inputs. Returns 0, or -1 with a complaint; either
 * way case_free() frees it. */
int case_new(struct gemm_case *c, struct size s, enum inputs kind,
             struct scalars with);
void case_free(struct gemm_case *c);

/* True when the CPU can check a product of this size in a moment. */
int small_enough(struct size s);

/* True when got[m * n] is right; else *worst is an element that is not. */
int case_accepts(const struct gemm_case *c, const float *got, size_t *worst);

#endif
