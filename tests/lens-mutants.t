#!/bin/sh
# Kernels of the book with one change, one of each class that mutants.awk draws, are rejected, each for its
# reason. A change that only costs time survives. tests/lens/mutants.sh says how hundreds are tried.
. "$(dirname "$0")/lib/lens.sh"
lens naive tiling

# class|file|the changed line holds|verdict|the reason begins
cat >"$scratch/asked" <<'END'
operator|code/naive.cu|acc -= A|rejected|naive at 1x1x1
bound|code/naive.cu|k < -1 + K|rejected|naive at 1x1x1
sync|code/tiling.cu|        ;|rejected|race: 
index|code/tiling.cu|As[k][y]|rejected|tile-8 at
constant|code/kernels/gemm.h|return ((unsigned)m + b - 2) / b|rejected|
guard|code/naive.cu|if (1 ? 0 : row >= M |rejected|out of bounds: 
operand|code/kernels/gemm.h|alpha * acc + alpha|rejected|naive at 
guard|code/tiling.cu|if (1 ? 0 : K % 4 == 0)|survived|
operand|code/naive.cu|k < K; ++i|not compiled|
END
awk -v seed=1 -f tests/lens/mutants.awk code/naive.cu code/tiling.cu code/kernels/gemm.h >"$scratch/drawn"
while IFS='|' read -r class file text _; do
    grep -F "$class	$file	" "$scratch/drawn" | grep -F -e "$text" | sort -t '	' -k 3n | head -n 1
done <"$scratch/asked" >"$scratch/rows"
sh tests/lens/mutants.sh <"$scratch/rows" | cut -f 5,7 >"$scratch/told"

begins() { case $1 in "$2"*) ;; *) return 1 ;; esac; }

plan 9
while IFS='|' read -r class file text verdict reason <&3 && IFS= read -r told; do
    echo "$told" >"$scratch/said"
    is "$class, $file, ${text#"${text%%[! ]*}"}: $verdict" begins "$told" "$verdict	$reason"
done 3<"$scratch/asked" <"$scratch/told"
