#define _POSIX_C_SOURCE 200809L
#include "tune/cubin.h"

#include "bench/bench.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The section of each kernel's parameters: CUDA Binary Utilities. */
static const char PARAMETERS[] = ".nv.constant0.";

static const char *map_file(const char *path, size_t *size)
{
    const int fd = open(path, O_RDONLY);
    struct stat s;
    void *file = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0)
        file = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    *size = file == MAP_FAILED ? 0 : (size_t)s.st_size;
    return file == MAP_FAILED ? NULL : file;
}

static int inside(size_t offset, size_t length, size_t size)
{
    return offset <= size && length <= size - offset;
}

/* The file's table of sections and the text of their names; 0 where it is no
 * ELF file or has been cut. */
static int find_sections(const char *file, size_t size,
                         const Elf64_Shdr **section, int *count,
                         const Elf64_Shdr **names)
{
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)file;

    if (size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_shstrndx >= h->e_shnum ||
        h->e_shoff % _Alignof(Elf64_Shdr) != 0 ||
        !inside(h->e_shoff, h->e_shnum * sizeof **section, size))
        return 0;
    *section = (const Elf64_Shdr *)(file + h->e_shoff);
    *count = h->e_shnum;
    *names = *section + h->e_shstrndx;
    return (*names)->sh_size > 0 &&
           inside((*names)->sh_offset, (*names)->sh_size, size) &&
           file[(*names)->sh_offset + (*names)->sh_size - 1] == '\0';
}

/* How many kernels there are; the last one's name. */
static int find_kernels(const char *file, size_t size, char *name, size_t room)
{
    const Elf64_Shdr *section, *names;
    int count, kernels = 0;

    if (!find_sections(file, size, &section, &count, &names))
        return 0;
    for (int i = 0; i < count; ++i) {
        const char *text = file + names->sh_offset + section[i].sh_name;

        if (section[i].sh_name < names->sh_size &&
            strncmp(text, PARAMETERS, strlen(PARAMETERS)) == 0) {
            snprintf(name, room, "%s", text + strlen(PARAMETERS));
            ++kernels;
        }
    }
    return kernels;
}

int cubin_kernel(const char *path, char *name, size_t size)
{
    size_t length;
    const char *file = map_file(path, &length);
    const int kernels = file ? find_kernels(file, length, name, size) : 0;

    if (file)
        munmap((void *)file, length);
    return kernels == 1 ? 0
                        : complain("%s has %s; with CONSTANTS a chapter's "
                                   "source makes one", path,
                                   kernels ? "several kernels" : "no kernel");
}
