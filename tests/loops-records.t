#!/bin/sh
# Records of loops are of today's programs, and of the loops that the disassembler shows.
. "$(dirname "$0")/lib/unit.sh"

fresh() { # RECORD
    program=$(sed -n 's/^# program: //p' "$1") stem=$(basename "$1" .csv)
    header=$(sed -n 's/^# flags: .*-include //p' "$1")
    echo "$1 is stale: \`make loops C=$stem\` takes it anew" >"$scratch/said"
    rm -f "$scratch/header"
    [ -z "$header" ] || awk -f code/tune/winners.awk "data/nvidia-h200/$stem-winners.csv" >"$scratch/header"
    [ ! -e "$scratch/header" ] || set -- "$1" "$scratch/header"
    [ "$program" = "code/$stem.cu" ] && [ "$(sed -n 's/^# source-sha256: //p' "$1")" = "$(code/tools/hash.sh "$program" $2)" ]
}

# Instructions and FFMAs of each loop, as the recorded cuobjdump has them.
agree() { # RECORD MIX
    awk '
        FNR == NR { if (!/^#/) { split($0, c, ","); loop[c[1]] = c[2]; ffma[c[1]] = c[3] } next }
        /:$/ { here = $0 == "in the hot loop:" }
        $1 == "kernel" { all = $2 == "all" && $3 == "FFMA"; next }
        here && all && ($1 in loop) { if ($2 != loop[$1] || $3 != ffma[$1]) { print $1; exit 1 }; ++n }
        END { if (!n) exit 1 }
    ' "$1" "$2" >"$scratch/said"
}
disagree() { ! agree "$@"; }

set -- $(ls data/loops/*.csv | grep -v correlation)
tables=$(for record; do grep -l '^const struct kernel kernels' "code/$(basename "$record" .csv).cu"; done)
plan $(($# + $(echo "$tables" | wc -l) + 5))
for record; do is "$record is of today's program" fresh "$record"; done
for program in $tables; do
    record=data/loops/$(basename "$program" .cu).csv
    mix=data/nvidia-h200/transcripts/$(basename "$record" .csv)-mix.txt
    is "the loops of $record are those of $mix" agree "$record" "$mix"
done
sed 's/^\(naive,\)86/\187/' data/loops/naive.csv >"$scratch/naive.csv"
is 'another loop is noticed' disagree "$scratch/naive.csv" data/nvidia-h200/transcripts/naive-mix.txt
sed 's/^\(# source-sha256: \)./\1_/' data/loops/naive.csv >"$scratch/naive.csv"
isnt 'and so is another source' fresh "$scratch/naive.csv"

compared() { code/loops/compare.sh "$scratch/correlation.csv" data nvidia-h200 $(basename -s .csv "$@"); }
is 'the correlation is that of these records' compared "$@"
is 'and is the one that is kept' cmp "$scratch/correlation.csv" data/loops/correlation.csv

# Three kernels of which two are as predicted, one faster; ranks with a tie.
mkdir -p "$scratch/loops" "$scratch/card"
printf '%s\n' '# record: tiles 1' '# kind: loops' '# program: code/toy.cu' 'kernel,instructions,ffma,share,one,two,three,kept,alone,sum,cycles,peak' \
    a,10,9,90,9,0,0,0,1,1,1,100 b,10,9,90,9,0,0,0,1,3,2,50 c,10,9,60,9,0,0,0,1,3,3,33 d,10,9,60,9,0,0,0,1,3,3,33 '# end: 4 rows' >"$scratch/loops/toy.csv"
printf '%s\n' '# record: tiles 1' '# kind: gemm' '# device: Toy' '# multiprocessors: 1' 'kernel,m,n,k,cycles' a,128,128,128,16384 b,128,128,128,32768 \
    c,64,64,64,2048 c,128,128,128,49152 d,128,64,128,1 >"$scratch/card/toy.csv"
toy() {
    code/loops/compare.sh "$scratch/toy.csv" "$scratch" card toy && cp "$scratch/toy.csv" "$scratch/said" && [ "$(cat "$scratch/toy.csv")" = '# record: tiles 1
# kind: correlation
# device: Toy
# all-sum: 3 0.866 0.866 1
# all-cycles: 3 1.000 1.000 0
# mostly-sum: 2 1.000 1.000 1
# mostly-cycles: 2 1.000 1.000 0
chapter,kernel,n,share,alone,sum,cycles,measured
toy,a,128,90,1,1,1,1
toy,b,128,90,1,3,2,2
toy,c,128,60,1,3,3,3
# end: 3 rows' ]
}
is 'correlations, by hand' toy
