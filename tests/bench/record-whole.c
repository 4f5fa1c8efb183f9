#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"
#include "files.h"
#include "bench/record.h"
#include "tap.h"

#include <fcntl.h>
#include <sys/stat.h>
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
    /* A pipe, as /dev/null, is written to and stays what it is. */
    char got[64] = "";
    struct stat is;

    mkfifo("pipe", 0600);
    const int pipe = open("pipe", O_RDWR | O_NONBLOCK);

    ok(record_open(&r, "pipe", "# a: 1\n", "n") == 0 &&
           record_row(&r, "1") == 0 && record_finish(&r, "") == 0 &&
           read(pipe, got, sizeof got - 1) > 0 &&
           strcmp(got, "# a: 1\nn\n1\n# end: 1 rows\n") == 0,
       "a pipe takes the record: %s", got);
    ok(lstat("pipe", &is) == 0 && S_ISFIFO(is.st_mode), "and stays a pipe");
    close(pipe);
    return tap_end();
}
