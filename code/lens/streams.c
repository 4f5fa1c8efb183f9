#define _GNU_SOURCE
#include "lens/streams.h"

#include "lens/catch.h"
#include "lens/devices.h"
#include "lens/fail.h"
#include "lens/host.h"
#include "lens/memory.h"
#include "lens/runtime.h"
#include "lens/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_TASKS = 64, PAGE = 4096, WORD = 4, BUCKETS = 4096 };

/* The tasks, a bit each, that come before what follows in a stream or after an event. */
struct order {
    struct order *next;
    uint64_t known;
};
struct CUstream_st {
    struct order order;
    int device;
};
struct CUevent_st {
    struct order order;
    int device;
    struct timespec at;
};

static struct CUstream_st of_thread;
static struct order *orders = &of_thread.order; /* all that there are */

/* Launches, copies and settings for which the host has not waited. */
static char names[MAX_TASKS][80];
static uint64_t live;
static unsigned running;      /* its number */
static struct order *in;      /* the stream that it is of; null when none runs */
static int is_remembered;

/* What a task did with a page. A site is 0 where it is none of a kernel's. */
struct sheet {
    struct sheet *next;
    uintptr_t page;
    unsigned task;
    uint8_t loaded[PAGE], stored[PAGE], updated[PAGE];
    uint16_t loader[PAGE / WORD], storer[PAGE / WORD];
};
static struct sheet *buckets[BUCKETS];

static int is_on(void)
{
    return host_has_streams();
}

static struct order *order_of(cudaStream_t stream)
{
    return stream ? &stream->order : &of_thread.order;
}

/* Forgets these tasks: all that comes later comes after them. */
static void forget(uint64_t tasks)
{
    for (int i = 0; tasks & live && i < BUCKETS; ++i)
        for (struct sheet **s = &buckets[i]; *s;) {
            struct sheet *gone = *s;

            if (tasks >> gone->task & 1) {
                *s = gone->next;
                free(gone);
            } else {
                s = &gone->next;
            }
        }
    live &= ~tasks;
    for (struct order *o = orders; o; o = o->next)
        o->known &= ~tasks;
}

void stream_begin(cudaStream_t stream, const char *name, int waits)
{
    static unsigned next;

    if (!is_on())
        return;
    running = next++ % MAX_TASKS;
    forget(UINT64_C(1) << running);
    live |= UINT64_C(1) << running;
    snprintf(names[running], sizeof names[running], "%s", name);
    in = order_of(stream);
    is_remembered = !waits;
}

void stream_end(void)
{
    if (in)
        in->known |= UINT64_C(1) << running;
    in = NULL;
}

void stream_waited(cudaStream_t stream)
{
    forget(order_of(stream)->known);
}

void stream_waited_for_all(void)
{
    forget(~UINT64_C(0));
}

static struct sheet *sheet_of(uintptr_t page, unsigned task)
{
    struct sheet **bucket = &buckets[page / PAGE % BUCKETS], *s = *bucket;

    while (s && (s->page != page || s->task != task))
        s = s->next;
    if (s)
        return s;
    s = calloc(1, sizeof *s);
    if (!s)
        fail("out of memory for what is done in several streams");
    s->page = page;
    s->task = task;
    s->next = *bucket;
    return *bucket = s;
}

static _Noreturn void report(uintptr_t a, const struct site *mine, unsigned thread,
                             const struct sheet *other, unsigned site)
{
    static const char why[] = "in another stream, and nothing orders the two: record "
        "an event after the first, and let the stream of the second wait for it";
    const char *name = names[other->task];
    char what[400];

    if (site)
        snprintf(what, sizeof what, "%s %s at %s", name,
                 verb_of(&sites[site]), line_text(&sites[site]));
    else
        snprintf(what, sizeof what, "%s touches", name);
    if (mine)
        caught("race", mine, thread, "%s %s, which %s %s", verb_of(mine),
               address_text(a, mine->size, -1), what, why);
    caught_in_program("race", "%s touches what %s %s", names[running], what, why);
}

/* Tasks that nothing orders before the running one. */
static uint64_t beside(void)
{
    return live & ~in->known & ~(UINT64_C(1) << running);
}

static void check_sheet(const struct sheet *s, uintptr_t at, unsigned size,
                        enum op op, unsigned site, unsigned thread)
{
    for (uintptr_t i = at; i < at + size; ++i)
        if (s->stored[i] || (op != LOAD && s->loaded[i]) ||
            (op != ATOMIC && s->updated[i]))
            report(s->page + i, site ? &sites[site] : NULL, thread, s,
                   (s->stored[i] || s->updated[i] ? s->storer
                                                  : s->loader)[i / WORD]);
}

/* Of the running task, within a page, by a site and a thread or by neither. */
static void note(uintptr_t a, unsigned size, enum op op, unsigned site,
                 unsigned thread)
{
    const uintptr_t page = a & ~(uintptr_t)(PAGE - 1), at = a - page;
    const uint64_t others = beside();
    struct sheet *mine;

    for (const struct sheet *s = others ? buckets[page / PAGE % BUCKETS] : NULL; s;
         s = s->next)
        if (s->page == page && others >> s->task & 1)
            check_sheet(s, at, size, op, site, thread);
    if (!is_remembered)
        return;
    mine = sheet_of(page, running);
    memset((op == LOAD ? mine->loaded : op == ATOMIC ? mine->updated
                                                     : mine->stored) + at, 1, size);
    for (uintptr_t i = at / WORD; WORD * i < at + size; ++i)
        (op == LOAD ? mine->loader : mine->storer)[i] = (uint16_t)site;
}

void stream_accesses(void)
{
    if (!in)
        return;
    for (int i = 0; i < warp_log.pieces; ++i) {
        const struct piece *p = &warp_log.piece[i];

        for (size_t j = p->first; j < p->first + p->count; ++j) {
            const event e = warp_log.first[j];
            const struct site *s = &sites[EVENT_SITE(e)];

            if (space_of(EVENT_ADDRESS(e)) != GLOBAL)
                continue;
            if (!device_reaches(device_now(), (const void *)EVENT_ADDRESS(e)))
                caught("memory", s, thread_number(now.warp, p->lane), "%s what is in the memory "
                       "of card %d, but the kernel runs on card %d", verb_of(s),
                       device_of((const void *)EVENT_ADDRESS(e)), device_now());
            note(EVENT_ADDRESS(e), s->size, (enum op)s->op, EVENT_SITE(e),
                     thread_number(now.warp, p->lane));
        }
    }
}

static void note_all(const void *address, size_t bytes, enum op op)
{
    const uintptr_t a = (uintptr_t)address;

    if (!in || (!within(arena, a) && !within(variables, a)) ||
        (!is_remembered && !beside()))
        return;
    for (size_t i = 0; i < bytes;) {
        const size_t room = PAGE - (a + i) % PAGE,
                     part = bytes - i < room ? bytes - i : room;

        note(a + i, (unsigned)part, op, 0, 0);
        i += part;
    }
}

void stream_loads(const void *from, size_t bytes)
{
    note_all(from, bytes, LOAD);
}

void stream_stores(const void *to, size_t bytes)
{
    note_all(to, bytes, STORE);
}

static void add_order(struct order *o)
{
    o->next = orders;
    orders = o;
}

static void drop_order(struct order *o)
{
    struct order **at = &orders;

    while (*at && *at != o)
        at = &(*at)->next;
    if (*at)
        *at = o->next;
}

cudaError_t lens_stream_new(cudaStream_t *stream, const char *used)
{
    (void)used;
    *stream = calloc(1, sizeof **stream);
    if (!*stream)
        return (cudaError_t)set_error(cudaErrorMemoryAllocation);
    (*stream)->device = device_now();
    add_order(&(*stream)->order);
    return cudaSuccess;
}

int stream_is_here(cudaStream_t stream)
{
    return !stream || stream->device == device_now();
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (stream)
        drop_order(&stream->order);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    stream_waited(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    (void)flags;
    order_of(stream)->known |= event->order.known;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    stream_waited_for_all();
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = calloc(1, sizeof **event);
    if (!*event)
        return (cudaError_t)set_error(cudaErrorMemoryAllocation);
    (*event)->device = device_now();
    add_order(&(*event)->order);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    (void)flags;
    return cudaEventCreate(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (event)
        drop_order(&event->order);
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const int device = stream ? stream->device : device_now();

    if (event->device != device)
        return (cudaError_t)set_error_because(cudaErrorInvalidResourceHandle,
            "for an event of card %d is recorded in a stream of card %d", event->device,
            device);
    event->order.known = order_of(stream)->known;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    forget(event->order.known);
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    *ms = (float)((double)(to->at.tv_sec - from->at.tv_sec) * 1e3 +
                  (double)(to->at.tv_nsec - from->at.tv_nsec) * 1e-6);
    return cudaSuccess;
}
