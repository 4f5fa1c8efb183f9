/* cuda_pipeline.h - the pipeline primitives for the lens. A copy arrives when
 * its thread waits for it, as late as the hardware may take. */
#ifndef LENS_CUDA_PIPELINE_H
#define LENS_CUDA_PIPELINE_H

#include "cuda_runtime.h"

LENS_INLINE void __pipeline_memcpy_async(void *to, const void *from,
                                         size_t bytes, size_t zfill = 0)
{
    lens_copy_async(to, from, bytes, zfill);
}
LENS_INLINE void __pipeline_commit(void) { lens_copy_commit(); }
LENS_INLINE void __pipeline_wait_prior(size_t n) { lens_copy_wait(n); }

#endif
