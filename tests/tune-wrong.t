#!/bin/sh
# Who is wrong, or does not compile, is recorded with its fault and never timed; spills are noted.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
export TIMED=$scratch/timed
who=64x64x16-8x8
tune() {
    rm -rf data "$TIMED"
    "$scratch/tune" autotuning --size 256 --size 512 --data data >"$scratch/said" 2>&1
}
rows() { # STATUS NUMBER: so many rows of it have the status, and no time
    grep "^$who,.*,$1,[0-9]*,[0-9]*,,,,,\$" data/made-up/autotuning-tuning.csv >rows ||
        grep "^$who,.*,$1,,,,,,,\$" data/made-up/autotuning-tuning.csv >rows
    [ "$(wc -l <rows)" -eq "$2" ]
}
timed() { [ "$(grep -c "^$who " "$TIMED")" -eq "$1" ]; }

plan 17
BROKEN=$who
export BROKEN
is 'one does not compile' tune
is 'its rows say so, without a comma' rows "does not compile: error: expected a ';'; or so" 2
is 'it is not timed' timed 0
unset BROKEN

WRONG=$who
export WRONG
is 'one is wrong on a small product' tune
is 'its rows say where' rows 'wrong: C\[1\]\[2\] is 3; and should be 4' 2
is 'it is not timed' timed 0
export WRONG_AT=512x512x512
is 'one is wrong at one shape' tune
is 'its row there says so' rows 'wrong: C\[1\]\[2\] is 3; and should be 4' 1
is 'it is timed at the other, where it was right' [ "$(grep -c "^$who 256x" "$TIMED")" -ge 1 ]
is 'and not here' [ "$(grep -c "^$who 512x" "$TIMED")" -eq 0 ]
unset WRONG WRONG_AT

SPOILS=$who
export SPOILS
is 'one leaves the card unusable' tune
is 'a new process goes on' grep -q 'a new process goes on' "$scratch/said"
is 'its rows say what is wrong' rows 'wrong: C\[1\]\[2\] is 3; and should be 4' 2
is 'everybody else is timed' [ "$(grep ' 3$' "$TIMED" | sort -u | wc -l)" -eq 778 ]
unset SPOILS

SPILLS=$who
export SPILLS
is 'one spills' tune
is 'its rows say so' [ "$(grep -c "^$who,.*,spills,[0-9]*,[0-9]*,[0-9.]*,.*,3," data/made-up/autotuning-tuning.csv)" -eq 2 ]
is 'it is timed all the same' [ "$(grep -c "^$who .* 3\$" "$TIMED")" -eq 2 ]
