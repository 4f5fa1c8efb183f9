#!/bin/sh
# What the lens lacks is refused at build time, by name.
. "$(dirname "$0")/lens/tap.sh"

refuses() { # CODE NAME: the code does not compile, and the compiler says NAME
    printf '#include <mma.h>\n__global__ void k(float *C) { %s }\n' "$1" |
        sed -f code/lens/launch.sed |
        g++ -x c++ -fsyntax-only -Icode/lens/cuda -include cuda_runtime.h - \
            2>"$scratch/said" && return 1
    grep -q "$2" "$scratch/said"
}

plan 5
is 'inline PTX' refuses 'asm volatile("bar.sync 0;");' cannot_run_inline_ptx
is 'an intrinsic' refuses '__nanosleep(100);' __nanosleep
is 'another fragment' refuses 'nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 32, 8, 16, half, nvcuda::wmma::row_major> f;' 'only 16 x 16 x 16'
is 'a texture' refuses 'tex2D<float>(0, 1, 2);' tex2D
printf '#include <cooperative_groups.h>\n' | g++ -x c++ -fsyntax-only \
    -Icode/lens/cuda -include cuda_runtime.h - 2>"$scratch/said"
is 'a header' grep -q cooperative_groups.h "$scratch/said"
