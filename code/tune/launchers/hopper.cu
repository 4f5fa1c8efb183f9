/* hopper.cu - one configuration of the kernel of kernels/roles.h, as a function of
 * a shared object (launcher.h): BM,BN,BK,WM,BN,SLOTS,CLUSTER,ORDER,SENT. The first
 * bit of the order groups tiles, the second lets blocks last for many tiles. */
#include "bench/bench.h"
#include "kernels/roles.h"

#define OF half, C(0), C(1), C(0) / C(3), C(5), C(6), \
    (C(7) & 1 ? GROUPED : 0) | (C(7) & 2 ? LASTING : 0) | (C(8) ? SENT : 0)
#define LAUNCH run_roles
#define FUNCTION roles
#include "launcher.h"
