#!/bin/sh
# What the card says of itself is kept for the work that ran meanwhile.
. "$(dirname "$0")/lib/unit.sh"
unit sampler sampler stats
