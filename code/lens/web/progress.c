/* progress.h in a page: nobody sees a line there, and it is stopped from outside. */
#include "bench/progress.h"

void progress_start(const char *what, double total)
{
    (void)what, (void)total;
}

void progress(const char *doing, double weight)
{
    (void)doing, (void)weight;
}

void progress_end(void)
{
}

void catch_interrupt(void)
{
}

int stopped(void)
{
    return 0;
}
