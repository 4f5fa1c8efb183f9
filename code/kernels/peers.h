/* peers.h - what blocks of a cluster read of one another: PTX ISA 8.0, "mapa"
 * and "ld", state space shared::cluster. For compute capability 9.0 alone, as
 * warpgroup.h. */
#ifndef PEERS_H
#define PEERS_H

#include "kernels/peer_engine.h"
#include "kernels/warpgroup.h"

//> how many blocks a cluster has
static __device__ __forceinline__ unsigned blocks_of_cluster(void)
{
#ifndef __NVCC__
    return engine_ranks();
#elif GROUP_PTX
    unsigned count;

    asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(count));
    return count;
#else
    return 1;
#endif
}
//< how many blocks a cluster has

//> four floats of another block
/* Returns the four floats at place `at`, a multiple of 16 bytes, in the
 * shared memory of the cluster's block `rank`, which must still run. */
static __device__ __forceinline__ float4 load_of_peer(const float *at,
                                                      unsigned rank)
{
    __align__(16) float four[4] = {};

#ifndef __NVCC__
    engine_load_of_peer(four, at, rank);
#elif GROUP_PTX
    asm volatile(
        "{\n.reg .b32 there;\n"
        "mapa.shared::cluster.u32 there, %4, %5;\n"
        "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there];\n}"
        : "=f"(four[0]), "=f"(four[1]), "=f"(four[2]), "=f"(four[3])
        : "r"(place_of(at)), "r"(rank)
        : "memory");
#endif
    return make_float4(four[0], four[1], four[2], four[3]);
}
//< four floats of another block

//> launch a grid close behind
/* Launches a kernel that calls wait_for_kernel() before it reads global
 * memory. If `close` is true and its PTX is for 9.0 on, the kernel may
 * start before the previous kernel has ended. The grid may have two
 * dimensions, and clusters of `cluster` blocks along x. */
template <typename F, typename... T>
static void launch_grid(F *kernel, unsigned cluster, bool close,
                        dim3 grid, unsigned threads, unsigned bytes,
                        T... arguments)
{
#if BULK_PTX
    cudaFuncAttributes code = {};
    cudaLaunchAttribute how[2] = {};
    cudaLaunchConfig_t config = {};

    cudaFuncGetAttributes(&code, kernel);
    how[0].id = cudaLaunchAttributeClusterDimension;
    how[0].val.clusterDim.x = cluster;
    how[0].val.clusterDim.y = how[0].val.clusterDim.z = 1;
    how[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[1].val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = grid;
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = bytes;
    config.attrs = how + (cluster == 1);
    config.numAttrs = (cluster > 1) + (close && code.ptxVersion >= 90);
    cudaLaunchKernelEx(&config, kernel, arguments...);
#else
    (void)close;
    if (cluster > 1)
        engine_clusters_of(cluster);
    kernel<<<grid, threads, bytes>>>(arguments...);
#endif
}
//< launch a grid close behind

#endif
