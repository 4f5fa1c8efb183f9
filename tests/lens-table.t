#!/bin/sh
# `make lens C=stem` ends with what each line asks of memory, one request at a time.
. "$(dirname "$0")/lib/tap.sh"
table() { awk -f code/lens/table.awk data/lens/naive.csv; }
counted() { sed -n "s/^naive,128,128,128,\([0-9]*\),global,load,$1,.*/\1/p" data/lens/naive.csv; }
row() { table | grep -E "^ *$(counted "$1") global load +$1 +65536 +$2 +$3 *$"; }
plan 4
is 'the naive kernel reads A by 32 sectors a request, where 4 would do' row A 32 4
is 'and B by one' row B 1 1
is 'a barrier counts, and asks nothing' sh -c \
    "awk -f code/lens/table.awk data/lens/tiling.csv | grep -qE 'block +barrier +4096 *$'"
is 'no total stands among the lines' sh -c '! awk -f code/lens/table.awk data/lens/naive.csv | grep -q total'
