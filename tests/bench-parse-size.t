#!/bin/sh
# A size is N or MxNxK, each side from 0 to 2^31-1, and nothing else is a size.
. "$(dirname "$0")/lib/unit.sh"
unit parse-size size
