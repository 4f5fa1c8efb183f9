/* products.h - what tensor cores multiply, for a judge: how much, where, and with which sign.
 *
 * The lens sees no arithmetic of a thread, but each product of a tensor core passes through
 * it. So it counts them, and it can give the negative of each product instead. Then a kernel
 * that leaves all products to tensor cores gives the negative of its result, and a kernel that
 * makes a part of them elsewhere does not. */
#ifndef PRODUCTS_H
#define PRODUCTS_H

#include <stdint.h>

/* Set: each product counts with the other sign. */
extern int products_turned;

/* `count` multiplications by the running warp, at `pc`; null where that is not known. */
void products_made(const void *pc, unsigned count);

/* Forgets them; how many there were, all in all; those of site i. */
void products_reset(void);
uint64_t products_total(void);
uint64_t products_of_site(int i);

#endif
