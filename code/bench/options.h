/* options.h - the command line of every program. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "bench/size.h"

enum { MAX_ASKED = 32 };

struct options {
    const char *command;
    struct size sizes[MAX_ASKED]; /* --size, in the order given */
    int size_count;
    const char *kernel;           /* --kernel NAME, or null */
    const char *out;              /* --out FILE, or null */
    const char *folder;           /* --data DIR, or null: DIR/<device>/... */
    int huge, quick, tight;       /* --huge, --quick, --tight */
    int trace, block, warp;       /* --trace LINE, --block B, --warp W or -1 */
};

/* Reads argv. Returns 0, or -1 with a complaint that says what to write. */
int parse_options(int argc, char **argv, struct options *o);

#endif
