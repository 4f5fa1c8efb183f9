/* Kernels of which the second is held by the power limit. */
#define TABLE                                           \
    {"1-ms", none, 32, 32, 8, 8192, 0, 0, {0}},              \
    {"4-ms-held", none, 32, 32, 8, 4096, 0, 0, {0}},         \
    {"2-ms", none, 32, 32, 8, 8192, 0, 0, {0}},
#include "measure.c"
