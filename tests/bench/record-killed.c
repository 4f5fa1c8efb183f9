#define _GNU_SOURCE
#include "bench/bench.h"
#include "files.h"
#include "bench/record.h"
#include "tap.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char PATH[] = "a.csv", PART[] = "a.csv.part", TMP[] = "a.csv.tmp";
static const char OLD[] = "# record: tiles 1\nkernel,n\nold,1\n# end: 1 rows\n";
static const char HEAD[] = "# record: tiles 1\n# driver: 5\n";
static const char COLUMNS[] = "kernel,n,gflops";
static const char NEW[] = "# record: tiles 1\n# driver: 5\n# date: today\n"
                          "kernel,n,gflops\na,1,7\nb,1,7\nc,1,7\nd,1,7\n"
                          "# end: 4 rows\n";
enum { ROWS = 4 };

/* What a child did before it died, seen by its parent. */
static struct seen {
    int measured, replaced, unsynced;
} *seen;
static int steps_left, synced;

/* The process ends here, without warning, when its steps are used up. */
static void step(void)
{
    if (steps_left > 0 && --steps_left == 0)
        kill(getpid(), SIGKILL);
}

/* These stand before those of the C library: each is two places to die. */
int rename(const char *from, const char *to)
{
    step();
    if (strcmp(to, PATH) == 0 && !synced)
        seen->unsynced = 1;
    const int status = renameat(AT_FDCWD, from, AT_FDCWD, to);

    if (strcmp(to, PATH) == 0)
        seen->replaced = 1;
    step();
    return status;
}

FILE *fopen(const char *path, const char *mode)
{
    const int flags = *mode == 'r' ? O_RDONLY : O_WRONLY | O_CREAT |
                      (*mode == 'a' ? O_APPEND : O_TRUNC);

    step();
    const int fd = open(path, flags, 0666);

    step();
    return fd < 0 ? NULL : fdopen(fd, mode);
}

int remove(const char *path)
{
    step();
    const int status = unlink(path);

    step();
    return status;
}

int fsync(int fd)
{
    step();
    const int status = (int)syscall(SYS_fsync, fd);

    synced = 1;

    step();
    return status;
}

/* Measures what the journal does not hold yet. */
static void measure_all(const char *head, const char *columns)
{
    struct record r;

    if (record_open(&r, PATH, head, columns) != 0)
        _exit(3);
    step();
    for (int i = 0; i < ROWS; ++i) {
        char row[] = "a,1,7";

        row[0] = (char)('a' + i);
        if (record_has(&r, (char[]){row[0], ',', '1', ',', '\0'}))
            continue;
        if (record_row(&r, row) != 0)
            _exit(4);
        ++seen->measured;
        step();
    }
    if (record_finish(&r, "# date: today\n") != 0)
        _exit(5);
}

/* Runs it in a child that has so many steps to live (0: for ever). Returns
 * whether it lived. */
static int lives(int steps, const char *head, const char *columns)
{
    int status;

    *seen = (struct seen){0, 0, 0};
    fflush(stdout);
    const pid_t child = fork();

    if (child == 0) {
        steps_left = steps;
        measure_all(head, columns);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void begin(void)
{
    unlink(PART);
    unlink(TMP);
    write_text(PATH, "w", OLD);
}

static int left_clean(void)
{
    return holds(PATH, NEW) && holds(PART, NULL) && holds(TMP, NULL);
}

static void at_every_step(void)
{
    int deaths = 0, whole = 1, kept = 1, clean = 1;

    for (int steps = 1; steps < 50; ++steps) {
        begin();
        if (lives(steps, HEAD, COLUMNS))
            break;
        const int left = ROWS - seen->measured, there = text_of(PART) != NULL;

        ++deaths;
        whole &= holds(PATH, seen->replaced ? NEW : OLD);
        kept &= there || left == ROWS || seen->replaced;
        if (!lives(0, HEAD, COLUMNS))
            clean = 0;
        kept &= seen->measured == (there ? left : ROWS);
        clean &= left_clean();
    }
    ok(deaths > 10 && deaths < 49, "killed at %d places", deaths);
    ok(whole, "the old record is there byte for byte until the new one is");
    ok(kept, "the next run measures only what is missing");
    ok(clean, "and leaves each row once, and no other file");
}

/* Dies behind its second row, the ninth step; then the journal gets `more`. */
static void interrupted(const char *more)
{
    begin();
    lives(9, HEAD, COLUMNS);
    write_text(PART, "a", more);
}

static void going_on(void)
{
    int kept = 1;

    for (int steps = 1; steps < 9; ++steps) {
        interrupted("");
        lives(steps, HEAD, COLUMNS);
        const int measured = seen->measured;

        kept &= lives(0, HEAD, COLUMNS) && measured + seen->measured == 2;
        kept &= left_clean();
    }
    ok(kept, "killed again while it goes on, it loses no row");
}

static void on_the_disk(void)
{
    begin();
    ok(lives(0, HEAD, COLUMNS) && seen->replaced && !seen->unsynced,
       "the new record is on the disk before it takes the old one's place");
}

int main(void)
{
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    at_every_step();
    on_the_disk();

    interrupted("");
    ok(seen->measured == 2 &&
           holds(PART, "# record: tiles 1\n# driver: 5\nkernel,n,gflops\n"
                       "a,1,7\nb,1,7\n"), "finished rows are in the journal");
    interrupted("c,1,");
    ok(lives(0, HEAD, COLUMNS) && seen->measured == 2 && left_clean(),
       "a torn last row is measured again");
    going_on();
    interrupted("");
    ok(lives(0, "# record: tiles 1\n# driver: 6\n", COLUMNS) &&
           seen->measured == ROWS && !strstr(text_of(PATH), "driver: 5"),
       "a journal with another head is not taken over");
    interrupted("");
    ok(lives(0, "# record: tiles 1\n", COLUMNS) && seen->measured == ROWS,
       "nor one whose head only begins alike");
    interrupted("");
    ok(lives(0, HEAD, "kernel,k,gflops") && seen->measured == ROWS,
       "nor one with other columns");
    begin();
    write_text(PART, "w", "");
    ok(lives(0, HEAD, COLUMNS) && seen->measured == ROWS && left_clean(),
       "an empty journal is as good as none");
    return tap_end();
}
