/* table.h, read from the symbol table of the program's own file. */
#define _POSIX_C_SOURCE 200809L
#include "lens/table.h"

#include "lens/memory.h"
#include "lens/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
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

/* Those of the kinds that matter here. */
static struct symbols read_table(const char *file, const Elf64_Shdr *section,
                                 const char *names)
{
    const Elf64_Sym *from = (const void *)(file + section->sh_offset);
    const size_t count = section->sh_size / sizeof *from;
    struct symbol *out = malloc((count + 1) * sizeof *out), *to = out;

    for (size_t i = 0; out && i < count; ++i) {
        const int type = ELF64_ST_TYPE(from[i].st_info);

        if (type == STT_FUNC || type == STT_OBJECT || type == STT_TLS)
            *to++ = (struct symbol){
                from[i].st_value, from[i].st_size, names + from[i].st_name,
                type == STT_FUNC ? FUNCTION : type == STT_TLS ? SHARED_ARRAY : OBJECT};
    }
    return (struct symbols){out, to};
}

static struct symbols find_table(void)
{
    const char *file = map_self();
    const Elf64_Ehdr *head = (const void *)file;
    const Elf64_Shdr *section = file ? (const void *)(file + head->e_shoff) : NULL;

    for (int i = 0; file && i < head->e_shnum; ++i)
        if (section[i].sh_type == SHT_SYMTAB)
            return read_table(file, &section[i],
                              file + section[section[i].sh_link].sh_offset);
    return (struct symbols){NULL, NULL};
}

struct symbols all_symbols(void)
{
    static struct symbols all;

    if (!all.first)
        all = find_table();
    return all;
}

uintptr_t function_at(uintptr_t place)
{
    struct range body;

    return object_at((const void *)place, &body) ? body.lo : 0;
}
