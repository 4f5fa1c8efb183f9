#!/bin/sh
# Tuning leaves three whole records: everybody at every shape, the winners, the search's steps.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
"$scratch/tune" autotuning --data data >said 2>&1 || exit 1
"$scratch/tune" warptiling --size 512 --data data >>said 2>&1 || exit 1
"$scratch/tune" registers --size 512 --data data >>said 2>&1 || exit 1
cd data/made-up || exit 1

whole() { # FILE KIND COLUMNS: head, columns, the end that counts the rows
    rows=$(($(grep -cv '^#' "$1") - 1))
    grep -qx "# kind: $2" "$1" && grep -qx '# source-sha256: 5eed' "$1" &&
        [ "$(grep -v '^#' "$1" | head -n 1)" = "$3" ] && [ "$(tail -n 1 "$1")" = "# end: $rows rows" ]
}
cells() { # FILE: every row has as many cells as there are columns
    awk -F , '/^#/ { next } !n { n = NF } NF != n { bad = 1 } END { exit bad }' "$1"
}
count() { # FILE CONDITION NUMBER: so many rows are such
    [ "$(awk -F , "/^#/ || /^config,/ || /^m,n,k,/ { next } $2" "$1" | wc -l)" -eq "$3" ]
}

tuning=config,bm,bn,bk,tm,tn,wm,wn,m,n,k,status,registers,shared,gflops,lo,hi,runs,ratio
winners=m,n,k,config,bm,bn,bk,tm,tn,wm,wn,gflops,lo,hi,ratio,best,best_gflops,runs,search,search_gflops,search_runs
search=m,n,k,step,config,gflops,best,cycles,place,blind

plan 33
is 'the tuning record is whole' whole autotuning-tuning.csv tuning $tuning
is 'the record of winners is whole' whole autotuning-winners.csv winners $winners
is 'the record of the search is whole' whole autotuning-search.csv search $search
for kind in tuning winners search; do
    is "each row of $kind has all cells" cells autotuning-$kind.csv
    is "each row of $kind has all cells, with warp tiles" cells warptiling-$kind.csv
    is "each row of $kind has all cells, with stages" cells registers-$kind.csv
done
further() { echo "$1" | sed 's/,wm,wn,/&stages,blocks,order,store,/'; }
is 'stages, blocks, order and store stand behind the tiles' whole registers-tuning.csv tuning "$(further $tuning)"
is 'with the winners, too' whole registers-winners.csv winners "$(further $winners)"
is 'and are those of the name' awk -F , '/^[1-9]/ { split($1, part, "-")
    if (part[4] "-" part[5] != $9 "x" $10 "-" $11 "x" $12) exit 1; ++n } END { exit n != 1044 }' registers-tuning.csv
is 'the search was within 2 % of the best in a tenth of the runs there, too' \
    count registers-winners.csv '$24 >= 0.98 * $21 && $25 <= $22 / 10' 1
is 'one row for each valid configuration and shape' count autotuning-tuning.csv '$9 != ""' 1560
is 'all of them timed' count autotuning-tuning.csv '$12 == "ok" && $15 > 0 && $18 == 3' 1560
is 'one row for each that was rejected, with its reason and no more' \
    count autotuning-tuning.csv '$9 == "" && $12 != "" && $13 $14 $15 $16 $17 $18 $19 == ""' 1338
is 'without a warp tile there is none' count autotuning-tuning.csv '$7 $8 != ""' 0
is 'with warp tiles there is one in each row' count warptiling-tuning.csv '$7 > 0 && $8 > 0' 1215
is 'one winner a shape' count autotuning-winners.csv '$12 > 0 && $18 == 390' 4
is 'the search was within 2 % of the best in a tenth of the runs' \
    count autotuning-winners.csv '$20 >= 0.98 * $17 && $21 <= $18 / 10' 4
is 'one row a step' count autotuning-search.csv '$4 > 0' 156
is 'the best so far never falls' awk -F , '/^[0-9]/ { if ($4 > 1 && $7 < best) exit 1; best = $7 }' \
    autotuning-search.csv
is 'it begins with the favourite' count autotuning-search.csv '$4 == 1 && $9 == 1' 4
is 'and the machine code has a say in who that is' count autotuning-search.csv '$1 == 4096 && $4 == 1 && $5 != "64x96x32-16x12"' 1
is 'it would have been another without' count autotuning-search.csv '$1 == 4096 && $4 == 1 && $10 > 1' 1
is 'no two configurations have one place' [ "$(grep '^4096,4096,' autotuning-search.csv | cut -d, -f9 | sort | uniq -d)" = '' ]
is 'what the machine code says is there' count autotuning-search.csv '$8 > 1.2 && $8 < 1.4' 156
is 'nothing else is left' [ "$(ls | wc -l)" -eq 9 ]
cd "$scratch/empty" && rm -r data
STRANGE=128x128x16-8x8 "$scratch/tune" autotuning --size 4096 --mode search --data data >said 2>&1 || exit 1
is 'with one that nobody understands the search does without all' \
    [ "$(sed -n 's/^4096,4096,4096,1,\([^,]*\),.*/\1/p' data/made-up/autotuning-search.csv)" = 64x96x32-16x12 ]
is 'and says what is known of the others' count data/made-up/autotuning-search.csv '$8 > 1.2' 39
