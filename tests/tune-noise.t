#!/bin/sh
# A winner beats a simpler configuration by more than the spread, or the simpler one stays.
. "$(dirname "$0")/lib/tune.sh"
tune_unit noise tune/winner
