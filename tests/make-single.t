#!/bin/sh
# A chapter as one file compiles on its own, without a warning.
. "$(dirname "$0")/lib/unit.sh"
needs_nvcc
cp -R Makefile code data LICENSE "$scratch" && mkdir "$scratch/book" && : >"$scratch/book/book.mk" || exit 1
cd "$scratch" || exit 1
makes() { make -s "NVCC=$nvcc" single "C=$1" >said 2>&1 && cp "build/single/$1.cu" alone; }
compiles() { # STEM [OPTIONS]: alone in a folder, with nothing to say
    (cd alone && "$nvcc" ${2--O1 -Xcicc -O1 -Xptxas -O0 -arch=sm_90} -Xcompiler -Wall "$1.cu" -lcublas) >said 2>&1 && [ ! -s said ]
}
mkdir alone
plan 16
for stem in tiling wmma summit split; do
    is "$stem is written" makes $stem
    is 'it says where from, and under which licence' grep -q 'MIT License' alone/$stem.cu
    [ $stem = split ] || is 'it compiles, and there is nothing to warn of' compiles $stem
done
is 'it compiles for sm_90a, and there is nothing to warn of' compiles split "-O3 -arch=sm_90a"
cat >alone/taken.cu <<'END'
#define WITHOUT_MAIN
#include "split.cu"
int main(void)
{
    return sgemm_split_bytes(3, 4, 5) == 0
           || sgemm_split(3, 4, 5, 1.0f, 0, 0, 0.0f, 0, 0, 0) == cudaSuccess;
}
END
is 'a program takes one function of it' compiles taken "-O3 -arch=sm_90a"
isnt 'nothing is left of regions and of headers' grep -q '^//[<>] \|^#include "' alone/tiling.cu
isnt 'a chapter without a kernel for a product' makes lens
is 'is refused with the reason' grep -qx 'single: lens has no kernel for a product' said
