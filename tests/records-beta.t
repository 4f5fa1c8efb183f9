#!/bin/sh
# A row with beta is asked for by it, and all that does not ask sees none; the library's range is that of all records.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
plan 19
file=data/nvidia-h200/coalescing.csv
refuses 'of an older record beta 3' 'gflops of=coalescing beta=3' 'it has no row of kernel coalesced at 4096 with beta = 3; it has '
answers 'but 0' 'gflops of=coalescing beta=0' "$(ask 'gflops of=coalescing')"
before=$(ask 'share of=coalescing')
awk -F, -v OFS=, '/^# end/ { print "# end: " rows " rows"; next } /^#/ { print; next }
    { $4 = $4 "," (heads++ ? "1,0" : "alpha,beta") } heads > 1 { ++rows } { print }
    $1 ~ /^(coalesced|cublas)$/ && $2 == 4096 && $3 == 4096 && $4 ~ /^4096/ {
        ++rows; $4 = "4096,0.5,3"; $5 = $1 == "cublas" ? 48000 : 6000; $6 = $7 = $5; $9 = $10 = $11 = 0.125; print }' $file >new && mv new $file
answers 'what does not ask sees beta 0' 'share of=coalescing' "$before"
answers 'beta 3 has its own speed' 'gflops of=coalescing beta=3' '6.00 TFLOP/s'
answers 'and share' 'share of=coalescing beta=3' '12.5 %'
answers 'over= is with the same beta' 'gflops of=coalescing beta=3 over=cublas' '0.125'
refuses 'another beta is not there' 'gflops of=coalescing beta=2' 'with beta = 2; it has 256, '
refuses 'and has to be a number' 'gflops of=coalescing beta=x' 'this is not a number'
printf "# table: series kernels=coalescing.coalesced\nplot table using 'n':'coalesced'\n" >plots/coalescing-a.gp
tables >said 2>&1
is 'a chart over sizes has each once, with beta 0' test "$(awk '$1 == 4096 { printf "%s ", $2 }' build/tables/coalescing-a.tsv)" = '6.27 '

answers 'the records that have the library' 'library_records of=naive' 3
sed 's/^\(cublas,4096,4096,4096,1,0,\)[0-9.]*,[0-9.]*,[0-9.]*/\150000,50000,50000/' $file >new && mv new $file
sed 's/^\(cublas,4096,4096,4096,\)[0-9.]*,[0-9.]*,[0-9.]*/\155000,55000,55000/' data/nvidia-h200/naive.csv >new && mv new data/nvidia-h200/naive.csv
answers 'its lowest speed in any' 'library_lowest of=naive' '50.0 TFLOP/s'
answers 'its highest' 'library_highest of=coalescing' '55.0 TFLOP/s'
answers 'with beta of those that have it' 'library_records of=naive beta=3' 1
cp chapters/naive.md kept
sed 's/^rung: .*/&\ncontest: apart/' kept >chapters/naive.md
answers 'one that is apart does not count' 'library_records of=coalescing' 2
mv kept chapters/naive.md
refuses 'which has to be a number here too' 'library_records of=naive beta=x' 'this is not a number'
sed -n '/^[^#]/q; s/kind: gemm/kind: probe/; p' $file >data/nvidia-h200/coalescing-watts.csv
printf '%s\n' probe,size,unit,value,lo,hi,runs,clock coalesced,4096,W,650,649,651,15,1600 '# end: 1 rows' >>data/nvidia-h200/coalescing-watts.csv
answers 'power alone on the card is that with beta 0' 'watts of=coalescing' '650 W'
refuses 'and says nothing about another' 'watts of=coalescing beta=3' 'this row has no watts'
sed 's/^rung: .*/&\ninputs: half/' chapters/naive.md >new && mv new chapters/naive.md
answers 'of the same inputs only' 'library_highest of=coalescing' "$(ask 'gflops of=measuring kernel=cublas')"
refuses 'a size that no record has' 'library_lowest of=naive n=3' 'no record has the library at 3'
