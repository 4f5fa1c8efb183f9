#define _POSIX_C_SOURCE 200809L
#include "tune/compile.h"

#include "bench/bench.h"
#include "bench/progress.h"
#include "tune/nvcc.h"
#include "tune/nvrtc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int hash_kernels(struct compiler *c)
{
    char command[120], said[70];

    snprintf(command, sizeof command, "code/tools/hash.sh code/%s.cu", c->stem);
    if (listen_to(command, said, sizeof said) != 0 ||
        strspn(said, "0123456789abcdef") != sizeof c->sha256 - 1)
        return complain("code/tools/hash.sh does not say the hash of %s.cu",
                        c->stem);
    memcpy(c->sha256, said, sizeof c->sha256 - 1);
    c->sha256[sizeof c->sha256 - 1] = '\0';
    return 0;
}

/* Freezes the source, in a folder that is named after all that makes a cubin
 * what it is. */
static int take_source(struct compiler *c, const char *about_nvcc)
{
    char command[2000], options[300];

    nvcc_options(c->target, options, sizeof options);
    snprintf(command, sizeof command,
             "code/tune/snapshot.sh %s 'NVRTC %s' '%s' '%s'", c->stem,
             nvrtc_version(), options, about_nvcc);
    const int status = listen_to(command, c->folder, sizeof c->folder);

    c->folder[strcspn(c->folder, "\n")] = '\0';
    return status == 0 ? 0 : complain("%s", c->folder);
}

/* Instructions of warp groups are of one architecture alone. */
static void take_target(struct compiler *c, const struct space *s)
{
    snprintf(c->target, sizeof c->target, "%s%s", c->arch,
             s->team == WARP_GROUP ? "a" : "");
}

int compiler_start(struct compiler *c, const struct space *s, const char *arch)
{
    static const char *const makes_own[] = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"};
    char about[1000];

    memset(c, 0, sizeof *c);
    snprintf(c->stem, sizeof c->stem, "%s", s->stem);
    snprintf(c->arch, sizeof c->arch, "%s", arch);
    c->launchers = s->type != 0;
    take_target(c, s);
    for (int i = 0; i < 3; ++i) /* of a make that has started this program */
        unsetenv(makes_own[i]);
    nvcc_about(about, sizeof about);
    nvcc_version(about, c->nvcc, sizeof c->nvcc);
    if (c->launchers && !c->nvcc[0])
        return complain("no nvcc here, and nothing else compiles %s", c->stem);
    if (nvrtc_knows(arch) != 0 || hash_kernels(c) != 0)
        return -1;
    return take_source(c, about);
}

void cubin_path(const struct compiler *c, enum maker by,
                const struct config *config, char *out, size_t size)
{
    char name[CONFIG_NAME];

    config_name(config, name, sizeof name);
    snprintf(out, size, "%s/%s%s", c->folder, name,
             c->launchers    ? ".so"
             : by == BY_NVCC ? ".nvcc.cubin"
                             : ".cubin");
}

/* A make on its way, and what it prints. */
struct child {
    pid_t pid;
    FILE *said;
};

enum { FIXED = 11, TEXT = 600 }; /* words of the command that are no goals */

static int start_make(struct child *child, char *const *argv)
{
    posix_spawn_file_actions_t files;
    int line[2], status;

    if (pipe(line) != 0)
        return complain("cannot start make: %s", strerror(errno));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, line[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&files, line[0]);
    status = posix_spawnp(&child->pid, "make", &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(line[1]);
    if (status != 0) {
        close(line[0]);
        return complain("cannot start make: %s", strerror(status));
    }
    child->said = fdopen(line[0], "r");
    return 0;
}

/* Until make ends, which it does when it is told to. */
static void hear(struct child *child, void (*progress)(const char *name))
{
    char name[CONFIG_NAME + 2];

    for (;;) {
        if (fgets(name, sizeof name, child->said)) {
            name[strcspn(name, "\n")] = '\0';
            if (progress)
                progress(name);
        } else if (ferror(child->said) && errno == EINTR) {
            clearerr(child->said);
            if (stopped())
                kill(child->pid, SIGTERM);
        } else {
            break;
        }
    }
    fclose(child->said);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Runs make for the goals, `jobs` at a time. */
static int make(const struct compiler *c, char **goals, int n, int jobs,
                void (*progress)(const char *name))
{
    char **argv = calloc((size_t)n + FIXED + 1, sizeof *argv);
    char text[FIXED][TEXT], options[300];
    struct child child;
    int status = argv ? 0 : complain("out of memory on the host");

    nvcc_options(c->target, options, sizeof options);
    snprintf(text[0], TEXT, "make");
    snprintf(text[1], TEXT, "-ksr");
    snprintf(text[2], TEXT, "-j%d", jobs);
    snprintf(text[3], TEXT, "-f");
    snprintf(text[4], TEXT, "code/tune/cubins.mk");
    snprintf(text[5], TEXT, "FOLDER=%s", c->folder);
    snprintf(text[6], TEXT, "STEM=%s", c->stem);
    snprintf(text[7], TEXT, "ARCH=%s", c->arch);
    snprintf(text[8], TEXT, "TUNE=/proc/%ld/exe", (long)getpid());
    snprintf(text[9], TEXT, "NVCC=%s", NVCC_PATH);
    snprintf(text[10], TEXT, "NVCCFLAGS=%s", options);
    for (int i = 0; status == 0 && i < n + FIXED; ++i)
        argv[i] = i < FIXED ? text[i] : goals[i - FIXED];
    if (status == 0)
        status = start_make(&child, argv);
    if (status == 0)
        hear(&child, progress);
    free(argv);
    return status;
}

/* Reads why there is no cubin: the first error of the log, on one line and
 * without a comma. Returns 0 when the log knows none. */
static int first_error(const char *cubin, char why[WHY])
{
    char path[TEXT + 8], log[4000] = "";
    FILE *f;

    snprintf(path, sizeof path, "%s.log", cubin);
    f = fopen(path, "r");
    if (f) {
        log[fread(log, 1, sizeof log - 1, f)] = '\0';
        fclose(f);
    }
    const char *at = strstr(log, "error");

    snprintf(why, WHY, "%s", at ? at : "the compiler dies of it");
    why[strcspn(why, "\n")] = '\0';
    for (char *p = why; *p; ++p)
        if (*p == ',' || *p == '"')
            *p = *p == ',' ? ';' : '\'';
    return at != NULL;
}

int kernel_open(struct cubin *c, const char *path)
{
    const char *why = cubin_open(c, path);

    if (why)
        return complain("%s %s", path, why);
    if (c->functions == 1)
        return 0;
    why = c->functions ? "several kernels" : "no kernel";
    cubin_close(c);
    return complain("%s has %s; with CONSTANTS a chapter's source makes one",
                    path, why);
}

/* What became of a configuration. Returns 0 when it is worth another try: its
 * compiler has said nothing, killed perhaps for want of memory. */
static int judge(const struct compiler *c, const char *cubin,
                 struct compiled *out)
{
    struct cubin made;

    out->done = -1;
    if (access(cubin, R_OK) != 0)
        return first_error(cubin, out->why);
    if (c->launchers) {
        out->done = 1;
    } else if (kernel_open(&made, cubin) == 0) {
        cubin_close(&made);
        out->done = 1;
    } else {
        snprintf(out->why, WHY, "%s", complaint());
        remove(cubin);
    }
    return 1;
}

/* Those without a cubin, all at once, and then, one at a time, those whose
 * compilers have died. */
static int compile_all(const struct compiler *c, char **cubin, int n,
                       struct compiled *out,
                       void (*progress)(const char *name))
{
    const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    char **goal = calloc((size_t)n + 1, sizeof *goal);
    int goals = 0, status = 0;

    if (!goal)
        return complain("out of memory on the host");
    for (int i = 0; i < n; ++i)
        if (access(cubin[i], R_OK) != 0)
            goal[goals++] = cubin[i];
    for (int jobs = cores; goals > 0 && status == 0 && !stopped(); jobs = 1) {
        status = make(c, goal, goals, jobs, progress);
        goals = 0;
        for (int i = 0; i < n && status == 0 && !stopped(); ++i)
            if (judge(c, cubin[i], &out[i]) == 0 && jobs > 1)
                goal[goals++] = cubin[i];
    }
    free(goal);
    return status;
}

int compile(struct compiler *c, enum maker by, const struct config *list,
            const int *pick, int n, struct compiled *out,
            void (*progress)(const char *name))
{
    char (*path)[TEXT] = calloc((size_t)n + 1, sizeof *path);
    char **cubin = calloc((size_t)n + 1, sizeof *cubin);
    int status = path && cubin ? 0 : complain("out of memory on the host");

    memset(out, 0, (size_t)n * sizeof *out);
    for (int i = 0; i < n && status == 0; ++i) {
        cubin_path(c, by, &list[pick[i]], path[i], TEXT);
        cubin[i] = path[i];
        out[i].done = access(path[i], R_OK) == 0;
    }
    if (status == 0)
        status = compile_all(c, cubin, n, out, progress);
    free(cubin);
    free(path);
    return status == 0 && stopped() ? complain("interrupted") : status;
}
