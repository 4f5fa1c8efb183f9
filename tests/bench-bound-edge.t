#!/bin/sh
# The bound is gamma(K+2) times the magnitude: at it is right, above it, NaN or infinity is wrong.
. "$(dirname "$0")/lib/unit.sh"
unit bound-edge reference
