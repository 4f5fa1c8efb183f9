/* NCCL as the lens has it (probes/nccl.h): cards that move their bytes when all of them have
 * asked for it, and a mistake where on a machine with cards they would wait for ever. */
#include "probes/nccl.h"

#include "lens/catch.h"
#include "lens/devices.h"

#include <stdlib.h>

enum { MAX_CALLS = 256, FAILED = 1 };

/* Who exchanges, and since when. */
struct ncclComm {
    int card, count, closed;
    struct ncclComm **all;
};

struct call {
    const char *name;
    const void *from;
    void *to;
    size_t count;
    int type;
    struct ncclComm *comm;
    cudaStream_t stream;
};
static struct call calls[MAX_CALLS];
static int call_count, depth, is_broken;

static size_t size_of(int type)
{
    return type == NCCL_FLOAT ? 4 : type == NCCL_CHAR ? 1 : 2;
}

static int get_version(int *version)
{
    *version = 22800;
    return NCCL_RIGHT;
}

static const char *error_string(int result)
{
    return result == NCCL_RIGHT ? "no error" : "unhandled cuda error";
}

static int init_all(struct ncclComm **comms, int count, const int *devices)
{
    struct ncclComm **all = calloc((size_t)count, sizeof *all);

    for (int i = 0; i < count; ++i) {
        all[i] = comms[i] = calloc(1, sizeof **comms);
        *comms[i] = (struct ncclComm){devices ? devices[i] : i, count, 0, all};
    }
    return NCCL_RIGHT;
}

static int async_error(struct ncclComm *comm, int *result)
{
    (void)comm;
    *result = NCCL_RIGHT;
    return NCCL_RIGHT;
}

/* The last one takes away what they share. */
static int destroy(struct ncclComm *comm)
{
    struct ncclComm **all = comm->all;
    int left = 0;

    comm->closed = 1;
    for (int i = 0; i < comm->count; ++i)
        left += !all[i]->closed;
    if (left > 0)
        return NCCL_RIGHT;
    for (int i = comm->count - 1; i >= 0; --i)
        free(all[i]);
    free(all);
    return NCCL_RIGHT;
}

static int start(void)
{
    ++depth;
    return NCCL_RIGHT;
}

static cudaEvent_t *after_each(struct call *const *of, int count)
{
    cudaEvent_t *e = calloc((size_t)count, sizeof *e);
    int back;

    cudaGetDevice(&back);
    for (int i = 0; i < count; ++i) {
        cudaSetDevice(of[i]->comm->card);
        cudaEventCreate(&e[i]);
        cudaEventRecord(e[i], of[i]->stream);
    }
    cudaSetDevice(back);
    return e;
}

/* What each stream has come to so far comes before all that follows in any of them. */
static void meet(struct call *const *of, int count)
{
    cudaEvent_t *e = after_each(of, count);

    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j)
            cudaStreamWaitEvent(of[i]->stream, e[j], 0);
    }
    for (int i = 0; i < count; ++i)
        cudaEventDestroy(e[i]);
    free(e);
}

static int moved(cudaError_t error)
{
    return error == cudaSuccess ? NCCL_RIGHT : FAILED;
}

static int gather(struct call *const *of, int count)
{
    const size_t bytes = of[0]->count * size_of(of[0]->type);
    int status = NCCL_RIGHT;

    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count && status == NCCL_RIGHT; ++j)
            status = moved(cudaMemcpyAsync((char *)of[i]->to + (size_t)j * bytes,
                                           of[j]->from, bytes, cudaMemcpyDeviceToDevice,
                                           of[i]->stream));
    return status;
}

/* Floats, added in the order of the cards. */
static int scatter(struct call *const *of, int count)
{
    const size_t n = of[0]->count;
    float *sum = calloc(2 * n + 1, sizeof *sum), *part = sum + n;
    int status = of[0]->type == NCCL_FLOAT ? NCCL_RIGHT : FAILED;

    for (int i = 0; i < count && status == NCCL_RIGHT; ++i) {
        for (int j = 0; j < count && status == NCCL_RIGHT; ++j) {
            status = moved(cudaMemcpyAsync(part, (const float *)of[j]->from + (size_t)i * n,
                                           n * sizeof *part, cudaMemcpyDeviceToHost,
                                           of[i]->stream));
            for (size_t e = 0; e < n; ++e)
                sum[e] = j == 0 ? part[e] : sum[e] + part[e];
        }
        if (status == NCCL_RIGHT)
            status = moved(cudaMemcpyAsync(of[i]->to, sum, n * sizeof *sum,
                                           cudaMemcpyHostToDevice, of[i]->stream));
    }
    free(sum);
    return status;
}

static void check_call(const struct call *c, const struct call *first)
{
    const int to = device_of(c->to), from = device_of(c->from);

    if (c->name != first->name || c->count != first->count || c->type != first->type)
        caught_in_program("deadlock", "card %d asks for %s of %zu elements and card %d for %s of "
                          "%zu: cards exchange what all of them ask for alike, in one order",
                          first->comm->card, first->name, first->count, c->comm->card, c->name,
                          c->count);
    if ((to >= 0 && to != c->comm->card) || (from >= 0 && from != c->comm->card))
        caught_in_program("memory", "%s of card %d is given memory of card %d", c->name,
                          c->comm->card, to != c->comm->card ? to : from);
}

/* The first call of each card among those that belong together. */
static int meet_and_move(struct ncclComm **all, int count)
{
    struct call **of = calloc((size_t)count, sizeof *of);
    int status;

    for (int i = 0; i < count; ++i) {
        for (int c = 0; c < call_count && !of[i]; ++c)
            if (calls[c].comm == all[i])
                of[i] = &calls[c];
        if (!of[i])
            caught_in_program("deadlock", "card %d never asks for what another one waits for: "
                              "calls for all cards by one thread stand between ncclGroupStart "
                              "and ncclGroupEnd", all[i]->card);
        check_call(of[i], of[0]);
    }
    meet(of, count);
    status = of[0]->name[0] == 'a' ? gather(of, count) : scatter(of, count);
    meet(of, count);
    for (int i = 0; i < count; ++i)
        of[i]->comm = NULL;
    free(of);
    return status;
}

static int end(void)
{
    int status = NCCL_RIGHT;

    if (--depth > 0)
        return status;
    if (is_broken) {
        call_count = is_broken = 0;
        return FAILED;
    }
    for (int i = 0; i < call_count && status == NCCL_RIGHT; ++i)
        if (calls[i].comm)
            status = meet_and_move(calls[i].comm->all, calls[i].comm->count);
    call_count = 0;
    return status;
}

/* LENS_CARD_FAILS=2: the third card's calls fail, and so does the group that they stand in. */
static int ask(struct call c)
{
    const char *broken = getenv("LENS_CARD_FAILS");

    if (broken && atoi(broken) == c.comm->card) {
        is_broken = depth > 0;
        return FAILED;
    }
    start();
    if (call_count == MAX_CALLS)
        return FAILED;
    calls[call_count++] = c;
    return end();
}

static int all_gather(const void *from, void *to, size_t count, int type,
                      struct ncclComm *comm, cudaStream_t stream)
{
    return ask((struct call){"all-gather", from, to, count, type, comm, stream});
}

static int reduce_scatter(const void *from, void *to, size_t count, int type, int op,
                          struct ncclComm *comm, cudaStream_t stream)
{
    return op == NCCL_SUM
               ? ask((struct call){"reduce-scatter", from, to, count, type, comm, stream})
               : FAILED;
}

const struct nccl *nccl_here(void)
{
    static const struct nccl here = {
        get_version, error_string, init_all, async_error, destroy, destroy,
        start, end, all_gather, reduce_scatter};

    if (device_count() == 1)
        devices_pretend();
    return &here;
}
