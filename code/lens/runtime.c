/* The CUDA Runtime API, as far as cuda/cuda_runtime.h declares it. */
#include "lens/runtime.h"

#include "lens/catch.h"
#include "lens/check.h"
#include "lens/devices.h"
#include "lens/fail.h"
#include "lens/host.h"
#include "lens/memory.h"
#include "lens/streams.h"
#include "bench/program.h"

#include <cuda_runtime.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static cudaError_t last_error;

int set_error(int error)
{
    if (error != cudaSuccess)
        last_error = (cudaError_t)error;
    return error;
}

/* Of the last error that had a reason. */
static struct {
    cudaError_t error;
    char text[300];
} because;

int set_error_because(int error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(because.text, sizeof because.text, format, args);
    va_end(args);
    because.error = (cudaError_t)error;
    return set_error(error);
}

static cudaError_t give(cudaError_t error)
{
    set_error(error);
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = last_error;

    last_error = cudaSuccess;
    return e;
}

static const struct {
    cudaError_t code;
    const char *name, *text;
} errors[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer",
     "invalid device pointer"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice",
     "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle",
     "invalid resource handle"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled",
     "peer access is already enabled"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const char *cudaGetErrorString(cudaError_t error)
{
    static char text[400];

    if (error != cudaSuccess && error == because.error) {
        because.error = cudaSuccess;
        snprintf(text, sizeof text, "%s, %s", cudaGetErrorString(error),
                 because.text);
        return text;
    }
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
        if (errors[i].code == error)
            return errors[i].text;
    return "unknown error";
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
        if (errors[i].code == error)
            return errors[i].name;
    return "cudaErrorUnknown";
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = memory_new(bytes);
    if (!*pointer)
        return bytes ? give(cudaErrorMemoryAllocation) : cudaSuccess;
    mark_unwritten((uintptr_t)*pointer, bytes);
    device_takes(*pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    const cudaError_t error = cudaMalloc(pointer, bytes);

    stream_begin(stream, "cudaMallocAsync", 0);
    stream_stores(*pointer, error == cudaSuccess ? bytes : 0);
    stream_end();
    return error;
}

cudaError_t cudaFree(void *pointer)
{
    stream_waited_for_all();
    device_gives(pointer);
    if (pointer && !memory_free(pointer))
        return set_error_because(cudaErrorInvalidValue,
            "for cudaFree is given what cudaMalloc did not give, or what was "
            "freed before");
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    *pointer = malloc(bytes ? bytes : 1);
    return *pointer ? cudaSuccess : give(cudaErrorMemoryAllocation);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    (void)flags;
    return cudaMallocHost(pointer, bytes);
}

cudaError_t cudaFreeHost(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

static int on_device(const void *p)
{
    return within(arena, (uintptr_t)p);
}

/* A variable of the program may be the device's or the host's. */
static int is_variable_of_either(const void *p)
{
    return within(variables, (uintptr_t)p);
}

/* True when the kind says of p what is so, and its bytes can be copied. */
static int side_fits(const void *p, size_t bytes, int device,
                     enum cudaMemcpyKind kind)
{
    if (is_variable_of_either(p))
        return 1;
    if (kind != cudaMemcpyDefault && device != on_device(p))
        return 0;
    return !on_device(p) || memory_holds(p, bytes);
}

/* What the contract forbids a launcher to copy or to set. */
static void check_store(const void *to, const char *by)
{
    for (int i = 0; i < 2; ++i)
        if (is_operand((uintptr_t)to, i))
            caught_in_program("input overwritten", "%s stores to %c, which is an "
                              "input", by, "AB"[i]);
}

static void check_load(const void *from, size_t bytes)
{
    const uintptr_t a = (uintptr_t)from;

    if (contract.alpha == 0.0f && (is_operand(a, 0) || is_operand(a, 1)))
        caught_in_program("contract", "cudaMemcpy reads %c, but alpha is 0, and "
                          "then a launcher may read neither A nor B",
                          is_operand(a, 0) ? 'A' : 'B');
    if (contract.beta == 0.0f && is_operand(a, 2) && !all_written(a, bytes))
        caught_in_program("contract", "cudaMemcpy reads C, but beta is 0, and "
                          "then a launcher may not read C");
}

cudaError_t lens_symbol(void *to, const void *from, size_t bytes, int fits,
                        enum cudaMemcpyKind kind)
{
    if (!fits)
        return give(cudaErrorInvalidValue);
    return cudaMemcpy(to, from, bytes, kind);
}

static cudaError_t copy(void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind kind, cudaStream_t stream, int waits)
{
    const int to_device = kind == cudaMemcpyHostToDevice ||
                          kind == cudaMemcpyDeviceToDevice;
    const int from_device = kind == cudaMemcpyDeviceToHost ||
                            kind == cudaMemcpyDeviceToDevice;

    if (bytes == 0)
        return cudaSuccess;
    if (!side_fits(to, bytes, to_device, kind) ||
        !side_fits(from, bytes, from_device, kind))
        return set_error_because(cudaErrorInvalidValue,
            "for %zu bytes are copied, and not all lie where the call says that "
            "they do, or they go past an allocation", bytes);
    check_load(from, bytes);
    check_store(to, "cudaMemcpy");
    stream_begin(stream, "a copy", waits);
    stream_loads(from, bytes);
    stream_stores(to, bytes);
    stream_end();
    memmove(to, from, bytes);
    if (on_device(to))
        mark_written((uintptr_t)to, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    const cudaError_t error = copy(to, from, bytes, kind, NULL, 1);

    stream_waited(NULL);
    return error;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(to, from, bytes, kind, stream, 0);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t stream)
{
    if (bytes == 0)
        return cudaSuccess;
    stream_begin(stream, "cudaMemset", 0);
    stream_stores(to, bytes);
    stream_end();
    if (is_variable_of_either(to)) {
        memset(to, value, bytes);
        return cudaSuccess;
    }
    if (!on_device(to) || !memory_holds(to, bytes))
        return set_error_because(cudaErrorInvalidValue,
            "for cudaMemset sets %zu bytes, and the allocation there has no "
            "room for them", bytes);
    check_store(to, "cudaMemset");
    memory_set(to, value, bytes);
    mark_written((uintptr_t)to, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, NULL);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                            size_t height)
{
    enum { ROW = 512 };

    *pitch = (width + ROW - 1) / ROW * ROW;
    return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < height && error == cudaSuccess; ++i)
        error = cudaMemcpy((char *)to + i * to_pitch,
                           (const char *)from + i * from_pitch, width, kind);
    return error;
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width,
                         size_t height)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < height && error == cudaSuccess; ++i)
        error = cudaMemset((char *)to + i * pitch, value, width);
    return error;
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    size_t used;

    memory_left(&used);
    *total = arena.bytes - SHARED_SPAN;
    *available = *total - used;
    return cudaSuccess;
}

struct most_shared most_shared = {.bytes = SHARED_LIMIT};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *out, int device)
{
    if (device < 0 || device >= device_count())
        return give(cudaErrorInvalidDevice);
    *out = (struct cudaDeviceProp){
        .name = "lens",
        .totalGlobalMem = arena.bytes - SHARED_SPAN,
        .sharedMemPerBlock = SHARED_DEFAULT,
        .sharedMemPerBlockOptin = (size_t)most_shared.bytes,
        .warpSize = WARP,
        .maxThreadsPerBlock = MAX_THREADS,
        .major = 9,
        .multiProcessorCount = 2};
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute,
                                   int device)
{
    struct cudaDeviceProp p;

    if (judged && !(within(variables, (uintptr_t)value) &&
                    within(variables, (uintptr_t)(value + 1) - 1)))
        must_be_own(value, sizeof *value, __builtin_frame_address(0));

    if (cudaGetDeviceProperties(&p, device) != cudaSuccess)
        return cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = SHARED_DEFAULT; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = most_shared.bytes;
        most_shared.is_asked = 1;
        break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrClockRate:
    case cudaDevAttrL2CacheSize: *value = 0; break;
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    return cudaSuccess;
}

/* Kernels that raised their limit of dynamic shared memory. */
static struct {
    const void *kernel;
    size_t bytes;
} limits[64];
static int limit_count;

size_t shared_limit(const void *kernel, size_t fixed)
{
    for (int i = 0; i < limit_count; ++i)
        if (limits[i].kernel == kernel)
            return limits[i].bytes;
    return SHARED_DEFAULT - fixed;
}

cudaError_t cudaFuncSetAttribute(const void *kernel,
                                 enum cudaFuncAttribute attribute, int value)
{
    int i = 0;

    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    while (i < limit_count && limits[i].kernel != kernel)
        ++i;
    if (value < 0 || value > most_shared.bytes)
        return set_error_because(cudaErrorInvalidValue,
            "for a block has at most %d bytes of shared memory, not the %d "
            "asked for by cudaFuncSetAttribute", most_shared.bytes, value);
    if (i == 64)
        return give(cudaErrorInvalidValue);
    limits[i].kernel = kernel;
    limits[i].bytes = (size_t)value;
    if (i == limit_count)
        ++limit_count;
    return cudaSuccess;
}

/* At the end of a program that found nothing wrong. */
static void report_leaks(int status, void *unused)
{
    size_t bytes;
    const int left = memory_lost(&bytes);

    (void)unused;
    if (status != 0 || left == 0 || has_failed())
        return;
    fprintf(stderr,
            "%s: leak: %d allocation%s of %zu bytes in all %s never freed\n",
            provenance.stem, left, left == 1 ? "" : "s", bytes,
            left == 1 ? "was" : "were");
    fflush(NULL);
    _Exit(1);
}

__attribute__((constructor)) static void watch_for_leaks(void)
{
    host_at_end(report_leaks);
}
