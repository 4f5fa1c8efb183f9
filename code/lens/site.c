#include "lens/site.h"

#include "lens/fail.h"
#include "lens/lines.h"

#include <stdio.h>
#include <stdlib.h>

struct site sites[MAX_SITES] = {{.lo = 1}};
int site_count = 1;
uint16_t *site_of_text;

__attribute__((constructor)) static void map_text(void)
{
    site_of_text = calloc(PLACES, sizeof *site_of_text);
    if (!site_of_text)
        fail("out of memory on the host");
}

struct site *new_site(uintptr_t pc, unsigned size, enum op op)
{
    uint16_t *first = &site_of_text[pc - FIRST_PLACE];
    const int number = site_count++;
    struct site *s = &sites[number];

    if (number == MAX_SITES)
        fail("the program accesses memory in more than %d places", MAX_SITES);
    *s = (struct site){.lo = 1, .last = 0, .region = -1, .pc = pc,
                       .size = (uint8_t)size, .op = (uint8_t)op,
                       .key = (event)number << ADDRESS_BITS};
    s->next = (short)*first;
    *first = (uint16_t)number;
    return s;
}

void forget_regions(void)
{
    for (int i = 1; i < site_count; ++i) {
        sites[i].lo = 1;
        sites[i].last = 0;
        sites[i].region = -1;
        sites[i].is_input = 0;
    }
}

int site_line(const struct site *s)
{
    if (!s->file)
        find_lines();
    return s->line;
}

const char *site_file(const struct site *s)
{
    site_line(s);
    return s->file;
}

const char *line_text(const struct site *s)
{
    static char text[4][300];
    static int next;
    char *out = text[next++ % 4];

    snprintf(out, sizeof text[0], "line %d of %s", site_line(s), site_file(s));
    return out;
}

const char *line_at(const void *pc)
{
    return line_text(site_of_place(pc));
}
