/* flight.c - the clocks of flight.h, and their rows of a count. */
#include "course/flight.h"
#include "lens/catch.h"
#include "lens/engine.h"
#include "lens/site.h"

#include <stdio.h>
#include <string.h>

/* A thread's last loads: a value stays here until it lands, so nobody has it before. */
enum { IN_FLIGHT = 4096 };

static struct thread {
    unsigned clock, begun; /* in latencies; loads, of all blocks that had this place */
    struct flight {
        float value;
        unsigned at;
    } flight[IN_FLIGHT];
} threads[MAX_THREADS];

static uint64_t loads, waits[MAX_SITES];

unsigned judged_begin(const float *from, float value)
{
    const uintptr_t a = (uintptr_t)from;
    struct thread *t = &threads[current_thread()];

    /* Else a plain load could stand for one that was asked for here. */
    if (a - (uintptr_t)contract.operand[0] >= contract.bytes[0] &&
        a - (uintptr_t)contract.operand[1] >= contract.bytes[1])
        caught("contract", site_at((uintptr_t)CALLER(), sizeof value, LOAD),
               current_thread(), "loads by load() what is neither of A nor of B");
    ++loads;
    t->flight[t->begun % IN_FLIGHT] = (struct flight){value, t->clock};
    return t->begun++;
}

float judged_end(unsigned ticket)
{
    const unsigned thread = current_thread();
    struct thread *t = &threads[thread];
    struct site *s = site_at((uintptr_t)CALLER(), sizeof(float), LOAD);
    const unsigned before = t->begun - ticket;

    if (before == 0 || before > t->begun)
        caught("uninitialised read", s, thread, "lands what it never loaded");
    if (before > IN_FLIGHT)
        caught("endless", s, thread, "lands what it loaded more than %d loads ago",
               (int)IN_FLIGHT);
    const struct flight f = t->flight[ticket % IN_FLIGHT];

    if (f.at + 1 > t->clock) {
        waits[s - sites] += f.at + 1 - t->clock;
        t->clock = f.at + 1;
    }
    return f.value;
}

void flight_reset(void)
{
    loads = 0;
    memset(waits, 0, sizeof waits);
}

static void row(const char *kernel, struct size s, const char *line, const char *op,
                uint64_t n)
{
    printf("%s,%d,%d,%d,%s,global,%s,all,%llu\n", kernel, s.m, s.n, s.k, line, op,
           (unsigned long long)n);
}

void flight_rows(const char *kernel, struct size s)
{
    uint64_t all = 0;

    if (loads == 0)
        return;
    puts("kernel,m,n,k,line,space,op,array,latencies");
    for (int i = 1; i < site_count; ++i)
        if (waits[i] > 0) {
            char line[16];

            snprintf(line, sizeof line, "%d", site_line(&sites[i]));
            row(kernel, s, line, "wait", waits[i]);
            all += waits[i];
        }
    row(kernel, s, "total", "wait", all);
    row(kernel, s, "total", "flight", loads);
}
