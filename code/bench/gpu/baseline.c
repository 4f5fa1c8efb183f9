/* baseline.c - the library's products, as users call them (baseline.h). */
#include "bench/baseline.h"

#include "bench/gpu/device.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

enum { WORKSPACE = 32 << 20 }; /* what cuBLAS itself takes on Hopper */

static cublasHandle_t handle;

/* Keeps the first failure for whoever checks the launch. */
static void check(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        complain_later("cuBLAS: %s", cublasGetStatusString(status));
}

/* A handle for the stream that everybody uses, with memory of its own, so that
 * its calls can be recorded. */
static cublasHandle_t open_library(void)
{
    cublasHandle_t h = NULL;
    void *workspace = NULL;

    check(cublasCreate(&h));
    check(cublasSetStream(h, cudaStreamPerThread));
    if (cudaMalloc(&workspace, WORKSPACE) == cudaSuccess)
        check(cublasSetWorkspace(h, workspace, WORKSPACE));
    return h;
}

//> the library's product
void cublas(int M, int N, int K, float alpha, const float *A,
            const float *B, float beta, float *C)
{
    /* cuBLAS stores matrices by columns. Read by columns, a row-major
     * matrix is its transpose: so C' = B' A' gives C by rows. */
    const int lda = K > 0 ? K : 1, ldb = N > 0 ? N : 1;

    if (!handle) {
        handle = open_library();
        check(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    }
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha,
                      B, ldb, A, lda, &beta, C, ldb));
}
//< the library's product

/* The same of operands in another type, on tensor cores; sums and C in float. */
static void cublas_of(cudaDataType_t type, cublasComputeType_t compute, int M,
                      int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    static cublasHandle_t on_tensors; /* pedantic mode would keep them idle */
    const int lda = K > 0 ? K : 1, ldb = N > 0 ? N : 1;

    if (!on_tensors)
        on_tensors = open_library();
    check(cublasGemmEx(on_tensors, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B,
                       type, ldb, A, type, lda, &beta, C, CUDA_R_32F, ldb,
                       compute, CUBLAS_GEMM_DEFAULT));
}

#define CUBLAS(name, type, compute)                                            \
    void cublas_##name(int M, int N, int K, float alpha, const float *A,       \
                       const float *B, float beta, float *C)                   \
    {                                                                          \
        cublas_of(type, compute, M, N, K, alpha, A, B, beta, C);               \
    }

CUBLAS(fp16, CUDA_R_16F, CUBLAS_COMPUTE_32F)
CUBLAS(bf16, CUDA_R_16BF, CUBLAS_COMPUTE_32F)
CUBLAS(tf32, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32)

int cublas_version(void)
{
    int major = 0, minor = 0, patch = 0;

    cublasGetProperty(MAJOR_VERSION, &major);
    cublasGetProperty(MINOR_VERSION, &minor);
    cublasGetProperty(PATCH_LEVEL, &patch);
    return 10000 * major + 100 * minor + patch;
}
