#!/bin/sh
# Inputs are rounded to half, bfloat16 and TF32 as IEEE 754 says, to nearest and ties to even.
. "$(dirname "$0")/lib/unit.sh"
unit element
