#!/bin/sh
# What the loops take is found by chapter and kernel, and belongs to no card.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 10
mkdir data/loops
printf '%s\n' '# record: tiles 1' '# kind: loops' '# program: code/naive.cu' 'kernel,instructions,ffma,share,one,two,three,kept,alone,sum,cycles,peak' \
    naive,1200,1024,85.333,1000,20,4,77,1.03,1.2,1.175,85.1 '"f<1,2>",2,1,50,1,0,0,0,1,2,2,50' '# end: 2 rows' >data/loops/naive.csv
printf '%s\n' '# record: tiles 1' '# kind: correlation' '# device: NVIDIA H200' '# all-cycles: 123 0.559 0.958 2' \
    'chapter,kernel,n,share,alone,sum,cycles,measured' naive,naive,4096,85.333,1.03,1.2,1.175,1.333 '# end: 1 rows' >data/loops/correlation.csv
answers 'instructions of a loop' 'loop_instructions of=naive kernel=naive' '1200'
answers 'cycles for each FFMA' 'loop_cycles of=naive kernel=naive' '1.18'
answers 'in per cent of the peak' 'loop_peak of=naive kernel=naive' '85.1 %'
answers 'of a function by its name' 'loop_cycles of=naive kernel=f<1,2>' '2.00'
answers 'one over another' 'loop_cycles of=naive kernel=f<1,2> over=naive' '1.70'
answers 'what the card took' 'loop_measured of=naive kernel=naive' '1.33'
answers 'a correlation' 'loop_spearman of=correlation kernel=all-cycles' '0.958'
refuses 'a kernel that is not there' 'loop_cycles of=naive kernel=gone' 'it has no kernel gone'
refuses 'a program that was not scored' 'loop_cycles of=tiling kernel=x' '`make loops C=tiling` takes it'
answers 'the folder is no card' own fixture-own
