#include "bench/gpu/alone.h"

#include "bench/element.h"
#include "bench/gpu/best.h"
#include "bench/gpu/stage.h"

#include <string.h>

static const double BATCH_MS = 100.0;

static void add_batch(struct drawn *out, const struct watched *w,
                      const struct timed *t)
{
    double sum = 0.0;

    for (int i = 0; i < w->readings; ++i)
        sum += w->watts[i];
    if (w->power_known)
        add_sample(&out->watts, sum / w->readings);
    if (t->mhz > 0.0)
        add_sample(&out->mhz, t->mhz);
}

static int draw(struct rotation *calls, const struct pace *pace, struct drawn *out)
{
    const double begin = host_ms();
    static struct watched seen;
    struct batch b;
    struct timed t;
    int status = batch_new(&b, stage_launch_next, calls, calls->stage->copies, BATCH_MS);

    while (status == 0 && host_ms() - begin < pace->alone_warm_ms)
        status = batch_run(&b, 0.0, NULL, &t);
    while (status == 0 && host_ms() - begin < pace->alone_warm_ms + pace->alone_ms) {
        memset(&seen, 0, sizeof seen);
        status = batch_run(&b, 0.0, &seen, &t);
        if (status == 0)
            add_batch(out, &seen, &t);
    }
    batch_free(&b);
    return status;
}

int draw_alone(const struct kernel *k, const struct pace *pace, struct drawn *out)
{
    struct stage stage;
    struct rotation calls = {.stage = &stage, .kernel = k};
    const unsigned parts =
        (k->flags & ELEMENT) | (k->flags & B_TRANSPOSED ? WITH_B_TRANSPOSED : 0);
    int status = stage_new(&stage, LADDER_SIZE,
                           stage_copies_of(k->flags, LADDER_SIZE), parts);

    memset(out, 0, sizeof *out);
    if (status == 0 && k->flags & HEADLINE)
        status = best_choose(&stage);
    if (status == 0)
        status = draw(&calls, pace, out);
    stage_free(&stage);
    return status;
}
