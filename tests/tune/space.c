#include "made-up.h"
#include "tap.h"

#include <string.h>

static const char *const stems[] = {"autotuning", "warptiling", "registers",
                                    "mma", "hopper"};
enum { STEMS = sizeof stems / sizeof *stems };
static struct config list[MAX_CONFIGS];

static int valid(const struct space *s, const struct limits *l)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int count = 0;

    for (int i = 0; i < n; ++i)
        count += !rejection(s, &list[i], l);
    return count;
}

static void enough(const struct space *s)
{
    const int count = valid(s, &h200), n = space_list(s, list, MAX_CONFIGS);

    ok(count >= 300 && count <= 450, "%s: %d of %d are valid", s->stem, count,
       n);
    ok(n < MAX_CONFIGS, "%s: the whole space is listed", s->stem);
}

static void different(const struct space *s)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int twice = 0;

    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            char a[CONFIG_NAME], b[CONFIG_NAME];

            config_name(&list[i], a, sizeof a);
            config_name(&list[j], b, sizeof b);
            twice += strcmp(a, b) == 0;
        }
    ok(twice == 0, "%s: no configuration or name comes twice", s->stem);
}

/* Every element has its block, in a grid that the card takes, folded no more
 * often than it must be, and no more blocks are idle than the fold makes. */
static void folds(int M, int N)
{
    const struct config c = {.bm = 64, .bn = 32, .bk = 8, .tm = 8, .tn = 4};
    const struct blocks b = config_blocks(&c, M, N);
    const long rows = (M + 63L) / 64, cols = (N + 31L) / 32;
    const long there = (long)b.y * b.z;

    ok(b.x == cols && b.y <= 65535 && b.z == (rows + 65534) / 65535 &&
           there >= rows && there - rows < b.z,
       "%d x %d: %u x %u x %u blocks for %ld x %ld tiles", M, N, b.x, b.y, b.z,
       cols, rows);
}

/* All blocks of a packed kernel stand in one row. */
static void row(int M, int N, unsigned count)
{
    const struct config c = {.bm = 128, .bn = 256, .bk = 16, .wm = 64,
                             .wn = 64, .tm = 16, .tn = 8, .stages = 3,
                             .blocks = 1};
    const struct blocks b = config_blocks(&c, M, N);

    ok(b.x == count && b.y == 1 && b.z == 1, "%d x %d, packed: %u x %u x %u "
       "blocks", M, N, b.x, b.y, b.z);
}

/* A name is the constants in the order of the template. */
static void named(void)
{
    const struct config c = {.bm = 128, .bn = 256, .bk = 16, .wm = 64,
                             .wn = 32, .tm = 16, .tn = 8, .stages = 3,
                             .blocks = 2, .order = 1, .store = 0};
    char name[CONFIG_NAME], cut[8];

    config_name(&c, name, sizeof name);
    config_name(&c, cut, sizeof cut);
    ok(strcmp(name, "128x256x16-64x32-16x8-3x2-1x0") == 0, "%s", name);
    ok(strncmp(name, cut, sizeof cut - 1) == 0 && strlen(cut) == 7,
       "a name that is too long is cut");
    ok(config_dynamic(&c) == 3L * 16 * (128 + 256) * 4 &&
           config_shared(space_of("registers"), &c) == config_dynamic(&c),
       "all of its shared memory is dynamic: %ld bytes", config_dynamic(&c));
}

/* On tensor cores: the kernels of the chapters are there, and what their
 * launchers are compiled with; a group more brings tiles. */
static void teams(void)
{
    static const struct {
        const char *stem, *name;
        int there, threads;
        long shared;
    } all[] = {
        {"mma", "128x256x64-64x64-4x1-1x0", 1, 256, 4 * 49152},
        {"mma", "256x128x64-64x64-3x1-0x0", 1, 256, 3 * 49152},
        {"mma", "128x128x64-64x64-3x2-1x0", 1, 128, 3 * 32768},
        {"mma", "128x256x64-64x64-4x2-1x0", 0, 0, 0},
        {"mma", "128x256x64-64x128-4x1-1x0", 0, 0, 0},
        {"hopper", "128x256x64-64x256-4x2-3x1", 1, 384, 4 * 49152 + 32768},
        {"hopper", "256x192x64-128x192-3x1-3x1", 1, 384, 3 * 57344 + 32768},
        {"hopper", "64x64x64-64x64-8x1-1x1", 1, 256, 8 * 16384 + 16384},
        {"hopper", "128x256x64-64x256-5x2-3x1", 0, 0, 0},
        {"hopper", "256x64x64-64x64-3x1-3x1", 0, 0, 0},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        const struct space *s = space_of(all[i].stem);
        const int n = space_list(s, list, MAX_CONFIGS);
        const struct config *found = NULL;
        char name[CONFIG_NAME];

        for (int j = 0; j < n; ++j) {
            config_name(&list[j], name, sizeof name);
            if (strcmp(name, all[i].name) == 0 &&
                !rejection(s, &list[j], &h200))
                found = &list[j];
        }
        ok(!found == !all[i].there &&
               (!found || (config_threads(found) == all[i].threads &&
                           config_shared(s, found) == all[i].shared &&
                           config_tensor(found) && !config_packed(found))),
           "%s: %s is %s", all[i].stem, all[i].name,
           all[i].there ? "valid" : "not there");
    }
}

/* The kernel of the chapter is there, and blocks are as many as registers let:
 * 128 threads of 8 x 8 and 168 registers, or 128; of 16 x 8 and 255. */
static void blocks(void)
{
    static const struct {
        const char *name;
        int there;
    } all[] = {
        {"128x256x16-64x64-16x8-3x1-1x1", 1}, {"128x256x16-64x64-16x8-3x2-1x1", 0},
        {"64x128x16-32x64-8x8-2x2-0x0", 0},   {"64x128x16-32x64-8x8-2x3-0x0", 1},
        {"64x128x16-32x64-8x8-2x4-0x0", 1},   {"64x128x16-32x64-8x8-2x5-0x0", 0},
        {"128x128x16-64x64-16x8-2x1-0x0", 0}, {"128x128x16-64x64-16x8-2x2-0x0", 1},
    };
    const struct space *s = space_of("registers");
    const int n = space_list(s, list, MAX_CONFIGS);

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        char name[CONFIG_NAME];
        int there = 0;

        for (int j = 0; j < n; ++j) {
            config_name(&list[j], name, sizeof name);
            there += strcmp(name, all[i].name) == 0 &&
                     !rejection(s, &list[j], &h200);
        }
        ok(there == all[i].there, "%s is %s", all[i].name,
           there ? "valid" : "not there");
    }
}

static void granted(void)
{
    const struct limits known = limits_of("sm_90"), none = limits_of("sm_1");

    ok(known.opt_in == 227 * 1024 && known.sm_shared == 228 * 1024 &&
           known.shared == 48 * 1024, "an architecture's shared memory is known");
    ok(none.opt_in < limits_of("sm_86").opt_in && none.shared == known.shared,
       "one that is not known has the least");
}

int main(void)
{
    folds(1, 1);
    folds(64, 33);
    folds(65535 * 64, 32);
    folds(65535 * 64 + 1, 31);
    folds(2147483647, 1);
    folds(1, 2147483647);

    row(1, 1, 1);
    row(128, 257, 2);
    row(129, 256, 2);
    row(65535 * 128 + 1, 1, 65536);

    for (int i = 0; i < STEMS; ++i) {
        enough(space_of(stems[i]));
        different(space_of(stems[i]));
    }
    named();
    blocks();
    teams();
    granted();
    ok(!space_of("naive"), "what has no space is said to have none");
    return tap_end();
}
