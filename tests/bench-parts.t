#!/bin/sh
# A part is not kept in place of the whole, and what cannot be judged is refused.
. "$(dirname "$0")/lib/unit.sh"
program naive
lens=build/lens/naive
said() { # TEXT COMMAND…: exit 2 and one line on stderr with the text
    text=$1
    shift
    "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ "$(wc -l <"$scratch/said")" = 1 ] && grep -q "$text" "$scratch/said"
}
plan 4
is 'one kernel for a whole record' said 'keeps whole records' build/bin/naive measure --kernel naive --data "$scratch"
is 'one size for a whole record' said 'keeps whole records' build/bin/naive measure --size 64 --data "$scratch"
is 'a product too deep for a bound' said 'K is 8388608 at most' build/bin/naive verify --size 1x1x8388609
make -s $lens >/dev/null 2>&1
is 'a product too large for the lens' said 'too large to verify on a CPU' $lens verify --size 4096
