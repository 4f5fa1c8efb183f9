#include "tap.h"
#include "tune/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tiles of the kernels Tx8-warp-RxC: at 128 each has one block of eight warps, or
 * two of four, and so 1024 times a warp with a k. */
static const struct config tiles[] = {
    {.bm = 128, .bn = 128, .bk = 16, .tm = 8, .tn = 8},
    {.bm = 128, .bn = 256, .bk = 16, .tm = 16, .tn = 8},
    {.bm = 64, .bn = 128, .bk = 16, .tm = 4, .tn = 8},
};

static int column(const char *line, const char *name)
{
    const char *at = strstr(line, name);
    int n = 0;

    for (const char *p = line; at && p < at; ++p)
        n += *p == ',';
    return at ? n : -1;
}

static double cell(const char *line, int n)
{
    for (; n > 0; --n)
        line = strchr(line, ',') + 1;
    return atof(line);
}

static int counted(const char *line, int at)
{
    int tm, rows, cols, n;

    if (sscanf(line, "%dx8-warp-%dx%d,%d,", &tm, &rows, &cols, &n) != 4 ||
        rows * cols != WARP || n != 128)
        return 0;
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; ++i)
        if (tiles[i].tm == tm) {
            struct config c = tiles[i];

            c.wm = rows * c.tm;
            c.wn = cols * c.tn;
            const int steps = 128 / c.bm * config_threads(&c) / WARP * 128;
            const double card = cell(line, at) / steps;

            return ok(model_wavefronts(&c) == card, "%d x %d x %d, lanes %d x "
                      "%d: %d wavefronts, the card has %g", c.tm, c.tn, c.bk,
                      rows, cols, model_wavefronts(&c), card);
        }
    return 0;
}

/* A packed kernel at 4096, but for what else loads from shared memory: as it is
 * packed, each element of A once. */
static int packed(const char *line, int at)
{
    const struct config c = {.bm = 128, .bn = 256, .bk = 16, .wm = 64,
                             .wn = 64, .tm = 16, .tn = 8, .stages = 3,
                             .blocks = 1};
    const double n = 4096.0, warps = n * n / c.wm / c.wn;

    if (strncmp(line, "zigzag,4096,4096,4096,", 22) != 0)
        return 0;
    const double card = cell(line, at) / (warps * n);

    return ok(fabs(model_wavefronts(&c) / card - 1.0) < 0.01, "packed: %d "
              "wavefronts, the card has %.2f", model_wavefronts(&c), card);
}

static int each(const char *record, int (*look)(const char *line, int at))
{
    FILE *f = fopen(record, "r");
    char line[4000];
    int at = -1, found = 0;

    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "kernel,", 7) == 0)
            at = column(line, "shared_load_wavefronts");
        else if (at >= 0 && line[0] != '#')
            found += look(line, at);
    }
    if (f)
        fclose(f);
    return found;
}

int main(void)
{
    const int found = each(getenv("RECORD"), counted);

    ok(found >= 12, "%d kernels of the record were looked at", found);
    ok(each(getenv("PACKED"), packed) == 1, "and a packed one");
    return tap_end();
}
