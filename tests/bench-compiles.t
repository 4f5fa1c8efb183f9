#!/bin/sh
# Every program compiles for the oldest card without a warning, one that asks for more than plain
# CUDA C for the newest too, and each is whole with the bench. The device code is hardly optimised:
# that takes five times as long and is not what warnings come from.
. "$(dirname "$0")/lib/unit.sh"
program naive

archs() { # FILE
    for cc in 75 $(grep -q 'half\|wmma\|pipeline\|__CUDA_ARCH__' "$1" && echo 120); do
        echo "-gencode arch=compute_$cc,code=sm_$cc"
    done
}
# A table names the fields that it needs; those behind them, which only some programs use,
# are 0 by the language.
silent() { # FILE: the compiler succeeds and says nothing
    object=build/tests/compiles/${1%.cu}.o
    locked compiles make -s -f tests/bench/compiles.mk NVCC="$nvcc" ARCHS="$(archs "$1" | tr '\n' ' ')" "$object" >"$scratch/said" 2>&1
}

whole() { # of what was compiled last
    "$nvcc" "$object" build/obj/naive.provenance.o build/obj/bench/*.o build/obj/bench/gpu/*.o build/obj/probes/*.o build/obj/loops/*.o -lcublas -lcublasLt -ldl -lpthread \
        -o "$scratch/program" >"$scratch/said" 2>&1
}

made=build/tests/compiles/made
mkdir -p $made
cat >$made/host.cu <<'END'
static int unused(int n) { return n; }
END
cat >$made/card.cu <<'END'
__global__ void k(float *x) { int unused; x[0] = 0; }
END
cat >$made/lacks.cu <<'END'
void nobody();
void (*needs)() = nobody;
END
set -- code/bench/gpu/*.cu code/probes/*.cu tests/bench/mutants.cu
plan $(($# + 2 * $(ls code/*.cu | wc -l) + 4))
isnt 'a warning of the host compiler counts' silent $made/host.cu
isnt 'a warning about device code counts' silent $made/card.cu
is 'what lacks something may compile' silent $made/lacks.cu
isnt 'but is not whole' whole
for file; do is "$file" silent "$file"; done
for file in code/*.cu; do
    is "$file" silent "$file"
    is "$file is whole" whole
done
