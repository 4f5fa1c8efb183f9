/* banks.c - a kernel of 512 FFMAs, compiled here for the card that is here, its
 * registers rewritten, and timed. The sums are wrong; the time is right. */
#include "probes/banks.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <elf.h>
#include <nvrtc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FFMAS = 512, TURNS = 200, ROUNDS = 15, MOST_WARPS = 2, POOL = 256 };
enum { EVEN, ODD };
enum { SLOT_A, SLOT_B, SLOT_C, SLOTS };

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
    CUresult (*load)(CUmodule *, const void *);
    CUresult (*unload)(CUmodule);
    CUresult (*find)(CUfunction *, CUmodule, const char *);
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, unsigned, CUstream, void **,
                       void **);
} api;

/* The compiled kernel, its FFMAs, and the numbers of the registers that
 * accumulate and of those that are only read, by parity. */
struct code {
    unsigned char *image;
    size_t size, at[FFMAS];
    int acc[2][POOL], accs[2], in[2][POOL], ins[2];
};

/* dlsym() returns an object pointer; C has no cast from it to a function. */
static int look_up(void *library, const char *name, void *function)
{
    *(void **)function = library ? dlsym(library, name) : NULL;
    return *(void **)function != NULL;
}

static int find_api(void)
{
    char name[32];
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW), *nvrtc;

    snprintf(name, sizeof name, "libnvrtc.so.%d", CUDART_VERSION / 1000);
    nvrtc = dlopen(name, RTLD_NOW);
    if (!nvrtc)
        nvrtc = dlopen("libnvrtc.so", RTLD_NOW);
    if (!look_up(nvrtc, "nvrtcCreateProgram", &api.create) ||
        !look_up(nvrtc, "nvrtcCompileProgram", &api.compile) ||
        !look_up(nvrtc, "nvrtcGetCUBINSize", &api.size) ||
        !look_up(nvrtc, "nvrtcGetCUBIN", &api.cubin) ||
        !look_up(nvrtc, "nvrtcDestroyProgram", &api.destroy))
        return complain("no NVRTC here: it comes with the CUDA Toolkit");
    if (!look_up(cuda, "cuModuleLoadData", &api.load) ||
        !look_up(cuda, "cuModuleUnload", &api.unload) ||
        !look_up(cuda, "cuModuleGetFunction", &api.find) ||
        !look_up(cuda, "cuLaunchKernel", &api.launch))
        return complain("the CUDA driver is too old");
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
    int done;

    if (sm < 80 || sm > 90)
        return complain("the encoding of FFMA is known for compute capability "
                        "8.0 to 9.0, and this card has %d.%d", sm / 10,
                        sm % 10);
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d", sm);
    done = api.create(&program, source, "probe.cu", 0, NULL, NULL) == 0 &&
           api.compile(program, 1, options) == 0 &&
           api.size(program, &code->size) == 0 &&
           (code->image = malloc(code->size)) &&
           api.cubin(program, (char *)code->image) == 0;
    api.destroy(&program);
    return done ? 0 : complain("NVRTC cannot compile the probe");
}

static uint64_t word(const struct code *code, size_t at)
{
    uint64_t w;

    memcpy(&w, code->image + at, sizeof w);
    return w;
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
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)code->image;
    const Elf64_Shdr *s = (const Elf64_Shdr *)(code->image + elf->e_shoff);
    const char *names = (const char *)code->image + s[elf->e_shstrndx].sh_offset;
    int found = 0;

    while (s < (const Elf64_Shdr *)(code->image + elf->e_shoff) + elf->e_shnum &&
           strcmp(names + s->sh_name, ".text.probe") != 0)
        ++s;
    for (size_t at = s->sh_offset; at < s->sh_offset + s->sh_size; at += 16) {
        const uint64_t lo = word(code, at), hi = word(code, at + 8);

        if ((lo & 0xfff) != 0x223 || (lo >> 16 & 255) != (hi & 255))
            continue;
        if (found < FFMAS) {
            code->at[found] = at;
            keep(code->acc, code->accs, (int)(hi & 255));
        }
        ++found;
    }
    for (int i = 0; i < FFMAS && found == FFMAS; ++i)
        for (int shift = 24; shift <= 32; shift += 8) {
            const int r = (int)(word(code, code->at[i]) >> shift & 255);

            if (known(code->acc[r % 2], code->accs[r % 2], r))
                found = -1;
            keep(code->in, code->ins, r);
        }
    if (found != FFMAS || code->ins[EVEN] < 4 || code->ins[ODD] < 4)
        return complain("the machine code of this card is not what we know");
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
        uint64_t lo = word(code, code->at[i]), hi = word(code, code->at[i] + 8);
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
        lo = (lo & ~(0xffffffull << 16)) | (uint64_t)r[SLOT_C] << 16 |
             (uint64_t)r[SLOT_A] << 24 | (uint64_t)r[SLOT_B] << 32;
        hi = (hi & ~(255ull | 7ull << 58 | 15ull << 41)) |
             (uint64_t)r[SLOT_C] | 1ull << 41;
        p += SLOTS;
        p += *p == ' ';
        if (!*p)
            p = pattern;
        for (int s = 0; s < SLOTS && i < FFMAS - 1; ++s)
            hi |= (uint64_t)(p[s] == '-') << (58 + s);
        memcpy(code->image + code->at[i], &lo, sizeof lo);
        memcpy(code->image + code->at[i] + 8, &hi, sizeof hi);
    }
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
    if (api.load(&module, code->image) != CUDA_SUCCESS ||
        api.find(&f, module, "probe") != CUDA_SUCCESS) {
        complain("the driver does not take the rewritten kernel");
        goto done;
    }
    for (int i = -1; i < ROUNDS; ++i) {
        if (api.launch(f, (unsigned)sms, 1, 1, 128 * (unsigned)warps, 1, 1, 0,
                       NULL, args, NULL) != CUDA_SUCCESS ||
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
        api.unload(module);
    cudaFree(on_card);
    cudaFree(sink);
    free(cycles);
    return status;
}

int door_cycles(const char *pattern, int warps, struct samples *out)
{
    static struct code code; /* compiled once: all of it is rewritten */

    if (warps < 1 || warps > MOST_WARPS)
        return complain("1 to %d warps", MOST_WARPS);
    if (!code.accs[EVEN] &&
        (find_api() != 0 ||
         cuda_check(cudaFree(0), "the GPU does not answer") != 0 ||
         compile(&code) != 0 || find_ffmas(&code) != 0))
        return -1;
    return rewrite(&code, pattern) == 0 ? run(&code, warps, out) : -1;
}
