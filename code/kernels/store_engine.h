/* store_engine.h - what narrow.h needs where nvcc, and so PTX, is not; what runs the
 * kernels supplies it, as it does what tensor_engine.h names. */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* stmatrix: the other way of engine_load_rows(). */
void engine_store_rows(void *row, const uint32_t in[4]);

#ifdef __cplusplus
}
#endif
#endif
