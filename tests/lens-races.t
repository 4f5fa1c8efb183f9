#!/bin/sh
# Small programs made at random: the lens says of each whether it races, as an exact oracle does;
# without fences, and with blocks that hand over to one another by fences and atomics.
# RACES=1-10000 HANDED=1000000-1010000 tests/lens-races.t tries so many, in some minutes.
. "$(dirname "$0")/lib/lens.sh"
lens tests/races
plan 10
try() { # NUMBERS LEAST MOST: so many of a thousand race
    RACES=$1 build/lens/tests/races count --size 1 --out /dev/null 2>"$scratch/said"
    sum=$(tail -n 1 "$scratch/said")
    sed 's/^/# /' "$scratch/said"
    is 'no race is missed' sh -c "echo '$sum' | grep -q ', 0 missed,'"
    is 'none is invented' sh -c "echo '$sum' | grep -q ', 0 invented'"
    is 'there are programs of both kinds' sh -c "echo '$sum' | awk '{ exit !(\$3 > \$1 * $2 / 1000 && \$3 < \$1 * $3 / 1000) }'"
}
try "${RACES:-1-2500}" 400 800
try "${HANDED:-1000000-1001500}" 500 800
# As the lens has it where warp groups multiply: code/lens/order.h says what it may miss.
for numbers in "${RACES:-1-1500}" "${HANDED:-1000000-1001000}"; do
    ORDERED=1 RACES=$numbers build/lens/tests/races count --size 1 --out /dev/null 2>"$scratch/said"
    sum=$(tail -n 1 "$scratch/said")
    sed 's/^/# /' "$scratch/said"
    is 'by clocks, none is invented' sh -c "echo '$sum' | grep -q ', 0 invented'"
    is 'and few are missed' sh -c "echo '$sum' | awk '{ exit !(\$5 * 100 < \$3) }'"
done
