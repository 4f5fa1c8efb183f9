#!/bin/sh
# What the card does to judge a large product of any type, the lens does here, and it is right.
. "$(dirname "$0")/lib/unit.sh"
make -s -f Makefile -f tests/bench/stage.mk build/lens/tests/stage >"$scratch/said" 2>&1 || {
    sed 's/^/# /' "$scratch/said"
    echo 'Bail out! the stage does not build for the lens'
    exit 1
}
stage=build/lens/tests/stage
$stage verify >"$scratch/out" 2>"$scratch/said"
holds() { grep -q "^$1 *computes what it should" "$scratch/out"; }
plan 19
is 'a right product of each type is taken' holds right
is 'one that leaves out a step is not' holds one_less
is 'nor one with a NaN' holds nan_there
is 'deep sums in half are told from zeros' holds deep
is 'operands that are taken for another type are told' holds other_type
is 'inputs and reference are those of the CPU' holds like_the_host
is 'operands fill the cache twice' holds copies
is 'a right product of each type is exact where it must be' holds exact
is 'operands that are rounded to TF32 are told' holds to_tf32
is 'and to bfloat16' holds to_bf16
is 'a deep product without its last step is told' holds last_k
is 'and one that is rounded at large sizes only' holds by_size
is 'and sums in half' holds half_sums
is 'what a timed launch leaves is judged: a product, nothing, and what lies beside it' holds judged
is 'launches upon C add up, so many and no other number of them' holds added
is 'as many as leave finite numbers' holds finite
is 'with C a product is exact on integers, and within its bound' holds checked
is 'a grid has each row of blocks once, however many there are' holds folded
is 'what stands in C gets through with beta alone' holds stores
