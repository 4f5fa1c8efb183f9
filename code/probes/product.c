#include "probes/product.h"

#include <cublas_v2.h>

static struct on_card {
    cublasHandle_t handle;
    int device, processors;
} cards[MOST_CARDS];

static int check(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS
               ? 0
               : complain("cuBLAS: %s", cublasGetStatusString(status));
}

static int open_card(struct on_card *c)
{
    if (c->handle)
        return 0;
    if (cuda_check(cudaGetDevice(&c->device), "device") != 0 ||
        cuda_check(cudaDeviceGetAttribute(&c->processors,
                                          cudaDevAttrMultiProcessorCount,
                                          c->device), "device") != 0)
        return -1;
    return check(cublasCreate(&c->handle));
}

/* Rows for columns, as in baseline.c. */
int library_product(int card, cudaStream_t stream, unsigned type, int spared, int M,
                    int N, int K, const void *A, const void *B, float *C, int adds)
{
    struct on_card *c = &cards[card];
    const cudaDataType_t of = type & HALF ? CUDA_R_16F : CUDA_R_16BF;
    const float one = 1.0f, none = 0.0f;
    const int lda = K > 0 ? K : 1, ldb = N > 0 ? N : 1;

    if (open_card(c) != 0 || check(cublasSetStream(c->handle, stream)) != 0 ||
        check(cublasSetSmCountTarget(c->handle,
                                     spared > 0 ? c->processors - spared : 0)) != 0)
        return -1;
    return check(cublasGemmEx(c->handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, B,
                              of, ldb, A, of, lda, adds ? &one : &none, C, CUDA_R_32F, ldb,
                              CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

int library_close(void)
{
    int status = 0;

    for (int i = 0; i < MOST_CARDS; ++i)
        if (cards[i].handle) {
            cudaSetDevice(cards[i].device);
            status |= check(cublasDestroy(cards[i].handle));
            cards[i].handle = NULL;
        }
    return status;
}
