#!/bin/sh
# The reference is the product, in float64, and reads nothing that a scalar of 0 rules out.
. "$(dirname "$0")/lib/unit.sh"
unit reference reference
