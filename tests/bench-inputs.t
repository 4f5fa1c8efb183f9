#!/bin/sh
# Inputs are a function of kind, seed and index, and as inputs.h describes them.
. "$(dirname "$0")/lib/unit.sh"
unit inputs
