#define _POSIX_C_SOURCE 200809L
#include "bench/cubin.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CUDA = 190, OLD_ABI = 7 };

static const char NO_MEMORY[] = "does not fit in memory", CUT[] = "is cut short",
                  CODE[] = ".text.";

/* Into memory that ends where the file ends. */
static const char *read_file(struct cubin *c, const char *path)
{
    struct stat is;
    FILE *f = stat(path, &is) == 0 ? fopen(path, "rb") : NULL;

    if (!f)
        return strerror(errno);
    c->size = S_ISREG(is.st_mode) ? (size_t)is.st_size : 0;
    c->file = malloc(c->size > 0 ? c->size : 1);
    const int whole = c->file && fread(c->file, 1, c->size, f) == c->size;

    fclose(f);
    return !c->file ? NO_MEMORY : whole ? NULL : "cannot be read";
}

static int inside(const struct cubin *c, uint64_t offset, uint64_t length)
{
    return offset <= c->size && length <= c->size - offset;
}

static const char *read_head(struct cubin *c, Elf64_Ehdr *head)
{
    if (c->size < SELFMAG || memcmp(c->file, ELFMAG, SELFMAG) != 0)
        return "is no ELF file, as `nvcc -cubin` makes one";
    if (c->size < sizeof *head)
        return CUT;
    memcpy(head, c->file, sizeof *head);
    if (head->e_machine != CUDA || head->e_ident[EI_CLASS] != ELFCLASS64)
        return "is not for an NVIDIA GPU, as `nvcc -cubin` makes it";
    const int old = head->e_ident[EI_ABIVERSION] <= OLD_ABI;

    c->arch = head->e_flags >> (old ? 0 : 8) & 0xff;
    if (head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shstrndx >= head->e_shnum ||
        !inside(c, head->e_shoff, head->e_shnum * sizeof(Elf64_Shdr)))
        return CUT;
    return NULL;
}

static Elf64_Shdr section(const struct cubin *c, const Elf64_Ehdr *head, int i)
{
    Elf64_Shdr s;

    memcpy(&s, c->file + head->e_shoff + i * sizeof s, sizeof s);
    return s;
}

static const char *take(struct cubin *c, const char *symbol, const Elf64_Shdr *s)
{
    struct function *f = &c->function[c->functions];

    if (s->sh_type != SHT_PROGBITS || !inside(c, s->sh_offset, s->sh_size) ||
        s->sh_size % sizeof *f->code != 0)
        return CUT;
    f->symbol = symbol;
    f->length = s->sh_size / sizeof *f->code;
    f->at = s->sh_offset;
    f->code = malloc(s->sh_size + 1);
    if (!f->code)
        return NO_MEMORY;
    memcpy(f->code, c->file + s->sh_offset, s->sh_size);
    ++c->functions;
    return NULL;
}

static const char *find_functions(struct cubin *c, const Elf64_Ehdr *head)
{
    const Elf64_Shdr names = section(c, head, head->e_shstrndx);
    const char *text, *why = NULL;

    if (names.sh_size == 0 || !inside(c, names.sh_offset, names.sh_size) ||
        c->file[names.sh_offset + names.sh_size - 1] != '\0')
        return CUT;
    text = (const char *)c->file + names.sh_offset;
    c->function = calloc(head->e_shnum, sizeof *c->function);
    if (!c->function)
        return NO_MEMORY;
    for (int i = 0; i < head->e_shnum && !why; ++i) {
        const Elf64_Shdr s = section(c, head, i);

        if (s.sh_name >= names.sh_size)
            why = CUT;
        else if (strncmp(text + s.sh_name, CODE, strlen(CODE)) == 0)
            why = take(c, text + s.sh_name + strlen(CODE), &s);
    }
    return why;
}

static const char *understand(struct cubin *c, const char *why)
{
    Elf64_Ehdr head;

    if (!why)
        why = read_head(c, &head);
    if (!why)
        why = find_functions(c, &head);
    if (why)
        cubin_close(c);
    return why;
}

const char *cubin_open(struct cubin *c, const char *path)
{
    memset(c, 0, sizeof *c);
    return understand(c, read_file(c, path));
}

const char *cubin_take(struct cubin *c, unsigned char *file, size_t size)
{
    *c = (struct cubin){.file = file, .size = size};
    return understand(c, NULL);
}

void cubin_close(struct cubin *c)
{
    for (size_t i = 0; i < c->functions; ++i)
        free(c->function[i].code);
    free(c->function);
    free(c->file);
    memset(c, 0, sizeof *c);
}
