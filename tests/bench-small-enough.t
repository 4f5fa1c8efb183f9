#!/bin/sh
# The CPU takes only products whose work and operands are small.
. "$(dirname "$0")/lib/unit.sh"
unit small-enough cases reference size complain
