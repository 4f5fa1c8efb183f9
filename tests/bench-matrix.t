#!/bin/sh
# A matrix of any type starts at a multiple of 32 bytes, between zones that show stray stores.
. "$(dirname "$0")/lib/unit.sh"
CPATH=$PWD/code/lens/cuda
export CPATH
unit matrix matrix complain
