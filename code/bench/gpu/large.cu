#include "bench/gpu/large.h"

#include "bench/bound.h"

#include "bench/bench.h"
#include "bench/element.h"

#include <string.h>

enum { THREADS = 256, TILE = 16 };

static unsigned blocks_for(size_t count)
{
    const size_t blocks = (count + THREADS - 1) / THREADS;

    return (unsigned)(blocks < 65536 ? blocks : 65536);
}

static int finish(const char *what)
{
    if (cuda_check(cudaGetLastError(), what) != 0)
        return -1;
    return cuda_check(cudaDeviceSynchronize(), what);
}

static __global__ void fill(unsigned type, void *x, size_t rows, size_t cols,
                            enum inputs kind, int left, uint64_t seed,
                            int transposed)
{
    const size_t stride = (size_t)gridDim.x * THREADS;

    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
         i < rows * cols; i += stride) {
        const size_t at = transposed ? i % cols * rows + i / cols : i;

        element_put(type, x, at, input(kind, left, seed, cols, i));
    }
}

void large_fill_later(unsigned type, void *x, size_t rows, size_t cols,
                      enum inputs kind, int left, uint64_t seed, int transposed)
{
    if (rows * cols > 0)
        fill<<<blocks_for(rows * cols), THREADS>>>(type, x, rows, cols, kind,
                                                   left, seed, transposed);
}

int large_fill(unsigned type, void *x, size_t rows, size_t cols,
               enum inputs kind, int left, uint64_t seed, int transposed)
{
    large_fill_later(type, x, rows, cols, kind, left, seed, transposed);
    return finish("fill");
}

/* One element a thread, tiles of A and B widened to float64 once each. */
static __global__ void multiply(unsigned type, struct size s, const void *a,
                                const void *b, double *want, double *mag)
{
    __shared__ double as[TILE][TILE], bs[TILE][TILE + 1];
    const size_t tiles = ((size_t)s.n + TILE - 1) / TILE;
    const size_t row = blockIdx.x / tiles * TILE + threadIdx.y;
    const size_t col = blockIdx.x % tiles * TILE + threadIdx.x;
    const size_t m = (size_t)s.m, n = (size_t)s.n, k = (size_t)s.k;
    double sum = 0.0, size = 0.0;

    for (size_t p = 0; p < k; p += TILE) {
        const size_t ak = p + threadIdx.x, bk = p + threadIdx.y;

        as[threadIdx.y][threadIdx.x] =
            row < m && ak < k ? element_get(type, a, row * k + ak) : 0;
        bs[threadIdx.y][threadIdx.x] =
            bk < k && col < n ? element_get(type, b, bk * n + col) : 0;
        __syncthreads();
        for (int i = 0; i < TILE; ++i) {
            const double x = as[threadIdx.y][i], y = bs[i][threadIdx.x];

            sum = fma(x, y, sum);
            if (mag)
                size = fma(fabs(x), fabs(y), size);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        want[row * n + col] = sum;
        if (mag)
            mag[row * n + col] = size;
    }
}

int large_reference(unsigned type, struct size s, const void *a, const void *b,
                    double *want, double *mag)
{
    const size_t tiles = (((size_t)s.m + TILE - 1) / TILE) *
                         (((size_t)s.n + TILE - 1) / TILE);

    if (tiles == 0)
        return 0;
    multiply<<<(unsigned)tiles, dim3(TILE, TILE)>>>(type, s, a, b, want,
                                                   mag);
    return finish("reference");
}

struct verdict {
    unsigned long long error; /* bits of a non-negative double: ordered */
    unsigned long long worst;
};

static __global__ void compare(unsigned flags, struct size s, const float *got,
                               const double *want, const double *mag,
                               struct outcome o, struct verdict *v)
{
    const size_t stride = (size_t)gridDim.x * THREADS, n = (size_t)s.n,
                 count = (size_t)s.m * n;
    unsigned long long largest = 0;

    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < count;
         i += stride) {
        const double c = o.of_c != 0.0 ? input(o.kind, 0, o.seed, n, i) : 0.0;
        const double units = mag ? o.product_units * mag[i] +
                                       o.c_units * fabs(c) : 0.0;
        const double bound = mag ? bound_of(flags, units, s.k) : 0.0;
        const double e = error_over(got[i], o.of_product * want[i] + o.of_c * c,
                                    bound);
        const unsigned long long bits =
            (unsigned long long)__double_as_longlong(e);

        if (bits > largest) {
            largest = bits;
            if (e > 1.0)
                atomicMin(&v->worst, (unsigned long long)i);
        }
    }
    atomicMax(&v->error, largest);
}

int large_error(unsigned flags, struct size s, const float *got,
                const double *want, const double *mag, struct outcome o,
                double *error, size_t *worst)
{
    const size_t count = (size_t)s.m * (size_t)s.n;
    struct verdict v = {0, ~0ull}, *device = NULL;
    int status;

    *error = 0.0;
    *worst = 0;
    if (count == 0)
        return 0;
    if (cuda_check(cudaMalloc((void **)&device, sizeof v), "device memory"))
        return -1;
    cudaMemcpy(device, &v, sizeof v, cudaMemcpyHostToDevice);
    compare<<<blocks_for(count), THREADS>>>(flags, s, got, want, mag, o,
                                            device);
    status = finish("compare");
    cudaMemcpy(&v, device, sizeof v, cudaMemcpyDeviceToHost);
    cudaFree(device);
    memcpy(error, &v.error, sizeof *error);
    *worst = v.worst == ~0ull ? 0 : (size_t)v.worst;
    return status;
}
