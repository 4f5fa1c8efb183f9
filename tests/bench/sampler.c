#define _POSIX_C_SOURCE 200809L
#include "bench/gpu/nvml.h"
#include "bench/gpu/sampler.h"
#include "tap.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

static atomic_int asked, work_ends;
static struct reading next = {400.0, 1600, 1, 0};

int clock_now(void) { return 1; }

void card_reading(struct reading *r)
{
    *r = next;
    if (work_ends) /* while the card is being read */
        watch_into(NULL);
    ++asked;
}

/* Until the thread has read the card so many times more. */
static void wait_for(int readings)
{
    const struct timespec pause = {0, 1000000};
    const int before = asked;

    while (asked < before + readings)
        nanosleep(&pause, NULL);
}

static const char *reasons(unsigned long long bits, int of, int all)
{
    static struct watched w;

    memset(&w, 0, sizeof w);
    w.readings = all;
    w.reasons_known = 1;
    for (int i = 0; i < REASONS; ++i)
        w.because[i] = (bits >> i & 1) * of;
    return watched_reasons(&w);
}

static void told(unsigned long long bits, const char *want)
{
    ok(strcmp(reasons(bits, 5, 5), want) == 0, "0x%llx is %s", bits, want);
}

int main(void)
{
    static struct watched one, two, none, ended, later;

    watch_into(&one);
    wait_for(3);
    watch_into(NULL);
    next = (struct reading){700.0, 1200, 1, 4};
    watch_into(&two);
    wait_for(3);
    watch_into(NULL);
    ok(one.readings >= 2 && watched_watts(&one) == 400.0 &&
           watched_mhz(&one) == 1600.0, "readings go to whom they belong");
    ok(two.readings >= 2 && watched_watts(&two) == 700.0 &&
           held_by_power(&two) && !held_by_power(&one), "and to nobody else");
    ok(watched_watts(&none) == 0.0 && watched_mhz(&none) == 0.0 &&
           *watched_reasons(&none) == '\0', "nothing read is nothing known");
    work_ends = 1;
    watch_into(&ended);
    wait_for(1);
    work_ends = 0;
    watch_into(&later);
    wait_for(1);
    watch_into(NULL);
    ok(ended.readings == 0, "a reading that outlasts its work is nobody's");
    told(0, "none");
    told(1, "none");
    told(4, "power");
    told(4 | 8 | 0x20, "power+hw+thermal");
    told(0x20 | 0x40, "thermal");
    told(0x80 | 2, "setting+brake");
    ok(strcmp(reasons(4, 1, 11), "none") == 0 &&
           strcmp(reasons(4, 1, 10), "power") == 0,
       "a reason held when it held in a tenth of the readings");
    return tap_end();
}
