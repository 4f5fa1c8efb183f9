/* A table with one kernel too many. */
#define ONE {"1-ms", none, 32, 32, 8, 8192, 0, 0, {0}},
#define EIGHT ONE ONE ONE ONE ONE ONE ONE ONE
#define TABLE EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#include "measure.c"
