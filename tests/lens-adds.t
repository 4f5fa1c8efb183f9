#!/bin/sh
# The lens adds as a tensor core does: sums of products of halves have the errors that the H200's record has.
. "$(dirname "$0")/lib/unit.sh"
build lens-adds ../lens/unit || exit 1
"$scratch/unit" data/nvidia-h200/precision-numerics.csv
