#!/bin/sh
# The counts of the naive kernel follow from its formula, at every size: a warp
# is 32 rows of one column.
. "$(dirname "$0")/lib/lens.sh"
lens naive

# naive N: requests and sectors of its loads. Each of the N^3 / 32 steps of a
# warp asks twice: 32 rows of A, one sector each, and one element of B.
formula() {
    awk -v n="$1" 'BEGIN { printf "%.0f,%.0f", n^3 / 16, n^3 / 32 * 33 }'
}
counted() {
    build/lens/naive count --size "$1" |
        awk -F, '$5 == "total" && $6 == "global" && $7 == "load" {
            print $9 "," $10 }'
}
blocks_run() {
    build/lens/naive count --size "$1" | awk -F, 'END { print run }
        $5 == "total" { run = $18 > $19 ? "some" : "all" }'
}

plan 6
is '128: every block' [ "$(counted 128)" = "131072,2162688" ]
is '128 by the formula' [ "$(counted 128)" = "$(formula 128)" ]
# 300 is no multiple of 32: ten warps down a column, the last with 12 rows.
is '300, with edges and a sample' [ "$(counted 300)" = "1800000,27900000" ]
is '2048, of which some blocks run' [ "$(counted 2048)" = "$(formula 2048)" ]
is '128 is not marked as a sample' [ "$(blocks_run 128)" = all ]
is '2048 is' [ "$(blocks_run 2048)" = some ]
