#include "lens/devices.h"

#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/runtime.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

static int count = 1, now_current;
static uint64_t reaches[MAX_DEVICES]; /* a bit for each other card */

struct taken {
    struct taken *next;
    uintptr_t from;
    size_t bytes;
    int device;
};
static struct taken *all;

int device_count(void)
{
    return count;
}

int device_now(void)
{
    return now_current;
}

void devices_pretend(void)
{
    const char *asked = getenv("LENS_CARDS");

    count = asked ? atoi(asked) : 2;
    if (count < 1 || count > MAX_DEVICES)
        fail("LENS_CARDS is a number from 1 to %d", MAX_DEVICES);
}

void device_takes(const void *allocation, size_t bytes)
{
    struct taken *t;

    if (count == 1 || !allocation)
        return;
    t = malloc(sizeof *t);
    if (!t)
        fail("out of memory for whose memory it is");
    *t = (struct taken){all, (uintptr_t)allocation, bytes, now_current};
    all = t;
}

void device_gives(const void *allocation)
{
    struct taken **t = &all;

    while (*t && (*t)->from != (uintptr_t)allocation)
        t = &(*t)->next;
    if (*t) {
        struct taken *gone = *t;

        *t = gone->next;
        free(gone);
    }
}

int device_of(const void *address)
{
    for (const struct taken *t = all; t; t = t->next)
        if ((uintptr_t)address - t->from < t->bytes)
            return t->device;
    return -1;
}

int device_reaches(int device, const void *address)
{
    const int of = count > 1 ? device_of(address) : -1;

    return of < 0 || of == device || reaches[device] >> of & 1;
}

cudaError_t cudaGetDeviceCount(int *to)
{
    *to = count;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = now_current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= count)
        return (cudaError_t)set_error(cudaErrorInvalidDevice);
    now_current = device;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = device != peer && device >= 0 && peer >= 0 && device < count && peer < count;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    int can;

    cudaDeviceCanAccessPeer(&can, now_current, peer);
    if (!can || flags != 0)
        return (cudaError_t)set_error(cudaErrorInvalidDevice);
    if (reaches[now_current] >> peer & 1)
        return (cudaError_t)set_error(cudaErrorPeerAccessAlreadyEnabled);
    reaches[now_current] |= UINT64_C(1) << peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    if (count > 1 && bytes > 0 &&
        (device_of(to) != to_device || device_of(from) != from_device))
        return (cudaError_t)set_error_because(cudaErrorInvalidValue,
            "for cudaMemcpyPeerAsync copies from card %d to card %d, and one of the two "
            "addresses is not that card's", from_device, to_device);
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
