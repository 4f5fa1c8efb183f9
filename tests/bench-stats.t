#!/bin/sh
# Medians and quartiles are those of type 7, and the values stay as they were.
. "$(dirname "$0")/lib/unit.sh"
unit stats stats
