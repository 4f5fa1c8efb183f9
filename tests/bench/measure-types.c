/* Kernels of four types, the first of them half, and probes. */
#define TABLE                                                \
    {"5-ms-half", none, 32, 32, 8, 8192, HALF, 0, {0}},              \
    {"10-ms-half", none, 32, 32, 8, 512, HALF | HALF_ACC, 0, {0}},   \
    {"8-ms-bf16", none, 32, 32, 8, 512, BFLOAT16 | NEEDS_80, 0, {0}},\
    {"4-ms-tf32", none, 32, 32, 8, 512, TF32 | NEEDS_80, 0, {0}},    \
    {"2-ms-float", none, 32, 32, 8, 256, 0, 0, {0}},
#define PROBES                                                  \
    {"ways", "new", "relative", {3}, take, NULL, 0, NEEDS_80},  \
    {"map", "place", "element", {2}, take, NULL, 70, 0},
#include "measure.c"
