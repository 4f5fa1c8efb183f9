#include "bench/gpu/driver.h"

#include "bench/bench.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stddef.h>

struct driver driver;

/* dlsym() returns an object pointer; C has no cast from it to a function. */
int look_up(void *library, const char *name, void *function)
{
    *(void **)function = library ? dlsym(library, name) : NULL;
    return *(void **)function != NULL;
}

int driver_ready(void)
{
    void *library;

    if (driver.load)
        return 0;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
        return complain("no CUDA driver here: %s", dlerror());
    if (!look_up(library, "cuModuleUnload", &driver.unload) ||
        !look_up(library, "cuModuleGetFunction", &driver.find) ||
        !look_up(library, "cuFuncGetAttribute", &driver.ask) ||
        !look_up(library, "cuFuncSetAttribute", &driver.set) ||
        !look_up(library, "cuLaunchKernel", &driver.launch) ||
        !look_up(library, "cuGetErrorString", &driver.name) ||
        !look_up(library, "cuModuleLoadData", &driver.load))
        return complain("the CUDA driver is too old");
    return cuda_check(cudaFree(0), "the GPU does not answer");
}

int driver_check(CUresult status, const char *what)
{
    const char *name = NULL;

    if (status == CUDA_SUCCESS)
        return 0;
    driver.name(status, &name);
    return complain("%s: %s", what, name ? name : "unknown error");
}
