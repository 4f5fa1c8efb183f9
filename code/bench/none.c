/* What a program without kernels, probes or words has. It stands alone: where the compiler
 * sees a weak array defined, it takes its length for that of the array that replaces it. */
#include "bench.h"

__attribute__((weak)) const struct kernel kernels[] = {{0}};
__attribute__((weak)) const struct probe probes[] = {{0}};
__attribute__((weak)) const struct program_word program_words[] = {{0}};
