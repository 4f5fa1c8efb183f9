/* Kernels and libraries that headlines quote, and that run alone. */
#define TABLE                                                \
    {"1-ms", none, 32, 32, 8, 8192, 0, 0, {0}},              \
    {"2-ms", none, 32, 32, 8, 8192, 0, 0, {0}},              \
    {"4-ms-held", none, 32, 32, 8, 8192, 0, 0, {0}},         \
    {"5-ms-half", none, 32, 32, 8, 8192, HALF, 0, {0}},      \
    {"0.3-ms", none, 32, 32, 8, 8192, 0, 0, {0}},
#define HEADLINES " 2-ms  4-ms-held 5-ms-half 0.3-ms cublas-best "
#define SOLO " 4-ms-held cublas "
#include "measure.c"
