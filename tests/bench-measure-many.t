#!/bin/sh
# A table holds 63 kernels; one that holds more is refused in one sentence.
. "$(dirname "$0")/lib/unit.sh"
rest='measure alone contest rounds sampler library plan main options size record columns stats progress complain'
plan 3
build measure-63 $rest || exit 1
is '63 kernels' sh -c "'$scratch/unit' measure --size 64 >'$scratch/out' 2>'$scratch/said'"
is 'are all measured, and the library' [ "$(wc -l <"$scratch/out")" = 64 ]
build measure-64 $rest || exit 1
"$scratch/unit" measure --size 64 >"$scratch/out" 2>"$scratch/said"
is '64 are refused' [ "$?$(cat "$scratch/out" "$scratch/said")" = '2made-up: more than 63 kernels in one table' ]
