#!/bin/sh
# A new column of records is a line in data/columns.tsv and a line where it is measured: the C
# side writes it, the weave reads it, holds it to its rule and calls it by its head.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
record=data/nvidia-h200/opening.csv
makes() { # as the bench is compiled, with this folder's table
    awk -f "$root/code/bench/columns.awk" data/columns.tsv >columns.inc &&
        "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -iquote . -iquote "$root/code" "$root/tests/bench/column.c" \
            "$root/code/bench/record.c" "$root/code/bench/columns.c" "$root/code/bench/complain.c" -lm -o column
}
is 'without its line it compiles' makes
is 'and a row with it is refused' test "$(./column none.csv)" = 'a row of kind gemm has a cell in no column of data/columns.tsv'
printf 'joules\tgemm-\tJ\t3\tnumber >0 <=1e6\tEnergy of a launch\twhat a launch takes\n' >>data/columns.tsv
makes && ./column "$record"
is 'with it the record has it, in the digits of the table' test "$(grep -v '^#' "$record" | awk -F, '{ print $1 "," $7 "," $NF }' | paste -sd' ')" = 'kernel,gflops,joules odd,1,1.23'
printf '\n::: {.records #tbl:odd kernels="opening.odd" columns="gflops,joules" n=64}\nA table.\n:::\n' >>chapters/beta.md
is 'the weave reads it' builds build/book/beta.html
is 'its head stands over it, and its unit' grep -q 'Energy of a launch, J' build/book/beta.html
is 'make metrics lists it' sh -c 'pandoc -f markdown -t html --lua-filter book/list_metrics.lua -o /dev/null /dev/null | grep -q "^  joules  *J  *what a launch takes$"'
cp "$record" whole
sed 's/,1\.23$/,1e7/' whole >"$record"
is 'what its rule forbids is refused' refuses "$record:6: column joules cannot be 1e7: it is <= 1000000" build/book/beta.html
sed '/^# end/d; s/,1\.23$/,0/' whole >"$record.part"
is 'by the C side too' test "$(./column "$record")" = 'dropped from row 1'
sed 's/,joules$/,jules/' whole >"$record"
is 'a column that the table lacks is refused' refuses "$record:5: no record of kind gemm has a column jules; data/columns.tsv lists all" build/book/beta.html
