/* fake.c - a card that is made up, so that the tuner runs whole on a CPU. It
 * stands in for compile.c, nvcc.c, card.c, check.c, score.c, trial.c and device.c. What
 * nvcc makes runs at another speed there than what NVRTC makes. It does what
 * the environment says:
 *
 *   TIMED=FILE       appends whatever is timed: configuration, shape, GFLOP/s,
 *                    compiler, rounds
 *   NO_NVCC=1        there is no nvcc
 *   BROKEN=CONFIG    does not compile
 *   WRONG=CONFIG     gets a small product wrong
 *   WRONG_AT=MxNxK   whatever is WRONG is so at this shape only
 *   SPOILS=CONFIG    leaves the card unusable for the process
 *   BY=nvcc          whatever is BROKEN, WRONG or SPOILS is so by nvcc only
 *   SPILLS=CONFIG    has local memory
 *   STRANGE=CONFIG   has machine code that nobody understands
 *   STOP=N, KILL=N   the N-th group to be timed is interrupted, or killed */
#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"
#include "bench/gpu/device.h"
#include "bench/program.h"
#include "bench/progress.h"
#include "bench/timing.h"
#include "made-up.h"
#include "tune/card.h"
#include "tune/check.h"
#include "tune/compile.h"
#include "tune/model.h"
#include "tune/nvcc.h"
#include "tune/nvrtc.h"
#include "tune/score.h"
#include "tune/trial.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int spoilt, groups;
static struct size shape;

static int named(const char *variable, const struct config *c)
{
    const char *value = getenv(variable);
    char name[CONFIG_NAME];

    config_name(c, name, sizeof name);
    return value && strcmp(value, name) == 0;
}

static int count_of(const char *variable)
{
    const char *value = getenv(variable);

    return value ? atoi(value) : 0;
}

double host_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int device_ready(void)
{
    return getenv("NO_CARD") ? complain("no usable NVIDIA GPU here") : 0;
}

void device_head(const struct provenance *p, const char *kind, char *out,
                 size_t size)
{
    snprintf(out, size, "# record: tiles 1\n# kind: %s\n# program: code/%s.cu\n"
             "# source-sha256: %s\n# device: Made Up\n", kind, p->stem,
             p->source_sha256);
}

int card_ask(struct card *card)
{
    if (device_ready() != 0)
        return -1;
    *card = (struct card){.name = "Made Up", .arch = "sm_90", .limits = h200};
    return 0;
}

int compiler_start(struct compiler *c, const struct space *s, const char *arch)
{
    memset(c, 0, sizeof *c);
    snprintf(c->stem, sizeof c->stem, "%s", s->stem);
    snprintf(c->arch, sizeof c->arch, "%s", arch);
    snprintf(c->sha256, sizeof c->sha256, "5eed");
    snprintf(c->nvcc, sizeof c->nvcc, getenv("NO_NVCC") ? "" : "1.0");
    c->launchers = s->type != 0;
    snprintf(c->target, sizeof c->target, "%s", arch);
    return 0;
}

int nvrtc_make(const char *arch, const char *constants, const char *source,
               const char *cubin)
{
    (void)arch, (void)constants, (void)source, (void)cubin;
    return -1;
}

/* True when what the environment says is meant for this compiler. */
static int meant(enum maker by)
{
    return !getenv("BY") || by == BY_NVCC;
}

int compile(struct compiler *c, enum maker by, const struct config *list,
            const int *pick, int n, struct compiled *out,
            void (*tell)(const char *name))
{
    (void)c, (void)tell;
    for (int i = 0; i < n; ++i) {
        out[i].done = named("BROKEN", &list[pick[i]]) && meant(by) ? -1 : 1;
        snprintf(out[i].why, WHY, "error: expected a ';', or so");
    }
    return 0;
}

void cubin_path(const struct compiler *c, enum maker by,
                const struct config *config, char *out, size_t size)
{
    char name[CONFIG_NAME];

    config_name(config, name, sizeof name);
    snprintf(out, size, "%s%s", name,
             by == BY_NVCC && !c->launchers ? ".nvcc" : "");
}

void nvcc_options(const char *arch, char *out, size_t size)
{
    snprintf(out, size, "-arch=%s -O9", arch);
}

const char *nvrtc_version(void)
{
    return "0.0";
}

/* What the machine code says is true: see made_up_rate(). */
static double cycles_of(const char *name)
{
    uint64_t which = 0;

    for (const char *p = name; *p; ++p)
        which = 31 * which + (unsigned char)*p;
    return 1.2 + 0.2 * chance(5, which);
}

double score(const char *cubin)
{
    const char *strange = getenv("STRANGE");

    return strange && strcmp(strange, cubin) == 0 ? 0.0 : cycles_of(cubin);
}

/* A loaded kernel's module says who made it. */
static enum maker made_by[MAKERS] = {BY_NVRTC, BY_NVCC};

static enum maker maker(const struct loaded *k)
{
    return *(enum maker *)k->module;
}

int card_load(struct loaded *k, const char *cubin, const struct config *c)
{
    const enum maker by = strstr(cubin, ".nvcc") ? BY_NVCC : BY_NVRTC;

    *k = (struct loaded){.module = &made_by[by],
                         .registers = config_sums(c) + 40, .shared = 4096,
                         .local = named("SPILLS", c) ? 16 : 0, .config = *c};
    return 0;
}

void card_unload(struct loaded *k)
{
    memset(k, 0, sizeof *k);
}

int card_alive(void)
{
    return !spoilt;
}

static int wrong(const struct loaded *k)
{
    if (meant(maker(k)))
        spoilt |= named("SPOILS", &k->config);
    if (spoilt || (named("WRONG", &k->config) && meant(maker(k))))
        return complain("C[1][2] is 3, and should be 4");
    return 0;
}

int check(const struct loaded *k, unsigned type)
{
    (void)type;
    return getenv("WRONG_AT") ? 0 : wrong(k);
}

void check_end(void)
{
}

int trial_open(unsigned type, struct size s)
{
    (void)type;
    shape = s;
    return 0;
}

void trial_close(void)
{
}

int trial_check(const struct loaded *k)
{
    struct size at;

    if (getenv("WRONG_AT") && parse_size(getenv("WRONG_AT"), &at) == 0 &&
        memcmp(&at, &shape, sizeof at) == 0)
        return wrong(k);
    return 0;
}

static void log_timed(const struct loaded *k, double rate, int rounds)
{
    FILE *f = getenv("TIMED") ? fopen(getenv("TIMED"), "a") : NULL;
    char name[CONFIG_NAME];

    if (!f)
        return;
    config_name(&k->config, name, sizeof name);
    fprintf(f, "%s %dx%dx%d %.6g %s %d\n", name, shape.m, shape.n, shape.k,
            rate, maker(k) == BY_NVCC ? "nvcc" : "NVRTC", rounds);
    fclose(f);
}

/* Fast where the model says so, but for what it cannot know; nvcc is up to 8 %
 * slower. */
static double made_up_rate(const struct loaded *k)
{
    const struct config *c = &k->config;
    const struct space *s = space_of(c->team == WARP         ? "mma"
                                     : c->team == WARP_GROUP ? "hopper"
                                     : config_packed(c)      ? "registers"
                                     : c->wm > 0      ? "warptiling"
                                                      : "autotuning");
    const uint64_t which = (uint64_t)(((c->bm * 512 + c->bn) * 64 + c->bk) *
                                          32 + c->tm) * 32 + (uint64_t)c->tn;
    const double loss = maker(k) == BY_NVCC ? 0.08 * chance(13, which) : 0.0;
    char name[CONFIG_NAME];

    config_name(c, name, sizeof name);
    return size_flops(shape) /
           model_cycles(s, c, &h200, shape, cycles_of(name)) *
           (1.0 + 0.1 * chance(7, which)) * (1.0 - loss);
}

int trial_time(struct loaded *const *k, int n, int rounds, double least,
               struct trial *out)
{
    (void)least;
    ++groups;
    if (groups == count_of("KILL"))
        kill(getpid(), SIGKILL);
    if (groups == count_of("STOP")) {
        raise(SIGINT);
        return complain("interrupted");
    }
    for (int i = 0; i < n; ++i) {
        const double rate = made_up_rate(k[i]);

        log_timed(k[i], rate, rounds);
        out[i] = (struct trial){
            .rate = {rate, 0.999 * rate, 1.001 * rate, rounds},
            .ratio = {rate / 1e4, rate / 1.1e4, rate / 0.9e4, rounds}};
    }
    return 0;
}

void trial_tail(char *out, size_t size)
{
    snprintf(out, size, "# date: never\n");
}
