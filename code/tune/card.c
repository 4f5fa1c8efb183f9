#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "tune/card.h"

#include "bench/bench.h"
#include "bench/gpu/device.h"
#include "bench/gpu/driver.h"
#include "bench/timing.h"
#include "tune/compile.h"
#include "tune/packed.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the process that asks hands back. */
struct answer {
    int asked;
    struct card card;
    char why[512];
};

static int attribute(enum cudaDeviceAttr which)
{
    int value = 0;

    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

static void ask(struct answer *a)
{
    struct limits *l = &a->card.limits;

    if (device_ready() != 0) {
        snprintf(a->why, sizeof a->why, "%s", complaint());
        return;
    }
    snprintf(a->card.name, sizeof a->card.name, "%s", device_name());
    snprintf(a->card.arch, sizeof a->card.arch, "sm_%d%d",
             attribute(cudaDevAttrComputeCapabilityMajor),
             attribute(cudaDevAttrComputeCapabilityMinor));
    l->threads = attribute(cudaDevAttrMaxThreadsPerBlock);
    l->registers = attribute(cudaDevAttrMaxRegistersPerBlock);
    l->shared = attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    l->opt_in = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    l->multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    l->sm_threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    l->sm_blocks = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    l->sm_registers = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
    l->sm_shared = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    l->reserved = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    a->asked = 1;
}

int card_ask(struct card *card)
{
    struct answer *a = mmap(NULL, sizeof *a, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = -1;
    pid_t child;

    if (a == MAP_FAILED)
        return complain("out of memory on the host");
    fflush(NULL);
    child = fork();
    if (child == 0) {
        ask(a);
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    if (a->asked) {
        *card = a->card;
        status = 0;
    } else {
        complain("%s", a->why[0] ? a->why : "the GPU does not answer");
    }
    munmap(a, sizeof *a);
    return status;
}

static int read_attributes(struct loaded *k)
{
    const struct {
        CUfunction_attribute which;
        int *value;
    } all[] = {
        {CU_FUNC_ATTRIBUTE_NUM_REGS, &k->registers},
        {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &k->local},
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &k->shared},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (driver_check(driver.ask(all[i].value, all[i].which, k->function),
                         "attributes") != 0)
            return -1;
    return 0;
}

/* Beside what the kernel declares itself. */
static int opt_in(struct loaded *k)
{
    const int bytes = (int)config_dynamic(&k->config);

    k->shared += bytes;
    return bytes == 0
               ? 0
               : driver_check(
                     driver.set(k->function,
                                CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                bytes),
                     "shared memory");
}

/* A shared object, as launchers/launcher.h makes it. */
static int load_object(struct loaded *k, const char *path)
{
    int (*attributes)(int *, int *, int *) = NULL;

    k->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!k->object)
        return complain("load: %s", dlerror());
    look_up(k->object, "tuned_product", &k->launcher);
    look_up(k->object, "tuned_attributes", &attributes);
    if (!k->launcher || !attributes)
        return complain("%s has no launcher", path);
    if (cuda_check((cudaError_t)attributes(&k->registers, &k->local,
                                           &k->shared), "attributes") != 0)
        return -1;
    k->shared += (int)config_dynamic(&k->config);
    return 0;
}

static int load_cubin(struct loaded *k, const char *path)
{
    struct cubin made;
    int status;

    if (kernel_open(&made, path) != 0)
        return -1;
    status = driver_check(driver.load((CUmodule *)&k->module, made.file),
                          "load");
    if (status == 0 &&
        (driver_check(driver.find((CUfunction *)&k->function, k->module,
                                  made.function->symbol),
                      "find the kernel") != 0 ||
         read_attributes(k) != 0 || opt_in(k) != 0))
        status = -1;
    cubin_close(&made);
    return status;
}

int card_load(struct loaded *k, const char *path, const struct config *c)
{
    memset(k, 0, sizeof *k);
    k->config = *c;
    if (driver_ready() == 0 &&
        (config_tensor(c) ? load_object : load_cubin)(k, path) == 0)
        return 0;
    card_unload(k);
    return -1;
}

void card_unload(struct loaded *k)
{
    if (k->module)
        driver.unload(k->module);
    if (k->object)
        dlclose(k->object);
    memset(k, 0, sizeof *k);
}

static const struct loaded *current;
/* The first launch since the last wait that was refused, by the driver or, of a
 * launcher, by the runtime. */
static CUresult refused;
static cudaError_t launcher_refused;

void card_use(const struct loaded *k)
{
    current = k;
}

/* Where the bench's own launches go. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define STREAM CU_STREAM_PER_THREAD
#else
#define STREAM NULL
#endif

void tuned_launch(int M, int N, int K, float alpha, const float *A,
                  const float *B, float beta, float *C)
{
    void *arguments[] = {&M, &N, &K, &alpha, (void *)&A, (void *)&B, &beta,
                         &C};
    const struct config *c = &current->config;

    if (current->launcher) {
        current->launcher(M, N, K, alpha, A, B, beta, C);
        const cudaError_t said = cudaGetLastError();

        if (launcher_refused == cudaSuccess)
            launcher_refused = said;
        return;
    }
    if (M == 0 || N == 0)
        return;
    if (config_packed(c) && alpha != 0.0f && K > 0 &&
        pack_operands(c->bm, M, N, K, &A, &B) != 0)
        return;
    const struct blocks b = config_blocks(c, M, N);
    const CUresult status =
        driver.launch(current->function, b.x, b.y, b.z,
                      (unsigned)config_threads(c), 1, 1,
                      (unsigned)config_dynamic(c), STREAM,
                      arguments, NULL);

    if (refused == CUDA_SUCCESS)
        refused = status;
}

int card_wait(double seconds)
{
    const double begin = host_ms();
    const CUresult launch = refused;
    const cudaError_t launcher = launcher_refused;
    cudaError_t status;

    refused = CUDA_SUCCESS;
    launcher_refused = cudaSuccess;
    if (driver_check(launch, "launch") != 0 ||
        cuda_check(launcher, "launch") != 0)
        return -1;
    while ((status = cudaStreamQuery(0)) == cudaErrorNotReady) {
        if (host_ms() - begin > 1e3 * seconds)
            return complain("it has not ended after %.0f seconds", seconds);
        if (host_ms() - begin > 1.0)
            nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    return cuda_check(status, "kernel");
}

int card_alive(void)
{
    cudaGetLastError(); /* forgets what can be forgotten */
    return cudaStreamQuery(0) == cudaSuccess && cudaFree(0) == cudaSuccess;
}
