#!/bin/sh
# A batch is long enough, led in by its own calls, and the time of one of them is what it gives.
. "$(dirname "$0")/lib/unit.sh"
CPATH=$PWD/tests/bench/cuda
export CPATH
unit batch batch timing complain stats
