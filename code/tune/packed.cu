/* packed.cu - kernels/packing.h for a BM that is known only when the tuner runs. */
#include "tune/packed.h"

#include "kernels/packing.h"

int pack_operands(int bm, int M, int N, int K, const float **A,
                  const float **B)
{
    float *rest;

    switch (bm) {
    case 64:
        return pack<64>(M, N, K, PACKED, A, B, 0, &rest);
    case 128:
        return pack<128>(M, N, K, PACKED, A, B, 0, &rest);
    case 256:
        return pack<256>(M, N, K, PACKED, A, B, 0, &rest);
    }
    complain_later("nothing is packed for tiles of %d rows", bm);
    return -1;
}
