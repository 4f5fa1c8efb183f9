/* What a program gives the lens, which in a page is linked without it: play copies it here before
 * anything runs. It stands alone, as bench/none.c does. */
#include "bench/program.h"
#include "lens/host.h"

const struct kernel kernels[64] = {{0}};
const struct probe probes[64] = {{0}};
const struct provenance provenance = {0};
const char lens_source[256] = "";

struct lens_program lens_program;
uint32_t lens_caller;
