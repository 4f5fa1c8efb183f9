#include "bench/gpu/identifier.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void identifier_of(const char *mangled, char *out, size_t size)
{
    const int plain = strncmp(mangled, "_Z", 2) != 0;
    const char *longest = mangled;
    char *tail;
    size_t length = plain ? strlen(mangled) : 0;

    for (const char *p = mangled; !plain && *p; ++p) {
        char *name = NULL, *end;

        if (p[0] == 'L' && islower((unsigned char)p[1]) && (end = strchr(p, 'E')))
            p = end; /* a number: Li16E */
        const size_t n = isdigit((unsigned char)*p) ? strtoul(p, &name, 10) : 0;

        if (n == 0)
            continue;
        p = name - 1; /* the last digit or, of a whole name, its last letter */
        if (n > strlen(name))
            continue;
        p += n;
        if (n > length) {
            longest = name;
            length = n;
        }
    }
    snprintf(out, size, "%.*s", (int)length, longest);
    if ((tail = strstr(out, "_warpsize")))
        *tail = '\0';
}
