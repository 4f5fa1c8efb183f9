#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"
#include "files.h"
#include "bench/record.h"
#include "tap.h"

#include <sys/stat.h>
#include <unistd.h>

static void refused(const char *path, const char *part, const char *name)
{
    struct record r;

    ok(record_open(&r, path, "# a: 1\n", "n") == -1 &&
           strstr(complaint(), part) && !strchr(complaint(), '\n'),
       "%s: %s", name, complaint());
}

int main(void)
{
    struct record r;

    write_text("file", "w", "mine\n");
    refused("file/card/a.csv", "file/card", "a folder below a file");
    refused("file/a.csv", "file/a.csv", "a record below a file");
    ok(holds("file", "mine\n"), "the file stays as it was");

    mkdir("b.csv.part", 0777);
    write_text("b.csv", "w", "old\n");
    refused("b.csv", "b.csv.part", "a journal that cannot be written");
    ok(holds("b.csv", "old\n") && holds("b.csv.tmp", NULL),
       "the old record stays, alone");

    mkdir("locked", 0555);
    if (geteuid() != 0)
        refused("locked/a.csv", "locked/a.csv", "a folder without permission");
    else
        ok(1, "a folder without permission # SKIP root may write everywhere");

    mkdir("c.csv", 0777);
    ok(record_open(&r, "c.csv", "# a: 1\n", "n") == 0 &&
           record_row(&r, "1") == 0 && record_finish(&r, "") == -1 &&
           strstr(complaint(), "c.csv"), "a record that cannot be put in "
       "place: %s", complaint());
    ok(holds("c.csv.part", "# a: 1\nn\n1\n") && holds("c.csv.tmp", NULL),
       "its rows stay in the journal");
    record_abandon(&r);
    return tap_end();
}
