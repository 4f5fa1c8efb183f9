#!/bin/sh
# What a tuner found can be asked for by configuration and shape, and is refused like any
# record when it is cut short, foreign or at odds with itself.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
sh "$root/tests/lib/tuned.sh"
plan 54
of=of=autotuning
folder=data/nvidia-h200
answers 'the winner, in words' "winner $of" '256 × 256 × 8, 8 × 8'
answers 'that of another shape' "winner $of m=64 n=4096 k=4096" '64 × 64 × 8, 8 × 8'
answers 'the fastest' "best $of" '256 × 256 × 16, 8 × 8'
answers 'the one that was searched' "search $of" '128 × 256 × 8, 4 × 16'
answers 'its speed' "gflops $of config=winner" '39.4 TFLOP/s'
answers 'its quartiles' "lo $of config=winner" '39.0 TFLOP/s'
answers 'its share of the library' "share $of config=winner" '75.8 %'
answers 'its time' "time $of config=winner" '3.49 ms'
answers 'its tile' "bk $of config=winner" '8'
answers 'its shared memory' "shared $of config=winner" '16.4 kB'
answers 'its registers' "registers $of config=best" '104'
answers 'the median' "gflops $of config=median" '24.6 TFLOP/s'
answers 'the slowest' "gflops $of config=worst" '16.4 TFLOP/s'
answers 'one by name' "gflops $of config=128x128x16-8x8 n=2048" '33.1 TFLOP/s'
answers 'the fastest of those whose names fit' "gflops $of config=128x128x16-*" '33.8 TFLOP/s'
answers 'the fastest of all' "tiles $of config=*" '256 × 256 × 16, 8 × 8'
answers 'of those that fit, with a status' "gflops $of config=* status=spills" '24.8 TFLOP/s'
answers 'one over another' "gflops $of config=search over=best digits=4" '0.8255'
answers 'over a kernel of the chapter' "gflops $of config=winner over=cublas" '0.868'
answers 'over the rung of a chapter' "gflops $of config=winner over=vectorized" '1.10'
answers 'all configurations' "configurations $of" '162'
answers 'those that run' "configurations $of status=valid" '142'
answers 'those that spill' "configurations $of status=spills" '44'
answers 'those that do not run' "configurations $of status=rejected" '20'
answers 'those that were rejected for one reason' "configurations $of status=wrong" '1'
answers 'those near the best' "configurations $of within=5" '4'
answers 'what the winner of one shape loses on another' "regret $of from=1024 to=4096x4096x4096" '30.7 %'
answers 'on the shape of the query' "regret $of from=4096 m=64 n=4096 k=4096" '90.3 %'
answers 'and on its own' "regret $of from=4096" '3.00 %'
answers 'launches of the sweep' "sweep_runs $of" '142'
answers 'and of the search' "search_runs $of" '10'
answers 'when the search was near' "search_steps $of within=20" '8'
answers 'how many shapes' "shapes $of" '8'
answers 'a chapter may still be asked for its kernel' "gflops $of" '39.7 TFLOP/s'
answers 'the tiles of any' "tiles $of config=median" '128 × 128 × 8, 4 × 4'
refuses 'a shape' "winner $of n=77" "$folder/autotuning-tuning.csv: nothing was tuned at 77; it has 512, 1000, 1024, 2048, 4096, 64 x 4096 x 4096"
refuses 'a configuration' "gflops $of config=zzz" "$folder/autotuning-tuning.csv: configuration zzz did not run at 4096"
refuses 'what no name fits' "gflops $of config=128*9" "$folder/autotuning-tuning.csv: configuration 128*9 did not run at 4096"
refuses 'what no name with that status fits' "gflops $of config=* status=zzz" 'configuration * did not run at 4096 with status zzz'
refuses 'a status' "configurations $of status=zzz" 'no configuration has status zzz; there are ok, spills, threads'
refuses 'a metric' "l1_hit $of config=best" 'l1_hit: a configuration has no such metric'
refuses 'a nearness that was not reached' "search_steps $of within=1" 'the search does not come within 1 per cent of the best at 4096'
refuses 'the place of one that the search did not try' "search_place $of" 'the search did not try 256x256x16-8x8 at 4096'
refuses 'a ratio of words' "winner $of over=vectorized" 'winner: these are words'
refuses 'no record' 'winner of=naive' "$folder/naive-tuning.csv: there is no such record; \`make tune C=naive\` takes it"
cp -R $folder good
with() {                                 # KIND SCRIPT
    rm -r $folder && cp -R good $folder
    sed "$2" good/autotuning-$1.csv >$folder/autotuning-$1.csv
}
with tuning '$d'
refuses 'a record cut short' "best $of" "$(last $folder/autotuning-tuning.csv): the record is truncated"
with winners 's/^# kind: winners/# kind: gemm/'
refuses 'of another kind' "sweep_runs $of" 'autotuning-winners.csv:1: this is a record of kind gemm where one of kind winners is needed'
with tuning '0,/,ok,/s/\(,ok,[^,]*,[^,]*\),[^,]*/\1,/'
refuses 'one that ran without a speed' "configurations $of" "$(at $folder/autotuning-tuning.csv ,ok,): column gflops is empty"
with tuning 's/,threads,,,,/,threads,,,9,/'
refuses 'a speed of one that did not' "configurations $of" 'the configuration has a speed although its status is threads'
second=$(grep -n '^[1-9]' good/autotuning-search.csv | sed -n 's/:.*//; 2p')
with search 's/,2,\([^,]*,[^,]*,[^,]*\)$/,1,\1/'
refuses 'a step twice' "search_steps $of within=20" "autotuning-search.csv:$second: the row of line $((second - 1)) comes again"
rm -r $folder && cp -R good $folder
awk -F , '/^#/ { print; next } { print $0 "," ($1 == "m" ? "cycles,place,blind" : "1.2,7,9") }' good/autotuning-search.csv |
    sed 's/^\(4096,4096,4096,3,\)[^,]*/\1256x256x16-8x8/' >$folder/autotuning-search.csv
answers 'the place that the fastest had before' "search_place $of" '7'
answers 'that of another' "search_place $of config=256x256x16-8x8" '7'
refuses 'the place of another that it did not try' "search_place $of config=zzz" 'the search did not try zzz at 4096'
answers 'and without machine code' "search_blind $of" '9'
