#!/bin/sh
# A wrong product fails in every case: NaN, zeros, C untouched, a step of the sum missing.
. "$(dirname "$0")/lib/unit.sh"
unit bound-rejects cases reference size complain
