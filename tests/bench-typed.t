#!/bin/sh
# Products in half, bfloat16 and TF32 are held against rounded inputs, by the bound of their sums.
. "$(dirname "$0")/lib/unit.sh"
unit typed cases reference size complain
