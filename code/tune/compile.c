#define _POSIX_C_SOURCE 200809L
#include "compile.h"

#include "../bench/bench.h"
#include "../bench/progress.h"
#include "cubin.h"
#include "nvcc.h"
#include "sha256.h"

#include <errno.h>
#include <nvrtc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Host helpers in a chapter's source carry no __device__: that is what the
 * option with the long name is for. */
static const char *const OPTIONS[] = {
    "--device-as-default-execution-space", "--std=c++17",
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS, MAX_HEADERS = 32 };

/* NVRTC brings no C library. */
static const char STDDEF[] = "#pragma once\n"
                             "typedef decltype(sizeof 0) size_t;\n"
                             "typedef decltype((char *)0 - (char *)0) "
                             "ptrdiff_t;\n";

static int cannot(const char *what, const char *path)
{
    return complain("cannot %s %s: %s", what, path, strerror(errno));
}

/* The whole file, ended by a zero; null with a complaint. */
static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    long size;

    if (!f || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0 ||
        fseek(f, 0, SEEK_SET) != 0 || !(text = malloc((size_t)size + 1)) ||
        fread(text, 1, (size_t)size, f) != (size_t)size) {
        cannot("read", path);
        free(text);
        text = NULL;
    } else {
        text[size] = '\0';
    }
    if (f)
        fclose(f);
    return text;
}

/* The source and all that it includes in quotes, as they were when the compiler
 * started: a file that is edited meanwhile changes nothing. */
static struct {
    int count; /* of headers */
    const char *name[MAX_HEADERS], *header[MAX_HEADERS];
    char *path[MAX_HEADERS]; /* below code/; null for what is made up */
    char *source;
} text;

static int have_header(const char *name)
{
    for (int i = 0; i < text.count; ++i)
        if (strcmp(text.name[i], name) == 0)
            return 1;
    return 0;
}

static int collect(const char *from);

/* What is not there is left for NVRTC to complain about. */
static int collect_one(const char *name)
{
    char path[300];
    char *copy;

    snprintf(path, sizeof path, "code/%s", name);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "code/bench/%s", name);
    if (have_header(name) || access(path, R_OK) != 0)
        return 0;
    if (text.count == MAX_HEADERS)
        return complain("more than %d headers", MAX_HEADERS);
    copy = malloc(strlen(name) + 1);
    text.path[text.count] = malloc(strlen(path) + 1);
    if (!copy || !text.path[text.count])
        return complain("out of memory on the host");
    strcpy(text.path[text.count], path + strlen("code/"));
    text.name[text.count] = strcpy(copy, name);
    text.header[text.count] = read_file(path);
    if (!text.header[text.count])
        return -1;
    return collect(text.header[text.count++]);
}

static int collect(const char *from)
{
    char name[256];

    for (const char *p = from; p; p = strchr(p, '\n')) {
        p += *p == '\n';
        if (sscanf(p, "#include \"%255[^\"\n]\"", name) == 1 &&
            collect_one(name) != 0)
            return -1;
    }
    return 0;
}

static int read_sources(const char *path)
{
    text.count = 0;
    text.name[text.count] = "stddef.h";
    text.header[text.count++] = STDDEF;
    text.source = read_file(path);
    return text.source ? collect(text.source) : -1;
}

const char *nvrtc_version(void)
{
    static char text[32];
    int major = 0, minor = 0;

    nvrtcVersion(&major, &minor);
    snprintf(text, sizeof text, "%d.%d", major, minor);
    return text;
}

static int make_folders(const char *path)
{
    char part[600];

    snprintf(part, sizeof part, "%s/", path);
    for (char *p = part; *p; ++p)
        if (*p == '/') {
            *p = '\0';
            if (mkdir(part, 0777) != 0 && errno != EEXIST)
                return cannot("make the folder", part);
            *p = '/';
        }
    return 0;
}

static int hash_kernels(struct compiler *c)
{
    char command[120], said[70];

    snprintf(command, sizeof command, "code/bench/hash.sh code/%s.cu", c->stem);
    if (listen_to(command, said, sizeof said) != 0 ||
        strspn(said, "0123456789abcdef") != sizeof c->sha256 - 1)
        return complain("code/bench/hash.sh does not say the hash of %s.cu",
                        c->stem);
    memcpy(c->sha256, said, sizeof c->sha256 - 1);
    c->sha256[sizeof c->sha256 - 1] = '\0';
    return 0;
}

/* Names the folder of the cubins after all that they are made from. */
static int name_folder(struct compiler *c, const char *about_nvcc)
{
    struct sha256 h;
    char digits[65], options[300];

    if (hash_kernels(c) != 0)
        return -1;
    sha256_start(&h);
    sha256_add(&h, text.source, strlen(text.source) + 1);
    for (int i = 0; i < text.count; ++i) {
        sha256_add(&h, text.name[i], strlen(text.name[i]) + 1);
        sha256_add(&h, text.header[i], strlen(text.header[i]) + 1);
    }
    for (int i = 0; i < OPTION_COUNT; ++i)
        sha256_add(&h, OPTIONS[i], strlen(OPTIONS[i]) + 1);
    nvcc_options(c->arch, options, sizeof options);
    sha256_add(&h, options, strlen(options) + 1);
    sha256_add(&h, about_nvcc, strlen(about_nvcc) + 1);
    sha256_add(&h, nvrtc_version(), strlen(nvrtc_version()));
    sha256_end(&h, digits);
    snprintf(c->folder, sizeof c->folder, "build/tune/%s/%.16s", c->stem,
             digits);
    return make_folders(c->folder);
}

/* NVRTC says with which architectures it can. */
static int known_arch(const char *arch)
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

void cubin_path(const struct compiler *c, enum maker by,
                const struct config *config, char *out, size_t size)
{
    char name[CONFIG_NAME];

    config_name(config, name, sizeof name);
    snprintf(out, size, "%s/%s%s.cubin", c->folder, name,
             by == BY_NVCC ? ".nvcc" : "");
}

/* Puts `size` bytes in place at `path`, whole or not at all. */
static int put_file(const char *path, const void *data, size_t size)
{
    char tmp[1000];
    FILE *f;
    int bad;

    snprintf(tmp, sizeof tmp, "%s.%ld.tmp", path, (long)getpid());
    f = fopen(tmp, "wb");
    if (!f)
        return cannot("write", tmp);
    bad = fwrite(data, 1, size, f) != size;
    if (fclose(f) != 0 || bad || rename(tmp, path) != 0) {
        cannot("write", path);
        remove(tmp);
        return -1;
    }
    return 0;
}

/* Puts a text where nvcc finds it: below the cubins' folder as below code/. */
static int put_source(const struct compiler *c, const char *path,
                      const char *words)
{
    char full[900];
    char *name;

    snprintf(full, sizeof full, "%s/source/%s", c->folder, path);
    name = strrchr(full, '/');
    *name = '\0';
    if (make_folders(full) != 0)
        return -1;
    *name = '/';
    return put_file(full, words, strlen(words));
}

/* What was read when the compiler started is what nvcc reads, too. */
static int put_sources(const struct compiler *c)
{
    char file[100];

    snprintf(file, sizeof file, "%s.cu", c->stem);
    if (put_source(c, file, text.source) != 0)
        return -1;
    for (int i = 0; i < text.count; ++i)
        if (text.path[i] &&
            put_source(c, text.path[i], text.header[i]) != 0)
            return -1;
    return 0;
}

/* The first error of a log, on one line and without a comma. */
static void first_error(const char *log, char why[WHY])
{
    const char *at = strstr(log, "error");

    if (log[0] == '\0')
        return;
    snprintf(why, WHY, "%s", at ? at : log);
    why[strcspn(why, "\n")] = '\0';
    for (char *p = why; *p; ++p)
        if (*p == ',' || *p == '"')
            *p = *p == ',' ? ';' : '\'';
}

static void nvrtc_error(nvrtcProgram program, char why[WHY])
{
    size_t size = 0;
    char *log;

    if (nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size < 2 ||
        !(log = calloc(size + 1, 1)))
        return;
    nvrtcGetProgramLog(program, log);
    first_error(log, why);
    free(log);
}

/* What a chapter's source makes its one kernel from. */
static void constants(const struct config *c, char *out, size_t size)
{
    char warps[32] = "";

    if (c->wm > 0)
        snprintf(warps, sizeof warps, "%d,%d,", c->wm, c->wn);
    snprintf(out, size, "%d,%d,%d,%s%d,%d", c->bm, c->bn, c->bk,
             warps, c->tm, c->tn);
}

static int keep_cubin(nvrtcProgram program, const char *path, char why[WHY])
{
    size_t size = 0;
    char *cubin = NULL;
    int status = -1;

    snprintf(why, WHY, "NVRTC made no cubin");
    if (nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS && size > 0 &&
        (cubin = malloc(size)) &&
        nvrtcGetCUBIN(program, cubin) == NVRTC_SUCCESS) {
        status = put_file(path, cubin, size);
        if (status != 0)
            snprintf(why, WHY, "%s", complaint());
    }
    free(cubin);
    return status;
}

static int nvrtc_one(const struct compiler *c, const struct config *config,
                     char why[WHY])
{
    const char *options[OPTION_COUNT + 2];
    char values[100], define[120], arch[32], path[600], file[100];
    nvrtcProgram program;
    int count = 0, status = -1;

    for (; count < OPTION_COUNT; ++count)
        options[count] = OPTIONS[count];
    snprintf(arch, sizeof arch, "-arch=%s", c->arch);
    options[count++] = arch;
    constants(config, values, sizeof values);
    snprintf(define, sizeof define, "-DCONSTANTS=%s", values);
    options[count++] = define;
    snprintf(file, sizeof file, "%s.cu", c->stem);
    cubin_path(c, BY_NVRTC, config, path, sizeof path);
    if (nvrtcCreateProgram(&program, text.source, file, text.count,
                           text.header, text.name) != NVRTC_SUCCESS) {
        snprintf(why, WHY, "NVRTC does not start");
        return -1;
    }
    if (nvrtcCompileProgram(program, count, options) == NVRTC_SUCCESS)
        status = keep_cubin(program, path, why);
    else
        nvrtc_error(program, why);
    nvrtcDestroyProgram(&program);
    return status;
}

static int nvcc_one(const struct compiler *c, const struct config *config,
                    char why[WHY])
{
    char values[100], options[300], path[600], tmp[700], source[700];
    char log[4000];

    constants(config, values, sizeof values);
    nvcc_options(c->arch, options, sizeof options);
    cubin_path(c, BY_NVCC, config, path, sizeof path);
    snprintf(tmp, sizeof tmp, "%s.%ld.tmp", path, (long)getpid());
    snprintf(source, sizeof source, "%s/source/%s.cu", c->folder, c->stem);
    if (nvcc_make(options, values, source, tmp, log, sizeof log) != 0) {
        first_error(log, why);
        remove(tmp);
        return -1;
    }
    if (rename(tmp, path) == 0)
        return 0;
    snprintf(why, WHY, "nvcc made no cubin");
    remove(tmp);
    return -1;
}

struct job {
    struct config config;
    enum maker by;
};

/* A cubin without its kernel is not kept. */
static int compile_one(const struct compiler *c, const struct job *job,
                       char why[WHY])
{
    char path[600], name[512];

    snprintf(why, WHY, "it does not compile");
    if ((job->by == BY_NVCC ? nvcc_one(c, &job->config, why)
                            : nvrtc_one(c, &job->config, why)) != 0)
        return -1;
    cubin_path(c, job->by, &job->config, path, sizeof path);
    if (cubin_kernel(path, name, sizeof name) == 0)
        return 0;
    snprintf(why, WHY, "%s", complaint());
    remove(path);
    return -1;
}

/* The life of a worker: until its line is cut. */
static void work(const struct compiler *c, int fd)
{
    struct job job;
    struct compiled answer;

    signal(SIGINT, SIG_IGN); /* the parent hears of it, and cuts the line */
    signal(SIGTERM, SIG_IGN);
    while (recv(fd, &job, sizeof job, 0) == (ssize_t)sizeof job) {
        memset(&answer, 0, sizeof answer);
        answer.done = compile_one(c, &job, answer.why) == 0 ? 1 : -1;
        if (send(fd, &answer, sizeof answer, MSG_NOSIGNAL) < 0)
            break;
    }
    _exit(0);
}

static int hire(struct compiler *c)
{
    struct worker *w = &c->worker[c->count];
    int line[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0)
        return complain("cannot start a compiler: %s", strerror(errno));
    fflush(NULL);
    w->pid = fork();
    if (w->pid == 0) {
        close(line[0]);
        for (int i = 0; i < c->count; ++i)
            close(c->worker[i].fd);
        work(c, line[1]);
    }
    close(line[1]);
    if (w->pid < 0) {
        close(line[0]);
        return complain("cannot start a compiler: %s", strerror(errno));
    }
    w->fd = line[0];
    w->job = -1;
    ++c->count;
    return 0;
}

int compiler_start(struct compiler *c, const char *stem, const char *arch)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char path[100], about[1000];

    memset(c, 0, sizeof *c);
    snprintf(c->stem, sizeof c->stem, "%s", stem);
    snprintf(c->arch, sizeof c->arch, "%s", arch);
    snprintf(path, sizeof path, "code/%s.cu", c->stem);
    if (read_sources(path) != 0)
        return -1;
    if (!strstr(text.source, "#ifdef CONSTANTS"))
        return complain("%s has no kernel for the tuner: it never asks for "
                        "CONSTANTS", path);
    nvcc_about(about, sizeof about);
    nvcc_version(about, c->nvcc, sizeof c->nvcc);
    if (known_arch(arch) != 0 || name_folder(c, about) != 0 ||
        (c->nvcc[0] && put_sources(c) != 0))
        return -1;
    for (long i = 0; i < cores && i < MAX_WORKERS; ++i)
        if (hire(c) != 0)
            return -1;
    return 0;
}

/* NVRTC cannot be stopped otherwise; nvcc is left to end what it is at, for it
 * would leave its own files behind. */
void compiler_stop(struct compiler *c)
{
    for (int i = 0; i < c->count; ++i)
        if (c->worker[i].fd >= 0) {
            if (c->worker[i].job >= 0 && c->worker[i].by == BY_NVRTC)
                kill(c->worker[i].pid, SIGKILL);
            close(c->worker[i].fd);
        }
    for (int i = 0; i < c->count; ++i)
        if (c->worker[i].pid > 0)
            waitpid(c->worker[i].pid, NULL, 0);
    c->count = 0;
}

static int have_cubin(const struct compiler *c, enum maker by,
                      const struct config *config)
{
    char path[600];

    cubin_path(c, by, config, path, sizeof path);
    return access(path, R_OK) == 0;
}

/* One batch of jobs on its way through the workers. */
struct batch {
    struct compiler *c;
    enum maker by;
    const struct config *list;
    const int *pick;
    struct compiled *out;
    int n, next;      /* jobs, and the next to give away */
    int open, again;  /* given and not answered; to be given once more */
    void (*progress)(const char *name);
};

/* Of a job: what became of its first worker. */
enum { ASKED = 0, DIED = -2, ASKED_AGAIN = -3 };

static void finished(const struct batch *b, int job)
{
    char name[CONFIG_NAME];

    config_name(&b->list[b->pick[job]], name, sizeof name);
    if (b->progress)
        b->progress(name);
}

static void let_go(struct worker *w)
{
    close(w->fd);
    waitpid(w->pid, NULL, 0);
    w->fd = -1;
    w->pid = 0;
    w->job = -1;
}

/* The next job without a cubin; -1 when there is none. */
static int next_job(struct batch *b)
{
    while (b->next < b->n) {
        const int job = b->next++;

        if (!have_cubin(b->c, b->by, &b->list[b->pick[job]]))
            return job;
        b->out[job].done = 1;
        finished(b, job);
    }
    for (int job = 0; job < b->n && b->again > 0; ++job)
        if (b->out[job].done == DIED) {
            b->out[job].done = ASKED_AGAIN;
            --b->again;
            return job;
        }
    return -1;
}

/* Whoever dies over a job, out of memory perhaps, gives it to another; the
 * second death is the job's fault. */
static void died(struct batch *b, struct worker *w)
{
    struct compiled *out = &b->out[w->job];

    if (out->done == ASKED) {
        out->done = DIED;
        ++b->again;
    } else {
        out->done = -1;
        snprintf(out->why, sizeof out->why, "the compiler dies of it");
        finished(b, w->job);
    }
    let_go(w);
}

static void give(struct batch *b, struct worker *w)
{
    const int which = w->job < 0 ? next_job(b) : -1;
    struct job job = {.by = b->by};

    if (which < 0)
        return;
    job.config = b->list[b->pick[which]];
    w->job = which;
    w->by = b->by;
    if (send(w->fd, &job, sizeof job, MSG_NOSIGNAL) < 0)
        died(b, w);
    else
        ++b->open;
}

static void take(struct batch *b, struct worker *w)
{
    struct compiled answer;

    --b->open;
    if (recv(w->fd, &answer, sizeof answer, 0) != (ssize_t)sizeof answer) {
        died(b, w);
        return;
    }
    b->out[w->job] = answer;
    finished(b, w->job);
    w->job = -1;
}

/* Waits until some worker has an answer, and takes all that there are. */
static void await(struct batch *b)
{
    struct pollfd lines[MAX_WORKERS];
    struct worker *busy[MAX_WORKERS];
    int count = 0;

    for (int i = 0; i < b->c->count; ++i)
        if (b->c->worker[i].job >= 0) {
            busy[count] = &b->c->worker[i];
            lines[count] = (struct pollfd){busy[count]->fd, POLLIN, 0};
            ++count;
        }
    if (poll(lines, (nfds_t)count, 1000) <= 0)
        return;
    for (int i = 0; i < count; ++i)
        if (lines[i].revents)
            take(b, busy[i]);
}

/* Gives every idle worker a job. Returns how many workers there are. */
static int give_all(struct batch *b)
{
    int alive = 0;

    for (int i = 0; i < b->c->count; ++i) {
        if (b->c->worker[i].fd >= 0)
            give(b, &b->c->worker[i]);
        alive += b->c->worker[i].fd >= 0;
    }
    return alive;
}

int compile(struct compiler *c, enum maker by, const struct config *list,
            const int *pick, int n, struct compiled *out,
            void (*progress)(const char *name))
{
    struct batch b = {c, by, list, pick, out, n, 0, 0, 0, progress};

    memset(out, 0, (size_t)n * sizeof *out);
    while (!stopped() && (b.next < n || b.open > 0 || b.again > 0)) {
        if (give_all(&b) == 0)
            return complain("all compilers died; is there enough memory?");
        if (b.open > 0)
            await(&b);
    }
    return stopped() ? complain("interrupted") : 0;
}
