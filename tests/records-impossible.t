#!/bin/sh
# What cannot have been measured is refused by file, line and column; what an editor on
# Windows did to a file is not held against it.
. "$(dirname "$0")/lib/records.sh"
plan 21
file=data/nvidia-h200/naive.csv
with() { fixture; rm -r data/fixture-own; sed "$1" $file >new && mv new $file; }
refused() {                              # NAME COLUMN VALUE SENTENCE
    row=$(at $file naive,512,)
    at=$(grep ^kernel, $file | tr , '\n' | grep -nx "$2" | cut -d : -f 1)
    sed "${row#*:}s/[^,]*/$3/$at" $file >new && mv new $file
    refuses "$1" 'gflops of=naive' "$row: $4"
    fixture
    rm -r data/fixture-own
}
fixture
rm -r data/fixture-own
refused 'a speed below nought' gflops -236 'column gflops cannot be -236'
refused 'no speed at all' gflops 0 'column gflops cannot be 0'
refused 'a speed beyond all numbers' gflops 1e400 'column gflops is not a number: 1e400'
refused 'a ratio below nought' ratio -5 'column ratio cannot be -5'
refused 'a lower quartile above the median' lo 999999 'column lo is above'
refused 'an upper quartile below it' hi 1 'column hi is below'
refused 'a ratio outside of its quartiles' ratio_lo 9 'column ratio_lo is above column ratio'
refused 'a matrix that no int counts' m 1e19 'column m cannot be 1e19: it is <= 2147483647'
refused 'a speed that no card has' gflops 1e300 'column gflops cannot be 1e300: it is <= 1000000000'
refused 'nor its upper quartile' hi 2e9 'column hi cannot be 2e9'
refused 'a clock that no card has' clock 10001 'column clock cannot be 10001: it is <= 10000'
refused 'no clock, if there is one' clock 0 'column clock cannot be 0: it is > 0'
refused 'an error beyond its bound' error 1.01 'column error cannot be 1.01: it is <= 1'
refused 'half a column' n 512.5 'column n is not whole: 512.5'
refused 'half a round' runs 9.5 'column runs is not whole: 9.5'
sed 's/^kernel,.*/&,mood/; s/^[a-z]*,[0-9].*/&,1/' $file >new && mv new $file
refuses 'a column that no record has' 'gflops of=naive' "$(at $file kernel,): no record of kind gemm has a column mood; "
fixture
rm -r data/fixture-own
refuses 'half a size that is asked for' 'gflops of=naive n=4096.5' 'n=4096.5: this is not a size'
with 's/$/\r/'
answers 'lines that end as on Windows' 'gflops of=naive' '528 GFLOP/s'
with '1s/^/\xef\xbb\xbf/'
answers 'a mark of byte order' 'gflops of=naive' '528 GFLOP/s'
fixture
mv data/fixture-own 'data/my card'
refuses 'a folder with a blank' 'gflops of=naive' 'data/my card: a card’s folder has letters, digits and hyphens in its name'
mv 'data/my card' 'data/$(touch gone)'
refuses 'or with a command' 'gflops of=naive' 'data/$(touch gone): a card’s folder'
