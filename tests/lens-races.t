#!/bin/sh
# Small programs made at random: the lens says of each whether it races, as an exact oracle does.
# RACES=1-10000 tests/lens-races.t tries so many, in half a minute.
. "$(dirname "$0")/lens/tap.sh"
lens tests/races
RACES=${RACES:-1-2500} build/lens/tests/races count --size 1 --out /dev/null 2>"$scratch/said"
sum=$(tail -n 1 "$scratch/said")
races=$(echo "$sum" | sed -n 's/.* programs, \([0-9]*\) races,.*/\1/p')
sed 's/^/# /' "$scratch/said"
plan 3
is 'no race is missed' sh -c "echo '$sum' | grep -q ', 0 missed,'"
is 'none is invented' sh -c "echo '$sum' | grep -q ', 0 invented'"
is 'there are programs of both kinds' [ "${races:-0}" -gt 1000 -a "${races:-0}" -lt 2000 ]
