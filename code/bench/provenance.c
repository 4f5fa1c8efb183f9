/* provenance.c - what a record says of its program; compiled once for each (program.h). */
#include "bench/program.h"

const struct provenance provenance = {STEM, SOURCE_SHA256, COMPILER, FLAGS};
