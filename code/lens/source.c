/* Compiled once for each program: the file that it was made from. */
#include "lens/lens.h"

const char lens_source[] = LENS_SOURCE;
