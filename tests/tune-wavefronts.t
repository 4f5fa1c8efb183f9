#!/bin/sh
# The model counts the wavefronts of shared memory that the card has counted.
. "$(dirname "$0")/lib/tune.sh"
export RECORD="$PWD/data/nvidia-h200/counters/warptiling.csv" PACKED="$PWD/data/nvidia-h200/counters/registers.csv"
tune_unit wavefronts tune/model tune/space bench/complain
