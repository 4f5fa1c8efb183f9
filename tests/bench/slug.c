#include "bench/record.h"
#include "tap.h"

#include <string.h>

static void comes(const char *name, const char *want)
{
    char got[32];

    memset(got, '!', sizeof got);
    slug(name, got, sizeof got);
    ok(strcmp(got, want) == 0, "'%s' is the folder '%s'", name, got);
}

int main(void)
{
    comes("NVIDIA H200", "nvidia-h200");
    comes("NVIDIA GeForce RTX 4090", "nvidia-geforce-rtx-4090");
    comes("NVIDIA A100-SXM4-80GB", "nvidia-a100-sxm4-80gb");
    comes("  (Tesla)  T4 / 16 GB.. ", "tesla-t4-16-gb");
    comes("../../etc", "etc");
    comes("a__b  c", "a-b-c");
    comes("", "");
    comes("-- --", "");
    comes("N\xc3\xbcVIDIA \xe2\x84\xa2 5", "n-vidia-5");
    comes("abcdefghijklmnopqrstuvwxyz 0123456789",
          "abcdefghijklmnopqrstuvwxyz-0123");
    comes("abcdefghijklmnopqrstuvwxyzabcd efgh",
          "abcdefghijklmnopqrstuvwxyzabcd");
    return tap_end();
}
