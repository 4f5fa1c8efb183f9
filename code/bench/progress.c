#define _POSIX_C_SOURCE 200809L
#include "bench/progress.h"

#include "bench/timing.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *title;
static double whole, done, began;
static volatile sig_atomic_t interrupted;

void progress_start(const char *what, double total)
{
    title = what;
    whole = total > 0.0 ? total : 1.0;
    done = 0.0;
    began = host_ms();
}

void progress(const char *doing, double weight)
{
    char bar[21];
    int full;
    double part, left;

    done += weight;
    if (!isatty(STDERR_FILENO))
        return;
    part = done / whole < 1.0 ? done / whole : 1.0;
    full = (int)(part * 20.0);
    memset(bar, '.', 20);
    memset(bar, '#', (size_t)full);
    bar[20] = '\0';
    left = part > 0.02 ? (host_ms() - began) / 1e3 * (1.0 / part - 1.0) : 0.0;
    fprintf(stderr, "\r\033[K%s [%s] %3.0f %%", title, bar, 100.0 * part);
    if (left >= 1.0)
        fprintf(stderr, " %.0f s left", left);
    fprintf(stderr, "  %s", doing);
    fflush(stderr);
}

void progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

static void on_signal(int signal_number)
{
    if (interrupted)
        _exit(128 + signal_number);
    interrupted = 1;
}

void catch_interrupt(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int stopped(void)
{
    return interrupted;
}
