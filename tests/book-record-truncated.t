#!/bin/sh
# A record cut short is refused by name, and the page of before stays whole.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 4
builds book
cp build/book/beta.html before.html
sed '$d' data/nvidia-h200/beta.csv >cut && mv cut data/nvidia-h200/beta.csv
is 'a record without its last line' refuses "$(last data/nvidia-h200/beta.csv): the record is truncated" book
is 'the old page is untouched' cmp -s before.html build/book/beta.html
sed '2,$d' "$root/tests/fixtures/book/data/nvidia-h200/alpha.csv" | sed 's/.*/kernel,speed/' >data/nvidia-h200/beta.csv
is 'a foreign CSV' refuses 'data/nvidia-h200/beta.csv:1: this is not a record of this book' book
is 'nothing half written is left' sh -c '! ls build/book/*.new 2>/dev/null'
