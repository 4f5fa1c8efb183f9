/* launcher.h - what a shared object of one configuration has for the tuner
 * (card.c). The file that includes it says by which template a product is
 * launched (LAUNCH), which kernel that is (FUNCTION), and with which arguments
 * of both (OF), of the constants C(0), C(1), ... that it is compiled with. */
static constexpr int constants[] = {CONSTANTS};
#define C(i) constants[i]

/* As gemm_fn of bench.h. */
extern "C" void tuned_product(int M, int N, int K, float alpha, const float *A,
                              const float *B, float beta, float *C)
{
    LAUNCH<OF>(M, N, K, alpha, A, B, beta, C);
}

/* Registers of a thread, bytes of local memory that it spills to, and static
 * bytes of shared memory of a block. Returns what cudaFuncGetAttributes() does. */
extern "C" int tuned_attributes(int *registers, int *local, int *shared)
{
    cudaFuncAttributes of;
    const cudaError_t status = cudaFuncGetAttributes(&of, FUNCTION<OF>);

    if (status == cudaSuccess) {
        *registers = of.numRegs;
        *local = (int)of.localSizeBytes;
        *shared = (int)of.sharedSizeBytes;
    }
    return status;
}
