#!/bin/sh
# The hash that a record names its program by is SHA-256.
. "$(dirname "$0")/lib/tune.sh"
tune_unit sha256 tune/sha256
