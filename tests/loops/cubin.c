/* cubin.c - writes a small cubin to standard output, from lines on standard input:
 *
 *   function SYMBOL
 *   ffma D A B C FLAGS    registers; FLAGS of reuse: 1 of a, 2 of b, 4 of c, added up
 *   constant D A C FLAGS  an FFMA with a constant for b
 *   other FLAGS A B       another instruction, which has flags and registers too
 *   load D A OFFSET       of a float4 from shared memory, at the address in A
 *   nop
 *   bra N                 to the function's instruction N, from 0, if a predicate holds
 *   jump N                always
 *   exit                  always
 *
 * cubin [ARCH [MACHINE [ABI]]]: 90, 190 (CUDA) and 8 if not said. */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = 8, LENGTH = 2048, TEXT = 400 };

static struct {
    char name[TEXT];
    uint64_t code[LENGTH][2];
    int length;
} function[FUNCTIONS];

static void put_if(int f, uint64_t lo, uint64_t hi, unsigned predicate)
{
    function[f].code[function[f].length][0] = lo | predicate << 12;
    function[f].code[function[f].length++][1] = hi;
}

static void put(int f, uint64_t lo, uint64_t hi)
{
    put_if(f, lo, hi, 7);
}

static void branch(int f, int to, int arch, unsigned predicate)
{
    const int64_t units = 4 * (to - function[f].length - 1);
    const uint64_t high = (uint64_t)(arch < 90 ? units : units >> 8) & 0xffffffffffff;

    put_if(f, 0x947 | high << 34 | (arch < 90 ? 0 : (uint64_t)(units & 0xff) << 16),
           high >> 30 | 7 << 23, predicate);
}

static int read_lines(int arch)
{
    char line[2 * TEXT], word[TEXT], symbol[TEXT];
    int f = -1;

    while (fgets(line, sizeof line, stdin)) {
        unsigned long long x[5] = {0};

        sscanf(line, "%399s %llu %llu %llu %llu %llu", word, x, x + 1, x + 2, x + 3, x + 4);
        if (strcmp(word, "function") == 0 && sscanf(line, "%*s %399s", symbol) == 1)
            snprintf(function[++f].name, TEXT, ".text.%.390s", symbol);
        else if (strcmp(word, "ffma") == 0)
            put(f, 0x223 | x[0] << 16 | x[1] << 24 | x[2] << 32, x[3] | x[4] << 58);
        else if (strcmp(word, "constant") == 0)
            put(f, 0x823 | x[0] << 16 | x[1] << 24 | 0x3f800000ull << 32, x[2] | x[3] << 58);
        else if (strcmp(word, "other") == 0)
            put(f, 0x984 | x[1] << 24 | x[2] << 32, x[0] << 58);
        else if (strcmp(word, "load") == 0)
            put(f, 0x984 | x[0] << 16 | x[1] << 24 | x[2] << 40, 6 << 9);
        else if (strcmp(word, "nop") == 0)
            put(f, 0x918, 0);
        else if (strcmp(word, "bra") == 0)
            branch(f, (int)x[0], arch, 0);
        else if (strcmp(word, "jump") == 0)
            branch(f, (int)x[0], arch, 7);
        else if (strcmp(word, "exit") == 0)
            put(f, 0x94d, 7 << 23);
    }
    return f + 1;
}

int main(int argc, char **argv)
{
    const int arch = argc > 1 ? atoi(argv[1]) : 90, abi = argc > 3 ? atoi(argv[3]) : 8;
    const int functions = read_lines(arch);
    Elf64_Ehdr head = {.e_machine = argc > 2 ? atoi(argv[2]) : 190,
                       .e_flags = abi > 7 ? arch << 8 | 0x06000004 : arch | arch << 16,
                       .e_ehsize = sizeof head, .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = functions + 2, .e_shstrndx = 1};
    Elf64_Shdr section[FUNCTIONS + 2] = {{0}};
    char names[FUNCTIONS * TEXT + 1] = "";
    uint64_t used = 1, at = sizeof head + (functions + 2) * sizeof *section;

    memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_ident[EI_ABIVERSION] = abi;
    for (int f = 0; f < functions; ++f) {
        section[f + 2] = (Elf64_Shdr){.sh_name = used, .sh_type = SHT_PROGBITS, .sh_offset = at,
                                      .sh_size = 16 * function[f].length};
        strcpy(names + used, function[f].name);
        used += strlen(function[f].name) + 1;
        at += section[f + 2].sh_size;
    }
    section[1] = (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = at, .sh_size = used};
    head.e_shoff = sizeof head;
    fwrite(&head, sizeof head, 1, stdout);
    fwrite(section, sizeof *section, functions + 2, stdout);
    for (int f = 0; f < functions; ++f)
        fwrite(function[f].code, 16, function[f].length, stdout);
    fwrite(names, 1, used, stdout); /* to the last byte of the file */
    return ferror(stdout) != 0;
}
