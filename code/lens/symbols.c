#define _POSIX_C_SOURCE 200809L
#include "symbols.h"

#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* The source name in a name that C++ mangled: "As" of "_ZZ4tilePKfE2As_0". A
 * name ends with its length, itself, and sometimes "_" and a number. */
static void plain_name(const char *mangled, char *out, size_t room)
{
    snprintf(out, room, "%s", mangled);
    if (strncmp(mangled, "_Z", 2) != 0)
        return;
    for (const char *p = mangled + 2; *p; ++p) {
        char *name;
        const unsigned long n = isdigit((unsigned char)*p)
                                    ? strtoul(p, &name, 10) : 0;

        if (n == 0 || n > strlen(name))
            continue;
        if (name[n] == '\0' ||
            (name[n] == '_' &&
             strspn(name + n + 1, "0123456789_") == strlen(name + n + 1))) {
            snprintf(out, room, "%.*s", (int)n, name);
            return;
        }
    }
}

static void tell_symbols(const char *file, const Elf64_Shdr *table,
                         const Elf64_Shdr *strings, uintptr_t lo, size_t bytes,
                         void (*tell)(const char *, uintptr_t, size_t))
{
    const Elf64_Sym *s = (const void *)(file + table->sh_offset);
    const Elf64_Sym *end = s + table->sh_size / sizeof *s;

    for (; s < end; ++s) {
        char name[64];

        if (ELF64_ST_TYPE(s->st_info) != STT_OBJECT ||
            s->st_value - lo >= bytes)
            continue;
        plain_name(file + strings->sh_offset + s->st_name, name, sizeof name);
        tell(name, s->st_value, s->st_size);
    }
}

void each_symbol(uintptr_t lo, size_t bytes,
                 void (*tell)(const char *name, uintptr_t at, size_t bytes))
{
    const char *file = map_self();
    const Elf64_Ehdr *head = (const void *)file;
    const Elf64_Shdr *section;

    if (!file)
        return;
    section = (const void *)(file + head->e_shoff);
    for (int i = 0; i < head->e_shnum; ++i)
        if (section[i].sh_type == SHT_SYMTAB)
            tell_symbols(file, &section[i], &section[section[i].sh_link], lo,
                         bytes, tell);
}
