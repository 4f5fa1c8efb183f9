#include "tap.h"
#include "tune/winner.h"

/* A finalist whose quartiles lie `half` on either side of its median. */
static struct finalist runs_at(double median, double half, long on_chip)
{
    return (struct finalist){0, on_chip,
                             {median, median - half, median + half, 15}};
}

static void stays(const char *promise, const struct finalist *f, int n,
                  int best, int who)
{
    ok(fastest(f, n) == best && winner(f, n) == who, "%s", promise);
}

int main(void)
{
    const struct finalist noise[] = {runs_at(100, 3, 900), runs_at(98, 1, 500)};
    const struct finalist clear[] = {runs_at(100, 1, 900), runs_at(97, 1, 500)};
    const struct finalist its_own[] = {runs_at(100, 1, 900),
                                       runs_at(97, 2, 500)};
    const struct finalist larger[] = {runs_at(100, 3, 500),
                                      runs_at(99, 3, 900)};
    const struct finalist three[] = {runs_at(99, 2, 600), runs_at(100, 2, 900),
                                     runs_at(98, 2, 400), runs_at(90, 2, 100)};
    const struct finalist alone[] = {runs_at(5, 1, 100)};
    const struct finalist edge[] = {runs_at(102, 1, 900), runs_at(100, 1, 500)};

    stays("a lead within the spread leaves the simpler one", noise, 2, 0, 1);
    stays("a lead beyond the spread wins", clear, 2, 0, 0);
    stays("the spread of the simpler one counts too", its_own, 2, 0, 1);
    stays("the fastest stays when it is the simpler one", larger, 2, 0, 0);
    stays("of several within the spread the simplest stays", three, 4, 1, 2);
    stays("one alone wins", alone, 1, 0, 0);
    stays("a lead of exactly the spread is not more than it", edge, 2, 0, 1);
    ok(on_chip(64, 256, 4096) == 64L * 256 * 4 + 4096,
       "simpler is fewer bytes of registers and shared memory in a block");
    return tap_end();
}
