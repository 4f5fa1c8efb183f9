#!/bin/sh
# A block may run for longer than LENS_SECONDS while it stores where its launch has not stored yet, and no longer than that
# when it does not, whatever barriers it passes.
. "$(dirname "$0")/lib/lens.sh"
lens tests/advancing
export LENS_SECONDS=1

seconds() { # FILE: what `times` wrote there of commands, in seconds of a processor
    sed -n '2s/^\([0-9]*\)m\([0-9]*\).*/\1 * 60 + \2/p' "$1"
}
counted() { # KERNEL SIZE
    timeout 120 build/lens/tests/advancing count --kernel "$1" --size "$2" --out "$scratch/$1.csv" 2>"$scratch/said"
    code=$?
    sed 's/^/# /' "$scratch/said"
    return $code
}
endless() {
    counted endless 64
    [ $? = 1 ] && grep -q '^advancing: endless: tests/lens/advancing.cu:[0-9]*: by_one_warp, .* does not come to its end' "$scratch/said"
}

plan 3
times >"$scratch/before"
is 'a block that makes all of a product' counted longer 128
times >"$scratch/after"
is 'which takes longer than a block may that does not advance' [ $(($(seconds "$scratch/after") - ($(seconds "$scratch/before")))) -gt 3 ]
is 'one that stores the same for ever' endless
