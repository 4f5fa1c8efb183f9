#!/bin/sh
# Accesses are counted at whole and ragged sizes, of a sweep at whole ones, of a pattern at one.
. "$(dirname "$0")/lib/unit.sh"
unit plan plan size complain
