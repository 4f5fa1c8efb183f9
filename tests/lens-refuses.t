#!/bin/sh
# What the lens lacks is refused at build time, by name.
. "$(dirname "$0")/lib/lens.sh"

refuses() { # CODE NAME: the code does not compile, and the compiler says NAME
    printf '#include <mma.h>\n__global__ void k(float *C) { %s }\n' "$1" |
        sed -f code/lens/launch.sed |
        g++ -x c++ -O1 -S -o "$scratch/s" -Werror=frame-larger-than=122880 -iquote code -Icode/lens/cuda -include cuda_runtime.h - \
            2>"$scratch/said" && return 1
    grep -q "$2" "$scratch/said"
}

plan 21
is 'inline PTX' refuses 'asm volatile("bar.sync 0;");' cannot_run_inline_ptx
is 'an intrinsic' refuses '__match_any_sync(1, 2);' __match_any_sync
is 'another fragment' refuses 'nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 32, 8, 16, half, nvcuda::wmma::row_major> f;' 'only 16 x 16 x 16'
is 'a texture' refuses 'tex2D<float>(0, 1, 2);' tex2D
printf '#include <cuda/std/complex>\n' | g++ -x c++ -fsyntax-only \
    -iquote code -Icode/lens/cuda -include cuda_runtime.h - 2>"$scratch/said"
is 'a header' grep -q cuda/std/complex "$scratch/said"
lacks() { # NAME CODE: a sentence says so, and another what to take
    is "$1" refuses "$2" "$1.*the lens cannot: .*[;,] "
}
lacks __barrier_sync '__barrier_sync(1);'
lacks __match_all_sync 'int p; C[0] = __match_all_sync(1, 2, &p);'
lacks cudaMallocManaged '} void f(float *p) { cudaMallocManaged(&p, 4);'
lacks cudaOccupancyMaxActiveBlocksPerMultiprocessor '} void f(int n) { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0);'
lacks cudaOccupancyMaxPotentialBlockSize '} void f(int n) { cudaOccupancyMaxPotentialBlockSize(&n, &n, k);'
lacks cudaLaunchCooperativeKernel '} void f(void **a) { cudaLaunchCooperativeKernel(k, 1, 1, a);'
is __managed__ refuses "}
__device__ __managed__ float x; void f() {" 'the lens cannot: it has no managed memory; take'
for header in cuda/barrier cuda/pipeline cuda/atomic cooperative_groups/reduce.h; do
    is "<$header>" refuses "}
#include <$header>
void f() {" "the lens cannot: it has no <$header>; take"
done
is 'the lanes that are active' refuses 'C[0] = __activemask();' 'the lens cannot: lanes run one after another, so name those'
is 'a launch of what is no kernel' refuses '} void f(void **a) { cudaLaunchKernel((void *)f, 1, 1, a);' \
    'the lens cannot: give cudaLaunchKernel the kernel'
is 'a group of the grid' refuses '} 
#include <cooperative_groups.h>
__global__ void g() { cooperative_groups::this_grid().sync();' this_grid
is 'more local memory than there is' refuses 'volatile char x[160000]; x[threadIdx.x] = 1; C[0] = x[1];' 'frame size of 1600[0-9]* bytes is larger than 122880'
refuses 'C[0] = __popc(3);' '' || :
is 'what is there is taken, in silence' [ ! -s "$scratch/said" ]
