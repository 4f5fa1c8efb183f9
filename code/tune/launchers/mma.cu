/* mma.cu - one configuration of the kernel of code/mma.cu, as a function of a
 * shared object (launcher.h): BM,BN,BK,WM,WN,STAGES,BLOCKS,ORDER,STORE, the order
 * by rows or grouped, results stored as they are or by way of shared memory. */
#include "bench/bench.h"
#include "kernels/slices.h"

#define OF half, C(0), C(1), C(3), C(4), C(5), C(6), \
    LDMATRIX | SWIZZLED | EARLY | (C(7) ? GROUPED : 0) | (C(8) ? WIDE : 0)
#define LAUNCH run_product
#define FUNCTION product
#include "launcher.h"

/* The rows that a thread copies need the same mask of the swizzle, which repeats
 * itself after eight rows; a row takes eight threads. */
static_assert(C(0) / C(3) * (C(1) / C(4)) * 32 % 64 == 0,
              "a block needs two warps");
