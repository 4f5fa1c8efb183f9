/* banks.c - a kernel of 512 FFMAs, compiled here for the card that is here, its
 * registers rewritten, and timed. The sums are wrong; the time is right. */
#include "probes/banks.h"

#include "bench/cubin.h"
#include "bench/gpu/driver.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FFMAS = 512, TURNS = 200, ROUNDS = 15, MOST_WARPS = 2, POOL = 256 };
enum { EVEN, ODD };
enum { SLOT_A, SLOT_B, SLOT_C, SLOTS };

static const char UNKNOWN[] =
    "the machine code of this card is not what we know";

static const char source[] =
    "extern \"C\" __global__ void probe(float *out, long long *cycles,\n"
    "                                 int turns, float x)\n"
    "{\n"
    "    float a[16], b[8], acc[16][8], sum = 0;\n"
    "    for (int i = 0; i < 16; ++i) a[i] = x + i + threadIdx.x;\n"
    "    for (int j = 0; j < 8; ++j) b[j] = x * j + threadIdx.x;\n"
    "    for (int i = 0; i < 16; ++i)\n"
    "        for (int j = 0; j < 8; ++j) acc[i][j] = i * x + j;\n"
    "    __syncthreads();\n"
    "    const long long begin = clock64();\n"
    "#pragma unroll 1\n"
    "    for (int t = 0; t < turns; ++t)\n"
    "#pragma unroll\n"
    "        for (int f = 0; f < 512; ++f)\n"
    "            asm volatile(\"fma.rn.f32 %0, %1, %2, %0;\"\n"
    "                         : \"+f\"(acc[f / 8 % 16][f % 8])\n"
    "                         : \"f\"(a[f / 8 % 16]), \"f\"(b[f % 8]));\n"
    "    const long long end = clock64();\n"
    "    for (int i = 0; i < 16; ++i)\n"
    "        for (int j = 0; j < 8; ++j) sum += acc[i][j];\n"
    "    if (sum == 1.2345f) *out = sum;\n"
    "    if (threadIdx.x % 32 == 0)\n"
    "        cycles[(blockIdx.x * blockDim.x + threadIdx.x) / 32] =\n"
    "            end - begin;\n"
    "}\n";

static struct {
    nvrtcResult (*create)(nvrtcProgram *, const char *, const char *, int,
                          const char *const *, const char *const *);
    nvrtcResult (*compile)(nvrtcProgram, int, const char *const *);
    nvrtcResult (*size)(nvrtcProgram, size_t *);
    nvrtcResult (*cubin)(nvrtcProgram, char *);
    nvrtcResult (*destroy)(nvrtcProgram *);
} nvrtc;

/* The compiled kernel, its FFMAs, and the numbers of the registers that
 * accumulate and of those that are only read, by parity. */
struct code {
    struct cubin cubin;
    const struct function *kernel;
    struct word *ffma[FFMAS];
    int acc[2][POOL], accs[2], in[2][POOL], ins[2];
};

static int find_nvrtc(void)
{
    char name[32];
    void *library;

    snprintf(name, sizeof name, "libnvrtc.so.%d", CUDART_VERSION / 1000);
    library = dlopen(name, RTLD_NOW);
    if (!library)
        library = dlopen("libnvrtc.so", RTLD_NOW);
    if (!look_up(library, "nvrtcCreateProgram", &nvrtc.create) ||
        !look_up(library, "nvrtcCompileProgram", &nvrtc.compile) ||
        !look_up(library, "nvrtcGetCUBINSize", &nvrtc.size) ||
        !look_up(library, "nvrtcGetCUBIN", &nvrtc.cubin) ||
        !look_up(library, "nvrtcDestroyProgram", &nvrtc.destroy))
        return complain("no NVRTC here: it comes with the CUDA Toolkit");
    return 0;
}

static int attribute(enum cudaDeviceAttr which)
{
    int value = 0;

    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

static int compile(struct code *code)
{
    const int sm = 10 * attribute(cudaDevAttrComputeCapabilityMajor) +
                   attribute(cudaDevAttrComputeCapabilityMinor);
    char arch[32];
    const char *const options[] = {arch};
    nvrtcProgram program = NULL;
    unsigned char *image = NULL;
    size_t size = 0;
    int done;

    if (sm < 80 || sm > 90)
        return complain("the encoding of FFMA is known for compute capability "
                        "8.0 to 9.0, and this card has %d.%d", sm / 10,
                        sm % 10);
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d", sm);
    done = nvrtc.create(&program, source, "probe.cu", 0, NULL, NULL) == 0 &&
           nvrtc.compile(program, 1, options) == 0 &&
           nvrtc.size(program, &size) == 0 && (image = malloc(size)) &&
           nvrtc.cubin(program, (char *)image) == 0;
    nvrtc.destroy(&program);
    if (done && cubin_take(&code->cubin, image, size) == NULL)
        return 0;
    if (!done)
        free(image);
    return complain("%s", done ? UNKNOWN : "NVRTC cannot compile the probe");
}

static int known(const int *list, int count, int number)
{
    for (int i = 0; i < count; ++i)
        if (list[i] == number)
            return 1;
    return 0;
}

static void keep(int list[2][POOL], int count[2], int number)
{
    const int p = number % 2;

    if (!known(list[p], count[p], number))
        list[p][count[p]++] = number;
}

/* The encoding is checked before it is relied on: 512 FFMAs that write the
 * register which they add to, and operands that none of them writes. */
static int find_ffmas(struct code *code)
{
    const struct function *k = code->cubin.function;
    int found = 0;

    if (code->cubin.functions != 1)
        return complain("%s", UNKNOWN);
    for (struct word *w = k->code; w < k->code + k->length; ++w) {
        if ((w->lo & 0xfff) != 0x223 || (w->lo >> 16 & 255) != (w->hi & 255))
            continue;
        if (found < FFMAS) {
            code->ffma[found] = w;
            keep(code->acc, code->accs, (int)(w->hi & 255));
        }
        ++found;
    }
    for (int i = 0; i < FFMAS && found == FFMAS; ++i)
        for (int shift = 24; shift <= 32; shift += 8) {
            const int r = (int)(code->ffma[i]->lo >> shift & 255);

            if (known(code->acc[r % 2], code->accs[r % 2], r))
                found = -1;
            keep(code->in, code->ins, r);
        }
    if (found != FFMAS || code->ins[EVEN] < 4 || code->ins[ODD] < 4)
        return complain("%s", UNKNOWN);
    code->kernel = k;
    return 0;
}

static int next(int list[2][POOL], const int count[2], int parity, int *turn)
{
    return list[parity][(*turn)++ % count[parity]];
}

/* Gives the FFMAs the registers and flags of the pattern, and lets each issue
 * a cycle after the one before. */
static int rewrite(struct code *code, const char *pattern)
{
    int r[SLOTS] = {0}, turn_in = 0, turn_acc = 0;
    const char *p = pattern;

    for (int i = 0; i < FFMAS; ++i) {
        struct word *w = code->ffma[i];
        const int summing = p[SLOT_C] == '=';

        for (int s = 0; s < SLOTS; ++s) {
            const int odd = p[s] == 'o';

            if (p[s] == '=')
                r[s] = r[SLOT_A];
            else if (p[s] == 'e' || p[s] == 'o')
                r[s] = s == SLOT_C || summing
                           ? next(code->acc, code->accs, odd, &turn_acc)
                           : next(code->in, code->ins, odd, &turn_in);
            else if (p[s] != '-' && p[s] != '_')
                return complain("bad pattern '%s'", pattern);
        }
        w->lo = (w->lo & ~(0xffffffull << 16)) | (uint64_t)r[SLOT_C] << 16 |
                (uint64_t)r[SLOT_A] << 24 | (uint64_t)r[SLOT_B] << 32;
        w->hi = (w->hi & ~(255ull | 7ull << 58 | 15ull << 41)) |
                (uint64_t)r[SLOT_C] | 1ull << 41;
        p += SLOTS;
        p += *p == ' ';
        if (!*p)
            p = pattern;
        for (int s = 0; s < SLOTS && i < FFMAS - 1; ++s)
            w->hi |= (uint64_t)(p[s] == '-') << (58 + s);
    }
    memcpy(code->cubin.file + code->kernel->at, code->kernel->code,
           code->kernel->length * sizeof *code->kernel->code);
    return 0;
}

static int by_size(const void *a, const void *b)
{
    const long long x = *(const long long *)a, y = *(const long long *)b;

    return (x > y) - (x < y);
}

static int run(const struct code *code, int warps, struct samples *out)
{
    const int sms = attribute(cudaDevAttrMultiProcessorCount);
    const size_t count = (size_t)sms * 4 * (size_t)warps;
    const size_t bytes = count * sizeof(long long);
    int turns = TURNS, status = -1;
    long long *cycles = malloc(bytes), *on_card = NULL;
    float *sink = NULL, x = 1.0f;
    void *args[] = {&sink, &on_card, &turns, &x};
    CUmodule module = NULL;
    CUfunction f;

    if (!cycles || cuda_check(cudaMalloc((void **)&on_card, bytes), "memory") ||
        cuda_check(cudaMalloc((void **)&sink, sizeof *sink), "memory"))
        goto done;
    if (driver.load(&module, code->cubin.file) != CUDA_SUCCESS ||
        driver.find(&f, module, "probe") != CUDA_SUCCESS) {
        complain("the driver does not take the rewritten kernel");
        goto done;
    }
    for (int i = -1; i < ROUNDS; ++i) {
        if (driver.launch(f, (unsigned)sms, 1, 1, 128 * (unsigned)warps, 1, 1,
                          0, NULL, args, NULL) != CUDA_SUCCESS ||
            cuda_check(cudaMemcpy(cycles, on_card, bytes,
                                  cudaMemcpyDeviceToHost), "probe"))
            goto done;
        qsort(cycles, count, sizeof *cycles, by_size);
        if (i >= 0)
            add_sample(out, (double)cycles[count / 2] / TURNS / FFMAS / warps);
    }
    status = 0;
done:
    if (module)
        driver.unload(module);
    cudaFree(on_card);
    cudaFree(sink);
    free(cycles);
    return status;
}

int bank_cycles(const char *pattern, int warps, struct samples *out)
{
    static struct code code; /* compiled once: all of it is rewritten */

    if (warps < 1 || warps > MOST_WARPS)
        return complain("1 to %d warps", MOST_WARPS);
    if (!code.accs[EVEN] &&
        (find_nvrtc() != 0 || driver_ready() != 0 || compile(&code) != 0 ||
         find_ffmas(&code) != 0))
        return -1;
    return rewrite(&code, pattern) == 0 ? run(&code, warps, out) : -1;
}
