/* card.c beside a driver that only notes what it is asked for. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#undef _DEFAULT_SOURCE
#define dlopen(name, how) (&driver_is_here)
#define dlsym(library, name) find_in_driver(library, name)
static int driver_is_here;
static void *find_in_driver(void *library, const char *wanted);
#include "bench/gpu/driver.c"
#include "tune/card.c"
#undef dlopen
#undef dlsym

#include "tap.h"

enum { MOST_DYNAMIC = 227 * 1024, ITS_OWN = 16 };

/* What the driver and the packer were asked for. */
static struct {
    int loads, unloads, launches, packs, granted;
    unsigned grid[3], block[3], shared;
    int M, N, K, bm;
    float alpha, beta;
    const float *A, *B;
    float *C;
} seen;
static CUresult answer;  /* of the next launch */
static int no_room;      /* for what is packed */
static float a, b, c, packed_a, packed_b;

static CUresult load(CUmodule *m, const void *image)
{
    (void)image;
    *m = (CUmodule)&seen;
    ++seen.loads;
    return CUDA_SUCCESS;
}

static CUresult unload(CUmodule m)
{
    (void)m;
    ++seen.unloads;
    return CUDA_SUCCESS;
}

static CUresult find(CUfunction *f, CUmodule m, const char *name)
{
    (void)m, (void)name;
    *f = (CUfunction)&seen;
    return CUDA_SUCCESS;
}

static CUresult get(int *value, CUfunction_attribute which, CUfunction f)
{
    (void)f;
    *value = which == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES ? ITS_OWN : 0;
    return CUDA_SUCCESS;
}

static CUresult set(CUfunction f, CUfunction_attribute which, int value)
{
    (void)f;
    if (which != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
        value > MOST_DYNAMIC)
        return CUDA_ERROR_INVALID_VALUE;
    seen.granted = value;
    return CUDA_SUCCESS;
}

static CUresult launch(CUfunction f, unsigned x, unsigned y, unsigned z,
                       unsigned threads_x, unsigned threads_y,
                       unsigned threads_z, unsigned shared, CUstream stream,
                       void **with, void **extra)
{
    (void)f, (void)stream, (void)extra;
    ++seen.launches;
    memcpy(seen.grid, (unsigned[]){x, y, z}, sizeof seen.grid);
    memcpy(seen.block, (unsigned[]){threads_x, threads_y, threads_z},
           sizeof seen.block);
    seen.shared = shared;
    seen.M = *(int *)with[0], seen.N = *(int *)with[1];
    seen.K = *(int *)with[2];
    seen.alpha = *(float *)with[3], seen.beta = *(float *)with[6];
    seen.A = *(const float **)with[4], seen.B = *(const float **)with[5];
    seen.C = *(float **)with[7];
    return answer;
}

static CUresult name(CUresult status, const char **text)
{
    *text = status == CUDA_SUCCESS ? "no error" : "invalid argument";
    return CUDA_SUCCESS;
}

static void *find_in_driver(void *library, const char *wanted)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {
        {"cuModuleLoadData", (void (*)(void))load},
        {"cuModuleUnload", (void (*)(void))unload},
        {"cuModuleGetFunction", (void (*)(void))find},
        {"cuFuncGetAttribute", (void (*)(void))get},
        {"cuFuncSetAttribute", (void (*)(void))set},
        {"cuLaunchKernel", (void (*)(void))launch},
        {"cuGetErrorString", (void (*)(void))name},
    };

    for (size_t i = 0; library && i < sizeof all / sizeof *all; ++i)
        if (strcmp(all[i].name, wanted) == 0)
            return *(void **)&all[i].function;
    return NULL;
}

int pack_operands(int bm, int M, int N, int K, const float **A,
                  const float **B)
{
    ++seen.packs;
    seen.bm = bm;
    if (no_room || M != 300 || N != 500 || K != 70 || *A != &a || *B != &b) {
        complain_later("no memory for packed floats");
        return -1;
    }
    *A = &packed_a;
    *B = &packed_b;
    return 0;
}

/* The runtime, and the parts of the bench that ask it. */
cudaError_t cudaFree(void *pointer) { return pointer ? 1 : cudaSuccess; }
cudaError_t cudaStreamQuery(void *stream) { return stream ? 1 : cudaSuccess; }
cudaError_t cudaGetLastError(void) { return cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which,
                                   int device)
{
    (void)device;
    *value = (int)which;
    return cudaSuccess;
}
int device_ready(void) { return 0; }
const char *device_name(void) { return "Made Up"; }
double host_ms(void) { return 0.0; }

int cuda_check(int status, const char *what)
{
    return complain_now() != 0 ? -1 : status ? complain("%s", what) : 0;
}

int kernel_open(struct cubin *c, const char *path)
{
    static struct function kernel = {.symbol = "kernel"};

    (void)path;
    *c = (struct cubin){.function = &kernel, .functions = 1};
    return 0;
}

void cubin_close(struct cubin *c)
{
    (void)c;
}

static const struct config copies = {.bm = 128, .bn = 256, .bk = 16, .wm = 64,
                                     .wn = 64, .tm = 16, .tn = 8, .stages = 3,
                                     .blocks = 1, .order = 1, .store = 1};
static const struct config plain = {.bm = 128, .bn = 64, .bk = 16, .tm = 8,
                                    .tn = 8, .stages = 1};
static const long BYTES = 3 * 16 * (128 + 256) * 4;

static void run(int M, int N, int K, float alpha)
{
    tuned_launch(M, N, K, alpha, &a, &b, 0.25f, &c);
}

static int stands(unsigned x, unsigned y, unsigned threads, unsigned shared)
{
    return seen.grid[0] == x && seen.grid[1] == y && seen.grid[2] == 1 &&
           seen.block[0] == threads && seen.block[1] == 1 &&
           seen.block[2] == 1 && seen.shared == shared;
}

static int gets(const float *A, const float *B, int M, int N, int K,
                float alpha)
{
    return seen.A == A && seen.B == B && seen.C == &c && seen.M == M &&
           seen.N == N && seen.K == K && seen.alpha == alpha &&
           seen.beta == 0.25f;
}

static void packed(void)
{
    struct loaded k;

    ok(card_load(&k, "x.cubin", &copies) == 0 && seen.granted == BYTES,
       "a packed kernel is granted %ld bytes of shared memory", BYTES);
    ok(k.shared == BYTES + ITS_OWN, "its record says so, with its own: %d",
       k.shared);
    card_use(&k);
    run(300, 500, 70, 0.5f);
    ok(seen.packs == 1 && seen.bm == 128, "its operands are packed, for its BM");
    ok(seen.launches == 1 && stands(3 * 2, 1, 256, BYTES),
       "%u blocks of %u threads in one row, with %u bytes", seen.grid[0],
       seen.block[0], seen.shared);
    ok(gets(&packed_a, &packed_b, 300, 500, 70, 0.5f),
       "it gets what is packed, and all else as it is");
    ok(card_wait(1.0) == 0, "and is waited for");
    run(300, 500, 70, 0.0f);
    ok(seen.packs == 1 && seen.launches == 2 &&
           gets(&a, &b, 300, 500, 70, 0.0f),
       "with alpha = 0 nothing is packed, and C scaled");
    run(300, 500, 0, 0.5f);
    ok(seen.packs == 1 && seen.launches == 3, "nor with K = 0");
    run(0, 500, 70, 0.5f);
    run(300, 0, 70, 0.5f);
    ok(seen.packs == 1 && seen.launches == 3, "without C nothing is launched");
    no_room = 1;
    run(300, 500, 70, 0.5f);
    ok(seen.launches == 3, "nor where there is no room for what is packed");
    ok(card_wait(1.0) != 0 && strstr(complaint(), "no memory for packed"),
       "which is its fault: %s", complaint());
    no_room = 0;
    answer = CUDA_ERROR_INVALID_VALUE;
    run(300, 500, 70, 0.5f);
    ok(card_wait(1.0) != 0 && strstr(complaint(), "launch: invalid argument"),
       "a launch that is refused is a fault: %s", complaint());
    answer = CUDA_SUCCESS;
    card_unload(&k);
}

static void as_they_are(void)
{
    struct loaded k;
    const int packs = seen.packs;

    seen.granted = 0;
    ok(card_load(&k, "x.cubin", &plain) == 0 && seen.granted == 0 &&
           k.shared == ITS_OWN, "a kernel with arrays of its own asks for none");
    card_use(&k);
    run(300, 500, 70, 0.5f);
    ok(seen.packs == packs && stands(8, 3, 128, 0) &&
           gets(&a, &b, 300, 500, 70, 0.5f),
       "and gets a grid of %u x %u, and A and B as they are", seen.grid[0],
       seen.grid[1]);
    card_unload(&k);
}

static void too_much(void)
{
    struct config large = copies;
    struct loaded k;
    const int unloads = seen.unloads;

    large.bk = 32;
    large.stages = 5;
    ok(card_load(&k, "x.cubin", &large) != 0 &&
           strstr(complaint(), "shared memory: invalid argument"),
       "more shared memory than there is: %s", complaint());
    ok(seen.unloads == unloads + 1 && !k.function,
       "and what was loaded is unloaded");
}

int main(void)
{
    packed();
    as_they_are();
    too_much();
    return tap_end();
}
