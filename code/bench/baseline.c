#include "timing.h"

#include "device.h"

#include <cublas_v2.h>

static cublasHandle_t handle;

//> the library's product
void cublas(int M, int N, int K, float alpha, const float *A,
            const float *B, float beta, float *C)
{
    /* cuBLAS stores by columns. A row-major matrix read by columns is
     * its transpose, so we ask for C' = B' A' and get C in rows. */
    const int lda = K > 0 ? K : 1, ldb = N > 0 ? N : 1;

    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B,
                ldb, A, lda, &beta, C, ldb);
}
//< the library's product

int cublas_version(void)
{
    int version = 0;

    if (!handle)
        cublas(0, 0, 0, 1.0f, 0, 0, 0.0f, 0);
    cublasGetVersion(handle, &version);
    return version;
}
