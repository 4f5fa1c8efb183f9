/* lines.h, read from the program's line table by addr2line. */
#define _POSIX_C_SOURCE 200809L
#include "lens/lines.h"

#include "lens/fail.h"
#include "lens/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The program, opened before it may be sealed off from files. */
static int program = -1;

__attribute__((constructor)) static void open_program(void)
{
    program = open("/proc/self/exe", O_RDONLY);
}

/* addr2line -a prints an address, then its frames from the innermost inlined
 * function outwards, two lines of text or, as here, one: "file:line". It gets
 * the program as an open file: under an emulator only the program itself is
 * told of its own name. */
static FILE *ask_lines(void)
{
    const size_t room = 128 + 20 * (size_t)site_count;
    char *command = malloc(room);
    FILE *answer;
    size_t n;

    if (!command)
        return NULL;
    n = (size_t)snprintf(command, room, "addr2line -a -i -e /proc/self/fd/%d",
                         program);
    for (int i = 1; i < site_count; ++i)
        n += (size_t)snprintf(command + n, room - n, " %#lx",
                              (unsigned long)(sites[i].pc - 1));
    answer = popen(command, "r");
    free(command);
    return answer;
}

static int is_tail(const char *text, const char *tail)
{
    const size_t n = strlen(text), m = strlen(tail);

    return n >= m && strcmp(text + n - m, tail) == 0;
}

/* Of frames from the innermost outwards keeps the first of the chapter's own file, or
 * else the first of those that are of one file up to the last. */
static void take_frame(struct site *s, char *text)
{
    char *colon = strrchr(text, ':');

    if (!colon || s->file == lens_source)
        return;
    *colon = '\0';
    if (is_tail(text, lens_source))
        s->file = lens_source;
    else if (!s->file || strcmp(s->file, text) != 0)
        s->file = strdup(text);
    else
        return;
    s->line = atoi(colon + 1);
}

void find_lines(void)
{
    char text[2048];
    struct site *s = sites;
    FILE *f = ask_lines();

    for (int i = 1; i < site_count; ++i)
        sites[i].file = NULL;
    while (f && fgets(text, sizeof text, f)) {
        text[strcspn(text, "\n")] = '\0';
        if (strncmp(text, "0x", 2) == 0)
            ++s;
        else if (s > sites)
            take_frame(s, text);
    }
    if (f)
        pclose(f);
    if (s != &sites[site_count - 1])
        fail("cannot ask addr2line for source lines; it comes with binutils");
    for (int i = 1; i < site_count; ++i)
        if (!sites[i].file)
            sites[i].file = "??";
}
