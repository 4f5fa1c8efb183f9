/* fuzz.c - a cubin cut at every byte, and with every byte another, is read or refused:
 * fuzz FILE SCRATCH. Under sanitizers; exits with 1 where a cut one is taken. */
#include "loops/exchange.h"
#include "loops/law.h"
#include "loops/name.h"

#include <stdio.h>
#include <string.h>

static unsigned char file[65536];
static const char *scratch;

static int write_file(size_t size)
{
    FILE *f = fopen(scratch, "wb");
    const int bad = !f || fwrite(file, 1, size, f) != size;

    return (f && fclose(f) != 0) || bad;
}

/* What loops does with a file. 1 if it was taken. */
static int read_all(void)
{
    struct cubin c;
    struct loop l;
    size_t loads;
    char name[50];

    if (cubin_open(&c, scratch))
        return 0;
    for (size_t f = 0; f < c.functions; ++f) {
        plain_name(c.function[f].symbol, name, sizeof name);
        if (hot_loop(&c.function[f], c.arch, &l) > 0) {
            score_of(&c.function[f], &l);
            exchange_factors(c.function[f].code, &l, NULL, 0, &loads);
        }
    }
    cubin_close(&c);
    return 1;
}

int main(int argc, char **argv)
{
    static const unsigned char others[] = {0, 1, 0x7f, 0x80, 0xff};
    FILE *f = argc == 3 ? fopen(argv[1], "rb") : NULL;
    const size_t size = f ? fread(file, 1, sizeof file, f) : 0;

    if (!f || fclose(f) != 0 || size == 0 || size == sizeof file)
        return 2;
    scratch = argv[2];
    for (size_t cut = 0; cut < size; ++cut)
        if (write_file(cut) != 0 || read_all())
            return printf("cut at %zu it is taken\n", cut) > 0;
    for (size_t at = 0; at < size; ++at)
        for (size_t i = 0; i < sizeof others; ++i) {
            const unsigned char was = file[at];

            file[at] = others[i];
            if (write_file(size) != 0)
                return 2;
            read_all();
            file[at] = was;
        }
    return 0;
}
