#include "bench/gpu/identifier.h"
#include "tap.h"

#include <string.h>

static void is(const char *mangled, const char *want)
{
    char got[64];

    identifier_of(mangled, got, sizeof got);
    ok(strcmp(got, want) == 0, "%s: %s", mangled, got);
}

int main(void)
{
    is("ampere_sgemm_128x64_nn", "ampere_sgemm_128x64_nn");
    is("_ZN7cutlass7Kernel2I43cutlass_80_simt_sgemm_256x128_8x4_nn_align1EEvNT_6ParamsE",
       "cutlass_80_simt_sgemm_256x128_8x4_nn_align1");
    is("_ZN8cublasLt19splitKreduce_kernelILi32ELi16EiffffLb0EfffLb1ELb0ELb0ELb0EEEvNS_18cublasSplitKParamsIfEE",
       "splitKreduce_kernel");
    is("sm80_xmma_gemm_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_cublas",
       "sm80_xmma_gemm_nn_n_tilesize128x64x8_stage3");
    is("_Z7gemv2T_ILi128EEvi", "gemv2T_");
    is("_Z12truncated", "");
    is("", "");
    is("a_name_that_is_longer_than_the_room_for_it_is_cut_where_the_room_ends",
       "a_name_that_is_longer_than_the_room_for_it_is_cut_where_the_roo");
    return tap_end();
}
