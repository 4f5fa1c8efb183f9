/* cuda.h - the little of the driver that code/tune/card.c calls: launch.c. */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

typedef enum {
    CUDA_SUCCESS,
    CUDA_ERROR_INVALID_VALUE
} CUresult;
typedef enum {
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;
typedef struct module *CUmodule;
typedef struct function *CUfunction;
typedef struct stream *CUstream;

#endif
