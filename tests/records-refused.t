#!/bin/sh
# A record that is cut short, foreign or wrong is refused by file and line.
. "$(dirname "$0")/lib/records.sh"
plan 12
file=data/nvidia-h200/naive.csv
with() { fixture; rm -r data/fixture-own; row=$(at $file naive,512,); sed "$1" $file >new && mv new $file; }
with '$d'
refuses 'without its last line' 'gflops of=naive' "$(last $file): the record is truncated: its last line is not"
with '25d'
refuses 'with a row less' 'gflops of=naive' "$(last $file): the record is truncated: it promises 16 rows and holds 15"
with '10,$d'
refuses 'cut in the header' 'gflops of=naive' "$(last $file): the record is truncated"
with '1d'
refuses 'foreign' 'gflops of=naive' "$file:1: this is not a record of this book"
with 's/^# kind: gemm/# kind: probe/'
refuses 'of another kind' 'gflops of=naive' "$file:1: this is a record of kind probe where one of kind gemm is needed"
with 's/^kernel,m,n,k,gflops/kernel,m,n,k,speed/'
refuses 'without a column' 'gflops of=naive' "$(at $file kernel,m,): column gflops is missing"
with 's/,480,/,nan,/'
refuses 'with nan for a number' 'gflops of=naive' "$row: column gflops is not a number: nan"
with 's/,480,/,0x1E0,/'
refuses 'with a hexadecimal number' 'gflops of=naive' "$row: column gflops is not a number: 0x1E0"
with 's/,480,/,,/'
refuses 'with an empty cell' 'gflops of=naive' "$row: column gflops is empty"
with 's/,480,/,/'
refuses 'with a cell less' 'gflops of=naive' "$row: the row has 12 cells where the columns are 13"
with 's/^naive,512,512,512/naive,256,256,256/'
refuses 'with a row twice' 'gflops of=naive' "$row: the row of line $((${row#*:} - 1)) comes again: naive 256 256 256"
with '/^# device/d'
refuses 'that names no card' 'gflops of=naive' "$(at $file kernel,m,): the header names no device"
