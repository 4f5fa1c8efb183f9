#!/bin/sh
# A correct float32 product passes in every case, in whatever order it was summed.
. "$(dirname "$0")/lib/unit.sh"
unit bound-accepts cases reference size complain
