#!/bin/sh
# The tuner takes the words that it lists; any other is refused in one line, with exit 2.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
refuses() { # TEXT WORD…
    text=$1
    shift
    "$scratch/tune" "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? -eq 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] &&
        grep -qF -e "$text" "$scratch/said" && [ ! -e data ]
}
takes() { "$scratch/tune" "$@" >"$scratch/out" 2>"$scratch/said"; }

plan 25
is 'no word' refuses 'say which program to tune'
is 'an option for a stem' refuses 'say which program to tune' --size 4096
is 'an unknown stem' refuses "no space of configurations for 'naive'" naive
is 'an unknown word' refuses "unknown word 'now'" autotuning now
is 'an unknown option' refuses "unknown option '--bogus'" autotuning --bogus
is 'a value that lacks' refuses '--size wants a value' autotuning --size
is 'a bad size' refuses "bad size '3x4'" autotuning --size 3x4
is 'an empty product' refuses 'nothing to time at 0x4x4' autotuning --size 0x4x4
is 'a product too deep to judge' refuses 'nothing to time' autotuning --size 4x4x8388609
is 'a size twice' refuses 'the size 64x64x64 twice' autotuning --size 64 --size 64x64x64
is 'an unknown mode' refuses "no mode 'fast': exhaustive, search or both" autotuning --mode fast
is 'a budget of none' refuses '--budget takes a whole number from 1' autotuning --budget 0
is 'a budget that is a size' refuses '--budget takes a whole number from 1' autotuning --budget 2x2x2
is 'a margin that is none' refuses "--margin takes a whole number from 0 to 100, not '8%'" autotuning --margin 8%
is 'compiling for no architecture' refuses '--compile-only wants --arch' autotuning --compile-only
is 'a record of a part' refuses '--data keeps whole records' autotuning --config 1x1x1-1x1 --data data
is 'a record of nothing' refuses 'measures nothing' autotuning --compile-only --arch sm_90 --data data
is 'a configuration that is none' refuses "no configuration '1x1x1-1x1'" autotuning --config 1x1x1-1x1
is 'one that is not valid' refuses 'is not valid here: threads' autotuning --config 32x32x8-16x16
NO_CARD=1
export NO_CARD
is 'no card' refuses 'no usable NVIDIA GPU' autotuning --data data
is 'no card for the space' refuses 'no usable NVIDIA GPU' space autotuning
is 'the space of an architecture needs none' takes space autotuning --arch sm_90
is 'it lists who is valid' [ "$(grep -c '	valid$' "$scratch/out")" -ge 300 ]
is 'and why others are not' [ "$(grep -vc '	valid$' "$scratch/out")" -ge 100 ]
is 'help' takes --help
