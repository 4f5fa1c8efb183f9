#include "lens/symbols.h"

#include "lens/memory.h"
#include "lens/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the C++ runtime: the name in the source, for free(), or null. */
char *__cxa_demangle(const char *mangled, char *, size_t *, int *status);

/* "void tile<16, 2>(float const*)::As" is "As", and "void tile<16, 2>(...)" is
 * "tile<16,2>": what stands outside parentheses, after the last blank or "::"
 * outside angles, less the blanks. */
static void shorten(char *name)
{
    const char *from = name;
    char *to = name;
    int angles = 0, parentheses = 0;

    for (; *from; ++from) {
        parentheses += (*from == '(') - (*from == ')');
        if (parentheses > 0 || *from == ')')
            continue;
        angles += (*from == '<') - (*from == '>');
        if (angles == 0 && (*from == ' ' || *from == ':'))
            to = name;
        else if (*from != ' ')
            *to++ = *from;
    }
    *to = '\0';
}

static const char *source_name(const struct symbol *s)
{
    static char text[2][128];
    static int next;
    char *out = text[next++ % 2];
    const char *mangled = s->name;
    char *plain = __cxa_demangle(mangled, NULL, NULL, NULL);

    if (plain)
        shorten(plain);
    snprintf(out, sizeof text[0], "%s", plain ? plain : mangled);
    free(plain);
    return out;
}

void each_thread_local(void (*tell)(const char *, uintptr_t, size_t))
{
    const struct symbols all = all_symbols();

    for (const struct symbol *s = all.first; s < all.end; ++s)
        if (s->kind == SHARED_ARRAY)
            tell(source_name(s), s->value, s->bytes);
}

static const struct symbol *find(const void *address)
{
    const struct symbols all = all_symbols();

    for (const struct symbol *s = all.first; s < all.end; ++s)
        if (s->kind != SHARED_ARRAY && (uintptr_t)address - s->value < s->bytes)
            return s;
    return NULL;
}

/* What "_Z4tilePKf" calls As is "_ZZ4tilePKfE2As". */
size_t shared_of(const void *kernel)
{
    const struct symbols all = all_symbols();
    const struct symbol *k = find(kernel);
    const char *name = k ? k->name : "_Z?";
    const size_t length = strlen(name + 2);
    size_t bytes = 0;

    for (const struct symbol *s = all.first; s < all.end; ++s) {
        const char *array = s->name;

        if (s->kind == SHARED_ARRAY &&
            strncmp(array, "_ZZ", 3) == 0 &&
            strncmp(array + 3, name + 2, length) == 0 &&
            array[3 + length] == 'E' && !strstr(array, "lens_guard_"))
            bytes += s->bytes;
    }
    return bytes;
}

int object_at(const void *address, struct range *object)
{
    const struct symbol *s = find(address);

    if (s)
        *object = (struct range){s->value, s->bytes};
    return s != NULL;
}

int is_function(const void *address)
{
    const struct symbol *s = find(address);
    const char *name = s ? s->name : "";

    return strncmp(name, "_Z", 2) == 0 && !strstr(name, "lens_") &&
           s->kind == FUNCTION && (uintptr_t)address == s->value;
}

const char *symbol_at(const void *address)
{
    const struct symbol *s = find(address);

    return s ? source_name(s) : "?";
}
