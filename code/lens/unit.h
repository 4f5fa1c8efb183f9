/* unit.h - how a tensor core adds: what it keeps of its products, and of its sums.
 *
 * The exact products of an instruction, and the sum that they come to, are aligned to the
 * largest of them. Of each what lies below 2^-25 of that one's power of two is cut off; the
 * rest is added exactly, and of the result what a float has no room for is cut off.
 *
 * That is what an H200 does with all products of an instruction: of the record
 * precision-numerics.csv this gives float-sums and float-sums-positive (halves, 16 at a
 * time) at K = 64, 256, 1024, 4096 and 16384 to all four digits that were compared, and tf32
 * (four at a time, for that is what nvcc makes of WMMA) and bf16 (16) at 64, 1024 and 16384
 * to six. Of float-sums-positive at 16384, which is 9.858e-05, 24 places would make
 * 1.767e-04, 26 5.984e-05, eight products at a time 1.146e-04, and exact sums that are rounded
 * once an instruction 1.496e-06. The eight products of mma.m16n8k8, and those of wgmma, are
 * one sum, too: data/nvidia-h200/split-unit.csv. Compare Fasi, Higham, Mikaitis and Pranesh,
 * "Numerical behavior of NVIDIA tensor cores", PeerJ CS 7, 2021. */
#ifndef UNIT_H
#define UNIT_H

enum { UNIT_COLUMNS = 256, UNIT_DEEP = 32 };

/* sums[j] += a[k] * b[k][j], of all k < deep, for j < columns. */
void unit_add(float *sums, const float *a, const float *const *b, unsigned deep,
              unsigned columns);

#endif
