/* site.h - the places in the program that access memory.
 *
 * A site is one call of a hook: a place in the program (host.h), with the kind and size
 * of its access. */
#ifndef SITE_H
#define SITE_H

#include "lens/host.h"
#include "lens/lens.h"

enum { MAX_SITES = 8192 };

struct site {
    uintptr_t lo, last; /* where it fits into the region that it last accessed */
    event key;        /* its number, where an event keeps it */
    short region;     /* that region's number, memory.h */
    short next;       /* another site at the same return address, or 0 */
    uint8_t op, size;
    uint8_t is_box;   /* of boxes.h: not counted as requests of lanes */
    uint8_t is_input; /* that region is one that the kernel only loads from */
    uintptr_t pc;
    const char *file; /* null until asked for */
    int line;
};

/* Number 0 is no site. */
extern struct site sites[MAX_SITES];
extern int site_count;

/* For each place in the program, the site that calls from there, or 0. */
extern uint16_t *site_of_text;

struct site *new_site(uintptr_t pc, unsigned size, enum op op);

static inline struct site *first_site(uintptr_t pc)
{
    return &sites[site_of_text[pc - FIRST_PLACE]];
}

static inline struct site *site_at(uintptr_t pc, unsigned size, enum op op)
{
    struct site *s = first_site(pc);

    while (s->size != size || s->op != op) {
        if (s->next == 0)
            return new_site(pc, size, op);
        s = &sites[s->next];
    }
    return s;
}

/* Makes every site forget the region that it last accessed. */
void forget_regions(void);

/* A site that makes no access: a barrier, say, where lanes meet. */
static inline struct site *site_of_place(const void *pc)
{
    return site_at((uintptr_t)pc, 1, BARRIER);
}

/* The line of the source that the site stands for, and its file: lines.h.
 * The first question has them all found. */
int site_line(const struct site *s);
const char *site_file(const struct site *s);

/* "line 12 of code/kernels/tma.h", in one of a few static buffers; and of a place in the
 * program. A sentence about the same file leaves its name out: catch.c. */
const char *line_text(const struct site *s);
const char *line_at(const void *pc);

#endif
