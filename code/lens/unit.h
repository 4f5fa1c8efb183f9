/* unit.h - how a tensor core adds: what it keeps of its products, and of its sums.
 *
 * The exact products of an instruction, and the sum that they come to, are aligned to the
 * largest of them. Of each what lies below 2^-25 of that one's power of two is cut off; the
 * rest is added exactly, and of the result what a float has no room for is cut off.
 *
 * That is what an H200 does with the 16 products of halves that an instruction has: of the
 * record precision-numerics.csv this gives the errors of float-sums and float-sums-positive
 * at K = 64, 256, 1024, 4096 and 16384 to all four digits that were compared, such as
 * 9.858e-05 at 16384. With 24 places the last would be 1.767e-04, with 26 5.984e-05, with
 * eight products at a time 1.146e-04, and with exact sums, rounded once an instruction,
 * 1.496e-06. Compare Fasi, Higham, Mikaitis and Pranesh, "Numerical behavior of NVIDIA
 * tensor cores", PeerJ CS 7, 2021. */
#ifndef UNIT_H
#define UNIT_H

enum { UNIT_COLUMNS = 256, UNIT_DEEP = 32 };

/* sums[j] += a[k] * b[k][j], of all k < deep, for j < columns. */
void unit_add(float *sums, const float *a, const float *const *b, unsigned deep,
              unsigned columns);

#endif
