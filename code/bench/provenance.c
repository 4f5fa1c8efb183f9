/* provenance.c - what a record says of its program; compiled once for each (program.h). */
#include "bench/program.h"

#ifndef HEADLINES /* only a card measures them */
#define HEADLINES ""
#define ALONE ""
#endif

const struct provenance provenance = {STEM, SOURCE_SHA256, COMPILER, FLAGS, HEADLINES, ALONE};
