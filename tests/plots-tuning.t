#!/bin/sh
# The tables of what was tuned and swept hold what the records say, each cell in its place.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
sh "$root/tests/lib/tuned.sh"
plan 16
folder=data/nvidia-h200
script() { printf '# table: %s\n' "$1" >plots/autotuning-a.gp; }
holds() { tables && grep -qF "$(printf "$1")" build/tables/autotuning-a.tsv; }
script 'grid of=coarsening-2d'
is 'a grid, sorted by number' holds 'TM \\ TN\t1\t2\t4\t8\t16\n'
sed 's/^8x4,4096,.*//' $folder/coarsening-2d.csv | sed '/^$/d; s/^# end: 208/# end: 207/' >new && mv new $folder/coarsening-2d.csv
says 'of which no kernel may lack the size' 'it has no row of kernel 8x4 at 4096' tables
script 'grid of=vectorized'
says 'and there must be some' 'vectorized.csv: it has no kernels called <TM>x<TN>' tables
script 'landscape of=autotuning x=bn y=bm'
is 'a landscape: the best of each cell' holds '128\t71.43\t83.33\t90.91\n'
is 'and 100 where the best is' holds '256\t76.92\t90.91\t100\n'
script 'landscape of=autotuning x=tm,tn y=bm,bn'
is 'nothing where nothing runs' holds '128×64\t50\t58.82\t64.52\t58.82\t71.43\t44\t64.52\t44\t\n'
script 'landscape of=autotuning x=bn y=bm final=search'
is 'the cell of one that is asked for' holds '# final: 128 256\n'
script 'landscape of=autotuning x=tn y=bm n=77'
says 'a shape that was not tuned' 'nothing was tuned at 77; it has 512,' tables
script 'landscape of=autotuning x=wm y=bm'
says 'a tile that there is not' 'wm= names no tile of every configuration' tables
script 'regret of=autotuning'
is 'regret: per cent lost of the best' holds '1024\t44.57\t3\t3\t21.4\t30.71\t'
script 'search of=autotuning'
is 'the search, step by step' holds '3\t26.2\t26.2\t40.61\n'
awk -F , -v OFS=, '!/^#/ && $1 + 0 { $17 *= 1.2 } 1' $folder/autotuning-winners.csv >new && mv new $folder/autotuning-winners.csv
is 'beside the best of the same pass, not of the final' holds '3\t26.2\t26.2\t40.61\n'
script 'search of=autotuning n=77'
says 'where there was none' 'nothing was tuned at 77' tables
script 'spread of=autotuning bins=10'
is 'a bin of the spread' holds '90\t100\t8\t0\n'
bins() { awk -F '\t' '!/^[#f]/ { n += $3 + $4; s += $4 } END { exit !(n == 142 && s == 44) }' build/tables/autotuning-a.tsv; }
is 'has each configuration once' bins
rm $folder/autotuning-tuning.csv
says 'no record' 'plots/autotuning-a.gp:1: data/nvidia-h200/autotuning-tuning.csv: there is no such record; `make tune C=autotuning` takes it' tables
