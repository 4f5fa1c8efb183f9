#!/bin/sh
# Contestants take turns so that nobody has a fixed predecessor.
. "$(dirname "$0")/lib/unit.sh"
unit rounds rounds
