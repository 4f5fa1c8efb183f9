#!/bin/sh
# The ladder in README.md is what the reference records say.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
plan 7
cp README.md before
is 'redraws' builds readme
is 'the same' cmp -s before README.md
sed -i 's/^coalesced,4096,4096,4096,1,0,[0-9.]*,[0-9.]*,[0-9.]*/coalesced,4096,4096,4096,1,0,9999,9999,9999/' data/nvidia-h200/coalescing.csv
builds readme
isnt 'another for another record' cmp -s before README.md
row() { sed -n '/<!-- ladder/,/end of ladder/p' README.md | grep "$1"; }
bar() { row "$1" | grep -o '█' | wc -l; }
sed 's/^pipelined,4096,4096,4096,1,0,.*/pipelined,4096,4096,4096,1,0,400000,1,1,15,0.5,0.5,0.5,0.1,1900/
    s/^cublas,4096,4096,4096,1,0,[0-9.]*/cublas,4096,4096,4096,1,0,800000/' data/nvidia-h200/wmma.csv >new &&
    mv new data/nvidia-h200/wmma.csv
sed 's/^cublas,4096,4096,4096,1,0,[0-9.]*/cublas,4096,4096,4096,1,0,640000/' data/nvidia-h200/precision.csv >new && mv new data/nvidia-h200/precision.csv
# One chapter on tensor cores is enough here.
sed -i '/^mma$/d; /^hopper$/d' book/contents && rm -f data/nvidia-h200/mma*.csv data/nvidia-h200/hopper*.csv chapters/mma* chapters/hopper*
printf -- '---\ntitle: x\nshort: Tensor cores\nrung: pipelined\ninputs: half\n---\n\nText.\n' >chapters/wmma.md
grep -q '^wmma' book/contents || echo wmma >>book/contents
sh book/edition/readme.sh README.md
is 'a kernel of another precision stands with the library in that' \
    test "$(row '^Tensor cores')" = 'Tensor cores     400.00 TFLOP/s  50.0 %  (50.0 to 62.5)    ████████████████████'
is 'which has a line of its own' test "$(row '^cuBLAS, half' | awk '{ print $3 }') $(bar '^cuBLAS, half')" = '800.00 40'
is 'float is as it was' test "$(bar '^cuBLAS  ') $(row '^cuBLAS  ' | awk '{ print ($2 < 100) }')" = '40 1'
is 'floats come first' test "$(row '^[A-Zc]' | sed 's/  .*//' | tail -n 3 | tr '\n' ';')" = 'cuBLAS;Tensor cores;cuBLAS, half;'
