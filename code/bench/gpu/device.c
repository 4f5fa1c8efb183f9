#define _POSIX_C_SOURCE 200809L
#include "bench/gpu/device.h"

#include "bench/gpu/nvml.h"
#include "bench/matrix.h"
#include "bench/program.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

/* The oldest card that the toolkit at hand still compiles for. */
static int oldest(void)
{
    return CUDART_VERSION >= 13000 ? 75 : CUDART_VERSION >= 12000 ? 50 : 35;
}

static const struct cudaDeviceProp *properties(void)
{
    static struct cudaDeviceProp prop;
    static int known;

    if (!known && cudaGetDeviceProperties(&prop, 0) == cudaSuccess)
        known = 1;
    return &prop;
}

int device_capability(void)
{
    return 10 * properties()->major + properties()->minor;
}

int device_ready(void)
{
    int count = 0;
    const cudaError_t e = cudaGetDeviceCount(&count);

    if (e != cudaSuccess || count == 0)
        return complain("no usable NVIDIA GPU here (%s); " WITHOUT,
                        e != cudaSuccess ? cudaGetErrorString(e) : "none found");
    const int cc = device_capability();

    if (cc < oldest())
        return complain("%s has compute capability %d.%d, older than CUDA %d "
                        "can compile for; an older toolkit can, and " WITHOUT,
                        properties()->name, cc / 10, cc % 10,
                        CUDART_VERSION / 1000);
    return cuda_check(cudaFree(0), "the GPU does not answer");
}

const char *device_name(void)
{
    return properties()->name;
}

size_t device_l2_bytes(void)
{
    return (size_t)properties()->l2CacheSize;
}

size_t device_free_memory(void)
{
    size_t free_bytes = 0, total = 0;

    cudaMemGetInfo(&free_bytes, &total);
    return free_bytes;
}

void device_head(const struct provenance *program, const char *kind, char *out,
                 size_t size)
{
    const struct cudaDeviceProp *p = properties();
    const int blas = cublas_version();
    int runtime = 0;

    cudaRuntimeGetVersion(&runtime);
    snprintf(out, size,
             "# record: tiles 1\n"
             "# kind: %s\n"
             "# program: code/%s.cu\n"
             "# source-sha256: %s\n"
             "# device: %s\n"
             "# compute-capability: %d.%d\n"
             "# multiprocessors: %d\n"
             "# memory-bytes: %zu\n"
             "# l2-bytes: %d\n"
             "# driver: %s\n"
             "# cuda: %d.%d\n"
             "# cublas: %d.%d.%d\n"
             "# compiler: %s\n"
             "# flags: %s\n"
             "# clock-max-mhz: %d\n",
             kind, program->stem, program->source_sha256, p->name, p->major,
             p->minor, p->multiProcessorCount, p->totalGlobalMem,
             p->l2CacheSize, driver_version(), runtime / 1000,
             runtime % 1000 / 10, blas / 10000, blas / 100 % 100, blas % 100,
             program->compiler, program->flags, clock_limit());
}
