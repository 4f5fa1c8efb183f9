#include "bench/program.h"

const struct provenance provenance = {STEM, SOURCE_SHA256, COMPILER, FLAGS};
