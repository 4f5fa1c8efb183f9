#define _POSIX_C_SOURCE 200809L
#include "tune/nvcc.h"

#include <stdio.h>
#include <string.h>

const char NVCC_PATH[] = NVCC;

int listen_to(const char *command, char *out, size_t size)
{
    FILE *f = popen(command, "r");
    char rest[256];
    size_t n;

    out[0] = '\0';
    if (!f)
        return -1;
    n = fread(out, 1, size - 1, f);
    out[n] = '\0';
    while (fread(rest, 1, sizeof rest, f) > 0)
        ;
    return pclose(f) == 0 ? 0 : -1;
}

void nvcc_about(char *out, size_t size)
{
    if (listen_to("'" NVCC "' --version 2>/dev/null", out, size) != 0)
        out[0] = '\0';
}

void nvcc_version(const char *about, char *out, size_t size)
{
    static const char mark[] = "release ";
    const char *at = strstr(about, mark);

    at = at ? at + strlen(mark) : about;
    snprintf(out, size, "%.*s", (int)strspn(at, "0123456789."), at);
}

void nvcc_options(const char *arch, char *out, size_t size)
{
    snprintf(out, size, "-arch=%s %s", arch, NVCCFLAGS);
}
