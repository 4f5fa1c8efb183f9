#!/bin/sh
# A quick record speaks for its card where it has a row, and the reference where it has none.
. "$(dirname "$0")/lib/records.sh"
fixture
record=data/fixture-own/naive.csv
awk -F, '/^# date/ { print "# quick: 1" } /^# end/ { print "# end: " rows " rows"; next }
    /^#/ || /^kernel/ { print; next }
    $2 == 1024 || $2 == 4092 || $2 == $4 && $2 == 4096 { print; ++rows }' $record >quick
mv quick $record
plan 4
answers 'a size that was measured' 'gflops of=naive n=4096' '101 GFLOP/s'
answers 'the ragged one' 'gflops of=naive n=4092' '101 GFLOP/s'
answers 'one that was not' 'gflops of=naive n=2048' '530 GFLOP/s (Fixture card)'
answers 'a record that a quick measurement does not take' 'value probe=zeros of=measuring topic=timing size=512' \
    '20.9 TFLOP/s (Fixture card)'
