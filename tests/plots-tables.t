#!/bin/sh
# The tables of the figures: written when they change, refused in one sentence.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 11
script() { printf '# table: %s\n' "$2" >"plots/$1.gp"; }
has() { grep -q "$2" "build/tables/$1.tsv"; }
script naive-a 'series kernels=naive.naive,measuring.cublas ceiling=fma'
is 'a table is written' tables
touch -t 202001010000 build/tables/naive-a.tsv
cp -p build/tables/naive-a.tsv before
is 'the same bytes are not written again' sh -c "pandoc --lua-filter $root/book/tables.lua </dev/null && ! test build/tables/naive-a.tsv -nt before"
is 'a table names the card of its numbers' has naive-a '^# card: Fixture card$'
is 'and the records they are from' has naive-a '^# from: data/nvidia-h200/measuring-ceilings.csv, data/nvidia-h200/measuring.csv, data/nvidia-h200/naive.csv$'
script ladder ladder
tables
is 'the ladder has the own card beside the reference' has ladder '^rung.Naive.0.528.1.027.0.101.1.247.float$'
script tiling-a 'series kernels=tiling.tiling'
is 'a figure of a chapter that is not in the contents is left out' sh -c "pandoc --lua-filter $root/book/tables.lua </dev/null && ! test -e build/tables/tiling-a.tsv"
rm plots/tiling-a.gp
script naive-b 'series kernels=naive.nonsense'
says 'a kernel that is not there' 'plots/naive-b.gp:1: data/nvidia-h200/naive.csv: it has no kernel nonsense; it has naive, cublas' tables
script naive-b 'nonsense'
says 'a kind that is not there' 'plots/naive-b.gp:1: there is no kind of table called nonsense' tables
echo 'plot x' >plots/naive-b.gp
says 'a script without a table' 'plots/naive-b.gp:1: the script asks for no table' tables
script naive-b 'metrics kernels=naive columns=gflops'
says 'a kernel without a chapter' 'kernels=naive: write chapter.kernel' tables
rm plots/naive-b.gp
sed '$d' data/nvidia-h200/naive.csv >new && mv new data/nvidia-h200/naive.csv
says 'a record cut short' "$(last data/nvidia-h200/naive.csv): the record is truncated" tables
