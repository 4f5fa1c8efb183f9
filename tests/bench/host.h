/* host.h - CUDA's memory on the host, for units of the bench without a card:
 * the runtime's functions that matrix.c calls. Compile with code/lens/cuda among
 * the include folders. */
#ifndef HOST_H
#define HOST_H

#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    const size_t whole = (bytes + 511) / 512 * 512;

    *pointer = aligned_alloc(512, whole ? whole : 512);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    (void)kind;
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    memset(to, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t e) { (void)e; return "an error"; }

#endif
