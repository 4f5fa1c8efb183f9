#include "bench/bench.h"
#include "files.h"
#include "bench/record.h"
#include "tap.h"

#include <stdlib.h>

/* A kind of record, and columns of it. */
#define GEMM "gemm", "kernel,m,n,k,gflops,lo,hi,runs,ratio,ratio_lo,ratio_hi," \
             "error,clock,clock_lo,clock_hi,throttle"
#define PROBE "probe", "probe,size,unit,value,lo,hi,runs,clock"
#define TUNING "tuning", "config,m,n,k,status,gflops,lo,hi,runs,ratio"

/* How many rows of a journal are taken over, of which the second is `row`. */
static int taken(const char *kind, const char *columns, const char *good,
                 const char *row, int *damaged)
{
    struct record r;
    char head[64], text[2048];
    int rows;

    snprintf(head, sizeof head, "# record: tiles 1\n# kind: %s\n", kind);
    snprintf(text, sizeof text, "%s%s\n%s\n%s\n%s\n", head, columns, good, row,
             good);
    write_text("a.csv.part", "w", text);
    if (record_open(&r, "a.csv", head, columns) != 0)
        abort();
    rows = r.rows;
    *damaged = r.damaged;
    record_abandon(&r);
    return rows;
}

static void takes(const char *kind, const char *columns, const char *row, const char *why)
{
    int damaged;

    ok(taken(kind, columns, row, row, &damaged) == 3 && damaged == 0, "%s", why);
}

static void drops(const char *kind, const char *columns, const char *good,
                  const char *row, const char *why)
{
    int damaged;

    ok(taken(kind, columns, good, row, &damaged) == 1 && damaged == 2, "%s", why);
}

int main(void)
{
    static const char good[] = "a,64,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985,none";
    static const char probe[] = "a,1,relative,-2,-3,0,15,1980";

    takes(GEMM, good, "rows as they are measured");
    takes(GEMM, "a,64,64,64,7,7,7,15,1,1,1,0,,,,", "rows of a card that says little");
    takes(PROBE, probe, "a probe may come below nothing");
    takes(TUNING, "8x8,,,,threads,,,,,", "what was not tuned has no numbers");
    drops(GEMM, good, "a,64,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985", "a cell less");
    drops(GEMM, good, "a,64,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985,none,", "a cell more");
    drops(GEMM, good, "a,64,64,64,7x,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "no number");
    drops(GEMM, good, "a,64,64,64,7,six,8,15,.5,.4,.6,.1,1980,1970,1985,none", "no quartile");
    drops(GEMM, good, "a,64,64,64,nan,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "NaN");
    drops(GEMM, good, "a,64,64,64,1e400,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "infinity");
    drops(GEMM, good, "a,64,64,64,,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "no speed");
    drops(GEMM, good, "a,64,64,64,-7,-8,8,15,.5,.4,.6,.1,1980,1970,1985,none", "a speed below nothing");
    drops(GEMM, good, "a,64,64,64,7,7.5,8,15,.5,.4,.6,.1,1980,1970,1985,none", "lo above the median");
    drops(GEMM, good, "a,64,64,64,7,6,6.5,15,.5,.4,.6,.1,1980,1970,1985,none", "hi below it");
    drops(GEMM, good, "a,64,64,64,7,6,8,15,-.5,-.6,.6,.1,1980,1970,1985,none", "a ratio below nothing");
    drops(GEMM, good, "a,64,64,64,7,6,8,15,.5,.4,.6,.1,1980,1990,1995,none", "a clock out of its quartiles");
    drops(GEMM, good, ",64,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "no name");
    drops(GEMM, good, "a,1e19,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "a matrix that no int counts");
    drops(GEMM, good, "a,64.5,64,64,7,6,8,15,.5,.4,.6,.1,1980,1970,1985,none", "half a row");
    drops(GEMM, good, "a,64,64,64,1e300,6,1e301,15,.5,.4,.6,.1,1980,1970,1985,none", "a speed that no card has");
    drops(GEMM, good, "a,64,64,64,7,6,8,15,.5,.4,.6,.1,11980,1970,11985,none", "a clock that no card has");
    drops(PROBE, probe, "a,1,relative,-2,-1,0,15,1980", "a probe's value below its quartiles");
    return tap_end();
}
