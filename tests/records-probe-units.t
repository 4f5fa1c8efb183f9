#!/bin/sh
# A probe's relative error is a bare number, and the number of an element is whole.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
sed '/^# end/d; /^[^#]/d' data/nvidia-h200/measuring-timing.csv >head
{
    sed 's|code/measuring|code/naive|' head
    echo probe,size,unit,value,lo,hi,runs,clock
    echo half,4096,relative,0.000123456,0.0001,0.00014,5,1980
    echo place,17,element,1234,1234,1234,1,1980
    echo '# end: 2 rows'
} >data/nvidia-h200/naive-numerics.csv
plan 5
answers 'an error' 'value probe=half of=naive topic=numerics' '0.000123'
answers 'its quartile' 'hi probe=half of=naive topic=numerics digits=2' '0.00014'
answers 'an element' 'value probe=place of=naive topic=numerics' '1234'
answers 'how often it was measured' 'runs probe=half of=naive topic=numerics' '5'
refuses 'an error is no speed' 'gflops probe=half of=naive topic=numerics' 'probe half is in relative, not in gflops'
