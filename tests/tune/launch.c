/* card.c beside a driver that only notes what it is asked for. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#undef _DEFAULT_SOURCE
#define dlopen(name, how) (&driver_is_here)
#define dlsym(library, name) find_in_driver(library, name)
static int driver_is_here;
static void *find_in_driver(void *library, const char *wanted);
#include "tune/card.c"
#undef dlopen
#undef dlsym

#include "tap.h"

enum { MOST_DYNAMIC = 227 * 1024, ITS_OWN = 16 };

/* What the driver and the packer were asked for. */
static struct {
    int loads, unloads, launches, packs, granted, behind, multiprocessors;
    enum takes takes; /* of what is launched */
    uint64_t map_a, map_b;
    float *parts;
    unsigned grid[3], block[3], shared;
    int M, N, K;
    float alpha, beta;
    const float *A, *B;
    float *C;
} seen;
static CUresult answer;  /* of the next launch */
static int no_room;      /* for what is packed */
static float a, b, c, packed_a, packed_b, parts;

static CUresult load(CUmodule *m, const char *path)
{
    (void)path;
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

static CUresult start(const CUlaunchConfig *how, CUfunction f, void **with,
                      void **extra)
{
    const int maps = seen.takes == MAPPED;
    const CUlaunchAttributeID behind =
        CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;

    (void)f, (void)extra;
    ++seen.launches;
    memcpy(seen.grid,
           (unsigned[]){how->gridDimX, how->gridDimY, how->gridDimZ},
           sizeof seen.grid);
    memcpy(seen.block,
           (unsigned[]){how->blockDimX, how->blockDimY, how->blockDimZ},
           sizeof seen.block);
    seen.shared = how->sharedMemBytes;
    seen.behind = how->numAttrs == 1 && how->attrs[0].id == behind &&
                  how->attrs[0].value.programmaticStreamSerializationAllowed;
    seen.M = *(int *)with[0], seen.N = *(int *)with[1];
    seen.K = *(int *)with[2];
    seen.alpha = *(float *)with[3], seen.beta = *(float *)with[6];
    seen.A = maps ? NULL : *(const float **)with[4];
    seen.B = maps ? NULL : *(const float **)with[5];
    seen.map_a = maps ? *(uint64_t *)with[4] : 0;
    seen.map_b = maps ? *(uint64_t *)with[5] : 0;
    seen.C = *(float **)with[7];
    seen.parts = maps ? *(float **)with[8] : NULL;
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
        {"cuModuleLoad", (void (*)(void))load},
        {"cuModuleUnload", (void (*)(void))unload},
        {"cuModuleGetFunction", (void (*)(void))find},
        {"cuFuncGetAttribute", (void (*)(void))get},
        {"cuFuncSetAttribute", (void (*)(void))set},
        {"cuLaunchKernelEx", (void (*)(void))start},
        {"cuGetErrorString", (void (*)(void))name},
    };

    for (size_t i = 0; library && i < sizeof all / sizeof *all; ++i)
        if (strcmp(all[i].name, wanted) == 0)
            return *(void **)&all[i].function;
    return NULL;
}

int pack_operands(const struct config *config, int multiprocessors_there,
                  int M, int N, int K, float alpha, const float *A,
                  const float *B, struct packed *p)
{
    ++seen.packs;
    seen.multiprocessors = multiprocessors_there;
    if (no_room || config->takes != seen.takes || M != 300 || N != 500 ||
        K != 70 || alpha != 0.5f || A != &a || B != &b) {
        complain_later("no memory for packed floats");
        return -1;
    }
    *p = (struct packed){.A = &packed_a, .B = &packed_b, .a.opaque = {11},
                         .b.opaque = {22}, .parts = &parts, .blocks = 7};
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

int cubin_kernel(const char *path, char *symbol, size_t size)
{
    (void)path;
    snprintf(symbol, size, "kernel");
    return 0;
}

static const struct config copies = {.bm = 128, .bn = 256, .bk = 16, .wm = 64,
                                     .wn = 64, .tm = 16, .tn = 8, .stages = 3,
                                     .takes = PACKED, .blocks = 1};
static const struct config maps = {.bm = 512, .bn = 96, .bk = 32, .wm = 64,
                                   .wn = 96, .tm = 16, .tn = 12, .stages = 2,
                                   .takes = MAPPED, .blocks = 1, .ways = 3,
                                   .way = {2, 8, BEHIND}};
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

    seen.takes = PACKED;
    ok(card_load(&k, "x.cubin", &copies) == 0 && seen.granted == BYTES,
       "a packed kernel is granted %ld bytes of shared memory", BYTES);
    ok(k.shared == BYTES + ITS_OWN, "its record says so, with its own: %d",
       k.shared);
    card_use(&k);
    run(300, 500, 70, 0.5f);
    ok(seen.packs == 1 && seen.multiprocessors == cudaDevAttrMultiProcessorCount,
       "its operands are packed, for the card that is there");
    ok(seen.launches == 1 && stands(7, 1, 256, BYTES) && !seen.behind,
       "%u blocks of %u threads in one row, with %u bytes", seen.grid[0],
       seen.block[0], seen.shared);
    ok(gets(&packed_a, &packed_b, 300, 500, 70, 0.5f),
       "it gets what is packed, and all else as it is");
    ok(card_wait(1.0) == 0, "and is waited for");
    run(0, 500, 70, 0.5f);
    run(300, 0, 70, 0.5f);
    ok(seen.packs == 1 && seen.launches == 1, "without C nothing is launched");
    no_room = 1;
    run(300, 500, 70, 0.5f);
    ok(seen.launches == 1, "nor where there is no room for what is packed");
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

static void mapped(void)
{
    struct loaded k;

    seen.takes = MAPPED;
    ok(card_load(&k, "x.cubin", &maps) == 0 &&
           seen.granted == 2 * 32 * (512 + 96) * 4,
       "a kernel that takes maps is granted its shared memory");
    card_use(&k);
    run(300, 500, 70, 0.5f);
    ok(stands(7, 1, 256, (unsigned)seen.granted) && seen.behind,
       "it has as many blocks as shares, and starts close behind the packing");
    ok(gets(NULL, NULL, 300, 500, 70, 0.5f) && seen.map_a == 11 &&
           seen.map_b == 22 && seen.parts == &parts,
       "it gets maps, and room for parts");
    card_unload(&k);
}

static void as_they_are(void)
{
    struct loaded k;
    const int packs = seen.packs;

    seen.granted = 0;
    seen.takes = AS_THEY_ARE;
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
    mapped();
    as_they_are();
    too_much();
    return tap_end();
}
