/* nccl.h - NCCL, as far as programs use it.
 *
 * The library is looked for when a program asks for it, so that all programs build
 * and run without it: nccl.h of the toolkit says what stands here, and where it is
 * there the compiler compares. A call of NCCL is written as in its manual, with `->`
 * for the `nccl` before its name: nccl->AllGather(...). Multicast over NVLink stays off
 * unless NCCL_NVLS_ENABLE says otherwise. */
#ifndef PROBES_NCCL_H
#define PROBES_NCCL_H

#include "bench/bench.h"

#include <cuda_runtime.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ncclComm; /* one card's place among those that exchange */

enum { NCCL_RIGHT = 0, NCCL_UNDER_WAY = 7 };                    /* ncclResult_t */
enum { NCCL_CHAR = 0, NCCL_HALF = 6, NCCL_FLOAT = 7, NCCL_BFLOAT16 = 9 };
enum { NCCL_SUM = 0 };                                          /* ncclRedOp_t */

struct nccl {
    int (*GetVersion)(int *version);
    const char *(*GetErrorString)(int result);
    int (*CommInitAll)(struct ncclComm **comms, int count, const int *devices);
    int (*CommGetAsyncError)(struct ncclComm *comm, int *result);
    int (*CommDestroy)(struct ncclComm *comm);
    int (*CommAbort)(struct ncclComm *comm);
    int (*GroupStart)(void);
    int (*GroupEnd)(void);
    int (*AllGather)(const void *from, void *to, size_t count, int type,
                     struct ncclComm *comm, cudaStream_t stream);
    int (*ReduceScatter)(const void *from, void *to, size_t count, int type,
                         int op, struct ncclComm *comm, cudaStream_t stream);
};

/* All of it, or null with a complaint. The lens has one that moves the bytes and
 * waits as NCCL does. */
__attribute__((weak)) const struct nccl *nccl_here(void);

#ifdef __cplusplus
}
#endif
#endif
