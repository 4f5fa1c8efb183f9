#!/bin/sh
# What is not compiled has a true reason, by the card's own limits, and nothing else is left out.
. "$(dirname "$0")/lib/tune.sh"
tune_unit reasons tune/space bench/complain
