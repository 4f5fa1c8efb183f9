/* column_engine.h - what columns.h needs where nvcc, and so PTX, is not; what runs the
 * kernels supplies it, as it does what group_engine.h names. */
#ifndef COLUMN_ENGINE_H
#define COLUMN_ENGINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As engine_group_multiply(), where a row of the first operand's tile is one k, and a row
 * of the second's has elements along K. */
void engine_multiply_columns(const char *types, unsigned n, void *sums, uint64_t a,
                             uint64_t b, int add);

#ifdef __cplusplus
}
#endif
#endif
