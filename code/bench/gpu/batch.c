#include "bench/gpu/batch.h"

#include "bench/gpu/stamp.h"

#include <cuda_runtime.h>
#include <stddef.h>

static const double ALONE_MS = 50.0;  /* a call of this length is a batch */
static const double SHORT_MS = 0.1;   /* shorter ones are replayed */
enum { GROUP = 100 };                 /* calls in a graph, at least */

static void enqueue(const struct batch *b, int calls)
{
    for (int i = 0; i < calls; i += b->group ? b->group : 1)
        if (b->group)
            cudaGraphLaunch((cudaGraphExec_t)b->graph, cudaStreamPerThread);
        else
            b->work(b->ctx);
}

/* Records a group of calls. What cannot be recorded stays as it was. */
static void record(struct batch *b, int group)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t runs = NULL;

    if (cudaStreamBeginCapture(cudaStreamPerThread,
                               cudaStreamCaptureModeThreadLocal) == cudaSuccess)
        for (int i = 0; i < group; ++i)
            b->work(b->ctx);
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess &&
        cudaGraphInstantiateWithFlags(&runs, graph, 0) == cudaSuccess) {
        b->graph = runs;
        b->group = group;
    }
    if (graph)
        cudaGraphDestroy(graph);
    if (!b->group) { /* nobody need know */
        cudaGetLastError();
        complain_now();
    }
}

/* At least so many milliseconds, in calls: whole groups. */
static int calls_for(const struct batch *b, double ms)
{
    const int group = b->group ? b->group : 1;
    const double groups = ms / (b->ms * group);

    return groups < 1e6 ? ((int)groups + 1) * group : (int)1e6;
}

int batch_new(struct batch *b, work_fn *work, void *ctx, int period,
              double least)
{
    struct timed t;

    *b = (struct batch){.work = work, .ctx = ctx, .times = 1};
    b->ms = lone_ms(work, ctx);
    if (b->ms >= ALONE_MS) /* the first call of a library makes it ready, too */
        b->ms = lone_ms(work, ctx);
    if (b->ms < 0.0)
        return -1;
    if (b->ms >= ALONE_MS)
        return 0;
    b->times = batch_size(work, ctx, least);
    if (b->times == 0)
        return -1;
    b->ms = 1.05 * least / b->times;
    if (b->ms < SHORT_MS) {
        record(b, (GROUP + period - 1) / period * period);
        if (b->group)
            b->times = calls_for(b, least);
    }
    if (batch_run(b, 0.0, NULL, &t) != 0)
        return -1;
    b->ms = t.ms;
    b->times = calls_for(b, least);
    return 0;
}

static void keep_room(struct batch *b)
{
    if (b->renew && b->times > b->room)
        b->times = b->room;
}

void batch_renew(struct batch *b, work_fn *renew, int room)
{
    if (b->group > room) { /* then one by one */
        batch_free(b);
        b->group = 0;
    }
    b->renew = renew;
    b->room = b->group ? room / b->group * b->group : room;
    keep_room(b);
}

void batch_stretch(struct batch *b, int factor)
{
    if (b->ms < ALONE_MS)
        b->times *= factor;
    keep_room(b);
}

static void lead_in(const struct batch *b, double lead)
{
    const int calls = b->ms < ALONE_MS ? calls_for(b, lead) : 0,
              part = b->renew ? b->room : calls;

    for (int i = 0; i < calls; i += part) {
        if (b->renew)
            b->renew(b->ctx);
        enqueue(b, calls - i < part ? calls - i : part);
    }
    if (b->renew)
        b->renew(b->ctx);
}

int batch_run(const struct batch *b, double lead, struct watched *w,
              struct timed *out)
{
    static cudaEvent_t start, stop;
    float ms = 0.0f;
    int status;

    if (!start) {
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
    }
    lead_in(b, lead);
    stamp_now(0);
    cudaEventRecord(start, cudaStreamPerThread);
    enqueue(b, b->times);
    cudaEventRecord(stop, cudaStreamPerThread);
    stamp_now(1);
    status = cuda_check(cudaGetLastError(), "launch");
    cudaEventSynchronize(start); /* the lead-in is over */
    if (w)
        watch_into(w);
    if (cuda_check(cudaEventSynchronize(stop), "kernel") != 0)
        status = -1;
    if (w)
        watch_into(NULL);
    if (status != 0)
        return -1;
    cudaEventElapsedTime(&ms, start, stop);
    *out = (struct timed){(double)ms / b->times, stamped_mhz()};
    return 0;
}

void batch_free(struct batch *b)
{
    if (b->graph)
        cudaGraphExecDestroy((cudaGraphExec_t)b->graph);
    b->graph = NULL;
}
