/* tensor_engine.h - the instructions of mma.h where nvcc, and so PTX, is not: mma.h
 * calls these there, and what runs the kernels supplies them. */
#ifndef TENSOR_ENGINE_H
#define TENSOR_ENGINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void engine_load_rows(uint32_t out[4], const void *row);
void engine_load_columns(uint32_t out[4], const void *row);
void engine_start_copy(void *to, const void *from, int there);
void engine_close_group(void);
void engine_wait_for_groups(int left);

/* `types` are those of mma.sync: "f32.f16.f16.f32" and so on. */
void engine_multiply_float(const char *types, float c[4],
                           const uint32_t a[4], const uint32_t b[2]);
void engine_multiply_int(const char *types, int c[4], const uint32_t a[4],
                         const uint32_t b[2]);

#ifdef __cplusplus
}
#endif
#endif
