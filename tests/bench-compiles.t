#!/bin/sh
# Every program compiles for the oldest card and for the newest without a warning. The device
# code is hardly optimised: that takes five times as long and is not what warnings come from.
. "$(dirname "$0")/lib/unit.sh"
needs_nvcc

archs=$(for cc in 75 120; do echo "-gencode arch=compute_$cc,code=sm_$cc"; done)
# A table names the fields that it needs; those behind them, which only some programs use,
# are 0 by the language.
silent() { # FILE: the compiler succeeds and says nothing
	"$nvcc" $archs -Xcicc -O1 -Xptxas -O0 -Icode -Xcompiler -Wall,-Wextra,-Wno-missing-field-initializers -c "$1" -o "$scratch/o" >"$scratch/said" 2>&1 &&
		[ ! -s "$scratch/said" ]
}

cat >"$scratch/host.cu" <<'END'
static int unused(int n) { return n; }
END
cat >"$scratch/card.cu" <<'END'
__global__ void k(float *x) { int unused; x[0] = 0; }
END
set -- code/*.cu code/bench/*.cu tests/bench/mutants.cu
plan $(($# + 2))
isnt 'a warning of the host compiler counts' silent "$scratch/host.cu"
isnt 'a warning about device code counts' silent "$scratch/card.cu"
for file; do is "$file" silent "$file"; done
