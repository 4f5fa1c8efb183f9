#!/bin/sh
# A trace gives the addresses of one warp and line, lane by lane.
. "$(dirname "$0")/lib/lens.sh"
lens naive

line=$(grep -n 'acc += A' code/naive.cu | cut -d: -f1)
build/lens/naive count --trace "$line" --warp 1 >"$scratch/trace"
of() { # column values of request 0 of an array, joined
    awk -F '\t' -v a="$1" -v c="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) n[$i] = i }
        NR > 1 && $n["array"] == a && $n["request"] == 0 { printf "%s ", $n[c] }' \
        "$scratch/trace"
}
tabular() {
    awk -F '\t' 'NF != 13 { bad = 1 } END { exit bad || NR < 65 }' "$scratch/trace"
}

plan 6
is 'every row has the columns of the first' tabular
is 'A: 32 rows' [ "$(of A row)" = "$(seq -s ' ' 0 31) " ]
is 'A: one column' [ "$(of A col | tr ' ' '\n' | sort -u | grep .)" = 0 ]
is 'B: one element' [ "$(of B offset | tr ' ' '\n' | sort -u | grep .)" = 4 ]
is 'A: as many passes as sectors' [ "$(of A pass)" = "$(seq -s ' ' 0 31) " ]
mkdir "$scratch/o'clock"
cp build/lens/naive "$scratch/o'clock"
elsewhere() { "$scratch/o'clock/naive" count --trace "$line" --warp 1 | cmp -s "$scratch/trace" -; }
is 'the program may lie anywhere' elsewhere
