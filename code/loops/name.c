#include "loops/name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "Li8E", "Lin1E", "Lb1E": a number of the template, into `out`; what follows it, or
 * null where this is something else. */
static const char *number(const char *at, char *out, size_t size)
{
    if (at[0] != 'L' || !at[1] || !strchr("bijlmxy", at[1]))
        return NULL;
    const char *sign = at[2] == 'n' ? "-" : "";
    const char *digits = at + 2 + strlen(sign);
    const int n = (int)strspn(digits, "0123456789");

    if (n == 0 || digits[n] != 'E')
        return NULL;
    snprintf(out, size, "%s%.*s", sign, n, digits);
    return digits + n + 1;
}

/* The name alone: what follows it, or null. */
static const char *word(const char *symbol, char *out, size_t size)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    symbol += 2 + (symbol[2] == 'L');
    char *text;
    const unsigned long n = isdigit((unsigned char)*symbol) ? strtoul(symbol, &text, 10) : 0;

    if (n == 0 || n >= size || strlen(text) < n)
        return NULL;
    snprintf(out, size, "%.*s", (int)n, text);
    return text + n;
}

void plain_name(const char *symbol, char *out, size_t size)
{
    const char *at = word(symbol, out, size);
    size_t used = at ? strlen(out) : 0;
    char value[32];

    if (at && *at == 'I') {
        const char *comma = "<";

        for (++at; at && *at && *at != 'E'; comma = ",") {
            at = number(at, value, sizeof value);
            if (at && used < size)
                used += snprintf(out + used, size - used, "%s%s", comma, value);
        }
        if (at && used < size)
            used += snprintf(out + used, size - used, ">");
        if (at && *at != 'E')
            at = NULL;
    }
    if (!at || used >= size)
        snprintf(out, size, "%s", symbol);
}
