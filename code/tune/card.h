/* card.h - the card that the tuner runs on, and compiled kernels on it. */
#ifndef CARD_H
#define CARD_H

#include "bench/bench.h"
#include "tune/space.h"

struct card {
    char name[128];
    char arch[16];   /* "sm_90" */
    struct limits limits;
};

/* Asks the card from a process of its own, so that this one may still fork.
 * Returns 0, or -1 with a complaint. */
int card_ask(struct card *card);

/* One compiled kernel in the card's memory. */
struct loaded {
    void *module, *function; /* null when not loaded */
    void *object;            /* or a shared object, and how it launches */
    gemm_fn *launcher;
    int registers;           /* of a thread */
    int local;               /* bytes of a thread that spilled to memory */
    int shared;              /* bytes of a block, dynamic ones too */
    struct config config;
};

/* Loads a cubin, and has the card grant it the dynamic shared memory that it
 * needs; on tensor cores a shared object, whose launcher sees to that. Starts
 * CUDA in this process. Returns 0, or -1. */
int card_load(struct loaded *k, const char *path, const struct config *c);
void card_unload(struct loaded *k);

/* The next launches of tuned_kernel run `k`. */
void card_use(const struct loaded *k);

/* A launcher as the bench knows them (bench.h), for what card_use() chose. Packs
 * A and B before, where the kernel wants them so (packed.h). */
void tuned_launch(int M, int N, int K, float alpha, const float *A,
                  const float *B, float beta, float *C);

/* Waits for what was launched: 0, or -1 with a complaint when it failed, or
 * has not ended after `seconds`. */
int card_wait(double seconds);

/* False when a kernel has left the card unusable for this process. */
int card_alive(void);

#endif
