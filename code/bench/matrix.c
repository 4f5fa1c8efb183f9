#include "matrix.h"

#include "program.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A quiet NaN with a payload that arithmetic does not produce. */
static const uint32_t MARK = 0x7fc0deadu;

int cuda_check(int status, const char *what)
{
    if (status == cudaSuccess)
        return 0;
    return complain("%s: %s", what, cudaGetErrorString((cudaError_t)status));
}

static int without_zones;

void matrix_tighten(void)
{
    without_zones = 1;
}

static size_t zone_size(void)
{
    return without_zones ? 0 : backend.red_zone;
}

static int mark(float *zone)
{
    uint32_t marks[1024];
    const size_t n = zone_size();

    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; ++i)
        marks[i] = MARK;
    return cuda_check(cudaMemcpy(zone, marks, n * sizeof *marks,
                                 cudaMemcpyHostToDevice), "mark red zone");
}

int matrix_new(struct matrix *x, size_t count)
{
    const size_t zone = zone_size();
    void *base = NULL;

    memset(x, 0, sizeof *x);
    if (cuda_check(cudaMalloc(&base, (count + 2 * zone) * sizeof(float)),
                   "device memory") != 0)
        return -1;
    x->base = base;
    x->data = x->base + zone;
    x->count = count;
    return mark(x->base) != 0 || mark(x->data + count) != 0 ? -1 : 0;
}

int matrix_put(const struct matrix *x, const float *host)
{
    if (x->count == 0)
        return 0;
    return cuda_check(cudaMemcpy(x->data, host, x->count * sizeof(float),
                                 cudaMemcpyHostToDevice), "copy to device");
}

int matrix_get(const struct matrix *x, float *host)
{
    if (x->count == 0)
        return 0;
    return cuda_check(cudaMemcpy(host, x->data, x->count * sizeof(float),
                                 cudaMemcpyDeviceToHost), "copy from device");
}

int matrix_poison(const struct matrix *x)
{
    if (x->count == 0)
        return 0;
    return cuda_check(cudaMemset(x->data, 0xff, x->count * sizeof(float)),
                      "poison");
}

static int check_zone(const float *zone, const char *name, int before)
{
    const size_t n = zone_size();
    uint32_t host[1024];

    if (n == 0)
        return 0;
    if (cuda_check(cudaMemcpy(host, zone, n * sizeof *host,
                              cudaMemcpyDeviceToHost), "read red zone") != 0)
        return -1;
    for (size_t i = 0; i < n; ++i) {
        const size_t at = before ? n - 1 - i : i;

        if (host[at] != MARK)
            return complain("wrote %zu element%s %s %s", i + 1, i ? "s" : "",
                            before ? "before" : "past the end of", name);
    }
    return 0;
}

int matrix_check(const struct matrix *x, const char *name)
{
    if (check_zone(x->base, name, 1) != 0)
        return -1;
    return check_zone(x->data + x->count, name, 0);
}

void matrix_free(struct matrix *x)
{
    cudaFree(x->base);
    memset(x, 0, sizeof *x);
}
