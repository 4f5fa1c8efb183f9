/* cuda_runtime.h - the little of the runtime that code/tune/card.c calls:
 * launch.c. */
#ifndef FAKE_CUDA_RUNTIME_H
#define FAKE_CUDA_RUNTIME_H

typedef enum { cudaSuccess, cudaErrorNotReady } cudaError_t;
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock,
    cudaDevAttrMaxRegistersPerBlock,
    cudaDevAttrMaxSharedMemoryPerBlock,
    cudaDevAttrMaxSharedMemoryPerBlockOptin,
    cudaDevAttrMultiProcessorCount,
    cudaDevAttrMaxThreadsPerMultiProcessor,
    cudaDevAttrMaxBlocksPerMultiprocessor,
    cudaDevAttrMaxRegistersPerMultiprocessor,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor,
    cudaDevAttrReservedSharedMemoryPerBlock,
    cudaDevAttrComputeCapabilityMajor,
    cudaDevAttrComputeCapabilityMinor
};

cudaError_t cudaFree(void *pointer);
cudaError_t cudaStreamQuery(void *stream);
cudaError_t cudaGetLastError(void);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which,
                                   int device);

#endif
