#define _POSIX_C_SOURCE 200809L
#include "probes/nccl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef __has_include
#if __has_include(<nccl.h>)
#include <nccl.h>
_Static_assert((int)ncclSuccess == NCCL_RIGHT && (int)ncclInProgress == NCCL_UNDER_WAY &&
                   (int)ncclChar == NCCL_CHAR && (int)ncclHalf == NCCL_HALF &&
                   (int)ncclFloat == NCCL_FLOAT && (int)ncclBfloat16 == NCCL_BFLOAT16 &&
                   (int)ncclSum == NCCL_SUM, "as nccl.h numbers them");
#endif
#endif

enum { OLDEST = 21000 }; /* 2.10, the first that adds bfloat16 */

/* A pointer to a function, out of one to an object: POSIX has both alike. */
static int find(void *library, const char *name, void *to)
{
    void *const found = dlsym(library, name);

    memcpy(to, &found, sizeof found);
    return found != NULL;
}

static int find_all(void *library, struct nccl *n)
{
    return find(library, "ncclGetVersion", &n->GetVersion) &&
           find(library, "ncclGetErrorString", &n->GetErrorString) &&
           find(library, "ncclCommInitAll", &n->CommInitAll) &&
           find(library, "ncclCommGetAsyncError", &n->CommGetAsyncError) &&
           find(library, "ncclCommDestroy", &n->CommDestroy) &&
           find(library, "ncclCommAbort", &n->CommAbort) &&
           find(library, "ncclGroupStart", &n->GroupStart) &&
           find(library, "ncclGroupEnd", &n->GroupEnd) &&
           find(library, "ncclAllGather", &n->AllGather) &&
           find(library, "ncclReduceScatter", &n->ReduceScatter);
}

const struct nccl *nccl_here(void)
{
    static struct nccl here;
    static int known;
    int version = 0;
    void *library;

    if (known)
        return &here;
    /* NVLink's multicast, where switches add, can bring down a host that several people share:
     * only who asks for it gets it. */
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    library = dlopen("libnccl.so.2", RTLD_NOW);
    if (!library) {
        complain("no NCCL here (libnccl.so.2 is not found): it comes with some CUDA "
                 "Toolkits and as libnccl2");
        return NULL;
    }
    if (!find_all(library, &here) || here.GetVersion(&version) != NCCL_RIGHT ||
        version < OLDEST) {
        complain("the NCCL that is here is older than 2.10, which this program needs");
        return NULL;
    }
    known = 1;
    return &here;
}
