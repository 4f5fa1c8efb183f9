#include "bench/matrix.h"

#include "bench/element.h"
#include "bench/program.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Quiet NaNs with a payload that arithmetic does not produce: as two halves, as
 * two bfloat16s and as a float. */
static const unsigned char MARK[] = {0xed, 0x7f};

enum { MAX_ZONE = 65536 }; /* bytes */

int cuda_check(int status, const char *what)
{
    if (status == cudaSuccess)
        return complain_now();
    return complain("%s: %s", what, cudaGetErrorString((cudaError_t)status));
}

static int without_zones;

void matrix_tighten(void)
{
    without_zones = 1;
}

static size_t zone_bytes(void)
{
    const size_t bytes = without_zones ? 0 : backend.red_zone * sizeof(float);

    return (bytes + MATRIX_ALIGNMENT - 1) / MATRIX_ALIGNMENT * MATRIX_ALIGNMENT;
}

static size_t bytes_of(const struct matrix *x)
{
    return x->count * element_size(x->type);
}

static char *zone_after(const struct matrix *x)
{
    return (char *)x->data + bytes_of(x);
}

static int mark(void *zone)
{
    static unsigned char marks[MAX_ZONE];
    const size_t n = zone_bytes();

    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; ++i)
        marks[i] = MARK[i % sizeof MARK];
    return cuda_check(cudaMemcpy(zone, marks, n, cudaMemcpyHostToDevice),
                      "mark red zone");
}

int matrix_of(struct matrix *x, unsigned type, size_t count)
{
    const size_t zone = zone_bytes();

    memset(x, 0, sizeof *x);
    x->type = type & ELEMENT;
    x->count = count;
    if (cuda_check(cudaMalloc(&x->base, bytes_of(x) + 2 * zone),
                   "device memory") != 0)
        return -1;
    x->data = (float *)((char *)x->base + zone);
    return mark(x->base) != 0 || mark(zone_after(x)) != 0 ? -1 : 0;
}

int matrix_new(struct matrix *x, size_t count)
{
    return matrix_of(x, 0, count);
}

static int up(const struct matrix *x, const void *from)
{
    return cuda_check(cudaMemcpy(x->data, from, bytes_of(x),
                                 cudaMemcpyHostToDevice), "copy to device");
}

static int down(const struct matrix *x, void *to)
{
    return cuda_check(cudaMemcpy(to, x->data, bytes_of(x),
                                 cudaMemcpyDeviceToHost), "copy from device");
}

int matrix_put(const struct matrix *x, const float *host)
{
    void *packed;
    int status;

    if (x->count == 0)
        return 0;
    if (x->type == 0)
        return up(x, host);
    packed = malloc(bytes_of(x));
    if (!packed)
        return complain("out of memory on the host");
    for (size_t i = 0; i < x->count; ++i)
        element_put(x->type, packed, i, host[i]);
    status = up(x, packed);
    free(packed);
    return status;
}

int matrix_get(const struct matrix *x, float *host)
{
    void *packed;
    int status;

    if (x->count == 0)
        return 0;
    if (x->type == 0)
        return down(x, host);
    packed = malloc(bytes_of(x));
    if (!packed)
        return complain("out of memory on the host");
    status = down(x, packed);
    for (size_t i = 0; status == 0 && i < x->count; ++i)
        host[i] = element_get(x->type, packed, i);
    free(packed);
    return status;
}

int matrix_poison(const struct matrix *x)
{
    if (x->count == 0)
        return 0;
    return cuda_check(cudaMemset(x->data, 0xff, bytes_of(x)), "poison");
}

static int check_zone(const struct matrix *x, const char *name, int before)
{
    const size_t n = zone_bytes(), size = element_size(x->type);
    static unsigned char host[MAX_ZONE];

    if (n == 0)
        return 0;
    if (cuda_check(cudaMemcpy(host, before ? x->base : zone_after(x), n,
                              cudaMemcpyDeviceToHost), "read red zone") != 0)
        return -1;
    for (size_t i = 0; i < n; ++i) {
        const size_t at = before ? n - 1 - i : i;

        if (host[at] != MARK[at % sizeof MARK])
            return complain("wrote %zu element%s %s %s", i / size + 1,
                            i / size ? "s" : "",
                            before ? "before" : "past the end of", name);
    }
    return 0;
}

int matrix_check(const struct matrix *x, const char *name)
{
    if (check_zone(x, name, 1) != 0)
        return -1;
    return check_zone(x, name, 0);
}

void matrix_free(struct matrix *x)
{
    cudaFree(x->base);
    memset(x, 0, sizeof *x);
}
