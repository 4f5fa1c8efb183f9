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
plan 7
is 'a right product of each type is taken' holds right
is 'one that leaves out a step is not' holds one_less
is 'nor one with a NaN' holds nan_there
is 'deep sums in half are told from zeros' holds deep
is 'operands that are taken for another type are told' holds other_type
is 'inputs and reference are those of the CPU' holds like_the_host
is 'operands fill the cache twice' holds copies
