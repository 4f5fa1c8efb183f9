#!/bin/sh
# The record of a sweep has the small size only; listing, verifying and asking do not.
. "$(dirname "$0")/lib/lens.sh"
lens tests/sweep
sweep=build/lens/tests/sweep
sizes() { # KERNEL FILE: the sizes of its rows
    awk -F, -v kernel="$1" '$1 == kernel && $2 != last { printf "%s ", last = $2 }' "$2"
}
$sweep count --data "$scratch" 2>"$scratch/told"
$sweep count --size 60 --out "$scratch/asked.csv" 2>"$scratch/told"
plan 5
is 'a kernel is counted at three sizes' [ "$(sizes plain "$scratch/lens/sweep.csv")" = '128 4092 4096 ' ]
is 'one of a sweep at one' [ "$(sizes swept "$scratch/lens/sweep.csv")" = '128 ' ]
is 'but at any that is asked for' [ "$(sizes swept "$scratch/asked.csv")" = '60 ' ]
is 'it is listed' [ "$($sweep list | tail -n 1)" = swept ]
is 'and verified' [ "$($sweep verify 2>"$scratch/told" | grep -c '^swept .* are right')" = 1 ]
