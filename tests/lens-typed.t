#!/bin/sh
# The lens gives a kernel operands of its type, tells a product that is wrong for it, and
# names the elements of a matrix of halves.
. "$(dirname "$0")/lib/lens.sh"
lens tests/typed
typed=build/lens/tests/typed

right() { "$typed" verify --kernel "$1" >"$scratch/out"; }
wrong() { # KERNEL: verify says so, and where
    "$typed" verify --kernel "$1" >"$scratch/out" 2>"$scratch/said"
    [ $? = 1 ] && grep -q "^typed: $1 at .*C\[[0-9]*\]\[[0-9]*\] is .*, should be" "$scratch/said"
}
caught() { # KERNEL TEXT: count says this
    "$typed" count --size 64 --kernel "$1" --out "$scratch/$1.csv" 2>"$scratch/said"
    [ $? = 1 ] && grep -q "^typed: out of bounds: .* $2\$" "$scratch/said"
}
asked() { # KERNEL: bytes that its loads ask for
    "$typed" count --kernel "$1" --out "$scratch/$1.csv"
    awk -F, '$5 == "total" && $6 == "global" && $7 == "load" { print $12 }' "$scratch/$1.csv"
}

plan 13
for kernel in half_in half_sums bf16_in tf32_in; do
    is "$kernel is right" right $kernel
done
is 'a kernel that takes halves for bfloat16' wrong other_type
is 'one for floats that rounds them' wrong rounds_floats
is 'one whose sums are shorter than it says' wrong rounds_again
is 'a load before halves' caught before_a 'loads A\[-1\]\[63\], outside A (64 x 64)'
is 'one after them' caught after_a 'loads A\[64\]\[0\], outside A (64 x 64)'
is 'one a little further' caught after_b 'loads B\[64\]\[2\], outside B (64 x 64)'
is 'a store' caught stored_a 'stores A\[64\]\[1\], outside A (64 x 64)'
is 'halves are two bytes' [ "$(asked half_in)" = $((2 * 2 * 128 * 128 * 128)) ]
is 'TF32 is four' [ "$(asked tf32_in)" = $((2 * 4 * 128 * 128 * 128)) ]
