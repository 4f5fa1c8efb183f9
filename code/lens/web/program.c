/* What a program gives the lens, which in a page is linked without it: play copies it here before
 * anything runs. It stands alone, as bench/none.c does. */
#include "bench/program.h"
#include "lens/host.h"

#include <stdint.h>

const struct kernel kernels[128] = {{0}};
const struct probe probes[512] = {{0}};
const struct program_word program_words[1] = {{0}}; /* a page says none of them */
/* For how many bytes of each there is room. */
const uint32_t lens_room[2] = {sizeof kernels, sizeof probes};

const struct provenance provenance = {0};
const char lens_source[256] = "";

struct lens_program lens_program;
uint32_t lens_caller;
