/* table.h and lines.h, from the tables that come with the program. */
#include "lens/table.h"

#include "lens/host.h"
#include "lens/lines.h"
#include "lens/site.h"

#include <string.h>

/* Of a call of the lens: the line that it stands for, and in which function it is. */
struct place {
    const char *file;
    int line;
    uintptr_t function;
};

struct symbols all_symbols(void)
{
    static int is_ready;
    struct symbol *const first = lens_program.symbol,
                  *const end = first + lens_program.symbol_count;

    for (struct symbol *s = first; !is_ready && s < end; ++s)
        if (s->kind == SHARED_ARRAY)
            s->value -= lens_program.statics.lo;
    is_ready = 1;
    return (struct symbols){first, end};
}

uintptr_t function_at(uintptr_t place)
{
    return lens_program.place[place].function;
}

void find_lines(void)
{
    for (int i = 1; i < site_count; ++i) {
        const struct place *p = &lens_program.place[sites[i].pc];

        sites[i].file = strcmp(p->file, lens_source) == 0 ? lens_source : p->file;
        sites[i].line = p->line;
    }
}
