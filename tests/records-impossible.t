#!/bin/sh
# What cannot have been measured is refused by file, line and column; what an editor on
# Windows did to a file is not held against it.
. "$(dirname "$0")/lib/records.sh"
plan 14
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
refused 'a ratio outside of its quartiles' ratio_lo 9 'column ratio is not between'
refused 'half a column' n 512.5 'column n is not whole: 512.5'
refused 'half a round' runs 9.5 'column runs is not whole: 9.5'
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
