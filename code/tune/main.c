/* main.c - the program `tune`: its words, and a new process where a kernel has
 * spoilt the old one. */
#define _POSIX_C_SOURCE 200809L
#include "tune/nvrtc.h"
#include "tune/tuner.h"

#include "bench/bench.h"
#include "bench/gpu/device.h"
#include "bench/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct provenance provenance = {.stem = "tune"};
const struct backend backend = {.red_zone = 256, .ready = device_ready};

static const char HELP[] =
    "  tune STEM [--size MxNxK]... [--mode exhaustive|search|both]\n"
    "            [--budget N] [--margin PERCENT] [--data DIR]\n"
    "                                           the constants of code/STEM.cu\n"
    "  tune STEM --config BMxBNxBK-...          one configuration, or several\n"
    "  tune STEM --compile-only --arch sm_90    without a GPU\n"
    "  tune space STEM [--arch sm_90]           what is valid, what is not\n";

int main(int argc, char **argv)
{
    struct request q;
    int space = argc > 1 && strcmp(argv[1], "space") == 0, code;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(HELP, stdout);
        return OK;
    }
    if (argc == 6 && strcmp(argv[1], "nvrtc") == 0) /* cubins.mk */
        return nvrtc_make(argv[2], argv[3], argv[4], argv[5]) == 0 ? OK : WRONG;
    if (parse_request(argc - space, argv + space, &q) != 0) {
        fprintf(stderr, "tune: %s; `%s --help` lists the words\n", complaint(),
                argv[0]);
        return CANNOT;
    }
    code = space ? print_space(&q) : tune(&q);
    if (code == AGAIN) {
        fprintf(stderr, "tune: a kernel has left the card unusable; its row is "
                "kept, and a new process goes on\n");
        fflush(stdout);
        execv("/proc/self/exe", argv);
        perror("tune");
        code = CANNOT;
    }
    return code;
}
