#!/bin/sh
# Kernels of every shape that the book has run right, at every size of the
# contract, and so do half-precision fragments.
. "$(dirname "$0")/lib/lens.sh"
lens tests/products tests/fragments

plan 3
is 'products of every kind are right' build/lens/tests/products verify
is 'fragments and halves are right' build/lens/tests/fragments verify
build/lens/tests/products verify --kernel nobody 2>"$scratch/said"
is 'an unknown kernel is refused with exit 2' [ $? = 2 ]
