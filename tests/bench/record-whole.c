#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "files.h"
#include "record.h"
#include "tap.h"

#include <unistd.h>

static struct record r;

/* Runs `what` with standard output going to a file. */
static void captured(const char *path, void (*what)(void))
{
    const int kept = dup(STDOUT_FILENO);

    fflush(stdout);
    if (!freopen(path, "w", stdout))
        _exit(3);
    what();
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

static int bad;

static void to_stdout(void)
{
    bad = record_open(&r, "-", "# a: 1\n", "kernel,n") != 0 ||
          record_row(&r, "naive,256") != 0 ||
          record_finish(&r, "# b: 2\n") != 0;
}

int main(void)
{
    ok(record_open(&r, "new/folder/a.csv", "# record: tiles 1\n# kind: gemm\n",
                   "kernel,n") == 0, "folders are made");
    ok(holds("new/folder/a.csv", NULL), "nothing is there before the end");
    record_row(&r, "cublas,256");
    record_row(&r, "naive,256");
    ok(record_has(&r, "naive,") && !record_has(&r, "naiv,") &&
           !record_has(&r, "256"), "a row is known by how it begins");
    ok(record_finish(&r, "# date: today\n") == 0 &&
           holds("new/folder/a.csv",
                 "# record: tiles 1\n# kind: gemm\n# date: today\n"
                 "kernel,n\ncublas,256\nnaive,256\n# end: 2 rows\n"),
       "head, tail, columns, rows, end");
    ok(holds("new/folder/a.csv.part", NULL) &&
           holds("new/folder/a.csv.tmp", NULL), "nothing else is left");

    ok(record_open(&r, "new/folder/a.csv", "# other: 1\n", "n") == 0 &&
           record_finish(&r, "") == 0 &&
           holds("new/folder/a.csv", "# other: 1\nn\n# end: 0 rows\n"),
       "a record may have no rows, and replaces the old one");

    captured("said", to_stdout);
    ok(!bad && holds("said", "# a: 1\n# b: 2\nkernel,n\nnaive,256\n"
                             "# end: 1 rows\n"), "the path - is standard output");
    ok(access("-", F_OK) != 0 && access("-.part", F_OK) != 0,
       "and no file of that name");
    return tap_end();
}
