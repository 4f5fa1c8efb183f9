#!/bin/sh
# A product by parts is held to a bound that a promoted sum keeps, and one long sum does not; scales count.
. "$(dirname "$0")/lib/unit.sh"
unit bound-split cases reference size complain
