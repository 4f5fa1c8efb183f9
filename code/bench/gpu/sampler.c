#define _POSIX_C_SOURCE 200809L
#include "bench/gpu/sampler.h"

#include "bench/gpu/nvml.h"
#include "bench/stats.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct timespec PAUSE = {0, 3000000};

/* The bits of NVML's clocks event reasons, from the lowest; that the card is
 * idle is no reason that matters. */
static const char *const NAMES[REASONS] = {
    NULL, "setting", "power", "hw", "sync", "thermal", "thermal", "brake",
    "display",
};
enum { POWER = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched *into;

static void add(struct watched *w, const struct reading *r)
{
    if (w->readings == MAX_READINGS)
        return;
    w->watts[w->readings] = r->watts;
    w->mhz[w->readings++] = r->mhz;
    w->power_known |= r->watts > 0.0;
    w->reasons_known |= r->reasons_known;
    for (int i = 0; i < REASONS; ++i)
        w->because[i] += (int)(r->reasons >> i & 1);
}

static void *keep_reading(void *unused)
{
    (void)unused;
    for (;;) {
        struct watched *before;
        struct reading r;

        pthread_mutex_lock(&lock);
        before = into;
        pthread_mutex_unlock(&lock);
        if (before) {
            card_reading(&r);
            pthread_mutex_lock(&lock);
            if (into == before) /* all of it fell into the same work */
                add(into, &r);
            pthread_mutex_unlock(&lock);
        }
        nanosleep(&PAUSE, NULL);
    }
    return NULL;
}

void watch_into(struct watched *w)
{
    static pthread_t thread;
    static int started;

    /* NVML is loaded before there are two threads to load it. */
    if (!started++ && clock_now() >= 0)
        pthread_create(&thread, NULL, keep_reading, NULL);
    pthread_mutex_lock(&lock);
    into = w;
    pthread_mutex_unlock(&lock);
}

static double median(const double *value, int n)
{
    double sorted[MAX_READINGS];

    memcpy(sorted, value, (size_t)n * sizeof *sorted);
    return sort_to_median(sorted, n);
}

double watched_watts(const struct watched *w)
{
    return w->power_known ? median(w->watts, w->readings) : 0.0;
}

double watched_mhz(const struct watched *w)
{
    return median(w->mhz, w->readings);
}

static int held(const struct watched *w, int reason)
{
    return w->because[reason] > 0 && 10 * w->because[reason] >= w->readings;
}

int held_by_power(const struct watched *w)
{
    return held(w, POWER);
}

const char *watched_reasons(const struct watched *w)
{
    static char text[80];
    size_t used = 0;

    text[0] = '\0';
    if (!w->reasons_known)
        return text;
    for (int i = 0; i < REASONS; ++i)
        if (NAMES[i] && held(w, i) && !strstr(text, NAMES[i]))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     used ? "+" : "", NAMES[i]);
    return used ? text : "none";
}
