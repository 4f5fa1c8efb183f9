/* driver.h - the little of the driver's library for which the runtime has no part.
 *
 * It is found when the program runs, not when it is linked: a machine without a
 * GPU can compile, and is told what it lacks. */
#ifndef DRIVER_H
#define DRIVER_H

#include <cuda.h>

extern struct driver {
    CUresult (*load)(CUmodule *, const void *);
    CUresult (*unload)(CUmodule);
    CUresult (*find)(CUfunction *, CUmodule, const char *);
    CUresult (*ask)(int *, CUfunction_attribute, CUfunction);
    CUresult (*set)(CUfunction, CUfunction_attribute, int);
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, unsigned, CUstream, void **,
                       void **);
    CUresult (*name)(CUresult, const char **);
} driver;

/* Finds it, and has the GPU answer. Returns 0, or -1 with a complaint. */
int driver_ready(void);

/* Turns a status into 0, or -1 with the complaint "<what>: <reason>". */
int driver_check(CUresult status, const char *what);

/* Gives a pointer to a function its value from a library, which may be null; 0
 * where there is no such function, and so null. */
int look_up(void *library, const char *name, void *function);

#endif
