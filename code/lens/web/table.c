/* table.h and lines.h, from tables that play puts beside the program (web/ir.js). */
#include "lens/table.h"

#include "lens/host.h"
#include "lens/lines.h"
#include "lens/site.h"

#include <string.h>

extern const struct symbol lens_symbols[];
extern const uint32_t lens_symbol_count;

/* Of each call of the lens, from 1: the line that it stands for, and in which function it is. */
struct place {
    const char *file;
    int line;
    uintptr_t function;
};
extern const struct place lens_places[];

struct symbols all_symbols(void)
{
    return (struct symbols){lens_symbols, lens_symbols + lens_symbol_count};
}

uintptr_t function_at(uintptr_t place)
{
    return lens_places[place].function;
}

void find_lines(void)
{
    for (int i = 1; i < site_count; ++i) {
        const struct place *p = &lens_places[sites[i].pc];

        sites[i].file = strcmp(p->file, lens_source) == 0 ? lens_source : p->file;
        sites[i].line = p->line;
    }
}
