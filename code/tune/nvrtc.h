/* nvrtc.h - NVRTC, the compiler that is a library. */
#ifndef NVRTC_H
#define NVRTC_H

/* Its version, such as "13.0". */
const char *nvrtc_version(void);

/* Returns 0 when it compiles for `arch`, as in "sm_90"; else -1 with a
 * complaint. */
int nvrtc_knows(const char *arch);

/* Makes `cubin` from `source`, which lies in the folder that includes are
 * relative to, with -DCONSTANTS=`constants`. Returns 0, or -1 with what it
 * says on stderr. */
int nvrtc_make(const char *arch, const char *constants, const char *source,
               const char *cubin);

#endif
