#include "tune/nvrtc.h"

#include "bench/bench.h"

#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NVRTC brings no C library. */
static const char *const NAMES[] = {"stddef.h", "stdint.h"};
static const char *const HEADERS[] = {
    "#pragma once\n"
    "typedef decltype(sizeof 0) size_t;\n"
    "typedef decltype((char *)0 - (char *)0) ptrdiff_t;\n",
    "#pragma once\n"
    "typedef unsigned int uint32_t;\n"
    "typedef unsigned long long uint64_t;\n"};

enum { SOURCE = 1 << 20, OPTION = 700 };

const char *nvrtc_version(void)
{
    static char text[32];
    int major = 0, minor = 0;

    nvrtcVersion(&major, &minor);
    snprintf(text, sizeof text, "%d.%d", major, minor);
    return text;
}

int nvrtc_knows(const char *arch)
{
    int count = 0, list[256], number = 0;
    char rest;

    if (sscanf(arch, "sm_%d%c", &number, &rest) < 1 || number <= 0)
        return complain("bad architecture '%s': write sm_90, say", arch);
    if (nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count > 256 ||
        nvrtcGetSupportedArchs(list) != NVRTC_SUCCESS)
        return 0;
    for (int i = 0; i < count; ++i)
        if (list[i] == number)
            return 0;
    return complain("NVRTC %s compiles for nothing like %s; another CUDA "
                    "Toolkit may", nvrtc_version(), arch);
}

static int fails(const char *what, const char *path)
{
    fprintf(stderr, "error: NVRTC cannot %s %s\n", what, path);
    return -1;
}

static void print_log(nvrtcProgram program)
{
    size_t size = 0;
    char *log;

    if (nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS ||
        !(log = calloc(size + 1, 1)))
        return;
    nvrtcGetProgramLog(program, log);
    fputs(log, stderr);
    free(log);
}

static int write_cubin(nvrtcProgram program, const char *path)
{
    size_t size = 0;
    FILE *f = fopen(path, "wb");
    char *cubin = NULL;
    int done;

    done = f && nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS &&
           size > 0 && (cubin = malloc(size)) &&
           nvrtcGetCUBIN(program, cubin) == NVRTC_SUCCESS &&
           fwrite(cubin, 1, size, f) == size;
    free(cubin);
    done = f && fclose(f) == 0 && done;
    return done ? 0 : fails("write", path);
}

/* Host helpers in a chapter's source carry no __device__: that is what the
 * option with the long name is for. */
static int compile(nvrtcProgram program, const char *arch,
                   const char *constants, const char *source)
{
    char target[OPTION], define[OPTION], here[OPTION];
    static const char toolkit[] = "-I" CUDA_HOME "/include";
    const char *const options[] = {
        "--device-as-default-execution-space", "--std=c++17",
        target, define, here, toolkit,
    };
    const int folder = (int)(strrchr(source, '/') - source);

    snprintf(target, OPTION, "-arch=%s", arch);
    snprintf(define, OPTION, "-DCONSTANTS=%s", constants);
    snprintf(here, OPTION, "-I%.*s", folder, source);
    if (nvrtcCompileProgram(program, sizeof options / sizeof *options,
                            options) == NVRTC_SUCCESS)
        return 0;
    print_log(program);
    return -1;
}

int nvrtc_make(const char *arch, const char *constants, const char *source,
               const char *cubin)
{
    static char text[SOURCE];
    FILE *f = fopen(source, "rb");
    nvrtcProgram program;
    int status;

    if (!f || fread(text, 1, SOURCE, f) == SOURCE || ferror(f))
        return fails("read", source);
    fclose(f);
    if (nvrtcCreateProgram(&program, text, strrchr(source, '/') + 1, 2,
                           HEADERS, NAMES) != NVRTC_SUCCESS)
        return fails("start on", source);
    status = compile(program, arch, constants, source) == 0
                 ? write_cubin(program, cubin) : -1;
    nvrtcDestroyProgram(&program);
    return status;
}
