#!/bin/sh
# A shape that none was tuned for goes to the winner of the nearest one.
. "$(dirname "$0")/lib/tune.sh"
tune_unit nearest
