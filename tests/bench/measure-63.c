/* The largest table: 63 kernels, and the library. */
#define ONE {"1-ms", none, 32, 32, 8, 8192, 0, 0, {0}},
#define SEVEN ONE ONE ONE ONE ONE ONE ONE
#define TABLE SEVEN SEVEN SEVEN SEVEN SEVEN SEVEN SEVEN SEVEN SEVEN
#include "measure.c"
