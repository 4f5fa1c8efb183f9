/* cases.h - one test product: operands, scalars and what must come out. */
#ifndef CASES_H
#define CASES_H

#include "bench/inputs.h"
#include "bench/size.h"

struct scalars {
    float alpha, beta;
};

struct gemm_case {
    struct size size;
    unsigned flags;      /* of the kernel that it is for: type and sums */
    struct scalars with;
    enum inputs kind;
    float *a, *b, *c0;   /* operands on the host, A and B rounded to the type;
                            NaN where not to be read */
    double *want, *mag;  /* reference.h */
};

/* The i-th of the nine pairs of alpha and beta from {0, 1, -0.5}. */
struct scalars case_scalars(int i);

/* Makes a case with fresh inputs. Returns 0, or -1 with a complaint; either
 * way case_free() frees it. case_of() makes one for kernels with these flags,
 * case_new() one for kernels of floats. */
int case_of(struct gemm_case *c, unsigned flags, struct size s,
            enum inputs kind, struct scalars with);
int case_new(struct gemm_case *c, struct size s, enum inputs kind,
             struct scalars with);
void case_free(struct gemm_case *c);

/* True when the CPU can check a product of this size in a moment. */
int small_enough(struct size s);

/* The integers of such a case are -r .. r without 0, r from 1 to 4, so that no
 * sum of K products is too large for the type of the sums to hold exactly; 0
 * when even 1 is too large. */
int case_integers(unsigned flags, int k);

/* True when got[m * n] is right: integers where they are exact bit for bit, all
 * else by the bound of the kernel's sums. Else *worst is an element that is
 * not. */
int case_accepts(const struct gemm_case *c, const float *got, size_t *worst);

#endif
