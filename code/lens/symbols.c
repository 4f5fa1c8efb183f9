#define _POSIX_C_SOURCE 200809L
#include "lens/symbols.h"

#include "lens/memory.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the C++ runtime: the name in the source, for free(), or null. */
char *__cxa_demangle(const char *mangled, char *, size_t *, int *status);

/* The whole file, mapped and never unmapped; null when that fails. */
static const char *map_self(void)
{
    const int fd = open("/proc/self/exe", O_RDONLY);
    struct stat st;
    void *file = MAP_FAILED;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0)
        file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    return file == MAP_FAILED ? NULL : file;
}

/* The table of symbols, from the first to the end, and their names. */
static struct {
    const Elf64_Sym *first, *end;
    const char *names;
} table;

static void find_table(void)
{
    const char *file = table.names ? NULL : map_self();
    const Elf64_Ehdr *head = (const void *)file;
    const Elf64_Shdr *section;

    if (!file)
        return;
    section = (const void *)(file + head->e_shoff);
    for (int i = 0; i < head->e_shnum; ++i)
        if (section[i].sh_type == SHT_SYMTAB) {
            table.first = (const void *)(file + section[i].sh_offset);
            table.end = table.first + section[i].sh_size / sizeof *table.end;
            table.names = file + section[section[i].sh_link].sh_offset;
        }
}

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

static const char *source_name(const Elf64_Sym *s)
{
    static char text[2][128];
    static int next;
    char *out = text[next++ % 2];
    const char *mangled = table.names + s->st_name;
    char *plain = __cxa_demangle(mangled, NULL, NULL, NULL);

    if (plain)
        shorten(plain);
    snprintf(out, sizeof text[0], "%s", plain ? plain : mangled);
    free(plain);
    return out;
}

void each_thread_local(void (*tell)(const char *, uintptr_t, size_t))
{
    find_table();
    for (const Elf64_Sym *s = table.first; s < table.end; ++s)
        if (ELF64_ST_TYPE(s->st_info) == STT_TLS)
            tell(source_name(s), s->st_value, s->st_size);
}

static const Elf64_Sym *find(const void *address)
{
    find_table();
    for (const Elf64_Sym *s = table.first; s < table.end; ++s) {
        const int type = ELF64_ST_TYPE(s->st_info);

        if ((type == STT_FUNC || type == STT_OBJECT) &&
            (uintptr_t)address - s->st_value < s->st_size)
            return s;
    }
    return NULL;
}

/* What "_Z4tilePKf" calls As is "_ZZ4tilePKfE2As". */
size_t shared_of(const void *kernel)
{
    const Elf64_Sym *k = find(kernel);
    const char *name = k ? table.names + k->st_name : "_Z?";
    const size_t length = strlen(name + 2);
    size_t bytes = 0;

    for (const Elf64_Sym *s = table.first; s < table.end; ++s) {
        const char *array = table.names + s->st_name;

        if (ELF64_ST_TYPE(s->st_info) == STT_TLS &&
            strncmp(array, "_ZZ", 3) == 0 &&
            strncmp(array + 3, name + 2, length) == 0 &&
            array[3 + length] == 'E' && !strstr(array, "lens_guard_"))
            bytes += s->st_size;
    }
    return bytes;
}

int object_at(const void *address, struct range *object)
{
    const Elf64_Sym *s = find(address);

    if (s)
        *object = (struct range){s->st_value, s->st_size};
    return s != NULL;
}

int is_function(const void *address)
{
    const Elf64_Sym *s = find(address);
    const char *name = s ? table.names + s->st_name : "";

    return strncmp(name, "_Z", 2) == 0 && !strstr(name, "lens_") &&
           ELF64_ST_TYPE(s->st_info) == STT_FUNC &&
           (uintptr_t)address == s->st_value;
}

const char *symbol_at(const void *address)
{
    const Elf64_Sym *s = find(address);

    return s ? source_name(s) : "?";
}
