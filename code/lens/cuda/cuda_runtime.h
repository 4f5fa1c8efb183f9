/* cuda_runtime.h - what the lens understands of CUDA, for C and for kernels.
 *
 * Stands in for the toolkit's header of that name. Host functions behave as
 * the CUDA Runtime API documents them, with these differences: every call is
 * synchronous, but what streams and events do not order races (streams.h), there is
 * one device, and copies outside an allocation are refused.
 * Device code gets the qualifiers, built-in variables, vector types and
 * intrinsics below; a name that is not here stops the build. */
#ifndef LENS_CUDA_RUNTIME_H
#define LENS_CUDA_RUNTIME_H

#ifdef __cplusplus
#include "lens_copies.h"
#endif
#include "lens_host.h"
#ifdef __cplusplus
#include "lens_device.h"
#include "lens_more.h"
#endif

#endif
