#!/bin/sh
# A tuner that is stopped or killed goes on where it was, and times nothing twice.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
export TIMED=$scratch/timed
tune() { "$scratch/tune" autotuning --size 256 --size 512 --data data >"$scratch/said" 2>&1; }
stops() { STOP=$1 tune; [ $? -eq 130 ] && grep -q 'stopped; .* rows are kept' "$scratch/said"; }
killed() { (KILL=$1 tune) 2>/dev/null; [ $? -eq 137 ]; }
twice() { grep ' 3$' "$TIMED" | sort | uniq -d | grep -q .; }
timed() { [ "$(grep -c ' 3$' "$TIMED")" -eq "$1" ]; }
same() { grep -v '^# date' "$1" | cmp -s - "$scratch/whole-$(basename "$1")"; }

tune || exit 1
for file in data/made-up/*.csv; do
    grep -v '^# date' "$file" >"$scratch/whole-$(basename "$file")"
done
rm -r data "$TIMED"

plan 14
is 'Ctrl-C in the first group says what is kept' stops 1
isnt 'nothing is a record yet' [ -e data/made-up/autotuning-tuning.csv ]
is 'Ctrl-C later' stops 11
is 'a kill' killed 10
is 'a kill between the shapes' killed 9
is 'a kill in the last final' killed 22
isnt 'there is still no record' [ -e data/made-up/autotuning-winners.csv ]
is 'the next run ends' tune
isnt 'nothing was timed twice' twice
is 'everybody was timed' timed 780
for kind in tuning winners search; do
    is "the record of $kind is what one run would have left" same data/made-up/autotuning-$kind.csv
done
is 'the journals are gone' [ "$(ls data/made-up | wc -l)" -eq 3 ]
