/* options.h - the command line of every program. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "bench/size.h"

enum { MAX_ASKED = 256 };

struct options {
    const char *command;
    struct size sizes[MAX_ASKED]; /* --size, in the order given */
    int size_count;
    const char *kernel;           /* --kernel NAME, or null */
    const char *out;              /* --out FILE, or null */
    const char *folder;           /* --data DIR, or null: DIR/<device>/... */
    const char *topic;            /* --topic NAME, or null */
    int huge, quick, tight;       /* --huge, --quick, --tight */
    int trace, block, warp;       /* --trace LINE, --block B, --warp W or -1 */
    int seed, count;              /* --seed N, --count N or -1 */
};

/* Reads argv. Returns 0, or -1 with a complaint that says what to write. */
int parse_options(int argc, char **argv, struct options *o);

/* The same for a program with words of its own: goes through argv[2] and what
 * follows, switches alone and options each with a value, and hands them to set()
 * with `to`; the value of a switch is null. The names end with a null. */
int read_words(int argc, char **argv, const char *const *switches,
               const char *const *options,
               int (*set)(void *to, const char *name, const char *value),
               void *to);

#endif
