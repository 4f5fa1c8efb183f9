/* measure.h - the word `measure`: kernels and cuBLAS side by side, each kernel
 * with the library in its own type (library.h). */
#ifndef MEASURE_H
#define MEASURE_H

#include "bench/options.h"
#include "bench/bench.h"

/* Measures every kernel (or --kernel) at every size (or --size) and then the
 * probes. With --out FILE the products' record goes there; with --data DIR all
 * records go to DIR/<device>/<stem>[-<topic>].csv; with neither a table is
 * printed and nothing kept. With --topic, the probes of that topic alone. Returns
 * an exit code. */
int measure(const struct options *o);

#endif
