/* Batches on a card that only keeps time: each call takes `call_ms`, plus what the
 * host needs to give it where it is not replayed. */
#include "bench/gpu/batch.h"
#include "bench/gpu/stamp.h"
#include "tap.h"

#include <cuda_runtime.h>

#include <math.h>
#include <stdlib.h>

struct event { double at; };
struct graph { int calls; };

static double now, call_ms, host_ms_a_call, first_ms;
static int calls, recording, recorded, records, stamps, can_record = 1;
static double stamped[2], stamped_calls[2];
static struct watched *watching, *last_watched;

static void work(void *ctx)
{
    ++*(int *)ctx;
    if (recording) {
        ++recorded;
        return;
    }
    ++calls;
    now += call_ms + host_ms_a_call + first_ms;
    first_ms = 0.0;
}

cudaError_t cudaEventCreate(cudaEvent_t *e) { *e = malloc(sizeof **e); return 0; }
cudaError_t cudaEventSynchronize(cudaEvent_t e) { (void)e; return 0; }
cudaError_t cudaGetLastError(void) { return 0; }
cudaError_t cudaGraphDestroy(cudaGraph_t g) { (void)g; return 0; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x) { free(x); return 0; }

cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
    (void)s;
    e->at = now;
    return 0;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    *ms = (float)(to->at - from->at);
    return 0;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t s, int mode)
{
    (void)s, (void)mode;
    recording = can_record;
    recorded = 0;
    return can_record ? 0 : 1;
}

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g)
{
    (void)s, (void)g;
    recording = 0;
    ++records;
    return can_record ? 0 : 1;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *x, cudaGraph_t g,
                                          unsigned long long flags)
{
    (void)g, (void)flags;
    *x = malloc(sizeof **x);
    (*x)->calls = recorded;
    return 0;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t s)
{
    (void)s;
    calls += x->calls;
    now += x->calls * call_ms;
    return 0;
}

int cuda_check(int status, const char *what)
{
    return status ? complain("%s", what) : 0;
}

void stamp_now(int i)
{
    stamped[i] = now;
    stamped_calls[i] = calls;
    ++stamps;
}

double stamped_mhz(void) { return 1500.0; }

void watch_into(struct watched *w)
{
    watching = w;
    last_watched = w ? w : last_watched;
}

static int near(double a, double b) { return fabs(a - b) < 1e-3 * b; }

static void short_calls(void)
{
    struct batch b;
    struct watched w = {0};
    struct timed t;
    int made = 0;

    call_ms = 0.005, host_ms_a_call = 0.015;
    int status = batch_new(&b, work, &made, 7, 20.0);

    ok(status == 0 && b.group == 105,
       "short calls are recorded, in whole turns of their operands: %d", b.group);
    ok(b.times % b.group == 0 && b.times * call_ms >= 20.0,
       "and replayed for long enough: %d", b.times);
    calls = made = 0;
    status = batch_run(&b, 10.0, &w, &t);
    ok(status == 0 && made == 0, "no call comes from the host");
    ok(near(t.ms, call_ms) && t.mhz == 1500.0, "each takes its own time: %g", t.ms);
    ok(stamped_calls[1] - stamped_calls[0] == b.times &&
           stamped_calls[0] * call_ms >= 10.0,
       "the lead-in is not between the stamps");
    ok(last_watched == &w && !watching, "the card is watched, and then no more");
    watch_into(&w);
    batch_run(&b, 0.0, NULL, &t);
    ok(watching == &w, "or is watched on by somebody else");
    batch_free(&b);
}

static void middling_calls(void)
{
    struct batch b;
    struct timed t;
    int made = 0;

    call_ms = 2.5, host_ms_a_call = 0.0;
    int status = batch_new(&b, work, &made, 1, 20.0);

    ok(status == 0 && !b.group && b.times >= 8 &&
           b.times <= 10, "others are enqueued, as many as are needed: %d", b.times);
    calls = 0;
    batch_run(&b, 30.0, NULL, &t);
    ok(near(t.ms, 2.5), "and the time is that of one: %g", t.ms);
    ok(calls - b.times >= 12, "behind a lead-in: %d calls", calls - b.times);
    made = b.times;
    batch_stretch(&b, 2);
    ok(b.times == 2 * made, "a batch can be longer");
}

static void long_calls(void)
{
    struct batch b;
    struct timed t;
    int made = 0;

    call_ms = 60.0;
    int status = batch_new(&b, work, &made, 1, 20.0);

    ok(status == 0 && b.times == 1 && made == 2,
       "a long call is a batch, and two calls tell");
    batch_stretch(&b, 2);
    batch_run(&b, 30.0, NULL, &t);
    ok(made == 3 && near(t.ms, 60.0), "it has no lead-in");
}

static void slow_first_call(void)
{
    struct batch b;
    int made = 0;

    call_ms = 2.5, host_ms_a_call = 0.0, first_ms = 500.0;
    const int status = batch_new(&b, work, &made, 1, 20.0);

    ok(status == 0 && b.times >= 8 && near(b.ms, 2.5),
       "a first call that makes a library ready makes no batch: %d of %g ms", b.times, b.ms);
}

static int renewals, at_last, most_between;

static void renew(void *ctx)
{
    (void)ctx;
    if (renewals++ && calls - at_last > most_between)
        most_between = calls - at_last;
    at_last = calls;
}

/* Runs it so that no more than `room` calls follow a renewal, and tells how many. */
static int runs_within(struct batch *b, int room)
{
    struct timed t;

    batch_renew(b, renew, room);
    batch_stretch(b, 4);
    renewals = most_between = calls = 0;
    batch_run(b, 40.0, NULL, &t);
    return at_last == stamped_calls[0] && calls - at_last == b->times &&
                   b->times <= room && most_between <= room
               ? renewals : 0;
}

static void renewed(void)
{
    struct batch b;
    int made = 0;

    call_ms = 2.5, host_ms_a_call = 0.0;
    batch_new(&b, work, &made, 1, 20.0);
    ok(runs_within(&b, 5) == 5 && b.times == 5,
       "what is used up is renewed, and before what is timed: %d", renewals);
    call_ms = 0.005;
    batch_new(&b, work, &made, 7, 20.0);
    ok(runs_within(&b, 1000) > 8 && b.times % b.group == 0,
       "between whole recordings: %d", renewals);
    ok(runs_within(&b, 90) > 80 && b.times == 90,
       "or between calls, where a recording is too long: %d", renewals);
    batch_free(&b);
}

static void not_recorded(void)
{
    struct batch b;
    struct timed t;
    int made = 0;

    call_ms = 0.005, host_ms_a_call = 0.015, can_record = 0;
    int status = batch_new(&b, work, &made, 1, 20.0);

    status |= batch_run(&b, 0.0, NULL, &t);
    ok(status == 0 && !b.group && near(t.ms, 0.02),
       "what cannot be recorded is enqueued: %g", t.ms);
}

static void rates(void)
{
    struct samples s = {0};
    int made = 0;

    call_ms = 2.5, host_ms_a_call = 0.0;
    int status = sample_rate(work, &made, 10.0, 5, &s);

    ok(status == 0 && s.n == 5 && near(s.value[0], 4.0) && near(s.value[4], 4.0),
       "the rate of a probe is its work over the time of one call: %g", s.value[0]);
    calls = 0;
    batch_ms(work, &made, 6);
    ok(calls == 7, "one call goes before those that are timed");
}

int main(void)
{
    short_calls();
    middling_calls();
    long_calls();
    slow_first_call();
    renewed();
    not_recorded();
    rates();
    return tap_end();
}
